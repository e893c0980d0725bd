// The reduction over no axes is the identity; nothing else of a reduction or scan folds.
//
// RUN: kina-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @no_axes(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>)
// CHECK: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
func.func @no_axes(%x: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>,
    tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = kina.reduce sum %x axes = [] : tensor<?x3xf32> -> tensor<?x3xf32>
  %1 = kina.reduce prod %x axes = [] : tensor<?x3xf32> -> tensor<?x3xf32>
  %2 = kina.reduce max %x axes = [] keepdims : tensor<?x3xf32> -> tensor<?x3xf32>
  %3 = kina.reduce min %x axes = [] : tensor<?x3xf32> -> tensor<?x3xf32>
  %4 = kina.reduce mean %x axes = [] : tensor<?x3xf32> -> tensor<?x3xf32>
  return %0, %1, %2, %3, %4 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>,
      tensor<?x3xf32>, tensor<?x3xf32>
}

// The size is compared with 2 at run time.
// CHECK-LABEL: func.func @size_is_checked
// CHECK: kina.reduce
func.func @size_is_checked(%x: tensor<?x3xf32>) -> tensor<2x3xf32> {
  %0 = kina.reduce sum %x axes = [] : tensor<?x3xf32> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// An axis of size 1 is reduced, and goes.
// CHECK-LABEL: func.func @unit_axis
// CHECK: kina.reduce
func.func @unit_axis(%x: tensor<1x3xf32>) -> tensor<3xf32> {
  %0 = kina.reduce sum %x axes = [0] : tensor<1x3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @scan
// CHECK: kina.linear_scan
func.func @scan(%x: tensor<1xf32>) -> tensor<1xf32> {
  %0 = kina.linear_scan %x, %x axis = 0 init = 0 : tensor<1xf32>
  return %0 : tensor<1xf32>
}
