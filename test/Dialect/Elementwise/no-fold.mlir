// What is not folded though its operands are constant: what traps at run time, and
// functions whose last bit is the run's own.
//
// RUN: kina-opt %s --canonicalize | FileCheck %s

// M10: one zero among the divisors is enough.
// CHECK-LABEL: func.func @div_by_zero
// CHECK: kina.div
// CHECK: kina.mod
func.func @div_by_zero() -> (tensor<2xi64>, tensor<2xi64>) {
  %a = kina.constant dense<[5, 6]> : tensor<2xi64>
  %b = kina.constant dense<[1, 0]> : tensor<2xi64>
  %0 = kina.div %a, %b : tensor<2xi64>
  %1 = kina.mod %a, %b : tensor<2xi64>
  return %0, %1 : tensor<2xi64>, tensor<2xi64>
}

// CHECK-LABEL: func.func @transcendental
// CHECK-COUNT-9: kina.{{exp|log|sqrt|rsqrt|sin|cos|tanh|sigmoid|erf}}
// CHECK: kina.pow
func.func @transcendental() -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>,
    tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) {
  %c = kina.constant dense<2.0> : tensor<1xf32>
  %0 = kina.exp %c : tensor<1xf32>
  %1 = kina.log %c : tensor<1xf32>
  %2 = kina.sqrt %c : tensor<1xf32>
  %3 = kina.rsqrt %c : tensor<1xf32>
  %4 = kina.sin %c : tensor<1xf32>
  %5 = kina.cos %c : tensor<1xf32>
  %6 = kina.tanh %c : tensor<1xf32>
  %7 = kina.sigmoid %c : tensor<1xf32>
  %8 = kina.erf %c : tensor<1xf32>
  %9 = kina.pow %c, %c : tensor<1xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<1xf32>, tensor<1xf32>,
      tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>,
      tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
}

// I12: elided values are no values.
// CHECK-LABEL: func.func @elided
// CHECK: kina.constant dense_resource<__elided__>
// CHECK: kina.add
// CHECK: kina.compare
// CHECK: kina.cast
func.func @elided() -> (tensor<2x128xf32>, tensor<2x128xi1>, tensor<2x128xi32>) {
  %c = kina.constant dense_resource<__elided__> : tensor<2x128xf32>
  %0 = kina.add %c, %c : tensor<2x128xf32>
  %1 = kina.compare lt, %c, %c : tensor<2x128xf32>
  %2 = kina.cast %c : tensor<2x128xf32> -> tensor<2x128xi32>
  return %0, %1, %2 : tensor<2x128xf32>, tensor<2x128xi1>, tensor<2x128xi32>
}

// A condition of no elements chooses nothing: either operand is right.
// CHECK-LABEL: func.func @empty_condition
// CHECK: return
func.func @empty_condition(%a: tensor<0xf32>, %b: tensor<0xf32>) -> (tensor<0xf32>, tensor<0xf32>) {
  %c = kina.constant dense<> : tensor<0xi1>
  %d = kina.constant dense<true> : tensor<0xi1>
  %0 = kina.select %c, %a, %b : tensor<0xf32>
  %1 = kina.select %d, %a, %b : tensor<0xf32>
  return %0, %1 : tensor<0xf32>, tensor<0xf32>
}
