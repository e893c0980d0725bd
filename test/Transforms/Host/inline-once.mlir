// RUN: kina-opt %s --kina-inline-once --split-input-file | FileCheck %s

// Bodies move to where they stay, through any depth of calls.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[A:.*]] = arith.addf %arg0, %arg0
// CHECK-NEXT: %[[B:.*]] = arith.mulf %[[A]], %arg0
// CHECK-NEXT: return %[[B]], %arg0
// CHECK-NOT: func.func
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = call @outer(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
func.func private @inner(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @outer(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = arith.mulf %0, %x : tensor<4xf32>
  return %1, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

// Called twice, public, external, marked or named elsewhere: left alone.
// CHECK-LABEL: func.func @several
// CHECK-COUNT-7: call @
// CHECK-NOT: call @
// CHECK-COUNT-6: func.func
func.func @several(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @twice(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @public(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = call @external(%2) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = call @marked(%3) : (tensor<4xf32>) -> tensor<4xf32>
  %5 = call @named(%4) : (tensor<4xf32>) -> tensor<4xf32>
  %f = constant @named : (tensor<4xf32>) -> tensor<4xf32>
  %6 = call @blocks(%5) : (tensor<4xf32>) -> tensor<4xf32>
  return %6 : tensor<4xf32>
}
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }
func.func @public(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }
func.func private @external(%x: tensor<4xf32>) -> tensor<4xf32>
func.func private @marked(%x: tensor<4xf32>) -> tensor<4xf32> attributes {no_inline} { return %x : tensor<4xf32> }
func.func private @named(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }
func.func private @blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^bb1
^bb1:
  return %x : tensor<4xf32>
}

// -----

// Recursion, called from outside or not.
// CHECK-LABEL: func.func @recursive
// CHECK: call @self
// CHECK: func.func private @self
// CHECK: func.func private @a
// CHECK: func.func private @b
func.func @recursive(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @self(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @self(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @self(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @a(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @b(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @b(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @a(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
