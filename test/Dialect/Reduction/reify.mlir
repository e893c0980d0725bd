// Sizes of reductions: those that stay.
//
// RUN: kina-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --cse \
// RUN:   | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: func.func @drop(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x4x?xf32>)
// CHECK-DAG: %[[D:.*]] = tensor.dim %[[X]], %c2
// CHECK: return %[[D]]
func.func @drop(%x: tensor<?x4x?xf32>) -> index {
  %0 = kina.reduce sum %x axes = [0, 1] : tensor<?x4x?xf32> -> tensor<?xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?xf32>
  return %d0 : index
}

// CHECK-LABEL: func.func @keep(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?xf32>)
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[D:.*]] = tensor.dim %[[X]], %c1
// CHECK: return %[[ONE]], %[[D]]
func.func @keep(%x: tensor<?x?xf32>) -> (index, index) {
  %0 = kina.reduce max %x axes = [0] keepdims : tensor<?x?xf32> -> tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %d0, %d1 : index, index
}

// CHECK-LABEL: func.func @scan(
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<?x4xf32>
// CHECK-DAG: %[[D:.*]] = tensor.dim %[[A]], %c0
// CHECK: return %[[D]]
func.func @scan(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> index {
  %0 = kina.linear_scan %a, %b axis = 1 init = 0 : tensor<?x4xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x4xf32>
  return %d0 : index
}
