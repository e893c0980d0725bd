// A size that a cast of the same value tells to be 0, next to one that is not known.
// RUN: kina-run %s --input="1x0x3xf64=0" --input="1x0xi64=0" | FileCheck %s
// CHECK: result[0]: 1x3xf64=[0 0 0]
func.func @main(%x: tensor<?x?x?xf64>, %i: tensor<?x?xi64>) -> (tensor<1x?xf64>, tensor<?x0x?xf64>) {
  %0 = kina.neg %x : tensor<?x?x?xf64>
  %1 = tensor.cast %0 : tensor<?x?x?xf64> to tensor<?x0x?xf64>
  %c2 = arith.constant 2 : index
  %n = tensor.dim %1, %c2 : tensor<?x0x?xf64>
  %2 = kina.scatter_add %0, %i sizes(%n) : tensor<?x?x?xf64>, tensor<?x?xi64> -> tensor<1x?xf64>
  return %2, %1 : tensor<1x?xf64>, tensor<?x0x?xf64>
}
