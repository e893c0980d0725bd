// f64 narrows with one rounding: just above a tie, a tie, the largest, overflow.
// RUN: kina-run %s --input="6xf64=1.003906250000001 1.00390625 65519.999 65520 nan -inf" | FileCheck %s
// RUN: kina-run %s --target-cpu=x86-64 --input="6xf64=1.003906250000001 1.00390625 65519.999 65520 nan -inf" | FileCheck %s
// CHECK: result[0]: 6xbf16=1.01 1 65536 65536 nan -inf
// CHECK: result[1]: 6xf16=1.004 1.004 65504 inf nan -inf
func.func @main(%x: tensor<6xf64>) -> (tensor<6xbf16>, tensor<6xf16>) {
  %0 = arith.truncf %x : tensor<6xf64> to tensor<6xbf16>
  %1 = arith.truncf %x : tensor<6xf64> to tensor<6xf16>
  return %0, %1 : tensor<6xbf16>, tensor<6xf16>
}
