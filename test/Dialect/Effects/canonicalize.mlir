// A seed of static type has nothing to compare; a handler is left to --kina-ad.
//
// RUN: kina-opt %s --canonicalize | FileCheck %s

func.func private @f(tensor<4xf32>) -> tensor<4xf32>

// CHECK-LABEL: func.func @seed(
// CHECK-SAME: %[[G:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>, %[[H:.*]]: tensor<?xf32>, %[[Z:.*]]: tensor<?xf32>)
// CHECK: %[[CHECKED:.*]] = kina.seed %[[H]], %[[Z]] : tensor<?xf32>
// CHECK: return %[[G]], %[[CHECKED]]
func.func @seed(%g: tensor<4xf32>, %y: tensor<4xf32>, %h: tensor<?xf32>, %z: tensor<?xf32>)
    -> (tensor<4xf32>, tensor<?xf32>) {
  %0 = kina.seed %g, %y : tensor<4xf32>
  %1 = kina.seed %h, %z : tensor<?xf32>
  return %0, %1 : tensor<4xf32>, tensor<?xf32>
}

// The callee may do anything, so a handler without use stays.
// CHECK-LABEL: func.func @handler
// CHECK: kina.handle @f
func.func @handler(%x: tensor<4xf32>) {
  %0:2 = kina.handle @f(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}
