// A matrix product has no folds: neither zeros (inf * 0 is NaN) nor an identity (which
// drops NaN and the rounding) are let pass.
//
// RUN: kina-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @zeros_and_identity
// CHECK-COUNT-2: kina.matmul
func.func @zeros_and_identity(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %zeros = kina.constant dense<0.0> : tensor<2x2xf32>
  %identity = kina.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %0 = kina.matmul %x, %zeros : tensor<2x2xf32>, tensor<2x2xf32> -> tensor<2x2xf32>
  %1 = kina.matmul %x, %identity : tensor<2x2xf32>, tensor<2x2xf32> -> tensor<2x2xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<2x2xf32>
}
