// Folds and canonicalizations of data movement, and those that would drop a check of
// sizes and must not happen.
//
// RUN: kina-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @identities(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[V:.*]]: tensor<f32>)
// CHECK-NOT: kina.
// CHECK: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]] :
func.func @identities(%x: tensor<2x3xf32>, %v: tensor<f32>) -> (tensor<2x3xf32>,
    tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = kina.broadcast %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %1 = kina.reshape %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %2 = kina.transpose %x perm = [0, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
  %3 = kina.slice %x offsets = [0, 0] sizes = [2, 3] strides = [1, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
  %4 = kina.pad %x, %v low = [0, 0] high = [0, 0] : tensor<2x3xf32>, tensor<f32> -> tensor<2x3xf32>
  %5 = kina.concat %x axis = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>,
      tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// With a `?` these have nothing to check either.
// CHECK-LABEL: func.func @dynamic_identities(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>, %[[V:.*]]: tensor<f32>)
// CHECK: return %[[X]], %[[X]], %[[X]]
func.func @dynamic_identities(%x: tensor<?x3xf32>, %v: tensor<f32>)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %0 = kina.transpose %x perm = [0, 1] : tensor<?x3xf32> -> tensor<?x3xf32>
  %1 = kina.pad %x, %v low = [0, 0] high = [0, 0] : tensor<?x3xf32>, tensor<f32> -> tensor<?x3xf32>
  %2 = kina.concat %x axis = 1 : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0, %1, %2 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// Here a size is compared at run time: with %n, with the slice's end, with 2.
// CHECK-LABEL: func.func @checks_stay
// CHECK: kina.broadcast
// CHECK: kina.reshape
// CHECK: kina.slice
// CHECK: kina.transpose
// CHECK: kina.pad
// CHECK: kina.concat
func.func @checks_stay(%x: tensor<?x3xf32>, %n: index, %v: tensor<f32>)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = kina.broadcast %x sizes(%n) : tensor<?x3xf32> -> tensor<?x3xf32>
  %1 = kina.reshape %x sizes(%n) : tensor<?x3xf32> -> tensor<?x3xf32>
  %2 = kina.slice %x offsets = [0, 0] sizes = [2, 3] strides = [1, 1] : tensor<?x3xf32> -> tensor<?x3xf32>
  %3 = kina.transpose %x perm = [0, 1] : tensor<?x3xf32> -> tensor<2x3xf32>
  %4 = kina.pad %x, %v low = [0, 0] high = [0, 0] : tensor<?x3xf32>, tensor<f32> -> tensor<2x3xf32>
  %5 = kina.concat %x axis = 0 : (tensor<?x3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// Equal types, other elements.
// CHECK-LABEL: func.func @same_type_other_values
// CHECK: kina.transpose
func.func @same_type_other_values(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = kina.transpose %x perm = [1, 0] : tensor<3x3xf32> -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// CHECK-LABEL: func.func @reshape_of_reshape(
// CHECK-SAME: %[[X:.*]]: tensor<2x6xf32>, %[[N:.*]]: index)
// CHECK: kina.reshape %[[X]] : tensor<2x6xf32> -> tensor<4x3xf32>
// CHECK: kina.reshape %[[X]] sizes(%[[N]]) : tensor<2x6xf32> -> tensor<?x2xf32>
func.func @reshape_of_reshape(%x: tensor<2x6xf32>, %n: index) -> (tensor<4x3xf32>, tensor<?x2xf32>) {
  %0 = kina.reshape %x : tensor<2x6xf32> -> tensor<12xf32>
  %1 = kina.reshape %0 : tensor<12xf32> -> tensor<4x3xf32>
  %2 = kina.reshape %0 sizes(%n) : tensor<12xf32> -> tensor<?x2xf32>
  return %1, %2 : tensor<4x3xf32>, tensor<?x2xf32>
}

// CHECK-LABEL: func.func @there_and_back(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>)
// CHECK: return %[[X]], %[[X]]
func.func @there_and_back(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = kina.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
  %1 = kina.reshape %0 : tensor<6xf32> -> tensor<2x3xf32>
  %2 = kina.transpose %x perm = [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %3 = kina.transpose %2 perm = [1, 0] : tensor<3x2xf32> -> tensor<2x3xf32>
  return %1, %3 : tensor<2x3xf32>, tensor<2x3xf32>
}

// The inner reshape compares the counts of elements.
// CHECK-LABEL: func.func @reshape_of_checked_reshape
// CHECK: kina.reshape
// CHECK: kina.reshape
func.func @reshape_of_checked_reshape(%x: tensor<?xf32>) -> tensor<3x2xf32> {
  %0 = kina.reshape %x : tensor<?xf32> -> tensor<6xf32>
  %1 = kina.reshape %0 : tensor<6xf32> -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// Dimension i of the first is dimension [1, 2, 0][i] of %x, so dimension i of the
// second is dimension [1, 2, 0][[2, 1, 0][i]] = [0, 2, 1][i]: of sizes 2, 4, 3.
// CHECK-LABEL: func.func @transpose_of_transpose(
// CHECK-SAME: %[[X:.*]]: tensor<2x3x4xf32>)
// CHECK-NEXT: kina.transpose %[[X]] perm = [0, 2, 1] : tensor<2x3x4xf32> -> tensor<2x4x3xf32>
// CHECK-NEXT: return
func.func @transpose_of_transpose(%x: tensor<2x3x4xf32>) -> tensor<2x4x3xf32> {
  %0 = kina.transpose %x perm = [1, 2, 0] : tensor<2x3x4xf32> -> tensor<3x4x2xf32>
  %1 = kina.transpose %0 perm = [2, 1, 0] : tensor<3x4x2xf32> -> tensor<2x4x3xf32>
  return %1 : tensor<2x4x3xf32>
}

// CHECK-LABEL: func.func @transpose_of_checked_transpose
// CHECK: kina.transpose
// CHECK: kina.transpose
func.func @transpose_of_checked_transpose(%x: tensor<?x3xf32>) -> tensor<2x3xf32> {
  %0 = kina.transpose %x perm = [1, 0] : tensor<?x3xf32> -> tensor<3x2xf32>
  %1 = kina.transpose %0 perm = [1, 0] : tensor<3x2xf32> -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// The sizes disagree, 3 and 5, which only the run finds: one transpose that says so
// would be no valid op.
// CHECK-LABEL: func.func @transpose_that_traps
// CHECK: kina.transpose
// CHECK: kina.transpose
func.func @transpose_that_traps(%x: tensor<3x4xf32>) -> tensor<5x4xf32> {
  %0 = kina.transpose %x perm = [1, 0] : tensor<3x4xf32> -> tensor<?x?xf32>
  %1 = kina.transpose %0 perm = [1, 0] : tensor<?x?xf32> -> tensor<5x4xf32>
  return %1 : tensor<5x4xf32>
}

// CHECK-LABEL: func.func @splats
// CHECK-DAG: kina.constant dense<2.000000e+00> : tensor<4x2x3xf32>
// CHECK-DAG: kina.constant dense<2.000000e+00> : tensor<6xf32>
// CHECK-DAG: kina.constant dense<2.000000e+00> : tensor<3x2xf32>
// CHECK-DAG: kina.constant dense<2.000000e+00> : tensor<1x2xf32>
// CHECK-NOT: kina.{{[a-bd-z]}}
func.func @splats() -> (tensor<4x2x3xf32>, tensor<6xf32>, tensor<3x2xf32>, tensor<1x2xf32>) {
  %c = kina.constant dense<2.0> : tensor<2x3xf32>
  %0 = kina.broadcast %c : tensor<2x3xf32> -> tensor<4x2x3xf32>
  %1 = kina.reshape %c : tensor<2x3xf32> -> tensor<6xf32>
  %2 = kina.transpose %c perm = [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %3 = kina.slice %c offsets = [1, 1] sizes = [1, 2] strides = [1, 1] : tensor<2x3xf32> -> tensor<1x2xf32>
  return %0, %1, %2, %3 : tensor<4x2x3xf32>, tensor<6xf32>, tensor<3x2xf32>, tensor<1x2xf32>
}

// A reshape keeps the row-major order, and a constant its placement.
// CHECK-LABEL: func.func @reshaped_constant
// CHECK: kina.constant dense<{{\[}}[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32, #kina.device>
func.func @reshaped_constant() -> tensor<3x2xi32, #kina.device> {
  %c = kina.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32, #kina.device>
  %0 = kina.reshape %c : tensor<2x3xi32, #kina.device> -> tensor<3x2xi32, #kina.device>
  return %0 : tensor<3x2xi32, #kina.device>
}

// A splat of a size known at run time only is no constant.
// CHECK-LABEL: func.func @dynamic_splat
// CHECK: kina.broadcast
func.func @dynamic_splat(%n: index) -> tensor<?xf32> {
  %c = kina.constant dense<2.0> : tensor<f32>
  %0 = kina.broadcast %c sizes(%n) : tensor<f32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
