// A copy has its operand's sizes.
//
// RUN: kina-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --cse \
// RUN:   | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: func.func @transfer(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x3x?xf32>)
// CHECK-DAG: %[[D0:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[D2:.*]] = tensor.dim %[[X]], %c2
// CHECK: return %[[D0]], %[[D2]]
func.func @transfer(%x: tensor<?x3x?xf32>) -> (index, index) {
  %0 = kina.transfer %x : tensor<?x3x?xf32> -> tensor<?x3x?xf32, #kina.device>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x3x?xf32, #kina.device>
  %c2 = arith.constant 2 : index
  %d2 = tensor.dim %0, %c2 : tensor<?x3x?xf32, #kina.device>
  return %d0, %d2 : index, index
}
