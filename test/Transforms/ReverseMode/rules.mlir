// RUN: kina-opt %s --kina-ad --split-input-file | FileCheck %s

// What each rule builds. Their numbers are in test/Integration/gradient_matrix.py.

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

// -----

// Strides by reshape and pad, no scatter: [2] as [2, 1], [2, 3], [6], without the end.
// CHECK-LABEL: func.func private @slice_bwd(
// CHECK-SAME:    %[[G:.*]]: tensor<2xf32>)
// CHECK-DAG:     %[[PAIRS:.*]] = kina.reshape %[[G]] : tensor<2xf32> -> tensor<2x1xf32>
// CHECK:         %[[WIDE:.*]] = kina.pad %[[PAIRS]], %{{.*}} low = [0, 0] high = [0, 2] : tensor<2x1xf32>, tensor<f32> -> tensor<2x3xf32>
// CHECK:         %[[FLAT:.*]] = kina.reshape %[[WIDE]] : tensor<2x3xf32> -> tensor<6xf32>
// CHECK:         %[[PART:.*]] = kina.slice %[[FLAT]] offsets = [0] sizes = [4] strides = [1] : tensor<6xf32> -> tensor<4xf32>
// CHECK:         kina.pad %[[PART]], %{{.*}} low = [1] high = [2] : tensor<4xf32>, tensor<f32> -> tensor<7xf32>
func.func private @slice(%x: tensor<7xf32>) -> tensor<2xf32> {
  %y = kina.slice %x offsets = [1] sizes = [2] strides = [3] : tensor<7xf32> -> tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func @main(%x: tensor<7xf32>) -> tensor<7xf32> {
  %y, %g = kina.handle @slice(%x) with reverse_mode : (tensor<7xf32>) -> (tensor<2xf32>, tensor<7xf32>)
  return %g : tensor<7xf32>
}

// -----

// A slice of an unknown size: what follows the part has the size that is left.
// CHECK-LABEL: func.func private @dynamic_slice_bwd(
// CHECK:         %[[PART:.*]] = kina.pad %{{.*}}, %{{.*}} low = [1, 0] high = [0, 1] : tensor<2x3xf32>, tensor<f32> -> tensor<3x4xf32>
// CHECK:         %[[LEFT:.*]] = arith.subi %{{.*}}, %{{.*}} : index
// CHECK:         %[[REST:.*]] = kina.broadcast %{{.*}} sizes(%[[LEFT]]) : tensor<f32> -> tensor<?x4xf32>
// CHECK:         kina.concat %[[PART]], %[[REST]] axis = 0 : (tensor<3x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
func.func private @dynamic_slice(%x: tensor<?x4xf32>) -> tensor<2x3xf32> {
  %y = kina.slice %x offsets = [1, 0] sizes = [2, 3] strides = [1, 1] : tensor<?x4xf32> -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}
func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y, %g = kina.handle @dynamic_slice(%x) with reverse_mode : (tensor<?x4xf32>) -> (tensor<2x3xf32>, tensor<?x4xf32>)
  return %g : tensor<?x4xf32>
}

// -----

// The value gets what is around, by a mask: inf - inf of two sums would be NaN.
// CHECK-LABEL: func.func private @pad_bwd(
// CHECK-SAME:    %[[G:.*]]: tensor<5xf32>)
// CHECK-DAG:     kina.slice %[[G]] offsets = [2] sizes = [2] strides = [1] : tensor<5xf32> -> tensor<2xf32>
// CHECK-DAG:     %[[NO:.*]] = kina.constant dense<false> : tensor<2xi1>
// CHECK-DAG:     %[[YES:.*]] = kina.constant dense<true> : tensor<i1>
// CHECK:         %[[MASK:.*]] = kina.pad %[[NO]], %[[YES]] low = [2] high = [1] : tensor<2xi1>, tensor<i1> -> tensor<5xi1>
// CHECK:         %[[AROUND:.*]] = kina.select %[[MASK]], %[[G]], %{{.*}} : tensor<5xf32>
// CHECK:         kina.reduce sum %[[AROUND]] axes = [0] : tensor<5xf32> -> tensor<f32>
func.func private @pad(%x: tensor<2xf32>, %v: tensor<f32>) -> tensor<5xf32> {
  %y = kina.pad %x, %v low = [2] high = [1] : tensor<2xf32>, tensor<f32> -> tensor<5xf32>
  return %y : tensor<5xf32>
}
func.func @main(%x: tensor<2xf32>, %v: tensor<f32>) -> (tensor<2xf32>, tensor<f32>) {
  %y, %g:2 = kina.handle @pad(%x, %v) with reverse_mode
      : (tensor<2xf32>, tensor<f32>) -> (tensor<5xf32>, tensor<2xf32>, tensor<f32>)
  return %g#0, %g#1 : tensor<2xf32>, tensor<f32>
}

// -----

// Parts of g, one after the other; nothing for the one in the middle, which is inactive.
// CHECK-LABEL: func.func private @concat_bwd(
// CHECK-SAME:    %[[G:.*]]: tensor<6xf32>)
// CHECK-NEXT:    kina.slice %[[G]] offsets = [0] sizes = [1]
// CHECK-NEXT:    kina.slice %[[G]] offsets = [3] sizes = [3]
// CHECK-NEXT:    return
func.func private @concat(%a: tensor<1xf32>, %b: tensor<2xf32>, %c: tensor<3xf32>) -> tensor<6xf32> {
  %y = kina.concat %a, %b, %c axis = 0 : (tensor<1xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}
func.func @main(%a: tensor<1xf32>, %b: tensor<2xf32>, %c: tensor<3xf32>) -> (tensor<1xf32>, tensor<3xf32>) {
  %y, %g:2 = kina.handle @concat(%a, %b, %c) with reverse_mode wrt = [0, 2]
      : (tensor<1xf32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<6xf32>, tensor<1xf32>, tensor<3xf32>)
  return %g#0, %g#1 : tensor<1xf32>, tensor<3xf32>
}

// -----

// Parts of unknown sizes never leave g, whatever the sizes: they are cut to what there is,
// and compared.
// CHECK-LABEL: func.func private @dynamic_concat_bwd(
// CHECK:         %[[ROOM:.*]] = arith.maxsi
// CHECK:         %[[SIZE:.*]] = arith.minsi %{{.*}}, %[[ROOM]] : index
// CHECK:         %[[PART:.*]] = tensor.extract_slice %{{.*}}[%{{.*}}] [%[[SIZE]]] [1] : tensor<?xf32> to tensor<?xf32>
// CHECK:         kina.broadcast %[[PART]] sizes(%{{.*}}) : tensor<?xf32> -> tensor<?xf32>
func.func private @dynamic_concat(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %y = kina.concat %a, %b axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %y, %g = kina.handle @dynamic_concat(%a, %b) with reverse_mode wrt = [1]
      : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %g : tensor<?xf32>
}

// -----

// Products of what comes before and after, in f32, rounded once; no division.
// CHECK-LABEL: func.func private @prod_bwd(
// CHECK-NOT:     kina.div
// CHECK:         %[[X:.*]] = kina.cast %{{.*}} : tensor<2x3xf16> -> tensor<2x3xf32>
// CHECK:         %[[B0:.*]] = kina.linear_scan %[[X]], %{{.*}} axis = 0 init = 1 : tensor<2x3xf32>
// CHECK-NEXT:    %[[A0:.*]] = kina.linear_scan %[[X]], %{{.*}} axis = 0 reverse init = 1 : tensor<2x3xf32>
// CHECK:         %[[P0:.*]] = kina.mul %[[B0]], %[[A0]]
// CHECK:         %[[Y:.*]] = kina.reduce prod %[[X]] axes = [0] keepdims : tensor<2x3xf32> -> tensor<1x3xf32>
// CHECK:         kina.linear_scan %[[Y]], %{{.*}} axis = 1 init = 1 : tensor<1x3xf32>
// CHECK:         kina.linear_scan %[[Y]], %{{.*}} axis = 1 reverse init = 1 : tensor<1x3xf32>
// CHECK:         kina.mul %[[P0]], %{{.*}} : tensor<2x3xf32>
// CHECK-NOT:     kina.div
// CHECK:         kina.cast %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf16>
// CHECK-NEXT:    return
func.func private @prod(%x: tensor<2x3xf16>) -> tensor<f16> {
  %y = kina.reduce prod %x axes = [0, 1] : tensor<2x3xf16> -> tensor<f16>
  return %y : tensor<f16>
}
func.func @main(%x: tensor<2x3xf16>) -> tensor<2x3xf16> {
  %y, %g = kina.handle @prod(%x) with reverse_mode : (tensor<2x3xf16>) -> (tensor<f16>, tensor<2x3xf16>)
  return %g : tensor<2x3xf16>
}

// -----

// Both cotangents of a scan come from one scan in the other direction.
// CHECK-LABEL: func.func private @scan_bwd(
// CHECK:         %[[D:.*]] = kina.linear_scan %{{.*}}, %{{.*}} axis = 0 reverse init = 0 : tensor<4xf32>
// CHECK-NEXT:    %[[A:.*]] = kina.mul %[[D]], %{{.*}}
// CHECK-NEXT:    return %[[A]], %[[D]]
func.func private @scan(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %y = kina.linear_scan %a, %b axis = 0 init = 1 : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y, %g:2 = kina.handle @scan(%a, %b) with reverse_mode
      : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %g#0, %g#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Other dialects' ops, on the device too: slices give slices back, a cast is undone,
// rounding has no derivative.
// CHECK-LABEL: func.func private @foreign_bwd(
// CHECK-SAME:    %[[B:.*]]: tensor<2xf32, #kina.device>, %[[G:.*]]: tensor<?xf32, #kina.device>)
// CHECK:         %[[C:.*]] = kina.broadcast %[[G]] : tensor<?xf32, #kina.device> -> tensor<2xf32, #kina.device>
// CHECK:         %[[P:.*]] = kina.mul_no_nan %[[C]], %[[B]] : tensor<2xf32, #kina.device>
// CHECK:         tensor.insert_slice %[[P]] into %{{.*}}[1] [2] [1] : tensor<2xf32, #kina.device> into tensor<4xf32, #kina.device>
// CHECK-NOT:     math.floor
// CHECK:         return
func.func private @foreign(%x: tensor<4xf32, #kina.device>) -> tensor<?xf32, #kina.device> {
  %a = tensor.extract_slice %x[1] [2] [1] : tensor<4xf32, #kina.device> to tensor<2xf32, #kina.device>
  %b = math.exp %a : tensor<2xf32, #kina.device>
  %f = math.floor %a : tensor<2xf32, #kina.device>
  %s = arith.addf %b, %f : tensor<2xf32, #kina.device>
  %y = tensor.cast %s : tensor<2xf32, #kina.device> to tensor<?xf32, #kina.device>
  return %y : tensor<?xf32, #kina.device>
}
func.func @main(%x: tensor<4xf32, #kina.device>) -> tensor<4xf32, #kina.device> {
  %y, %g = kina.handle @foreign(%x) with reverse_mode
      : (tensor<4xf32, #kina.device>) -> (tensor<?xf32, #kina.device>, tensor<4xf32, #kina.device>)
  return %g : tensor<4xf32, #kina.device>
}
