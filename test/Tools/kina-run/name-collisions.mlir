// Names that the compiler itself would choose for the functions it renames.
// RUN: kina-run %s --input=2xf32="1 2" | FileCheck %s --check-prefix=MAIN
// RUN: kina-run %s --function=exp --input=2xf32="1 -2" | FileCheck %s --check-prefix=EXP
// RUN: kina-run %s --function=kina.fn.exp --input=2xf32="1 -2" | FileCheck %s --check-prefix=OWN
// RUN: kina-run %s --function=kina.fn.exp_0 --input=2xf32="1 -2" | FileCheck %s --check-prefix=NUMBER
// MAIN: result[0]: 2xf32=-1 -2
// MAIN: result[1]: 2xf32=1 2
// MAIN: result[2]: 2xf32=2 4
// EXP: result[0]: 2xf32=-1 2
// OWN: result[0]: 2xf32=1 2
// NUMBER: result[0]: 2xf32=2 -4
func.func @exp(%x: tensor<2xf32>) -> tensor<2xf32> attributes {no_inline} {
  %r = kina.neg %x : tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @kina.fn.exp(%x: tensor<2xf32>) -> tensor<2xf32> attributes {no_inline} {
  %r = kina.abs %x : tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @kina.fn.exp_0(%x: tensor<2xf32>) -> tensor<2xf32> attributes {no_inline} {
  %r = kina.add %x, %x : tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = call @exp(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = call @kina.fn.exp(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = call @kina.fn.exp_0(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
