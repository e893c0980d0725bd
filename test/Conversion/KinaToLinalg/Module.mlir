// RUN: kina-opt %s --kina-to-linalg --split-input-file | FileCheck %s
// RUN: kina-opt %s --kina-to-linalg --split-input-file | mlir-opt --split-input-file -o /dev/null

// Regions and unreachable blocks are lowered, all else is left alone.
// CHECK-LABEL: func.func private @external(tensor<?xf32>)
func.func private @external(tensor<?xf32>)
// CHECK-LABEL: func.func @regions
func.func @regions(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<4xf32> {
    // CHECK: math.exp
    %1 = kina.exp %y : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
// CHECK-NOT: kina.
^unreachable(%z: tensor<4xf32>):
  // CHECK: math.log
  %2 = kina.log %z : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// Each module has its own declarations and texts, apart from symbols of the user.
// CHECK: module @inner {
module @inner {
  func.func @kina_string_div_by_zero() {
    return
  }
  // CHECK: func.func @f
  func.func @f(%x: tensor<i32>) -> tensor<i32> {
    // CHECK: llvm.mlir.addressof @[[TEXT:kina_string_div_by_zero_[0-9]+]]
    %0 = kina.div %x, %x : tensor<i32>
    return %0 : tensor<i32>
  }
  // CHECK: func.func private @kina_trap(!llvm.ptr, !llvm.ptr)
  // CHECK: llvm.mlir.global internal constant @[[TEXT]]("div by zero\00")
// CHECK: }
}
// CHECK: func.func @g
// CHECK: llvm.mlir.addressof @kina_string_div_by_zero
func.func @g(%x: tensor<i32>) -> tensor<i32> {
  %0 = kina.div %x, %x : tensor<i32>
  return %0 : tensor<i32>
}
// CHECK: func.func private @kina_trap(!llvm.ptr, !llvm.ptr)
// CHECK: llvm.mlir.global internal constant @kina_string_div_by_zero("div by zero\00")

// -----

// A declaration of the user's that is the runtime's is used.
// CHECK: func.func private @kina_trap(!llvm.ptr, !llvm.ptr)
func.func private @kina_trap(!llvm.ptr, !llvm.ptr)
// CHECK-LABEL: func.func @declared
func.func @declared(%x: tensor<i32>) -> tensor<i32> {
  // CHECK: call @kina_trap
  %0 = kina.mod %x, %x : tensor<i32>
  return %0 : tensor<i32>
}
// CHECK-NOT: func.func private @kina_trap

// -----

// What a trap says of its place: the callee of a call site, the first known part
// of a fused location, the start of a range; nothing where nothing is known.
// CHECK-LABEL: func.func @locations
func.func @locations(%x: tensor<i32>) -> tensor<i32> {
  // CHECK: llvm.mlir.addressof @kina_string_callee_kn_1_2
  %0 = kina.div %x, %x : tensor<i32> loc(callsite("callee.kn":1:2 at "caller.kn":3:4))
  // CHECK: llvm.mlir.addressof @kina_string_fused_kn_5_6
  %1 = kina.div %0, %x : tensor<i32> loc(fused[unknown, "name"("fused.kn":5:6), "other.kn":7:8])
  // CHECK: llvm.mlir.addressof @kina_string_range_kn_9_10
  %2 = kina.div %1, %x : tensor<i32> loc("range.kn":9:10 to 11:12)
  // CHECK: llvm.mlir.addressof @kina_string_div_by_zero
  // CHECK-NEXT: %[[NONE:.*]] = llvm.mlir.zero : !llvm.ptr
  // CHECK-NEXT: func.call @kina_trap(%{{.*}}, %[[NONE]])
  %3 = kina.div %2, %x : tensor<i32> loc(unknown)
  return %3 : tensor<i32>
}
// CHECK: llvm.mlir.global internal constant @kina_string_callee_kn_1_2("callee.kn:1:2\00")
