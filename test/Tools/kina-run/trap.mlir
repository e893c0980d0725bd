// A trap is one line on stderr, and aborts.
// RUN: bash -c 'kina-run %s --input="3xf32=1 2 3" --input="2xi64=0 3" > %t.out 2> %t.err; test $? = 134'
// RUN: count 0 < %t.out
// RUN: count 1 < %t.err
// RUN: FileCheck %s < %t.err
// CHECK: kina: gather index out of bounds: 3 is not in [0, 3) at {{.*}}trap.mlir:[[#@LINE+3]]:
func.func @main(%x: tensor<3xf32>, %i: tensor<2xi64>) -> tensor<2x1xf32> {
  %v = kina.reshape %x : tensor<3xf32> -> tensor<3x1xf32>
  %0 = kina.gather %v, %i : tensor<3x1xf32>, tensor<2xi64> -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}
