// Sizes of matrix products.
//
// RUN: kina-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --cse \
// RUN:   | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: func.func @matmul(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?x?xf32>, %[[Y:[a-z0-9]+]]: tensor<?x?x?xf32>)
// CHECK-DAG: %[[S:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[M:.*]] = tensor.dim %[[X]], %c1
// CHECK-DAG: %[[N:.*]] = tensor.dim %[[Y]], %c2
// CHECK: return %[[S]], %[[M]], %[[N]]
func.func @matmul(%x: tensor<?x?x?xf32>, %y: tensor<?x?x?xf32>) -> (index, index, index) {
  %0 = kina.matmul %x, %y : tensor<?x?x?xf32>, tensor<?x?x?xf32> -> tensor<?x?x?xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x?x?xf32>
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %0, %c1 : tensor<?x?x?xf32>
  %c2 = arith.constant 2 : index
  %d2 = tensor.dim %0, %c2 : tensor<?x?x?xf32>
  return %d0, %d1, %d2 : index, index, index
}

// C07: a static size beside dynamic ones.
// CHECK-LABEL: func.func @static_beside(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<1x?x?xf32>, %[[Y:[a-z0-9]+]]: tensor<1x?x?xf32>)
// CHECK-DAG: %[[M:.*]] = tensor.dim %[[X]], %c1
// CHECK-DAG: %[[N:.*]] = tensor.dim %[[Y]], %c2
// CHECK: return %[[M]], %[[N]]
func.func @static_beside(%x: tensor<1x?x?xf32>, %y: tensor<1x?x?xf32>) -> (index, index) {
  %0 = kina.matmul %x, %y : tensor<1x?x?xf32>, tensor<1x?x?xf32> -> tensor<1x?x?xf32>
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %0, %c1 : tensor<1x?x?xf32>
  %c2 = arith.constant 2 : index
  %d2 = tensor.dim %0, %c2 : tensor<1x?x?xf32>
  return %d1, %d2 : index, index
}
