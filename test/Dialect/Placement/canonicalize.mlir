// Copies stay, there and back too: each is a copy that the program asked for. One
// without use goes.
//
// RUN: kina-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @there_and_back
// CHECK-COUNT-2: kina.transfer
// CHECK-NOT: kina.transfer
func.func @there_and_back(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = kina.transfer %x : tensor<4xf32> -> tensor<4xf32, #kina.device>
  %1 = kina.transfer %0 : tensor<4xf32, #kina.device> -> tensor<4xf32>
  %2 = kina.transfer %x : tensor<4xf32> -> tensor<4xf32, #kina.device<1>>
  return %1 : tensor<4xf32>
}

// A constant on the host does not become one on the device.
// CHECK-LABEL: func.func @constant
// CHECK: kina.transfer
func.func @constant() -> tensor<4xf32, #kina.device> {
  %c = kina.constant dense<1.0> : tensor<4xf32>
  %0 = kina.transfer %c : tensor<4xf32> -> tensor<4xf32, #kina.device>
  return %0 : tensor<4xf32, #kina.device>
}
