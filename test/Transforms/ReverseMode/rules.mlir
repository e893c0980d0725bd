// RUN: kina-opt %s --kina-ad --split-input-file | FileCheck %s

// What each rule builds. Their numbers are in test/Integration/gradients.py.

// CHECK-LABEL: func.func private @exp_bwd(
// CHECK-SAME:    %[[Y:.*]]: tensor<4xf32>, %[[G:.*]]: tensor<4xf32>)
// CHECK-NEXT:    %[[D:.*]] = kina.mul_no_nan %[[G]], %[[Y]]
// CHECK-NEXT:    return %[[D]]
func.func private @exp(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = kina.exp %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y, %g = kina.handle @exp(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// The result is at hand where the backward function is called: no residual, and
// the callee itself is the forward function.
// CHECK-LABEL: func.func private @tanh(
// CHECK-NOT:   @tanh_fwd
// CHECK:       func.func private @tanh_bwd(
// CHECK-SAME:    %[[Y:.*]]: tensor<4xf32>, %[[G:.*]]: tensor<4xf32>)
// CHECK-DAG:     %[[ONE:.*]] = kina.constant dense<1.000000e+00>
// CHECK-DAG:     %[[YY:.*]] = kina.mul %[[Y]], %[[Y]]
// CHECK:         %[[P:.*]] = kina.sub %[[ONE]], %[[YY]]
// CHECK:         kina.mul_no_nan %[[G]], %[[P]]
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[SEED:.*]]: tensor<4xf32>)
// CHECK:         %[[V:.*]] = call @tanh(%[[X]])
// CHECK:         %[[D:.*]] = call @tanh_bwd(%[[V]], %[[SEED]])
// CHECK:         return %[[V]], %[[D]]
func.func private @tanh(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = kina.tanh %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %seed: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y, %g = kina.handle @tanh(%x) with reverse_mode seed(%seed)
      : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %y, %g : tensor<4xf32>, tensor<4xf32>
}

// -----

// Contributions of one value add, one for each use.
// CHECK-LABEL: func.func private @square_bwd(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[G:.*]]: tensor<4xf32>)
// CHECK:         %[[A:.*]] = kina.mul_no_nan %[[G]], %[[X]]
// CHECK:         %[[B:.*]] = kina.mul_no_nan %[[G]], %[[X]]
// CHECK:         %[[D:.*]] = kina.add %[[A]], %[[B]]
// CHECK:         return %[[D]]
func.func private @square(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = kina.mul %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y, %g = kina.handle @square(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// Nothing is built for an inactive operand.
// CHECK-LABEL: func.func private @matmul_bwd(
// CHECK-SAME:    %[[B:.*]]: tensor<3x4xf32>, %[[G:.*]]: tensor<2x4xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    %[[BT:.*]] = kina.transpose %[[B]] perm = [1, 0]
// CHECK-NEXT:    %[[D:.*]] = kina.matmul %[[G]], %[[BT]]
// CHECK-NEXT:    return %[[D]]
func.func private @matmul(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %y = kina.matmul %a, %b : tensor<2x3xf32>, tensor<3x4xf32> -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x3xf32> {
  %y, %g = kina.handle @matmul(%a, %b) with reverse_mode wrt = [0]
      : (tensor<2x3xf32>, tensor<3x4xf32>) -> (tensor<2x4xf32>, tensor<2x3xf32>)
  return %g : tensor<2x3xf32>
}

// -----

// A 3-cycle tells the inverse of a permutation from the permutation.
// CHECK-LABEL: func.func private @transpose_bwd(
// CHECK:         kina.transpose %{{.*}} perm = [1, 2, 0] : tensor<4x2x3xf32> -> tensor<2x3x4xf32>
func.func private @transpose(%x: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  %y = kina.transpose %x perm = [2, 0, 1] : tensor<2x3x4xf32> -> tensor<4x2x3xf32>
  return %y : tensor<4x2x3xf32>
}
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %y, %g = kina.handle @transpose(%x) with reverse_mode
      : (tensor<2x3x4xf32>) -> (tensor<4x2x3xf32>, tensor<2x3x4xf32>)
  return %g : tensor<2x3x4xf32>
}

// -----

// Sums over the added axis and the expanded one, and no other.
// CHECK-LABEL: func.func private @broadcast_bwd(
// CHECK:         %[[S:.*]] = kina.reduce sum %{{.*}} axes = [0, 2] keepdims : tensor<2x4x8xf32> -> tensor<1x4x1xf32>
// CHECK:         kina.reshape %[[S]] : tensor<1x4x1xf32> -> tensor<4x1xf32>
func.func private @broadcast(%x: tensor<4x1xf32>) -> tensor<2x4x8xf32> {
  %y = kina.broadcast %x : tensor<4x1xf32> -> tensor<2x4x8xf32>
  return %y : tensor<2x4x8xf32>
}
func.func @main(%x: tensor<4x1xf32>) -> tensor<4x1xf32> {
  %y, %g = kina.handle @broadcast(%x) with reverse_mode
      : (tensor<4x1xf32>) -> (tensor<2x4x8xf32>, tensor<4x1xf32>)
  return %g : tensor<4x1xf32>
}

// -----

// The count of a mean divides in f32: 100000 is no f16.
// CHECK-LABEL: func.func private @mean_bwd(
// CHECK:         %[[W:.*]] = kina.cast %{{.*}} : tensor<2xf16> -> tensor<2xf32>
// CHECK:         kina.constant dense<1.000000e+05> : tensor<f32>
// CHECK:         %[[Q:.*]] = kina.div %[[W]], %{{.*}} : tensor<2xf32>
// CHECK:         kina.cast %[[Q]] : tensor<2xf32> -> tensor<2xf16>
func.func private @mean(%x: tensor<2x100000xf16>) -> tensor<2xf16> {
  %y = kina.reduce mean %x axes = [1] : tensor<2x100000xf16> -> tensor<2xf16>
  return %y : tensor<2xf16>
}
func.func @main(%x: tensor<2x100000xf16>) -> tensor<2x100000xf16> {
  %y, %g = kina.handle @mean(%x) with reverse_mode
      : (tensor<2x100000xf16>) -> (tensor<2xf16>, tensor<2x100000xf16>)
  return %g : tensor<2x100000xf16>
}

// -----

// The derivative keeps the primal's bounds mode; indices have no gradient.
// CHECK-LABEL: func.func private @gather_bwd(
// CHECK:         kina.scatter_add %{{.*}}, %{{.*}} bounds = unchecked : tensor<3x8xf32>, tensor<3xi64> -> tensor<32x8xf32>
func.func private @gather(%v: tensor<32x8xf32>, %i: tensor<3xi64>) -> tensor<3x8xf32> {
  %y = kina.gather %v, %i bounds = unchecked : tensor<32x8xf32>, tensor<3xi64> -> tensor<3x8xf32>
  return %y : tensor<3x8xf32>
}
func.func @main(%v: tensor<32x8xf32>, %i: tensor<3xi64>) -> tensor<32x8xf32> {
  %y, %g = kina.handle @gather(%v, %i) with reverse_mode
      : (tensor<32x8xf32>, tensor<3xi64>) -> (tensor<3x8xf32>, tensor<32x8xf32>)
  return %g : tensor<32x8xf32>
}

// -----

// Sums neighbours, which tells it from a tile.
// CHECK-LABEL: func.func private @repeat_bwd(
// CHECK:         %[[R:.*]] = kina.reshape %{{.*}} : tensor<2x12xf32> -> tensor<2x4x3xf32>
// CHECK:         kina.reduce sum %[[R]] axes = [2] : tensor<2x4x3xf32> -> tensor<2x4xf32>
func.func private @repeat(%x: tensor<2x4xf32>) -> tensor<2x12xf32> {
  %y = kina.repeat_interleave %x axis = 1 repeats = 3 : tensor<2x4xf32> -> tensor<2x12xf32>
  return %y : tensor<2x12xf32>
}
func.func @main(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %y, %g = kina.handle @repeat(%x) with reverse_mode : (tensor<2x4xf32>) -> (tensor<2x12xf32>, tensor<2x4xf32>)
  return %g : tensor<2x4xf32>
}

// -----

// Placement is part of the type: the gradient lives where its argument does.
// CHECK-LABEL: func.func private @placed_bwd(
// CHECK-SAME:    tensor<4xf32, #kina.device>
// CHECK:         kina.transfer %{{.*}} : tensor<4xf32, #kina.device> -> tensor<4xf32>
func.func private @placed(%x: tensor<4xf32>) -> tensor<4xf32, #kina.device> {
  %d = kina.transfer %x : tensor<4xf32> -> tensor<4xf32, #kina.device>
  %y = kina.exp %d : tensor<4xf32, #kina.device>
  return %y : tensor<4xf32, #kina.device>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y, %g = kina.handle @placed(%x) with reverse_mode
      : (tensor<4xf32>) -> (tensor<4xf32, #kina.device>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// A count that is known at run time alone is computed on the host, and copied.
// CHECK-LABEL: func.func private @placed_mean_bwd(
// CHECK:         tensor.from_elements %{{.*}} : tensor<f32>
// CHECK:         kina.transfer %{{.*}} : tensor<f32> -> tensor<f32, #kina.device>
// CHECK:         kina.div
func.func private @placed_mean(%x: tensor<?xf32, #kina.device>) -> tensor<f32, #kina.device> {
  %y = kina.reduce mean %x axes = [0] : tensor<?xf32, #kina.device> -> tensor<f32, #kina.device>
  return %y : tensor<f32, #kina.device>
}
func.func @main(%x: tensor<?xf32, #kina.device>) -> tensor<?xf32, #kina.device> {
  %y, %g = kina.handle @placed_mean(%x) with reverse_mode
      : (tensor<?xf32, #kina.device>) -> (tensor<f32, #kina.device>, tensor<?xf32, #kina.device>)
  return %g : tensor<?xf32, #kina.device>
}
