// A part of a tensor that starts at a place known only at run time, given to a
// function that takes contiguous tensors.
// RUN: kina-run %s --input=4x2xf32="0 1 2 3 4 5 6 7" --input=i64=2 | FileCheck %s
// CHECK: result[0]: 2xf32=-4 -5
func.func private @negate(%x: tensor<2xf32>) -> tensor<2xf32> attributes {no_inline} {
  %0 = kina.neg %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @main(%x: tensor<4x2xf32>, %row: tensor<i64>) -> tensor<2xf32> {
  %i = tensor.extract %row[] : tensor<i64>
  %n = arith.index_cast %i : i64 to index
  %0 = tensor.extract_slice %x[%n, 0] [1, 2] [1, 1] : tensor<4x2xf32> to tensor<2xf32>
  %1 = call @negate(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
