// What is left of backward parts after simplification.
//
// RUN: kina-opt %s --kina-ad --canonicalize --cse --split-input-file | FileCheck %s
// RUN: kina-opt %s --kina-ad --canonicalize --kina-to-linalg --canonicalize --cse \
// RUN:   --linalg-fuse-elementwise-ops --split-input-file | FileCheck %s --check-prefix=LINALG

// The language model's loss: g (softmax - onehot), with one exp per element. No sum
// over a scattered tensor.
// CHECK-LABEL: func.func private @nll_bwd(
// CHECK-SAME:    %[[T:.*]]: tensor<4x8xi64>, %[[L:.*]]: tensor<4x8x16xf32>, %[[G:.*]]: tensor<4x8xf32>)
// CHECK-NOT:     kina.reduce
// CHECK:         %[[N:.*]] = kina.neg %[[G]]
// CHECK:         %[[S:.*]] = kina.scatter_along_axis %[[N]], %[[T]] axis = 2
// CHECK-NOT:     kina.reduce
// CHECK:         %[[E:.*]] = kina.exp %[[L]]
// CHECK-NOT:     kina.exp
// CHECK:         %[[P:.*]] = kina.mul_no_nan %{{.*}}, %[[E]]
// CHECK:         %[[D:.*]] = kina.sub %[[S]], %[[P]]
// CHECK:         return %[[D]]

// After fusion one loop makes the gradient; the only tensor of the logits' shape
// beside it is what the forward part kept.
// LINALG-LABEL: func.func private @nll_bwd(
// LINALG:         tensor.empty() : tensor<4x8x16xf32>
// LINALG-NOT:     tensor.empty() : tensor<4x8x16xf32>
// LINALG:         %[[R:.*]] = linalg.generic
// LINALG:           math.exp
// LINALG-NOT:     math.exp
// LINALG-NOT:     linalg.generic
// LINALG:         return %[[R]]
func.func private @nll(%x: tensor<4x8x16xf32>, %t: tensor<4x8xi64>) -> tensor<4x8xf32> {
  %l = kina.log_softmax %x axis = 2 : tensor<4x8x16xf32>
  %p = kina.take_along_axis %l, %t axis = 2 : tensor<4x8x16xf32>, tensor<4x8xi64> -> tensor<4x8xf32>
  %n = kina.neg %p : tensor<4x8xf32>
  return %n : tensor<4x8xf32>
}
func.func @main(%x: tensor<4x8x16xf32>, %t: tensor<4x8xi64>, %g: tensor<4x8xf32>) -> tensor<4x8x16xf32> {
  %y, %d = kina.handle @nll(%x, %t) with reverse_mode seed(%g) : (tensor<4x8x16xf32>, tensor<4x8xi64>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8x16xf32>)
  return %d : tensor<4x8x16xf32>
}

// -----

// The same in bf16, whose rule computes in f32.
// CHECK-LABEL: func.func private @narrow_bwd(
// CHECK-NOT:     kina.reduce
// CHECK:         kina.exp %{{.*}} : tensor<4x8x16xf32>
// CHECK-NOT:     kina.exp
// CHECK-NOT:     kina.reduce
// CHECK:         %[[D:.*]] = kina.cast %{{.*}} : tensor<4x8x16xf32> -> tensor<4x8x16xbf16>
// CHECK:         return %[[D]]
// LINALG-LABEL: func.func private @narrow_bwd(
// LINALG:         tensor.empty() : tensor<4x8x16xbf16>
// LINALG-NOT:     tensor.empty() : tensor<4x8x16x
// LINALG:         %[[R:.*]] = linalg.generic
// LINALG:           math.exp
// LINALG-NOT:     math.exp
// LINALG-NOT:     linalg.generic
// LINALG:         return %[[R]]
func.func private @narrow(%x: tensor<4x8x16xbf16>, %t: tensor<4x8xi64>) -> tensor<4x8xbf16> {
  %l = kina.log_softmax %x axis = 2 : tensor<4x8x16xbf16>
  %p = kina.take_along_axis %l, %t axis = 2 : tensor<4x8x16xbf16>, tensor<4x8xi64> -> tensor<4x8xbf16>
  %n = kina.neg %p : tensor<4x8xbf16>
  return %n : tensor<4x8xbf16>
}
func.func @main(%x: tensor<4x8x16xbf16>, %t: tensor<4x8xi64>, %g: tensor<4x8xbf16>) -> tensor<4x8x16xbf16> {
  %y, %d = kina.handle @narrow(%x, %t) with reverse_mode seed(%g) : (tensor<4x8x16xbf16>, tensor<4x8xi64>, tensor<4x8xbf16>) -> (tensor<4x8xbf16>, tensor<4x8x16xbf16>)
  return %d : tensor<4x8x16xbf16>
}

// -----

// Matmul's gradients carry no copies: linalg reads the transposed operand.
// LINALG-LABEL: func.func private @product_bwd(
// LINALG-NOT:     linalg.transpose
// LINALG-COUNT-2: linalg.matmul
// LINALG-NOT:     linalg.generic
// LINALG:         return
func.func private @product(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) -> tensor<4x3xf32> {
  %m = kina.matmul %a, %b : tensor<4x8xf32>, tensor<8x3xf32> -> tensor<4x3xf32>
  return %m : tensor<4x3xf32>
}
func.func @main(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>, %g: tensor<4x3xf32>) -> (tensor<4x8xf32>, tensor<8x3xf32>) {
  %y, %d, %e = kina.handle @product(%a, %b) with reverse_mode seed(%g) : (tensor<4x8xf32>, tensor<8x3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x8xf32>, tensor<8x3xf32>)
  return %d, %e : tensor<4x8xf32>, tensor<8x3xf32>
}

// -----

// Zeros vanish, and nothing is made for what is inactive.
// CHECK-LABEL: func.func private @quiet_bwd(
// CHECK-SAME:    %[[W:.*]]: tensor<4xf32>, %[[G:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[D:.*]] = kina.mul_no_nan %[[G]], %[[W]]
// CHECK-NEXT:    return %[[D]]
func.func private @quiet(%x: tensor<4xf32>, %w: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = kina.exp %w : tensor<4xf32>
  %s = kina.sin %e : tensor<4xf32>
  %f = kina.floor %x : tensor<4xf32>
  %m = kina.mul %x, %w : tensor<4xf32>
  %n = kina.add %m, %f : tensor<4xf32>
  return %n, %s : tensor<4xf32>, tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %w: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %y:3 = kina.handle @quiet(%x, %w) with reverse_mode of = [0] wrt = [0] seed(%g) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %y#2 : tensor<4xf32>
}
