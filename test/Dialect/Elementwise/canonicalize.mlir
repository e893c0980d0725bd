// Folds of elementwise ops on values that are not constant: those that hold for
// every value and size, and those that must not happen.
//
// RUN: kina-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @twice(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<4xi1>)
// CHECK-DAG: %[[ABS:.*]] = kina.abs %[[X]]
// CHECK-DAG: %[[RELU:.*]] = kina.relu %[[X]]
// CHECK: return %[[X]], %[[ABS]], %[[RELU]], %[[B]]
func.func @twice(%x: tensor<?xf32>, %b: tensor<4xi1>)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<4xi1>) {
  %0 = kina.neg %x : tensor<?xf32>
  %1 = kina.neg %0 : tensor<?xf32>
  %2 = kina.abs %x : tensor<?xf32>
  %3 = kina.abs %2 : tensor<?xf32>
  %4 = kina.relu %x : tensor<?xf32>
  %5 = kina.relu %4 : tensor<?xf32>
  %6 = kina.not %b : tensor<4xi1>
  %7 = kina.not %6 : tensor<4xi1>
  return %1, %3, %5, %7 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<4xi1>
}

// floor and sign of themselves, sin of sin and exp of log are left alone.
// CHECK-LABEL: func.func @not_twice
// CHECK: kina.exp
// CHECK: kina.log
// CHECK: kina.sin
// CHECK: kina.sin
func.func @not_twice(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = kina.exp %x : tensor<4xf32>
  %1 = kina.log %0 : tensor<4xf32>
  %2 = kina.sin %x : tensor<4xf32>
  %3 = kina.sin %2 : tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// x + -0, x - +0, x * 1, x / 1 and x ^ 1 are x, for every float; a constant on the
// left of an op that commutes moves to the right first.
// CHECK-LABEL: func.func @neutral_floats(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>)
// CHECK-NOT: kina.
// CHECK: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]] :
func.func @neutral_floats(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>,
    tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %minus_zero = kina.constant dense<-0.0> : tensor<4xf32>
  %zero = kina.constant dense<0.0> : tensor<4xf32>
  %one = kina.constant dense<1.0> : tensor<4xf32>
  %0 = kina.add %x, %minus_zero : tensor<4xf32>
  %1 = kina.add %minus_zero, %x : tensor<4xf32>
  %2 = kina.sub %x, %zero : tensor<4xf32>
  %3 = kina.mul %x, %one : tensor<4xf32>
  %4 = kina.mul %one, %x : tensor<4xf32>
  %5 = kina.div %x, %one : tensor<4xf32>
  %6 = kina.pow %x, %one : tensor<4xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
      tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// M01: x * 0 and x - x are NaN for inf and NaN, 0 / x is NaN at 0, x + +0 is +0 at
// -0, and x - -0 likewise; 0 - x is not -x at +0; x / x and x mod x are NaN at 0.
// CHECK-LABEL: func.func @not_neutral_floats(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>)
// CHECK-DAG: %[[Z:.*]] = kina.constant dense<0.000000e+00>
// CHECK-DAG: %[[M:.*]] = kina.constant dense<-0.000000e+00>
// CHECK: kina.mul %[[X]], %[[Z]]
// CHECK: kina.sub %[[X]], %[[X]]
// CHECK: kina.div %[[Z]], %[[X]]
// CHECK: kina.add %[[X]], %[[Z]]
// CHECK: kina.sub %[[X]], %[[M]]
// CHECK: kina.sub %[[Z]], %[[X]]
// CHECK: kina.div %[[X]], %[[X]]
// CHECK: kina.mod %[[X]], %[[X]]
// CHECK: kina.pow %[[X]], %[[Z]]
func.func @not_neutral_floats(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>,
    tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
    tensor<4xf32>, tensor<4xf32>) {
  %zero = kina.constant dense<0.0> : tensor<4xf32>
  %minus_zero = kina.constant dense<-0.0> : tensor<4xf32>
  %0 = kina.mul %x, %zero : tensor<4xf32>
  %1 = kina.sub %x, %x : tensor<4xf32>
  %2 = kina.div %zero, %x : tensor<4xf32>
  %3 = kina.add %x, %zero : tensor<4xf32>
  %4 = kina.sub %x, %minus_zero : tensor<4xf32>
  %5 = kina.sub %zero, %x : tensor<4xf32>
  %6 = kina.div %x, %x : tensor<4xf32>
  %7 = kina.mod %x, %x : tensor<4xf32>
  %8 = kina.pow %x, %zero : tensor<4xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<4xf32>, tensor<4xf32>,
      tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
      tensor<4xf32>, tensor<4xf32>
}

// Integers have no NaN: x * 0 is 0. But 0 / x and x mod x trap at 0.
// CHECK-LABEL: func.func @integers(
// CHECK-SAME: %[[X:.*]]: tensor<4xi64>)
// CHECK: %[[Z:.*]] = kina.constant dense<0> : tensor<4xi64>
// CHECK: %[[D:.*]] = kina.div %[[Z]], %[[X]]
// CHECK: %[[M:.*]] = kina.mod %[[X]], %[[X]]
// CHECK: return %[[X]], %[[X]], %[[X]], %[[X]], %[[Z]], %[[D]], %[[M]] :
func.func @integers(%x: tensor<4xi64>) -> (tensor<4xi64>, tensor<4xi64>, tensor<4xi64>,
    tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) {
  %zero = kina.constant dense<0> : tensor<4xi64>
  %one = kina.constant dense<1> : tensor<4xi64>
  %0 = kina.add %x, %zero : tensor<4xi64>
  %1 = kina.sub %x, %zero : tensor<4xi64>
  %2 = kina.mul %x, %one : tensor<4xi64>
  %3 = kina.div %x, %one : tensor<4xi64>
  %4 = kina.mul %x, %zero : tensor<4xi64>
  %5 = kina.div %zero, %x : tensor<4xi64>
  %6 = kina.mod %x, %x : tensor<4xi64>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4xi64>, tensor<4xi64>, tensor<4xi64>,
      tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>
}

// A constant that is not one number everywhere is not neutral.
// CHECK-LABEL: func.func @not_splat
// CHECK: kina.mul
func.func @not_splat(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = kina.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = kina.mul %x, %c : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @logic(
// CHECK-SAME: %[[X:.*]]: tensor<?xi1>)
// CHECK: %[[XOR:.*]] = kina.xor %[[X]], %[[X]]
// CHECK: return %[[X]], %[[X]], %[[XOR]]
func.func @logic(%x: tensor<?xi1>) -> (tensor<?xi1>, tensor<?xi1>, tensor<?xi1>) {
  %0 = kina.and %x, %x : tensor<?xi1>
  %1 = kina.or %x, %x : tensor<?xi1>
  %2 = kina.xor %x, %x : tensor<?xi1>
  return %0, %1, %2 : tensor<?xi1>, tensor<?xi1>, tensor<?xi1>
}

// M03: not(a < b) is not a >= b where one is NaN; a == a is false for NaN.
// CHECK-LABEL: func.func @compares
// CHECK: kina.compare lt
// CHECK: kina.not
// CHECK: kina.compare eq
func.func @compares(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>) {
  %0 = kina.compare lt, %a, %b : tensor<4xf32>
  %1 = kina.not %0 : tensor<4xi1>
  %2 = kina.compare eq, %a, %a : tensor<4xf32>
  return %1, %2 : tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func.func @select(
// CHECK-SAME: %[[C:.*]]: tensor<4xi1>, %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>)
// CHECK: return %[[A]], %[[A]], %[[B]]
func.func @select(%c: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %true = kina.constant dense<true> : tensor<4xi1>
  %false = kina.constant dense<false> : tensor<4xi1>
  %0 = kina.select %c, %a, %a : tensor<4xf32>
  %1 = kina.select %true, %a, %b : tensor<4xf32>
  %2 = kina.select %false, %a, %b : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// The condition's size is checked at run time: a select of `?` size stays.
// CHECK-LABEL: func.func @select_dynamic
// CHECK: kina.select
func.func @select_dynamic(%c: tensor<?xi1>, %a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = kina.select %c, %a, %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @cast(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>)
// CHECK: %[[NARROW:.*]] = kina.cast %[[X]] : tensor<?xf32> -> tensor<?xf16>
// CHECK: %[[WIDE:.*]] = kina.cast %[[NARROW]]
// CHECK: %[[STATIC:.*]] = kina.cast %[[X]] : tensor<?xf32> -> tensor<4xf32>
// CHECK: return %[[X]], %[[WIDE]], %[[STATIC]]
func.func @cast(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<4xf32>) {
  %0 = kina.cast %x : tensor<?xf32> -> tensor<?xf32>
  // There and back loses digits.
  %1 = kina.cast %x : tensor<?xf32> -> tensor<?xf16>
  %2 = kina.cast %1 : tensor<?xf16> -> tensor<?xf32>
  // The size is checked at run time.
  %3 = kina.cast %x : tensor<?xf32> -> tensor<4xf32>
  return %0, %2, %3 : tensor<?xf32>, tensor<?xf32>, tensor<4xf32>
}

// A product with a cotangent of zeros is zeros. A partial of ones still turns a
// cotangent of -0 into 0, and one of zeros gives NaN where the cotangent is inf.
// CHECK-LABEL: func.func @mul_no_nan(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>)
// CHECK-DAG: %[[Z:.*]] = kina.constant dense<0.000000e+00>
// CHECK-DAG: %[[ONE:.*]] = kina.constant dense<1.000000e+00>
// CHECK-DAG: %[[ONES:.*]] = kina.mul_no_nan %[[X]], %[[ONE]]
// CHECK-DAG: %[[ZEROS:.*]] = kina.mul_no_nan %[[X]], %[[Z]]
// CHECK: return %[[Z]], %[[ONES]], %[[ZEROS]]
func.func @mul_no_nan(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = kina.constant dense<0.0> : tensor<4xf32>
  %one = kina.constant dense<1.0> : tensor<4xf32>
  %0 = kina.mul_no_nan %zero, %x : tensor<4xf32>
  %1 = kina.mul_no_nan %x, %one : tensor<4xf32>
  %2 = kina.mul_no_nan %x, %zero : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
