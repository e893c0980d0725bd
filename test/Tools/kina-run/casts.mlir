// tensor.cast, which stands between a type with `?` and one without: its guess is checked.
// RUN: kina-run %s --function=guess --input="2x3xf32=1 2 3 4 5 6" | FileCheck %s --check-prefix=RIGHT
// RIGHT: result[0]: 2x3xf32=[-1 -2 -3][-4 -5 -6]
// RUN: not --crash kina-run %s --function=guess --input="2x2xf32=1" 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: kina: tensor.cast size mismatch: 2 and 3 in dimension 1 at {{.*}}casts.mlir:{{[0-9]+}}:8
// RUN: not --crash kina-run %s --function=guess --input="2x5xf32=1" 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: kina: tensor.cast size mismatch: 5 and 3 in dimension 1 at
//
// Before the tensor is made in what the guess says would be memory for it.
// RUN: kina-run %s --function=made --input="3xf32=1 2 3" | FileCheck %s --check-prefix=MADE
// MADE: result[0]: 3xf32=-1 -2 -3
// RUN: not --crash kina-run %s --function=made --input=4000000xf32=1 2>&1 | FileCheck %s --check-prefix=MUCH
// MUCH: kina: tensor.cast size mismatch: 4000000 and 3 in dimension 0 at
// RUN: not --crash kina-run %s --function=made --input="2xf32=1" 2>&1 | FileCheck %s --check-prefix=LITTLE
// LITTLE: kina: tensor.cast size mismatch: 2 and 3 in dimension 0 at
// RUN: not --crash kina-run %s --function=product --input=40000x4xf32=1 2>&1 | FileCheck %s --check-prefix=PRODUCT
// PRODUCT: kina: tensor.cast size mismatch: 40000 and 3 in dimension 0 at
//
// Also where the sizes meet while compiling, in a branch that may never run.
// RUN: kina-run %s --function=branch --input="4xf32=1 2 3 4" --input=i1=0 | FileCheck %s --check-prefix=OTHER
// OTHER: result[0]: 4xf32=-1 -2 -3 -4
// RUN: not --crash kina-run %s --function=branch --input="4xf32=1 2 3 4" --input=i1=1 2>&1 | FileCheck %s --check-prefix=TAKEN
// TAKEN: kina: tensor.cast size mismatch: 4 and 3 in dimension 0 at
//
// The gradient is cast back.
// RUN: kina-run %s --function=gradient --input="2x3xf32=1 2 3 4 5 6" | FileCheck %s --check-prefix=GRADIENT
// GRADIENT: result[0]: 2x3xf32=[2 4 6][8 10 12]
// RUN: not --crash kina-run %s --function=gradient --input="2x4xf32=1" 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: kina: tensor.cast size mismatch: 4 and 3 in dimension 1 at

func.func @guess(%x: tensor<?x?xf32>) -> tensor<?x3xf32> {
  %0 = tensor.cast %x : tensor<?x?xf32> to tensor<?x3xf32>
  %1 = kina.neg %0 : tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

func.func @made(%x: tensor<?xf32>) -> tensor<3xf32> {
  %0 = kina.neg %x : tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<3xf32>
  return %1 : tensor<3xf32>
}
func.func @product(%x: tensor<?x4xf32>) -> tensor<3x4xf32> {
  %w = kina.constant dense<1.0> : tensor<4x4xf32>
  %0 = kina.matmul %x, %w : tensor<?x4xf32>, tensor<4x4xf32> -> tensor<?x4xf32>
  %1 = tensor.cast %0 : tensor<?x4xf32> to tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

func.func @branch(%x: tensor<4xf32>, %c: i1) -> tensor<?xf32> {
  %u = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %y = kina.neg %u : tensor<?xf32>
  %r = scf.if %c -> tensor<?xf32> {
    %z = tensor.cast %y : tensor<?xf32> to tensor<3xf32>
    %e = kina.exp %z : tensor<3xf32>
    %t = tensor.cast %e : tensor<3xf32> to tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  } else {
    scf.yield %y : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func private @square(%x: tensor<?x?xf32>) -> tensor<?x3xf32> {
  %0 = tensor.cast %x : tensor<?x?xf32> to tensor<?x3xf32>
  %1 = kina.mul %0, %0 : tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}
func.func @gradient(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y, %dx = kina.handle @square(%x) with reverse_mode
    : (tensor<?x?xf32>) -> (tensor<?x3xf32>, tensor<?x?xf32>)
  return %dx : tensor<?x?xf32>
}
