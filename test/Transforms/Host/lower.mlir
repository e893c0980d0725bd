// RUN: kina-opt %s --kina-lower-loops | FileCheck %s --check-prefix=LOOPS --implicit-check-not=scf.
// RUN: kina-opt %s --kina-lower-copies | FileCheck %s --check-prefix=COPIES
// RUN: kina-opt %s --kina-expand-float-casts | FileCheck %s --check-prefix=CASTS
// RUN: kina-opt %s --kina-split-reads=min-uses=3 | FileCheck %s --check-prefix=READS
// RUN: kina-opt %s --kina-safe-reshapes | FileCheck %s --check-prefix=RESHAPE
// RUN: kina-opt %s --kina-compact-buffers | FileCheck %s --check-prefix=COMPACT

// LOOPS-LABEL: func.func @loops
// LOOPS-COUNT-4: cf.cond_br
// LOOPS: return
func.func @loops(%n: index, %m: memref<?x?xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      memref.store %f, %m[%i, %i] : memref<?x?xf32>
    }
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %f, %m[%i, %j] : memref<?x?xf32>
  }
  return
}

// COPIES-LABEL: func.func @copies
// COPIES: memref.copy %arg0, %arg1
// COPIES-NOT: memref.copy
// COPIES: linalg.generic {{.*}} ins(%arg2
// COPIES: return
func.func @copies(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32, strided<[2]>>) {
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  memref.copy %c, %b : memref<4xf32, strided<[2]>> to memref<4xf32>
  return
}

// CASTS-LABEL: func.func @casts
// CASTS: arith.truncf %arg0 : f64 to f32
// CASTS: arith.ori
// CASTS: arith.truncf %{{.*}} : f32 to f16
// CASTS: arith.truncf %arg1 : f32 to f16
func.func @casts(%x: f64, %y: f32) -> (f16, f16) {
  %0 = arith.truncf %x : f64 to f16
  %1 = arith.truncf %y fastmath<contract> : f32 to f16
  return %0, %1 : f16, f16
}

// Arguments that must not be written are split; others may change on the way.
// READS-LABEL: func.func @reads
// READS-DAG: bufferization.to_buffer %arg0 read_only
// READS-NOT: to_buffer %arg1
// READS-COUNT-3: bufferization.to_tensor %{{.*}} restrict : memref<4xf32> to tensor<4xf32>
// READS: return
func.func @reads(%x: tensor<4xf32> {bufferization.writable = false}, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %x, %y : tensor<4xf32>
  %1 = arith.addf %x, %y : tensor<4xf32>
  %2 = arith.addf %x, %y : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// One unknown size for each group stays.
// RESHAPE-LABEL: func.func @expand
// RESHAPE-SAME: %[[X:.*]]: tensor<?x?xf32>, %[[A:.*]]: index, %[[B:.*]]: index
// RESHAPE: %[[TWO:.*]] = arith.constant 2 : index
// RESHAPE: %[[SIZES:.*]] = tensor.from_elements %[[A]], %[[TWO]], %[[B]], %[[A]]
// RESHAPE: tensor.reshape %[[X]](%[[SIZES]])
// RESHAPE: tensor.expand_shape
func.func @expand(%x: tensor<?x?xf32>, %a: index, %b: index) -> (tensor<?x2x?x?xf32>, tensor<?x2x?xf32>) {
  %0 = tensor.expand_shape %x [[0, 1, 2], [3]] output_shape [%a, 2, %b, %a]
      : tensor<?x?xf32> into tensor<?x2x?x?xf32>
  %1 = tensor.expand_shape %x [[0, 1], [2]] output_shape [%a, 2, %b]
      : tensor<?x?xf32> into tensor<?x2x?xf32>
  return %0, %1 : tensor<?x2x?x?xf32>, tensor<?x2x?xf32>
}

// RESHAPE-LABEL: func.func @collapse
// RESHAPE-SAME: %[[X:.*]]: tensor<?x0x?xf32>, %[[Y:.*]]: tensor<?x?x?xf32>
// RESHAPE: %[[CAST:.*]] = tensor.cast %[[X]]
// RESHAPE: %[[ONE:.*]] = arith.muli
// RESHAPE: %[[N:.*]] = arith.muli %[[ONE]]
// RESHAPE: %[[SIZES:.*]] = tensor.from_elements %[[N]], %{{.*}} : tensor<2xindex>
// RESHAPE: tensor.reshape %[[CAST]](%[[SIZES]])
// RESHAPE: tensor.collapse_shape %[[Y]]
func.func @collapse(%x: tensor<?x0x?xf32>, %y: tensor<?x?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %cast = tensor.cast %x : tensor<?x0x?xf32> to tensor<?x?x?xf32>
  %0 = tensor.collapse_shape %cast [[0, 1], [2]] : tensor<?x?x?xf32> into tensor<?x?xf32>
  %1 = tensor.collapse_shape %y [[0, 1], [2]] : tensor<?x?x?xf32> into tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// A buffer with strides that only the run knows does not pass for a contiguous one.
// COMPACT-LABEL: func.func @compact
// COMPACT: %[[N:.*]] = memref.dim %arg0, %c0
// COMPACT: %[[NEW:.*]] = memref.alloc(%[[N]], %{{.*}}) {alignment = 64 : i64} : memref<?x?xf32>
// COMPACT: memref.copy %arg0, %[[NEW]]
// COMPACT: memref.cast %arg1
// COMPACT: memref.cast %arg2
// COMPACT: return %[[NEW]]
func.func @compact(%a: memref<?x?xf32, strided<[?, 1]>>, %b: memref<2x3xf32, strided<[3, 1]>>,
                   %c: memref<2xf32>) -> (memref<?x?xf32>, memref<2x3xf32>, memref<?xf32>) {
  %0 = memref.cast %a : memref<?x?xf32, strided<[?, 1]>> to memref<?x?xf32>
  %1 = memref.cast %b : memref<2x3xf32, strided<[3, 1]>> to memref<2x3xf32>
  %2 = memref.cast %c : memref<2xf32> to memref<?xf32>
  return %0, %1, %2 : memref<?x?xf32>, memref<2x3xf32>, memref<?xf32>
}

// Strides that the type fixes, or that follow from nothing it says: an unknown size makes
// memref.cast believe the other type. Rows of all columns are contiguous, however many.
// COMPACT-LABEL: func.func @columns
// COMPACT: %[[N:.*]] = memref.dim %arg0, %c1
// COMPACT: %[[NEW:.*]] = memref.alloc(%[[N]]) {alignment = 64 : i64} : memref<4x?xf32>
// COMPACT: memref.copy %arg0, %[[NEW]]
// COMPACT: %[[BLOCKS:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<2x?x4xf32>
// COMPACT: memref.copy %arg1, %[[BLOCKS]]
// COMPACT: %[[LATER:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?xf32>
// COMPACT: memref.copy %arg2, %[[LATER]]
// COMPACT: %[[ROWS:.*]] = memref.cast %arg3
// COMPACT: return %[[NEW]], %[[BLOCKS]], %[[LATER]], %[[ROWS]]
func.func @columns(%a: memref<4x?xf32, strided<[8, 1]>>, %b: memref<2x?x4xf32, strided<[16, 4, 1]>>,
                   %c: memref<?xf32, strided<[1], offset: ?>>, %d: memref<?x8xf32, strided<[8, 1]>>)
    -> (memref<4x?xf32>, memref<2x?x4xf32>, memref<?xf32>, memref<?x8xf32>) {
  %0 = memref.cast %a : memref<4x?xf32, strided<[8, 1]>> to memref<4x?xf32>
  %1 = memref.cast %b : memref<2x?x4xf32, strided<[16, 4, 1]>> to memref<2x?x4xf32>
  %2 = memref.cast %c : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32>
  %3 = memref.cast %d : memref<?x8xf32, strided<[8, 1]>> to memref<?x8xf32>
  return %0, %1, %2, %3 : memref<4x?xf32>, memref<2x?x4xf32>, memref<?xf32>, memref<?x8xf32>
}
