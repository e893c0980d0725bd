// Folds of elementwise ops on constants. The numbers are IEEE's and two's
// complement's, worked out by hand.
//
// RUN: kina-opt %s --canonicalize | FileCheck %s --implicit-check-not='kina.{{[a-bd-z]|ca|com}}'

// M14: a flip of the sign, not 0 - x.
// CHECK-LABEL: func.func @neg_float
// CHECK: kina.constant dense<[-1.500000e+00, -0.000000e+00, 0.000000e+00, 0x7F800000]> : tensor<4xf32>
func.func @neg_float() -> tensor<4xf32> {
  %a = kina.constant dense<[1.500000e+00, 0.000000e+00, -0.000000e+00, 0xFF800000]> : tensor<4xf32>
  %y = kina.neg %a : tensor<4xf32>
  return %y : tensor<4xf32>
}

// M14: wraps.
// CHECK-LABEL: func.func @neg_int
// CHECK: kina.constant dense<[-5, -2147483648]> : tensor<2xi32>
func.func @neg_int() -> tensor<2xi32> {
  %a = kina.constant dense<[5, -2147483648]> : tensor<2xi32>
  %y = kina.neg %a : tensor<2xi32>
  return %y : tensor<2xi32>
}

// CHECK-LABEL: func.func @abs_float
// CHECK: kina.constant dense<[1.500000e+00, 0.000000e+00, 0x7F800000]> : tensor<3xf32>
func.func @abs_float() -> tensor<3xf32> {
  %a = kina.constant dense<[-1.500000e+00, -0.000000e+00, 0xFF800000]> : tensor<3xf32>
  %y = kina.abs %a : tensor<3xf32>
  return %y : tensor<3xf32>
}

// CHECK-LABEL: func.func @abs_int
// CHECK: kina.constant dense<[5, -2147483648]> : tensor<2xi32>
func.func @abs_int() -> tensor<2xi32> {
  %a = kina.constant dense<[-5, -2147483648]> : tensor<2xi32>
  %y = kina.abs %a : tensor<2xi32>
  return %y : tensor<2xi32>
}

// max(x, 0): a NaN stays, -0 becomes +0.
// CHECK-LABEL: func.func @relu_float
// CHECK: kina.constant dense<[0.000000e+00, 2.000000e+00, 0.000000e+00, 0x7FC00000, 0.000000e+00]> : tensor<5xf32>
func.func @relu_float() -> tensor<5xf32> {
  %a = kina.constant dense<[-1.000000e+00, 2.000000e+00, -0.000000e+00, 0x7FC00000, 0xFF800000]> : tensor<5xf32>
  %y = kina.relu %a : tensor<5xf32>
  return %y : tensor<5xf32>
}

// CHECK-LABEL: func.func @relu_int
// CHECK: kina.constant dense<[0, 7]> : tensor<2xi64>
func.func @relu_int() -> tensor<2xi64> {
  %a = kina.constant dense<[-7, 7]> : tensor<2xi64>
  %y = kina.relu %a : tensor<2xi64>
  return %y : tensor<2xi64>
}

// CHECK-LABEL: func.func @floor
// CHECK: kina.constant dense<[-2.000000e+00, 2.000000e+00, -1.000000e+00, -0.000000e+00, 0x7F800000]> : tensor<5xf32>
func.func @floor() -> tensor<5xf32> {
  %a = kina.constant dense<[-1.500000e+00, 2.750000e+00, -2.500000e-01, -0.000000e+00, 0x7F800000]> : tensor<5xf32>
  %y = kina.floor %a : tensor<5xf32>
  return %y : tensor<5xf32>
}

// CHECK-LABEL: func.func @sign_float
// CHECK: kina.constant dense<[-1.000000e+00, 1.000000e+00, 0.000000e+00, -0.000000e+00, 0x7FC00000, -1.000000e+00]> : tensor<6xf32>
func.func @sign_float() -> tensor<6xf32> {
  %a = kina.constant dense<[-3.000000e+00, 2.000000e+00, 0.000000e+00, -0.000000e+00, 0x7FC00000, 0xFF800000]> : tensor<6xf32>
  %y = kina.sign %a : tensor<6xf32>
  return %y : tensor<6xf32>
}

// CHECK-LABEL: func.func @sign_int
// CHECK: kina.constant dense<[-1, 0, 1]> : tensor<3xi32>
func.func @sign_int() -> tensor<3xi32> {
  %a = kina.constant dense<[-3, 0, 9]> : tensor<3xi32>
  %y = kina.sign %a : tensor<3xi32>
  return %y : tensor<3xi32>
}

// CHECK-LABEL: func.func @not_bool
// CHECK: kina.constant dense<[false, true]> : tensor<2xi1>
func.func @not_bool() -> tensor<2xi1> {
  %a = kina.constant dense<[true, false]> : tensor<2xi1>
  %y = kina.not %a : tensor<2xi1>
  return %y : tensor<2xi1>
}

// CHECK-LABEL: func.func @not_int
// CHECK: kina.constant dense<[-1, -6]> : tensor<2xi32>
func.func @not_int() -> tensor<2xi32> {
  %a = kina.constant dense<[0, 5]> : tensor<2xi32>
  %y = kina.not %a : tensor<2xi32>
  return %y : tensor<2xi32>
}

// CHECK-LABEL: func.func @add_float
// CHECK: kina.constant dense<[7.500000e-01, {{0x[7F]FC00000}}, 0.000000e+00]> : tensor<3xf32>
func.func @add_float() -> tensor<3xf32> {
  %a = kina.constant dense<[5.000000e-01, 0x7F800000, -0.000000e+00]> : tensor<3xf32>
  %b = kina.constant dense<[2.500000e-01, 0xFF800000, 0.000000e+00]> : tensor<3xf32>
  %y = kina.add %a, %b : tensor<3xf32>
  return %y : tensor<3xf32>
}

// Wraps.
// CHECK-LABEL: func.func @add_int
// CHECK: kina.constant dense<[-2147483648, -2]> : tensor<2xi32>
func.func @add_int() -> tensor<2xi32> {
  %a = kina.constant dense<[2147483647, 1]> : tensor<2xi32>
  %b = kina.constant dense<[1, -3]> : tensor<2xi32>
  %y = kina.add %a, %b : tensor<2xi32>
  return %y : tensor<2xi32>
}

// Halfway between 2048 and 2050: to even.
// CHECK-LABEL: func.func @add_f16
// CHECK: kina.constant dense<2.048000e+03> : tensor<2xf16>
func.func @add_f16() -> tensor<2xf16> {
  %a = kina.constant dense<2048.0> : tensor<2xf16>
  %b = kina.constant dense<1.0> : tensor<2xf16>
  %y = kina.add %a, %b : tensor<2xf16>
  return %y : tensor<2xf16>
}

// CHECK-LABEL: func.func @sub_float
// CHECK: kina.constant dense<[2.500000e-01, 0.000000e+00]> : tensor<2xf32>
func.func @sub_float() -> tensor<2xf32> {
  %a = kina.constant dense<[5.000000e-01, 1.000000e+00]> : tensor<2xf32>
  %b = kina.constant dense<[2.500000e-01, 1.000000e+00]> : tensor<2xf32>
  %y = kina.sub %a, %b : tensor<2xf32>
  return %y : tensor<2xf32>
}

// CHECK-LABEL: func.func @sub_int
// CHECK: kina.constant dense<9223372036854775807> : tensor<1xi64>
func.func @sub_int() -> tensor<1xi64> {
  %a = kina.constant dense<[-9223372036854775808]> : tensor<1xi64>
  %b = kina.constant dense<[1]> : tensor<1xi64>
  %y = kina.sub %a, %b : tensor<1xi64>
  return %y : tensor<1xi64>
}

// CHECK-LABEL: func.func @mul_float
// CHECK: kina.constant dense<[1.500000e+00, {{0x[7F]FC00000}}, -0.000000e+00]> : tensor<3xf32>
func.func @mul_float() -> tensor<3xf32> {
  %a = kina.constant dense<[3.000000e+00, 0x7F800000, -2.000000e+00]> : tensor<3xf32>
  %b = kina.constant dense<[5.000000e-01, 0.000000e+00, 0.000000e+00]> : tensor<3xf32>
  %y = kina.mul %a, %b : tensor<3xf32>
  return %y : tensor<3xf32>
}

// CHECK-LABEL: func.func @mul_int
// CHECK: kina.constant dense<[0, -21]> : tensor<2xi32>
func.func @mul_int() -> tensor<2xi32> {
  %a = kina.constant dense<[65536, -3]> : tensor<2xi32>
  %b = kina.constant dense<[65536, 7]> : tensor<2xi32>
  %y = kina.mul %a, %b : tensor<2xi32>
  return %y : tensor<2xi32>
}

// CHECK-LABEL: func.func @div_float
// CHECK: kina.constant dense<[0x7F800000, 0xFF800000, {{0x[7F]FC00000}}]> : tensor<3xf32>
func.func @div_float() -> tensor<3xf32> {
  %a = kina.constant dense<[1.000000e+00, -1.000000e+00, 0.000000e+00]> : tensor<3xf32>
  %b = kina.constant dense<[0.000000e+00, 0.000000e+00, 0.000000e+00]> : tensor<3xf32>
  %y = kina.div %a, %b : tensor<3xf32>
  return %y : tensor<3xf32>
}

// Truncates; INT_MIN / -1 = INT_MIN.
// CHECK-LABEL: func.func @div_int
// CHECK: kina.constant dense<[3, -3, -3, -2147483648]> : tensor<4xi32>
func.func @div_int() -> tensor<4xi32> {
  %a = kina.constant dense<[7, -7, 7, -2147483648]> : tensor<4xi32>
  %b = kina.constant dense<[2, 2, -2, -1]> : tensor<4xi32>
  %y = kina.div %a, %b : tensor<4xi32>
  return %y : tensor<4xi32>
}

// M08: floored; INT_MIN mod -1 = 0.
// CHECK-LABEL: func.func @mod_int
// CHECK: kina.constant dense<[2, 1, 2, 0, 0, -2, 0]> : tensor<7xi32>
func.func @mod_int() -> tensor<7xi32> {
  %a = kina.constant dense<[-7, 7, -1, 0, -3, 7, -2147483648]> : tensor<7xi32>
  %b = kina.constant dense<[3, 3, 3, 3, 3, -3, -1]> : tensor<7xi32>
  %y = kina.mod %a, %b : tensor<7xi32>
  return %y : tensor<7xi32>
}

// Python's %.
// CHECK-LABEL: func.func @mod_float
// CHECK: kina.constant dense<[1.500000e+00, 5.000000e-01, -5.000000e-01, -1.500000e+00, 0x7F800000]> : tensor<5xf32>
func.func @mod_float() -> tensor<5xf32> {
  %a = kina.constant dense<[5.500000e+00, -5.500000e+00, 5.500000e+00, -5.500000e+00, -1.000000e+00]> : tensor<5xf32>
  %b = kina.constant dense<[2.000000e+00, 2.000000e+00, -2.000000e+00, -2.000000e+00, 0x7F800000]> : tensor<5xf32>
  %y = kina.mod %a, %b : tensor<5xf32>
  return %y : tensor<5xf32>
}

// M10: of floats NaN.
// CHECK-LABEL: func.func @mod_float_zero
// CHECK: kina.constant dense<{{0x[7F]FC00000}}> : tensor<1xf32>
func.func @mod_float_zero() -> tensor<1xf32> {
  %a = kina.constant dense<[5.000000e+00]> : tensor<1xf32>
  %b = kina.constant dense<[0.000000e+00]> : tensor<1xf32>
  %y = kina.mod %a, %b : tensor<1xf32>
  return %y : tensor<1xf32>
}

// NaN propagates; +0 is above -0.
// CHECK-LABEL: func.func @max
// CHECK: kina.constant dense<[0.000000e+00, 0.000000e+00, 0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<5xf32>
func.func @max() -> tensor<5xf32> {
  %a = kina.constant dense<[0.000000e+00, -0.000000e+00, 0x7FC00000, 1.000000e+00, 0xFF800000]> : tensor<5xf32>
  %b = kina.constant dense<[-0.000000e+00, 0.000000e+00, 1.000000e+00, 0x7FC00000, 0xFF800000]> : tensor<5xf32>
  %y = kina.max %a, %b : tensor<5xf32>
  return %y : tensor<5xf32>
}

// CHECK-LABEL: func.func @min
// CHECK: kina.constant dense<[-0.000000e+00, -0.000000e+00, 0x7FC00000, 0x7FC00000, 0x7F800000]> : tensor<5xf32>
func.func @min() -> tensor<5xf32> {
  %a = kina.constant dense<[0.000000e+00, -0.000000e+00, 0x7FC00000, 1.000000e+00, 0x7F800000]> : tensor<5xf32>
  %b = kina.constant dense<[-0.000000e+00, 0.000000e+00, 1.000000e+00, 0x7FC00000, 0x7F800000]> : tensor<5xf32>
  %y = kina.min %a, %b : tensor<5xf32>
  return %y : tensor<5xf32>
}

// Signed.
// CHECK-LABEL: func.func @max_int
// CHECK: kina.constant dense<[3, 5]> : tensor<2xi32>
func.func @max_int() -> tensor<2xi32> {
  %a = kina.constant dense<[-5, 5]> : tensor<2xi32>
  %b = kina.constant dense<[3, -3]> : tensor<2xi32>
  %y = kina.max %a, %b : tensor<2xi32>
  return %y : tensor<2xi32>
}

// CHECK-LABEL: func.func @min_int
// CHECK: kina.constant dense<[-5, -3]> : tensor<2xi64>
func.func @min_int() -> tensor<2xi64> {
  %a = kina.constant dense<[-5, 5]> : tensor<2xi64>
  %b = kina.constant dense<[3, -3]> : tensor<2xi64>
  %y = kina.min %a, %b : tensor<2xi64>
  return %y : tensor<2xi64>
}

// A zero cotangent stops inf and NaN.
// CHECK-LABEL: func.func @mul_no_nan
// CHECK: kina.constant dense<[0.000000e+00, 6.000000e+00, 0.000000e+00]> : tensor<3xf32>
func.func @mul_no_nan() -> tensor<3xf32> {
  %a = kina.constant dense<[0.000000e+00, 2.000000e+00, 0.000000e+00]> : tensor<3xf32>
  %b = kina.constant dense<[0x7F800000, 3.000000e+00, 0x7FC00000]> : tensor<3xf32>
  %y = kina.mul_no_nan %a, %b : tensor<3xf32>
  return %y : tensor<3xf32>
}

// CHECK-LABEL: func.func @and_int
// CHECK: kina.constant dense<8> : tensor<1xi32>
func.func @and_int() -> tensor<1xi32> {
  %a = kina.constant dense<[12]> : tensor<1xi32>
  %b = kina.constant dense<[10]> : tensor<1xi32>
  %y = kina.and %a, %b : tensor<1xi32>
  return %y : tensor<1xi32>
}

// CHECK-LABEL: func.func @or_int
// CHECK: kina.constant dense<14> : tensor<1xi64>
func.func @or_int() -> tensor<1xi64> {
  %a = kina.constant dense<[12]> : tensor<1xi64>
  %b = kina.constant dense<[10]> : tensor<1xi64>
  %y = kina.or %a, %b : tensor<1xi64>
  return %y : tensor<1xi64>
}

// CHECK-LABEL: func.func @xor_int
// CHECK: kina.constant dense<6> : tensor<1xi32>
func.func @xor_int() -> tensor<1xi32> {
  %a = kina.constant dense<[12]> : tensor<1xi32>
  %b = kina.constant dense<[10]> : tensor<1xi32>
  %y = kina.xor %a, %b : tensor<1xi32>
  return %y : tensor<1xi32>
}

// CHECK-LABEL: func.func @and_bool
// CHECK: kina.constant dense<[true, false, false]> : tensor<3xi1>
func.func @and_bool() -> tensor<3xi1> {
  %a = kina.constant dense<[true, true, false]> : tensor<3xi1>
  %b = kina.constant dense<[true, false, false]> : tensor<3xi1>
  %y = kina.and %a, %b : tensor<3xi1>
  return %y : tensor<3xi1>
}

// CHECK-LABEL: func.func @add_empty
// CHECK: kina.constant dense<> : tensor<0x3xf32>
func.func @add_empty() -> tensor<0x3xf32> {
  %a = kina.constant dense<> : tensor<0x3xf32>
  %b = kina.constant dense<> : tensor<0x3xf32>
  %y = kina.add %a, %b : tensor<0x3xf32>
  return %y : tensor<0x3xf32>
}
