// The first and second derivative of x^3, an op of a dialect that kina does not know:
// 3 x^2 and 6 x.
// REQUIRES: outside-dialect, kina-run
// RUN: kina-opt %s --load-dialect-plugin=%outside_plugin --kina-ad --kina-inline-once --canonicalize --symbol-dce \
// RUN:   | kina-run - --input="3xf32=2 -0.5 0" | FileCheck %s
// CHECK: result[0]: 3xf32=12 0.75 0
// CHECK: result[1]: 3xf32=12 -3 0
func.func private @cube(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = outside.cube %x : tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func private @slope(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y, %g = kina.handle @cube(%x) with reverse_mode : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %g : tensor<3xf32>
}
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %g, %h = kina.handle @slope(%x) with reverse_mode : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %g, %h : tensor<3xf32>, tensor<3xf32>
}
