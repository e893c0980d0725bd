// Branches between blocks: loops, two edges to one block, blocks that nothing leads to,
// several returns, a loop with two entries.
// RUN: kina-run %s --function=loop --input=i64=3 --input="3xf32=1 2 3" | FileCheck %s --check-prefix=LOOP
// LOOP: result[0]: 3xf32=8 16 24
// RUN: kina-run %s --function=loop --input=i64=0 --input="3xf32=1 2 3" | FileCheck %s --check-prefix=NOLOOP
// NOLOOP: result[0]: 3xf32=1 2 3
// RUN: kina-run %s --function=edges --input=i1=0 --input=i1=1 --input="3xf32=1 2 3" --input="3xf32=4 5 6" | FileCheck %s --check-prefix=EDGE0
// EDGE0: result[0]: 3xf32=-1 -2 -3
// RUN: kina-run %s --function=edges --input=i1=1 --input=i1=1 --input="3xf32=1 2 3" --input="3xf32=4 5 6" | FileCheck %s --check-prefix=EDGE1
// EDGE1: result[0]: 3xf32=-4 -5 -6
// RUN: kina-run %s --function=edges --input=i1=1 --input=i1=0 --input="3xf32=1 2 3" --input="3xf32=4 5 6" | FileCheck %s --check-prefix=EDGE2
// EDGE2: result[0]: 3xf32=-1 -2 -3
// RUN: kina-run %s --function=switch --input=i32=1 --input="3xf32=1 2 3" | FileCheck %s --check-prefix=SWITCH1
// SWITCH1: result[0]: 3xf32=-1 -2 -3
// RUN: kina-run %s --function=switch --input=i32=7 --input="3xf32=1 2 3" | FileCheck %s --check-prefix=SWITCH7
// SWITCH7: result[0]: 3xf32=1 2 3
// RUN: for i in -1 1 4294967295 4294967297; do kina-run %s --function=wide --input=i64=$i --input="3xf32=1 2 3"; done | FileCheck %s --check-prefix=WIDE
// RUN: for i in -1 1 4294967295 4294967297; do kina-run %s --function=index_switch --input=i64=$i --input="3xf32=1 2 3"; done | FileCheck %s --check-prefix=WIDE
// WIDE: result[0]: 3xf32=-1 -2 -3
// WIDE: result[0]: 3xf32=1 2 3
// WIDE: result[0]: 3xf32=1 2 3
// WIDE: result[0]: 3xf32=2 4 6
// RUN: kina-run %s --function=unreachable --input="3xf32=1 2 3" | FileCheck %s --check-prefix=UNREACHABLE
// UNREACHABLE: result[0]: 3xf32=-1 -2 -3
// RUN: kina-run %s --function=returns --input=i1=0 --input="3xf32=1 2 3" | FileCheck %s --check-prefix=RETURN0
// RETURN0: result[0]: 3xf32=-1 -2 -3
// RETURN0: result[1]: 3xf32=1 2 3
// RUN: kina-run %s --function=returns --input=i1=1 --input="3xf32=1 2 3" | FileCheck %s --check-prefix=RETURN1
// RETURN1: result[0]: 3xf32=1 2 3
// RETURN1: result[1]: 3xf32=-1 -2 -3
// RUN: kina-run %s --function=entries --input=i1=0 --input="3xf32=1 2 3" | FileCheck %s --check-prefix=ENTRY0
// ENTRY0: result[0]: 3xf32=1 2 3
// RUN: kina-run %s --function=entries --input=i1=1 --input="3xf32=1 2 3" | FileCheck %s --check-prefix=ENTRY1
// ENTRY1: result[0]: 3xf32=-0 -0 -0
//
// Structured loops written as blocks give what they gave.
// RUN: kina-opt %S/control-flow.mlir --convert-scf-to-cf -o %t.mlir
// RUN: kina-run %t.mlir --function=loop --input=i64=3 --input="3xf32=1 2 3" | FileCheck %S/control-flow.mlir --check-prefix=R4
// RUN: kina-run %t.mlir --function=while --input=i64=3 --input="3xf32=1 2 3" | FileCheck %S/control-flow.mlir --check-prefix=R5
// RUN: kina-run %t.mlir --function=recurse --input=i64=3 --input="3xf32=1 2 3" | FileCheck %S/control-flow.mlir --check-prefix=R7
// RUN: kina-run %t.mlir --function=inplace --input="3xf32=1 2 3" | FileCheck %S/control-flow.mlir --check-prefix=INPLACE

// Doubles n times.
func.func @loop(%n: i64, %x: tensor<3xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  cf.br ^head(%c0, %x : i64, tensor<3xf32>)
^head(%i: i64, %a: tensor<3xf32>):
  %more = arith.cmpi slt, %i, %n : i64
  cf.cond_br %more, ^body, ^end
^body:
  %b = kina.add %a, %a : tensor<3xf32>
  %j = arith.addi %i, %c1 : i64
  cf.br ^head(%j, %b : i64, tensor<3xf32>)
^end:
  return %a : tensor<3xf32>
}

// Simplification makes two edges from one block to ^join of these.
func.func @edges(%c: i1, %d: i1, %x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  cf.cond_br %c, ^first, ^join(%x : tensor<3xf32>)
^first:
  cf.cond_br %d, ^second, ^third
^second:
  cf.br ^join(%y : tensor<3xf32>)
^third:
  cf.br ^join(%x : tensor<3xf32>)
^join(%r: tensor<3xf32>):
  %n = kina.neg %r : tensor<3xf32>
  return %n : tensor<3xf32>
}

func.func @switch(%i: i32, %x: tensor<3xf32>) -> tensor<3xf32> {
  %n = kina.neg %x : tensor<3xf32>
  cf.switch %i : i32, [
    default: ^join(%x : tensor<3xf32>),
    1: ^join(%n : tensor<3xf32>)
  ]
^join(%r: tensor<3xf32>):
  return %r : tensor<3xf32>
}

// Cases that agree in the low 32 bits.
func.func @wide(%i: i64, %x: tensor<3xf32>) -> tensor<3xf32> {
  %n = kina.neg %x : tensor<3xf32>
  %d = kina.add %x, %x : tensor<3xf32>
  cf.switch %i : i64, [
    default: ^join(%x : tensor<3xf32>),
    -1: ^join(%n : tensor<3xf32>),
    4294967297: ^join(%d : tensor<3xf32>)
  ]
^join(%r: tensor<3xf32>):
  return %r : tensor<3xf32>
}
func.func @index_switch(%i: index, %x: tensor<3xf32>) -> tensor<3xf32> {
  %r = scf.index_switch %i -> tensor<3xf32>
  case -1 {
    %n = kina.neg %x : tensor<3xf32>
    scf.yield %n : tensor<3xf32>
  }
  case 4294967297 {
    %d = kina.add %x, %x : tensor<3xf32>
    scf.yield %d : tensor<3xf32>
  }
  default {
    scf.yield %x : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}

func.func @unreachable(%x: tensor<3xf32>) -> tensor<3xf32> {
  cf.br ^end(%x : tensor<3xf32>)
^island(%y: tensor<3xf32>):
  %z = kina.exp %y : tensor<3xf32>
  cf.br ^end(%z : tensor<3xf32>)
^end(%r: tensor<3xf32>):
  %n = kina.neg %r : tensor<3xf32>
  return %n : tensor<3xf32>
}

func.func @returns(%c: i1, %x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %n = kina.neg %x : tensor<3xf32>
  cf.cond_br %c, ^a, ^b
^a:
  return %x, %n : tensor<3xf32>, tensor<3xf32>
^b:
  return %n, %x : tensor<3xf32>, tensor<3xf32>
}

// ^a and ^b lead to each other, and both are entered from outside.
func.func @entries(%c: i1, %x: tensor<3xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  cf.cond_br %c, ^a(%c0, %x : i64, tensor<3xf32>), ^b(%c0, %x : i64, tensor<3xf32>)
^a(%i: i64, %y: tensor<3xf32>):
  %r = kina.neg %y : tensor<3xf32>
  %j = arith.addi %i, %c1 : i64
  %stop = arith.cmpi sge, %j, %c2 : i64
  cf.cond_br %stop, ^end(%r : tensor<3xf32>), ^b(%j, %r : i64, tensor<3xf32>)
^b(%k: i64, %z: tensor<3xf32>):
  %s = kina.add %z, %x : tensor<3xf32>
  cf.br ^a(%k, %s : i64, tensor<3xf32>)
^end(%q: tensor<3xf32>):
  return %q : tensor<3xf32>
}
