// One dimension becomes two of which neither size is known at compile time, as
// upstream's fusion makes it of a batched product.
// RUN: kina-run %s --input=6x2xf32=1 --input="2x3xf32=0" | FileCheck %s
// CHECK: result[0]: 2x3x2xf32=
// CHECK-SAME: [1 1]

func.func @main(%x: tensor<?x?xf32>, %like: tensor<?x?xf32>) -> tensor<?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %like, %c0 : tensor<?x?xf32>
  %b = tensor.dim %like, %c1 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %0 = tensor.expand_shape %x [[0, 1], [2]] output_shape [%a, %b, %n]
      : tensor<?x?xf32> into tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
