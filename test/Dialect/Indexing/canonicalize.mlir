// One repeat is the identity. What checks an index stays as long as it is used, and
// the mode stays as it is.
//
// RUN: kina-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @one_repeat(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>)
// CHECK: %[[CHECKED:.*]] = kina.repeat_interleave %[[X]]
// CHECK: return %[[X]], %[[CHECKED]]
func.func @one_repeat(%x: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<2x3xf32>) {
  %0 = kina.repeat_interleave %x axis = 0 repeats = 1 : tensor<?x3xf32> -> tensor<?x3xf32>
  // The size is compared with 2 at run time.
  %1 = kina.repeat_interleave %x axis = 0 repeats = 1 : tensor<?x3xf32> -> tensor<2x3xf32>
  return %0, %1 : tensor<?x3xf32>, tensor<2x3xf32>
}

// D20: a constant index out of bounds traps at run time like any other; a table of
// one number everywhere does not spare the check.
// CHECK-LABEL: func.func @bad_constant_index
// CHECK: kina.gather {{.*}} : tensor<3x2xf32>
// CHECK: kina.take_along_axis
func.func @bad_constant_index() -> (tensor<1x2xf32>, tensor<2xf32>) {
  %table = kina.constant dense<1.0> : tensor<3x2xf32>
  %i = kina.constant dense<100> : tensor<1xi64>
  %j = kina.constant dense<-1> : tensor<2xi64>
  %0 = kina.gather %table, %i : tensor<3x2xf32>, tensor<1xi64> -> tensor<1x2xf32>
  %1 = kina.take_along_axis %table, %j axis = 0 : tensor<3x2xf32>, tensor<2xi64> -> tensor<2xf32>
  return %0, %1 : tensor<1x2xf32>, tensor<2xf32>
}

// Zeros scattered are zeros only if every index is in its bound.
// CHECK-LABEL: func.func @scattered_zeros
// CHECK: kina.scatter_add
// CHECK: kina.scatter_along_axis
func.func @scattered_zeros(%i: tensor<2xi64>) -> (tensor<4x3xf32>, tensor<2x3xf32>) {
  %rows = kina.constant dense<0.0> : tensor<2x3xf32>
  %numbers = kina.constant dense<0.0> : tensor<2xf32>
  %0 = kina.scatter_add %rows, %i : tensor<2x3xf32>, tensor<2xi64> -> tensor<4x3xf32>
  %1 = kina.scatter_along_axis %numbers, %i axis = 1 : tensor<2xf32>, tensor<2xi64> -> tensor<2x3xf32>
  return %0, %1 : tensor<4x3xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: func.func @modes
// CHECK: bounds = proven
// CHECK: bounds = unchecked
func.func @modes(%v: tensor<4x3xf32>, %i: tensor<2xi64>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = kina.gather %v, %i bounds = proven : tensor<4x3xf32>, tensor<2xi64> -> tensor<2x3xf32>
  %1 = kina.gather %v, %i bounds = unchecked : tensor<4x3xf32>, tensor<2xi64> -> tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}
