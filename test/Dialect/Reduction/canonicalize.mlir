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

// A row of a scattered tensor has one update, and else zeros: sums start from 0.
// CHECK-LABEL: func.func @sum_of_scattered(
// CHECK-SAME:    %[[U:[a-z0-9]+]]: tensor<2x3xbf16>
// CHECK:         %[[Z:.*]] = kina.constant dense<0.000000e+00> : tensor<2x3xbf16>
// CHECK:         %[[S:.*]] = kina.add %[[U]], %[[Z]] : tensor<2x3xbf16>
// CHECK:         return %[[S]]
func.func @sum_of_scattered(%u: tensor<2x3xbf16>, %i: tensor<2x3xi64>) -> tensor<2x3xbf16> {
  %0 = kina.scatter_along_axis %u, %i axis = 1 : tensor<2x3xbf16>, tensor<2x3xi64> -> tensor<2x9x3xbf16>
  %1 = kina.reduce sum %0 axes = [1] : tensor<2x9x3xbf16> -> tensor<2x3xbf16>
  return %1 : tensor<2x3xbf16>
}

// CHECK-LABEL: func.func @sum_of_cast_scattered(
// CHECK-SAME:    %[[U:[a-z0-9]+]]: tensor<2x3xbf16>
// CHECK:         %[[Z:.*]] = kina.constant dense<0.000000e+00> : tensor<2x3xf32>
// CHECK:         %[[C:.*]] = kina.cast %[[U]] : tensor<2x3xbf16> -> tensor<2x3xf32>
// CHECK:         %[[S:.*]] = kina.add %[[C]], %[[Z]] : tensor<2x3xf32>
// CHECK:         %[[R:.*]] = kina.reshape %[[S]] : tensor<2x3xf32> -> tensor<2x1x3xf32>
// CHECK:         return %[[R]]
func.func @sum_of_cast_scattered(%u: tensor<2x3xbf16>, %i: tensor<2x3xi64>) -> tensor<2x1x3xf32> {
  %0 = kina.scatter_along_axis %u, %i axis = 1 : tensor<2x3xbf16>, tensor<2x3xi64> -> tensor<2x9x3xbf16>
  %1 = kina.cast %0 : tensor<2x9x3xbf16> -> tensor<2x9x3xf32>
  %2 = kina.reduce sum %1 axes = [1] keepdims : tensor<2x9x3xf32> -> tensor<2x1x3xf32>
  return %2 : tensor<2x1x3xf32>
}

// Not along another axis, nor where a size would have to be compared.
// CHECK-LABEL: func.func @sum_of_scattered_stays(
// CHECK-COUNT-2: kina.reduce
func.func @sum_of_scattered_stays(%u: tensor<2x3xbf16>, %i: tensor<2x3xi64>) -> (tensor<9x3xbf16>, tensor<2x?xbf16>) {
  %0 = kina.scatter_along_axis %u, %i axis = 1 : tensor<2x3xbf16>, tensor<2x3xi64> -> tensor<2x9x3xbf16>
  %1 = kina.reduce sum %0 axes = [0] : tensor<2x9x3xbf16> -> tensor<9x3xbf16>
  %2 = kina.reduce sum %0 axes = [1] : tensor<2x9x3xbf16> -> tensor<2x?xbf16>
  return %1, %2 : tensor<9x3xbf16>, tensor<2x?xbf16>
}
