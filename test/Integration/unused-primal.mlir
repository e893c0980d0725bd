// A derivative whose primal, and its checks, went as unused: wrong sizes still trap, and
// nothing is read or written outside its tensor.
// REQUIRES: kina-run
// RUN: kina-opt %s --kina-ad --kina-inline-once --resolve-ranked-shaped-type-result-dims \
// RUN:   --canonicalize --symbol-dce --mlir-print-debuginfo -o %t.mlir
// RUN: FileCheck %s --check-prefix=GONE < %t.mlir
// GONE-NOT: kina.slice
// GONE-NOT: kina.add
// GONE-NOT: kina.gather
// GONE-NOT: kina.take_along_axis
// RUN: kina-run %t.mlir --function=slice --input="4xf32=1 2 3 4" | FileCheck %s --check-prefix=SLICED
// SLICED: 4xf32=0 1 1 1
// RUN: not --crash kina-run %t.mlir --function=slice --input="3xf32=1 2 3" 2>&1 | FileCheck %s --check-prefix=SLICE
// SLICE: kina: broadcast negative size: -1 in dimension 0
// RUN: kina-run %t.mlir --function=pad --input="3xf32=1 2 3" --input=5xf32=1 | FileCheck %s --check-prefix=PADDED
// PADDED: 3xf32=1 1 1
// RUN: not --crash kina-run %t.mlir --function=pad --input="3xf32=1 2 3" --input=4xf32=1 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: kina: broadcast size mismatch: 2 and 3 in dimension 0
// RUN: not --crash kina-run %t.mlir --function=pad --input="3xf32=1 2 3" --input=1xf32=1 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: kina: broadcast size mismatch: 0 and 3 in dimension 0
// RUN: not --crash kina-run %t.mlir --function=join --input="3xf32=1 2 3" --input=2xf32=1 --input=4xf32=1 2>&1 | FileCheck %s --check-prefix=JOIN
// JOIN: kina: broadcast size mismatch: 1 and 2 in dimension 0
// RUN: kina-run %t.mlir --function=rows --input="3x2xf32=1 2 3 4 5 6" --input="2xi64=2 2" --input="2x2xf32=1 2 3 4" | FileCheck %s --check-prefix=ROWS
// ROWS: 3x2xf32=[0 0][0 0][4 6]
// RUN: not --crash kina-run %t.mlir --function=rows --input="3x2xf32=1 2 3 4 5 6" --input="2xi64=0 3" --input=2x2xf32=1 2>&1 | FileCheck %s --check-prefix=ROW
// ROW: kina: scatter_add index out of bounds: 3 is not in [0, 3)
// RUN: not --crash kina-run %t.mlir --function=picks --input="2x3xf32=1 2 3 4 5 6" --input="2xi64=0 -1" --input=2xf32=1 2>&1 | FileCheck %s --check-prefix=PICK
// PICK: kina: scatter_along_axis index out of bounds: -1 is not in [0, 3)

func.func private @a(%x: tensor<?xf32>) -> tensor<3xf32> {
  %y = kina.slice %x offsets = [1] sizes = [3] strides = [1] : tensor<?xf32> -> tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func @slice(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y, %g = kina.handle @a(%x) with reverse_mode : (tensor<?xf32>) -> (tensor<3xf32>, tensor<?xf32>)
  return %g : tensor<?xf32>
}
func.func private @b(%x: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %v = kina.constant dense<0.0> : tensor<f32>
  %p = kina.pad %x, %v low = [2] high = [0] : tensor<?xf32>, tensor<f32> -> tensor<?xf32>
  %y = kina.add %z, %p : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @pad(%x: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %y, %g = kina.handle @b(%x, %z) with reverse_mode wrt = [0] : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %g : tensor<?xf32>
}
func.func private @c(%p: tensor<?xf32>, %q: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %j = kina.concat %p, %q axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %y = kina.add %z, %j : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @join(%p: tensor<?xf32>, %q: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %y, %g = kina.handle @c(%p, %q, %z) with reverse_mode wrt = [1]
      : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %g : tensor<?xf32>
}
func.func private @d(%v: tensor<?x2xf32>, %i: tensor<2xi64>) -> tensor<2x2xf32> {
  %y = kina.gather %v, %i : tensor<?x2xf32>, tensor<2xi64> -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}
func.func @rows(%v: tensor<?x2xf32>, %i: tensor<2xi64>, %s: tensor<2x2xf32>) -> tensor<?x2xf32> {
  %y, %g = kina.handle @d(%v, %i) with reverse_mode seed(%s)
      : (tensor<?x2xf32>, tensor<2xi64>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<?x2xf32>)
  return %g : tensor<?x2xf32>
}
func.func private @e(%v: tensor<2x3xf32>, %i: tensor<2xi64>) -> tensor<2xf32> {
  %y = kina.take_along_axis %v, %i axis = 1 : tensor<2x3xf32>, tensor<2xi64> -> tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func @picks(%v: tensor<2x3xf32>, %i: tensor<2xi64>, %s: tensor<2xf32>) -> tensor<2x3xf32> {
  %y, %g = kina.handle @e(%v, %i) with reverse_mode seed(%s)
      : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2x3xf32>)
  return %g : tensor<2x3xf32>
}
