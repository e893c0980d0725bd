// Names that the compiler itself would choose for the functions it renames.
// RUN: kina-run %s --input=2xf32="1 2" | FileCheck %s --check-prefix=MAIN
// RUN: kina-run %s --function=exp --input=2xf32="1 -2" | FileCheck %s --check-prefix=EXP
// RUN: kina-run %s --function=kina.fn.exp --input=2xf32="1 -2" | FileCheck %s --check-prefix=OWN
// RUN: kina-run %s --function=kina.fn.exp_0 --input=2xf32="1 -2" | FileCheck %s --check-prefix=NUMBER
// RUN: kina-run %s --function=log --input=2xf32="1 -2" | FileCheck %s --check-prefix=LOG
// RUN: kina-run %s --function=kina.fn.log --input=2xf32="1 -2" | FileCheck %s --check-prefix=BEFORE
// MAIN: result[0]: 2xf32=-1 -2
// MAIN: result[1]: 2xf32=1 2
// MAIN: result[2]: 2xf32=2 4
// MAIN: result[3]: 2xf32=0 0
// MAIN: result[4]: 2xf32=1 4
// LOG: result[0]: 2xf32=0 0
// BEFORE: result[0]: 2xf32=1 4
// EXP: result[0]: 2xf32=-1 2
// OWN: result[0]: 2xf32=1 2
// NUMBER: result[0]: 2xf32=2 -4
func.func @kina.fn.log(%x: tensor<2xf32>) -> tensor<2xf32> attributes {no_inline} {
  %r = kina.mul %x, %x : tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @log(%x: tensor<2xf32>) -> tensor<2xf32> attributes {no_inline} {
  %r = kina.sub %x, %x : tensor<2xf32>
  return %r : tensor<2xf32>
}
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
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>,
                                          tensor<2xf32>) {
  %0 = call @exp(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = call @kina.fn.exp(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = call @kina.fn.exp_0(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %3 = call @log(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %4 = call @kina.fn.log(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>,
      tensor<2xf32>
}

// With `_mlir_` in front, as MLIR's execution engine has it, one's name is the other's
// C interface.
// RUN: kina-run %s --function=g --input=2xf32="1 -2" | FileCheck %s --check-prefix=G
// G: result[0]: 2xf32=-1 2
func.func @ciface_g(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = kina.add %x, %x : tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @g(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = kina.neg %x : tensor<2xf32>
  return %r : tensor<2xf32>
}
