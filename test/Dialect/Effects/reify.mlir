// A seed's sizes are its own.
//
// RUN: kina-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --cse \
// RUN:   | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: func.func @seed(
// CHECK-SAME: %[[G:[a-z0-9]+]]: tensor<?xf32>, %[[Y:[a-z0-9]+]]: tensor<?xf32>)
// CHECK-DAG: %[[D:.*]] = tensor.dim %[[G]], %c0
// CHECK: return %[[D]]
func.func @seed(%g: tensor<?xf32>, %y: tensor<?xf32>) -> index {
  %0 = kina.seed %g, %y : tensor<?xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?xf32>
  return %d0 : index
}
