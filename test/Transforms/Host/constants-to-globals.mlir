// RUN: kina-opt %s --kina-constants-to-globals | FileCheck %s

// One global for each value, under names that nobody has; constants on a device and
// scalars stay.

// CHECK-DAG: memref.global "private" constant @[[A:__constant_2xf32.*]] : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]>
// CHECK-DAG: memref.global "private" constant @[[B:__constant_2xi64.*]] : memref<2xi64> = dense<3>
// CHECK-DAG: func.func private @__constant_2xf32()
func.func private @__constant_2xf32()

// CHECK-LABEL: func.func @f
func.func @f() -> (tensor<2xf32>, tensor<2xi64>, tensor<2xf32>, index) {
  // CHECK: %[[BUFFER:.*]] = memref.get_global @[[A]] : memref<2xf32>
  // CHECK: %[[X:.*]] = bufferization.to_tensor %[[BUFFER]] restrict : memref<2xf32> to tensor<2xf32>
  // CHECK: memref.get_global @[[B]]
  // CHECK: memref.get_global @[[A]]
  // CHECK: arith.constant 7 : index
  %x = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = arith.constant dense<3> : tensor<2xi64>
  %z = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %n = arith.constant 7 : index
  // CHECK: return %[[X]]
  return %x, %y, %z, %n : tensor<2xf32>, tensor<2xi64>, tensor<2xf32>, index
}
