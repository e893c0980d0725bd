// Folds of comparisons and casts of constants, worked out by hand. A float is printed
// with the digits that read back as the same float.
//
// RUN: kina-opt %s --canonicalize | FileCheck %s --implicit-check-not='kina.{{[a-bd-z]|ca|com}}'

// M03: with NaN all are false but ne.
// CHECK-LABEL: func.func @compare_eq
// CHECK: kina.constant dense<[false, true, false]> : tensor<3xi1>
func.func @compare_eq() -> tensor<3xi1> {
  %a = kina.constant dense<[0x7FC00000, 2.000000e+00, 1.000000e+00]> : tensor<3xf32>
  %b = kina.constant dense<[2.000000e+00, 2.000000e+00, 2.000000e+00]> : tensor<3xf32>
  %y = kina.compare eq, %a, %b : tensor<3xf32>
  return %y : tensor<3xi1>
}

// CHECK-LABEL: func.func @compare_ne
// CHECK: kina.constant dense<[true, false, true]> : tensor<3xi1>
func.func @compare_ne() -> tensor<3xi1> {
  %a = kina.constant dense<[0x7FC00000, 2.000000e+00, 1.000000e+00]> : tensor<3xf32>
  %b = kina.constant dense<[2.000000e+00, 2.000000e+00, 2.000000e+00]> : tensor<3xf32>
  %y = kina.compare ne, %a, %b : tensor<3xf32>
  return %y : tensor<3xi1>
}

// CHECK-LABEL: func.func @compare_lt
// CHECK: kina.constant dense<[false, false, true]> : tensor<3xi1>
func.func @compare_lt() -> tensor<3xi1> {
  %a = kina.constant dense<[0x7FC00000, 2.000000e+00, 1.000000e+00]> : tensor<3xf32>
  %b = kina.constant dense<[2.000000e+00, 2.000000e+00, 2.000000e+00]> : tensor<3xf32>
  %y = kina.compare lt, %a, %b : tensor<3xf32>
  return %y : tensor<3xi1>
}

// CHECK-LABEL: func.func @compare_le
// CHECK: kina.constant dense<[false, true, true]> : tensor<3xi1>
func.func @compare_le() -> tensor<3xi1> {
  %a = kina.constant dense<[0x7FC00000, 2.000000e+00, 1.000000e+00]> : tensor<3xf32>
  %b = kina.constant dense<[2.000000e+00, 2.000000e+00, 2.000000e+00]> : tensor<3xf32>
  %y = kina.compare le, %a, %b : tensor<3xf32>
  return %y : tensor<3xi1>
}

// CHECK-LABEL: func.func @compare_gt
// CHECK: kina.constant dense<false> : tensor<3xi1>
func.func @compare_gt() -> tensor<3xi1> {
  %a = kina.constant dense<[0x7FC00000, 2.000000e+00, 1.000000e+00]> : tensor<3xf32>
  %b = kina.constant dense<[2.000000e+00, 2.000000e+00, 2.000000e+00]> : tensor<3xf32>
  %y = kina.compare gt, %a, %b : tensor<3xf32>
  return %y : tensor<3xi1>
}

// CHECK-LABEL: func.func @compare_ge
// CHECK: kina.constant dense<[false, true, false]> : tensor<3xi1>
func.func @compare_ge() -> tensor<3xi1> {
  %a = kina.constant dense<[0x7FC00000, 2.000000e+00, 1.000000e+00]> : tensor<3xf32>
  %b = kina.constant dense<[2.000000e+00, 2.000000e+00, 2.000000e+00]> : tensor<3xf32>
  %y = kina.compare ge, %a, %b : tensor<3xf32>
  return %y : tensor<3xi1>
}

// CHECK-LABEL: func.func @compare_zeros
// CHECK: kina.constant dense<true> : tensor<1xi1>
func.func @compare_zeros() -> tensor<1xi1> {
  %a = kina.constant dense<[0.000000e+00]> : tensor<1xf32>
  %b = kina.constant dense<[-0.000000e+00]> : tensor<1xf32>
  %y = kina.compare eq, %a, %b : tensor<1xf32>
  return %y : tensor<1xi1>
}

// CHECK-LABEL: func.func @compare_signed
// CHECK: kina.constant dense<[true, false]> : tensor<2xi1>
func.func @compare_signed() -> tensor<2xi1> {
  %a = kina.constant dense<[-1, 1]> : tensor<2xi32>
  %b = kina.constant dense<[1, -1]> : tensor<2xi32>
  %y = kina.compare lt, %a, %b : tensor<2xi32>
  return %y : tensor<2xi1>
}

// CHECK-LABEL: func.func @compare_bool
// CHECK: kina.constant dense<[false, true]> : tensor<2xi1>
func.func @compare_bool() -> tensor<2xi1> {
  %a = kina.constant dense<[true, false]> : tensor<2xi1>
  %b = kina.constant dense<[true, true]> : tensor<2xi1>
  %y = kina.compare ne, %a, %b : tensor<2xi1>
  return %y : tensor<2xi1>
}

// CHECK-LABEL: func.func @compare_splats
// CHECK: kina.constant dense<false> : tensor<3xi1>
func.func @compare_splats() -> tensor<3xi1> {
  %a = kina.constant dense<1> : tensor<3xi64>
  %b = kina.constant dense<2> : tensor<3xi64>
  %y = kina.compare ge, %a, %b : tensor<3xi64>
  return %y : tensor<3xi1>
}

// CHECK-LABEL: func.func @compare_half_splat
// CHECK: kina.constant dense<[true, false, true]> : tensor<3xi1>
func.func @compare_half_splat() -> tensor<3xi1> {
  %a = kina.constant dense<[3, 1, 2]> : tensor<3xi64>
  %b = kina.constant dense<2> : tensor<3xi64>
  %y = kina.compare ge, %a, %b : tensor<3xi64>
  return %y : tensor<3xi1>
}

// CHECK-LABEL: func.func @compare_empty
// CHECK: kina.constant dense<> : tensor<0xi1>
func.func @compare_empty() -> tensor<0xi1> {
  %a = kina.constant dense<> : tensor<0xf32>
  %b = kina.constant dense<> : tensor<0xf32>
  %y = kina.compare ge, %a, %b : tensor<0xf32>
  return %y : tensor<0xi1>
}

// M07: truncates, saturates, NaN is 0.
// CHECK-LABEL: func.func @cast_to_int
// CHECK: kina.constant dense<[2, -2, 0, 2147483647, -2147483648, 2147483647]> : tensor<6xi32>
func.func @cast_to_int() -> tensor<6xi32> {
  %a = kina.constant dense<[2.700000e+00, -2.700000e+00, 0x7FC00000, 0x7F800000, 0xFF800000, 3.000000e+10]> : tensor<6xf32>
  %y = kina.cast %a : tensor<6xf32> -> tensor<6xi32>
  return %y : tensor<6xi32>
}

// CHECK-LABEL: func.func @cast_to_long
// CHECK: kina.constant dense<[9223372036854775807, -9223372036854775808]> : tensor<2xi64>
func.func @cast_to_long() -> tensor<2xi64> {
  %a = kina.constant dense<[1.000000e+19, -1.000000e+19]> : tensor<2xf32>
  %y = kina.cast %a : tensor<2xf32> -> tensor<2xi64>
  return %y : tensor<2xi64>
}

// B10: to nearest, ties to even; a NaN stays one.
// CHECK-LABEL: func.func @cast_to_bf16
// CHECK: kina.constant dense<[1.000000e+00, 1.015630e+00, 1.007810e+00, 0x7F80, 0x7FC0]> : tensor<5xbf16>
func.func @cast_to_bf16() -> tensor<5xbf16> {
  %a = kina.constant dense<[1.003906e+00, 1.011719e+00, 1.005000e+00, 3.400000e+38, 0x7FC00000]> : tensor<5xf32>
  %y = kina.cast %a : tensor<5xf32> -> tensor<5xbf16>
  return %y : tensor<5xbf16>
}

// B10: dropping the low half would make it inf.
// CHECK-LABEL: func.func @cast_signalling_nan
// CHECK: kina.constant dense<0x7F{{[C-F][0-9A-F]}}> : tensor<1xbf16>
func.func @cast_signalling_nan() -> tensor<1xbf16> {
  %a = kina.constant dense<0x7F800001> : tensor<1xf32>
  %y = kina.cast %a : tensor<1xf32> -> tensor<1xbf16>
  return %y : tensor<1xbf16>
}

// The largest f16 is 65504, and 65520 is halfway to the next power of two.
// CHECK-LABEL: func.func @cast_to_f16
// CHECK: kina.constant dense<[6.550400e+04, 0x7C00, 0.000000e+00]> : tensor<3xf16>
func.func @cast_to_f16() -> tensor<3xf16> {
  %a = kina.constant dense<[6.551900e+04, 6.552000e+04, 1.000000e-08]> : tensor<3xf32>
  %y = kina.cast %a : tensor<3xf32> -> tensor<3xf16>
  return %y : tensor<3xf16>
}

// Rounds once, ties to even: 2^24 and -(2^24 + 4).
// CHECK-LABEL: func.func @cast_long_to_float
// CHECK: kina.constant dense<[0x4B800000, 0xCB800002]> : tensor<2xf32>
func.func @cast_long_to_float() -> tensor<2xf32> {
  %a = kina.constant dense<[16777217, -16777219]> : tensor<2xi64>
  %y = kina.cast %a : tensor<2xi64> -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// != 0.
// CHECK-LABEL: func.func @cast_to_bool
// CHECK: kina.constant dense<[false, false, true, true]> : tensor<4xi1>
func.func @cast_to_bool() -> tensor<4xi1> {
  %a = kina.constant dense<[0.000000e+00, -0.000000e+00, 5.000000e-01, 0x7FC00000]> : tensor<4xf32>
  %y = kina.cast %a : tensor<4xf32> -> tensor<4xi1>
  return %y : tensor<4xi1>
}

// CHECK-LABEL: func.func @cast_int_to_bool
// CHECK: kina.constant dense<[false, true, true]> : tensor<3xi1>
func.func @cast_int_to_bool() -> tensor<3xi1> {
  %a = kina.constant dense<[0, 2, -1]> : tensor<3xi32>
  %y = kina.cast %a : tensor<3xi32> -> tensor<3xi1>
  return %y : tensor<3xi1>
}

// M05: true is 1, not -1.
// CHECK-LABEL: func.func @cast_from_bool
// CHECK: kina.constant dense<[1.000000e+00, 0.000000e+00]> : tensor<2xf32>
func.func @cast_from_bool() -> tensor<2xf32> {
  %a = kina.constant dense<[true, false]> : tensor<2xi1>
  %y = kina.cast %a : tensor<2xi1> -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// CHECK-LABEL: func.func @cast_bool_to_long
// CHECK: kina.constant dense<[1, 0]> : tensor<2xi64>
func.func @cast_bool_to_long() -> tensor<2xi64> {
  %a = kina.constant dense<[true, false]> : tensor<2xi1>
  %y = kina.cast %a : tensor<2xi1> -> tensor<2xi64>
  return %y : tensor<2xi64>
}

// Keeps the low bits.
// CHECK-LABEL: func.func @cast_narrow
// CHECK: kina.constant dense<[1, -2147483648, -1]> : tensor<3xi32>
func.func @cast_narrow() -> tensor<3xi32> {
  %a = kina.constant dense<[4294967297, 2147483648, -1]> : tensor<3xi64>
  %y = kina.cast %a : tensor<3xi64> -> tensor<3xi32>
  return %y : tensor<3xi32>
}

// CHECK-LABEL: func.func @cast_wide
// CHECK: kina.constant dense<[-1, -2147483648]> : tensor<2xi64>
func.func @cast_wide() -> tensor<2xi64> {
  %a = kina.constant dense<[-1, -2147483648]> : tensor<2xi32>
  %y = kina.cast %a : tensor<2xi32> -> tensor<2xi64>
  return %y : tensor<2xi64>
}

// CHECK-LABEL: func.func @cast_splat
// CHECK: kina.constant dense<1.000000e+00> : tensor<3xf16>
func.func @cast_splat() -> tensor<3xf16> {
  %a = kina.constant dense<1> : tensor<3xi64>
  %y = kina.cast %a : tensor<3xi64> -> tensor<3xf16>
  return %y : tensor<3xf16>
}
