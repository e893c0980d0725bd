// RUN: kina-opt %s --kina-place-deallocs | FileCheck %s

// CHECK-LABEL: func.func @last_use
// CHECK: %[[A:.*]] = memref.alloc()
// CHECK: %[[VIEW:.*]] = memref.subview %[[A]]
// CHECK: memref.load %[[VIEW]]
// CHECK-NEXT: memref.dealloc %[[A]]
// CHECK: arith.addf
func.func @last_use() -> f32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32>
  %v = memref.subview %a[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  %0 = memref.load %v[%c0] : memref<2xf32, strided<[1], offset: 1>>
  %1 = arith.addf %0, %0 : f32
  return %1 : f32
}

// The first of two results takes the buffer, the second a copy.
// CHECK-LABEL: func.func @returned_twice
// CHECK: %[[A:.*]] = memref.alloc()
// CHECK: %[[B:.*]] = memref.alloc() {alignment = 64 : i64}
// CHECK: memref.copy %[[A]], %[[B]]
// CHECK-NOT: dealloc
// CHECK: return %[[A]], %[[B]]
func.func @returned_twice() -> (memref<4xf32>, memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  return %a, %a : memref<4xf32>, memref<4xf32>
}

// CHECK-LABEL: func.func @argument
// CHECK: %[[B:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?xf32>
// CHECK: memref.copy %arg0, %[[B]]
// CHECK: return %[[B]]
func.func @argument(%a: memref<?xf32>) -> memref<?xf32> {
  return %a : memref<?xf32>
}

// A view of part of a buffer is copied, and the buffer freed.
// CHECK-LABEL: func.func @part
// CHECK: %[[A:.*]] = memref.alloc()
// CHECK: memref.copy
// CHECK: memref.dealloc %[[A]]
// CHECK: return
func.func @part() -> memref<2xf32, strided<[1], offset: 1>> {
  %a = memref.alloc() : memref<4xf32>
  %v = memref.subview %a[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  return %v : memref<2xf32, strided<[1], offset: 1>>
}

// Another shape of all of it is not.
// CHECK-LABEL: func.func @whole
// CHECK-NOT: memref.copy
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @whole() -> memref<4xf32> {
  %a = memref.alloc() : memref<2x2xf32>
  %v = memref.collapse_shape %a [[0, 1]] : memref<2x2xf32> into memref<4xf32>
  return %v : memref<4xf32>
}

// A call's result is the caller's.
// CHECK-LABEL: func.func @call
// CHECK: %[[A:.*]] = call @whole
// CHECK: %[[B:.*]] = call @argument
// CHECK-NEXT: memref.dealloc %[[A]]
// CHECK-NEXT: return
func.func @call() -> memref<?xf32> {
  %a = call @whole() : () -> memref<4xf32>
  %c = memref.cast %a : memref<4xf32> to memref<?xf32>
  %b = call @argument(%c) : (memref<?xf32>) -> memref<?xf32>
  return %b : memref<?xf32>
}

// Each branch hands on a buffer of its own; %a, which lives on, is copied.
// CHECK-LABEL: func.func @branch
// CHECK: %[[A:.*]] = memref.alloc()
// CHECK: %[[IF:.*]] = scf.if
// CHECK: %[[B:.*]] = memref.alloc()
// CHECK: scf.yield %[[B]]
// CHECK: else
// CHECK: %[[C:.*]] = memref.alloc()
// CHECK: memref.copy %[[A]], %[[C]]
// CHECK: scf.yield %[[C]]
// CHECK: memref.dealloc %[[A]]
// CHECK: memref.load %[[IF]]
// CHECK-NEXT: memref.dealloc %[[IF]]
func.func @branch(%c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32>
  %r = scf.if %c -> memref<4xf32> {
    %b = memref.alloc() : memref<4xf32>
    scf.yield %b : memref<4xf32>
  } else {
    scf.yield %a : memref<4xf32>
  }
  %0 = memref.load %r[%c0] : memref<4xf32>
  return %0 : f32
}

// The loop takes %a; each round frees what it got and hands on its own.
// CHECK-LABEL: func.func @loop
// CHECK: %[[A:.*]] = memref.alloc()
// CHECK-NOT: memref.copy
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[I:.*]] = %[[A]])
// CHECK: %[[B:.*]] = memref.alloc()
// CHECK: memref.load %[[I]]
// CHECK-NEXT: memref.dealloc %[[I]]
// CHECK: scf.yield %[[B]]
// CHECK: return %[[R]]
func.func @loop(%n: index) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%k = %a) -> memref<4xf32> {
    %b = memref.alloc() : memref<4xf32>
    %0 = memref.load %k[%c0] : memref<4xf32>
    memref.store %0, %b[%c0] : memref<4xf32>
    scf.yield %b : memref<4xf32>
  }
  return %r : memref<4xf32>
}

// Read again after the loop, or inside: the loop gets a copy.
// CHECK-LABEL: func.func @loop_and_use
// CHECK: %[[A:.*]] = memref.alloc()
// CHECK: %[[COPY:.*]] = memref.alloc()
// CHECK: memref.copy %[[A]], %[[COPY]]
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[COPY]])
// CHECK: memref.dealloc %[[A]]
func.func @loop_and_use(%n: index) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%k = %a) -> memref<4xf32> {
    %0 = memref.load %a[%i] : memref<4xf32>
    memref.store %0, %k[%c0] : memref<4xf32>
    scf.yield %k : memref<4xf32>
  }
  return %r : memref<4xf32>
}

// CHECK-LABEL: func.func @while
// CHECK: scf.while (%[[K:.*]] = %{{.*}}) : (memref<4xf32>) -> memref<4xf32>
// CHECK: scf.condition(%{{.*}}) %[[K]]
// CHECK: ^bb0(%[[L:.*]]: memref<4xf32>)
// CHECK: memref.dealloc %[[L]]
// CHECK: scf.yield
func.func @while() -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %r = scf.while (%k = %a) : (memref<4xf32>) -> memref<4xf32> {
    %0 = memref.load %k[%c0] : memref<4xf32>
    %c = arith.cmpf olt, %0, %zero : f32
    scf.condition(%c) %k : memref<4xf32>
  } do {
  ^bb0(%k: memref<4xf32>):
    %b = memref.alloc() : memref<4xf32>
    memref.copy %k, %b : memref<4xf32> to memref<4xf32>
    scf.yield %b : memref<4xf32>
  }
  return %r : memref<4xf32>
}

// Both buffers of a selection live as long as it does.
// CHECK-LABEL: func.func @select
// CHECK: arith.select
// CHECK: memref.load
// CHECK-NEXT: memref.dealloc
// CHECK-NEXT: memref.dealloc
func.func @select(%c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %s = arith.select %c, %a, %b : memref<4xf32>
  %0 = memref.load %s[%c0] : memref<4xf32>
  return %0 : f32
}

// What the program frees itself is left alone.
// CHECK-LABEL: func.func @manual
// CHECK-COUNT-1: memref.dealloc
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @manual() {
  %a = memref.alloc() : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}

// A copy has room for the strides that its type fixes; unknown ones may become contiguous.
// CHECK-LABEL: func.func @columns
// CHECK: %{{.*}}, %{{.*}}, %[[SIZES:.*]]:2, %{{.*}} = memref.extract_strided_metadata %arg0
// CHECK: %[[A:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?xf32>
// CHECK: %[[COPY:.*]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [4, %[[SIZES]]#1], strides: [8, 1]
// CHECK: memref.copy %arg0, %[[COPY]]
// CHECK: %[[B:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<4x?xf32>
// CHECK: %[[CAST:.*]] = memref.cast %[[B]]
// CHECK: memref.copy %arg1, %[[CAST]]
// CHECK: return %[[COPY]], %[[CAST]]
func.func @columns(%a: memref<4x?xf32, strided<[8, 1]>>, %b: memref<4x?xf32, strided<[?, 1], offset: ?>>)
    -> (memref<4x?xf32, strided<[8, 1]>>, memref<4x?xf32, strided<[?, 1], offset: ?>>) {
  return %a, %b : memref<4x?xf32, strided<[8, 1]>>, memref<4x?xf32, strided<[?, 1], offset: ?>>
}

// A clone is a buffer of its own, freed here; with gaps where its type has them.
// CHECK-LABEL: func.func @clone
// CHECK: memref.extract_strided_metadata %arg0
// CHECK: %[[A:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?xf32>
// CHECK: %[[COPY:.*]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [4, %{{.*}}], strides: [8, 1]
// CHECK: memref.copy %arg0, %[[COPY]]
// CHECK-NOT: bufferization.clone
// CHECK: memref.load %[[COPY]]
// CHECK: memref.dealloc %[[A]]
func.func @clone(%a: memref<4x?xf32, strided<[8, 1]>>, %i: index) -> f32 {
  %0 = bufferization.clone %a : memref<4x?xf32, strided<[8, 1]>> to memref<4x?xf32, strided<[8, 1]>>
  %1 = memref.load %0[%i, %i] : memref<4x?xf32, strided<[8, 1]>>
  return %1 : f32
}
