// Sizes of softmax and log_softmax: the operand's.
//
// RUN: kina-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --cse \
// RUN:   | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: func.func @softmax(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x3x?xf32>)
// CHECK-DAG: %[[D0:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[D2:.*]] = tensor.dim %[[X]], %c2
// CHECK: return %[[D0]], %[[D2]]
func.func @softmax(%x: tensor<?x3x?xf32>) -> (index, index) {
  %0 = kina.softmax %x axis = 2 : tensor<?x3x?xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x3x?xf32>
  %c2 = arith.constant 2 : index
  %d2 = tensor.dim %0, %c2 : tensor<?x3x?xf32>
  return %d0, %d2 : index, index
}

// CHECK-LABEL: func.func @log_softmax(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x3x?xf32>)
// CHECK-DAG: %[[D0:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[D2:.*]] = tensor.dim %[[X]], %c2
// CHECK: return %[[D0]], %[[D2]]
func.func @log_softmax(%x: tensor<?x3x?xf32>) -> (index, index) {
  %0 = kina.log_softmax %x axis = 2 : tensor<?x3x?xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x3x?xf32>
  %c2 = arith.constant 2 : index
  %d2 = tensor.dim %0, %c2 : tensor<?x3x?xf32>
  return %d0, %d2 : index, index
}
