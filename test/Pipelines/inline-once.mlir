// RUN: kina-opt %s --kina-inline-once | FileCheck %s

// A private function that is called once moves to its call; one that is called
// twice, is public, or does not return stays.

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>
// CHECK:         %[[A:.*]] = kina.exp %[[X]]
// CHECK:         %[[B:.*]] = call @twice(%[[A]])
// CHECK:         %[[C:.*]] = call @twice(%[[B]])
// CHECK:         %[[D:.*]] = call @public(%[[C]])
// CHECK:         %[[E:.*]] = call @stops(%[[D]])
// CHECK:         return %[[E]]
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = call @once(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %b = call @twice(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %c = call @twice(%b) : (tensor<4xf32>) -> tensor<4xf32>
  %d = call @public(%c) : (tensor<4xf32>) -> tensor<4xf32>
  %e = call @stops(%d) : (tensor<4xf32>) -> tensor<4xf32>
  return %e : tensor<4xf32>
}
// CHECK-NOT: func.func private @once
func.func private @once(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = kina.exp %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
// CHECK: func.func private @twice
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = kina.sin %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
// CHECK: func.func @public
func.func @public(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = kina.cos %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
// CHECK: func.func private @stops
func.func private @stops(%x: tensor<4xf32>) -> tensor<4xf32> {
  llvm.unreachable
}
