// RUN: kina-opt %s --kina-structure-blocks | FileCheck %s
// Without it, buffers are not placed.
// RUN: not kina-opt %s --kina-place-deallocs -o /dev/null 2>&1 | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: structure-blocks.mlir:[[#]]:3: error: 'cf.cond_br' op expected structured control flow, got a region of several blocks; run --kina-structure-blocks first

// CHECK-LABEL: func.func @loop
// CHECK-NOT: {{[[:space:]]}}cf.
// CHECK: scf.while
// CHECK-NOT: {{[[:space:]]}}cf.
// CHECK: return
func.func @loop(%stop: i1, %n: i64, %x: tensor<3xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : i64
  cf.cond_br %stop, ^end(%x : tensor<3xf32>), ^body(%c0, %x : i64, tensor<3xf32>)
^body(%i: i64, %a: tensor<3xf32>):
  %b = kina.add %a, %a : tensor<3xf32>
  %j = arith.addi %i, %n : i64
  %more = arith.cmpi slt, %j, %n : i64
  cf.cond_br %more, ^body(%j, %b : i64, tensor<3xf32>), ^end(%b : tensor<3xf32>)
^end(%r: tensor<3xf32>):
  return %r : tensor<3xf32>
}

// What nothing leads to goes: upstream's pass would refuse the function.
// CHECK-LABEL: func.func @unreachable
// CHECK-NOT: kina.exp
// CHECK: return %arg0
func.func @unreachable(%x: tensor<3xf32>) -> tensor<3xf32> {
  cf.br ^end(%x : tensor<3xf32>)
^island(%y: tensor<3xf32>):
  %z = kina.exp %y : tensor<3xf32>
  cf.br ^end(%z : tensor<3xf32>)
^end(%r: tensor<3xf32>):
  return %r : tensor<3xf32>
}

// In a region of an op, too.
// CHECK-LABEL: func.func @region
// CHECK-NOT: {{[[:space:]]}}cf.
// CHECK: return
func.func @region(%c: i1, %x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = scf.execute_region -> tensor<3xf32> {
    cf.cond_br %c, ^a, ^b
  ^a:
    %1 = kina.neg %x : tensor<3xf32>
    cf.br ^c(%1 : tensor<3xf32>)
  ^b:
    cf.br ^c(%x : tensor<3xf32>)
  ^c(%2: tensor<3xf32>):
    scf.yield %2 : tensor<3xf32>
  }
  return %0 : tensor<3xf32>
}

// One block is left as it is.
// CHECK-LABEL: func.func @one
// CHECK-NEXT: kina.neg
// CHECK-NEXT: return
func.func @one(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = kina.neg %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
