// Results share memory with nothing, and arguments are not written.
// RUN: kina-opt %s --kina-host-pipeline --mlir-print-ir-after=convert-bufferization-to-memref -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: func.func @same
// CHECK: %[[R:.*]] = memref.alloc()
// CHECK: memref.copy %arg0, %[[R]]
// CHECK: return %[[R]]
func.func @same(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// CHECK-LABEL: func.func @twice
// CHECK: memref.copy %arg0, %[[A:.*]] :
// CHECK: memref.copy %arg0, %[[B:.*]] :
// CHECK: return %[[A]], %[[B]]
func.func @twice(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @reshaped
// CHECK: memref.copy
// CHECK: return
func.func @reshaped(%x: tensor<2x3xf32>) -> tensor<6xf32> {
  %0 = kina.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK-LABEL: func.func @constant
// CHECK: %[[G:.*]] = memref.get_global
// CHECK: memref.copy %[[G]], %[[R:.*]] :
// CHECK: return %[[R]]
func.func @constant() -> tensor<3xf32> {
  %0 = kina.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @intermediate
// CHECK-DAG: %[[A:.*]] = memref.alloc() {alignment = 64 : i64}
// CHECK: linalg.generic
// CHECK-NOT: memref.copy
// CHECK: memref.dealloc
// CHECK: return
func.func @intermediate(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = kina.exp %x : tensor<4xf32>
  %1 = kina.neg %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
