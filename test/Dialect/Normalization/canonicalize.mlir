// Softmax has no folds: softmax of softmax is another function, and an axis of size 1
// gives ones only for what is finite.
//
// RUN: kina-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @no_folds
// CHECK-COUNT-2: kina.softmax
// CHECK-COUNT-2: kina.log_softmax
func.func @no_folds(%x: tensor<3x1xf32>)
    -> (tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x1xf32>) {
  %0 = kina.softmax %x axis = 0 : tensor<3x1xf32>
  %1 = kina.softmax %0 axis = 0 : tensor<3x1xf32>
  %2 = kina.log_softmax %x axis = 0 : tensor<3x1xf32>
  %3 = kina.log_softmax %x axis = 1 : tensor<3x1xf32>
  return %1, %2, %3 : tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x1xf32>
}
