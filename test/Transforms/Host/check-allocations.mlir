// RUN: kina-opt %s --kina-check-allocations | FileCheck %s

// CHECK-LABEL: func.func @one
// CHECK-SAME: %[[N:.*]]: index
// CHECK: %[[LIMIT:.*]] = arith.constant 1152921504606846976 : index
// CHECK: %[[FITS:.*]] = arith.minui %[[N]], %[[LIMIT]]
// CHECK: %[[BYTES:.*]] = arith.muli %[[FITS]]
// CHECK: %[[MEMORY:.*]] = memref.alloc(%[[BYTES]]) {alignment = 64 : i64} : memref<?xi8>
// CHECK: memref.view %[[MEMORY]][%{{.*}}][%[[N]]] : memref<?xi8> to memref<?xf32>
func.func @one(%n: index) -> memref<?xf32> {
  %0 = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
  return %0 : memref<?xf32>
}

// CHECK-LABEL: func.func @two
// CHECK-SAME: %[[N:.*]]: index, %[[M:.*]]: index
// CHECK: %[[LOW:.*]], %[[HIGH:.*]] = arith.mului_extended %[[N]], %[[M]]
// CHECK: %[[NONE:.*]] = arith.cmpi eq, %[[HIGH]]
// CHECK: arith.select %[[NONE]]
// CHECK: memref.view %{{.*}}[%{{.*}}][%[[N]], %[[M]]] : memref<?xi8> to memref<?x3x?xf64>
func.func @two(%n: index, %m: index) -> memref<?x3x?xf64> {
  %0 = memref.alloc(%n, %m) : memref<?x3x?xf64>
  return %0 : memref<?x3x?xf64>
}

// CHECK-LABEL: func.func @known
// CHECK-NEXT: memref.alloc() : memref<4x8xf32>
func.func @known() -> memref<4x8xf32> {
  %0 = memref.alloc() : memref<4x8xf32>
  return %0 : memref<4x8xf32>
}

// CHECK-LABEL: func.func @beyond
// CHECK: %[[BYTES:.*]] = arith.constant 4611686018427387904 : index
// CHECK: memref.alloc(%[[BYTES]]) : memref<?xi8>
func.func @beyond() -> memref<2305843009213693952xf32> {
  %0 = memref.alloc() : memref<2305843009213693952xf32>
  return %0 : memref<2305843009213693952xf32>
}
