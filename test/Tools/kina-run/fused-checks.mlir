// I09, I13: checks of indices and divisors survive fusion with what makes them: a
// constant, whose operand goes, or an iota, which has none.
// RUN: kina-opt %s --kina-to-linalg --linalg-fuse-elementwise-ops \
// RUN:   | kina-run - --function=main --input="3x2xf32=1 2 3 4 5 6" | FileCheck %s
// CHECK: result[0]: 2x2xf32=[5 6][5 6]
// CHECK: result[1]: 2x2xf32=[1 2][3 4]
// CHECK: result[2]: 2xi64=2 2

// RUN: kina-opt %s --kina-to-linalg --linalg-fuse-elementwise-ops --canonicalize \
// RUN:   | not --crash kina-run - --function=bad --input="1x2xf32=1 2" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD
// BAD: kina: gather index out of bounds: 1 is not in [0, 1)

func.func @main(%v: tensor<3x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xi64>) {
  %constant = kina.constant dense<2> : tensor<2xi64>
  %iota = kina.iota axis = 0 : tensor<2xi64>
  %0 = kina.gather %v, %constant : tensor<3x2xf32>, tensor<2xi64> -> tensor<2x2xf32>
  %1 = kina.gather %v, %iota : tensor<3x2xf32>, tensor<2xi64> -> tensor<2x2xf32>
  %one = kina.constant dense<1> : tensor<2xi64>
  %divisor = kina.sub %constant, %one : tensor<2xi64>
  %2 = kina.div %constant, %divisor : tensor<2xi64>
  return %0, %1, %2 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xi64>
}

func.func @bad(%v: tensor<1x2xf32>) -> tensor<2x2xf32> {
  %iota = kina.iota axis = 0 : tensor<2xi64>
  %0 = kina.gather %v, %iota : tensor<1x2xf32>, tensor<2xi64> -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
