// A function may have the empty name, which MLIR prints as text that it does not read.
// It is differentiated, lowered and called as others are.

// RUN: kina-run %s --function=main --input=f32=3 | FileCheck %s
// RUN: kina-opt %s --kina-ad --kina-to-linalg --emit-bytecode \
// RUN:   | kina-run - --function=main --input=f32=3 | FileCheck %s

// CHECK: result[0]: f32=9
// CHECK-NEXT: result[1]: f32=6
func.func private @""(%x: tensor<f32>) -> tensor<f32> {
  %0 = kina.mul %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func @main(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0, %1 = kina.handle @""(%x) with reverse_mode : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %0, %1 : tensor<f32>, tensor<f32>
}
