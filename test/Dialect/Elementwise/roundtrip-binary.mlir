// Elementwise ops of two operands or more, and casts: every op in its canonical text, over element types, static, dynamic, zero
// and absent dimensions and placements. What is printed is exactly what stands here,
// from the text, from the generic form and from bytecode.
//
// RUN: grep -v '^ *//' %s > %t.expected
// RUN: kina-opt %s --verify-roundtrip | diff -B %t.expected -
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | diff -B %t.expected -
// RUN: kina-opt %s --emit-bytecode | kina-opt | diff -B %t.expected -

module {
  func.func @add(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<?x4xf16>, %arg3: tensor<?x4xf16>, %arg4: tensor<0x3xbf16>, %arg5: tensor<0x3xbf16>, %arg6: tensor<f64>, %arg7: tensor<f64>, %arg8: tensor<2x?xf32, #kina.device>, %arg9: tensor<2x?xf32, #kina.device>, %arg10: tensor<3xi32>, %arg11: tensor<3xi32>, %arg12: tensor<?x0xi64, #kina.device<1>>, %arg13: tensor<?x0xi64, #kina.device<1>>) {
    %0 = kina.add %arg0, %arg1 : tensor<4x8xf32>
    %1 = kina.add %arg2, %arg3 : tensor<?x4xf16>
    %2 = kina.add %arg4, %arg5 : tensor<0x3xbf16>
    %3 = kina.add %arg6, %arg7 : tensor<f64>
    %4 = kina.add %arg8, %arg9 : tensor<2x?xf32, #kina.device>
    %5 = kina.add %arg10, %arg11 : tensor<3xi32>
    %6 = kina.add %arg12, %arg13 : tensor<?x0xi64, #kina.device<1>>
    return
  }

  func.func @sub(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<?x4xf16>, %arg3: tensor<?x4xf16>, %arg4: tensor<0x3xbf16>, %arg5: tensor<0x3xbf16>, %arg6: tensor<f64>, %arg7: tensor<f64>, %arg8: tensor<2x?xf32, #kina.device>, %arg9: tensor<2x?xf32, #kina.device>, %arg10: tensor<3xi32>, %arg11: tensor<3xi32>, %arg12: tensor<?x0xi64, #kina.device<1>>, %arg13: tensor<?x0xi64, #kina.device<1>>) {
    %0 = kina.sub %arg0, %arg1 : tensor<4x8xf32>
    %1 = kina.sub %arg2, %arg3 : tensor<?x4xf16>
    %2 = kina.sub %arg4, %arg5 : tensor<0x3xbf16>
    %3 = kina.sub %arg6, %arg7 : tensor<f64>
    %4 = kina.sub %arg8, %arg9 : tensor<2x?xf32, #kina.device>
    %5 = kina.sub %arg10, %arg11 : tensor<3xi32>
    %6 = kina.sub %arg12, %arg13 : tensor<?x0xi64, #kina.device<1>>
    return
  }

  func.func @mul(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<?x4xf16>, %arg3: tensor<?x4xf16>, %arg4: tensor<0x3xbf16>, %arg5: tensor<0x3xbf16>, %arg6: tensor<f64>, %arg7: tensor<f64>, %arg8: tensor<2x?xf32, #kina.device>, %arg9: tensor<2x?xf32, #kina.device>, %arg10: tensor<3xi32>, %arg11: tensor<3xi32>, %arg12: tensor<?x0xi64, #kina.device<1>>, %arg13: tensor<?x0xi64, #kina.device<1>>) {
    %0 = kina.mul %arg0, %arg1 : tensor<4x8xf32>
    %1 = kina.mul %arg2, %arg3 : tensor<?x4xf16>
    %2 = kina.mul %arg4, %arg5 : tensor<0x3xbf16>
    %3 = kina.mul %arg6, %arg7 : tensor<f64>
    %4 = kina.mul %arg8, %arg9 : tensor<2x?xf32, #kina.device>
    %5 = kina.mul %arg10, %arg11 : tensor<3xi32>
    %6 = kina.mul %arg12, %arg13 : tensor<?x0xi64, #kina.device<1>>
    return
  }

  func.func @div(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<?x4xf16>, %arg3: tensor<?x4xf16>, %arg4: tensor<0x3xbf16>, %arg5: tensor<0x3xbf16>, %arg6: tensor<f64>, %arg7: tensor<f64>, %arg8: tensor<2x?xf32, #kina.device>, %arg9: tensor<2x?xf32, #kina.device>, %arg10: tensor<3xi32>, %arg11: tensor<3xi32>, %arg12: tensor<?x0xi64, #kina.device<1>>, %arg13: tensor<?x0xi64, #kina.device<1>>) {
    %0 = kina.div %arg0, %arg1 : tensor<4x8xf32>
    %1 = kina.div %arg2, %arg3 : tensor<?x4xf16>
    %2 = kina.div %arg4, %arg5 : tensor<0x3xbf16>
    %3 = kina.div %arg6, %arg7 : tensor<f64>
    %4 = kina.div %arg8, %arg9 : tensor<2x?xf32, #kina.device>
    %5 = kina.div %arg10, %arg11 : tensor<3xi32>
    %6 = kina.div %arg12, %arg13 : tensor<?x0xi64, #kina.device<1>>
    return
  }

  func.func @max(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<?x4xf16>, %arg3: tensor<?x4xf16>, %arg4: tensor<0x3xbf16>, %arg5: tensor<0x3xbf16>, %arg6: tensor<f64>, %arg7: tensor<f64>, %arg8: tensor<2x?xf32, #kina.device>, %arg9: tensor<2x?xf32, #kina.device>, %arg10: tensor<3xi32>, %arg11: tensor<3xi32>, %arg12: tensor<?x0xi64, #kina.device<1>>, %arg13: tensor<?x0xi64, #kina.device<1>>) {
    %0 = kina.max %arg0, %arg1 : tensor<4x8xf32>
    %1 = kina.max %arg2, %arg3 : tensor<?x4xf16>
    %2 = kina.max %arg4, %arg5 : tensor<0x3xbf16>
    %3 = kina.max %arg6, %arg7 : tensor<f64>
    %4 = kina.max %arg8, %arg9 : tensor<2x?xf32, #kina.device>
    %5 = kina.max %arg10, %arg11 : tensor<3xi32>
    %6 = kina.max %arg12, %arg13 : tensor<?x0xi64, #kina.device<1>>
    return
  }

  func.func @min(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<?x4xf16>, %arg3: tensor<?x4xf16>, %arg4: tensor<0x3xbf16>, %arg5: tensor<0x3xbf16>, %arg6: tensor<f64>, %arg7: tensor<f64>, %arg8: tensor<2x?xf32, #kina.device>, %arg9: tensor<2x?xf32, #kina.device>, %arg10: tensor<3xi32>, %arg11: tensor<3xi32>, %arg12: tensor<?x0xi64, #kina.device<1>>, %arg13: tensor<?x0xi64, #kina.device<1>>) {
    %0 = kina.min %arg0, %arg1 : tensor<4x8xf32>
    %1 = kina.min %arg2, %arg3 : tensor<?x4xf16>
    %2 = kina.min %arg4, %arg5 : tensor<0x3xbf16>
    %3 = kina.min %arg6, %arg7 : tensor<f64>
    %4 = kina.min %arg8, %arg9 : tensor<2x?xf32, #kina.device>
    %5 = kina.min %arg10, %arg11 : tensor<3xi32>
    %6 = kina.min %arg12, %arg13 : tensor<?x0xi64, #kina.device<1>>
    return
  }

  func.func @mod(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<?x4xf16>, %arg3: tensor<?x4xf16>, %arg4: tensor<0x3xbf16>, %arg5: tensor<0x3xbf16>, %arg6: tensor<f64>, %arg7: tensor<f64>, %arg8: tensor<2x?xf32, #kina.device>, %arg9: tensor<2x?xf32, #kina.device>, %arg10: tensor<3xi32>, %arg11: tensor<3xi32>, %arg12: tensor<?x0xi64, #kina.device<1>>, %arg13: tensor<?x0xi64, #kina.device<1>>) {
    %0 = kina.mod %arg0, %arg1 : tensor<4x8xf32>
    %1 = kina.mod %arg2, %arg3 : tensor<?x4xf16>
    %2 = kina.mod %arg4, %arg5 : tensor<0x3xbf16>
    %3 = kina.mod %arg6, %arg7 : tensor<f64>
    %4 = kina.mod %arg8, %arg9 : tensor<2x?xf32, #kina.device>
    %5 = kina.mod %arg10, %arg11 : tensor<3xi32>
    %6 = kina.mod %arg12, %arg13 : tensor<?x0xi64, #kina.device<1>>
    return
  }

  func.func @pow(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<?x4xf16>, %arg3: tensor<?x4xf16>, %arg4: tensor<0x3xbf16>, %arg5: tensor<0x3xbf16>, %arg6: tensor<f64>, %arg7: tensor<f64>, %arg8: tensor<2x?xf32, #kina.device>, %arg9: tensor<2x?xf32, #kina.device>) {
    %0 = kina.pow %arg0, %arg1 : tensor<4x8xf32>
    %1 = kina.pow %arg2, %arg3 : tensor<?x4xf16>
    %2 = kina.pow %arg4, %arg5 : tensor<0x3xbf16>
    %3 = kina.pow %arg6, %arg7 : tensor<f64>
    %4 = kina.pow %arg8, %arg9 : tensor<2x?xf32, #kina.device>
    return
  }

  func.func @mul_no_nan(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<?x4xf16>, %arg3: tensor<?x4xf16>, %arg4: tensor<0x3xbf16>, %arg5: tensor<0x3xbf16>, %arg6: tensor<f64>, %arg7: tensor<f64>, %arg8: tensor<2x?xf32, #kina.device>, %arg9: tensor<2x?xf32, #kina.device>) {
    %0 = kina.mul_no_nan %arg0, %arg1 : tensor<4x8xf32>
    %1 = kina.mul_no_nan %arg2, %arg3 : tensor<?x4xf16>
    %2 = kina.mul_no_nan %arg4, %arg5 : tensor<0x3xbf16>
    %3 = kina.mul_no_nan %arg6, %arg7 : tensor<f64>
    %4 = kina.mul_no_nan %arg8, %arg9 : tensor<2x?xf32, #kina.device>
    return
  }

  func.func @and(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>, %arg2: tensor<?x0xi1, #kina.device>, %arg3: tensor<?x0xi1, #kina.device>, %arg4: tensor<i32>, %arg5: tensor<i32>, %arg6: tensor<2x?xi64>, %arg7: tensor<2x?xi64>) {
    %0 = kina.and %arg0, %arg1 : tensor<4xi1>
    %1 = kina.and %arg2, %arg3 : tensor<?x0xi1, #kina.device>
    %2 = kina.and %arg4, %arg5 : tensor<i32>
    %3 = kina.and %arg6, %arg7 : tensor<2x?xi64>
    return
  }

  func.func @or(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>, %arg2: tensor<?x0xi1, #kina.device>, %arg3: tensor<?x0xi1, #kina.device>, %arg4: tensor<i32>, %arg5: tensor<i32>, %arg6: tensor<2x?xi64>, %arg7: tensor<2x?xi64>) {
    %0 = kina.or %arg0, %arg1 : tensor<4xi1>
    %1 = kina.or %arg2, %arg3 : tensor<?x0xi1, #kina.device>
    %2 = kina.or %arg4, %arg5 : tensor<i32>
    %3 = kina.or %arg6, %arg7 : tensor<2x?xi64>
    return
  }

  func.func @xor(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>, %arg2: tensor<?x0xi1, #kina.device>, %arg3: tensor<?x0xi1, #kina.device>, %arg4: tensor<i32>, %arg5: tensor<i32>, %arg6: tensor<2x?xi64>, %arg7: tensor<2x?xi64>) {
    %0 = kina.xor %arg0, %arg1 : tensor<4xi1>
    %1 = kina.xor %arg2, %arg3 : tensor<?x0xi1, #kina.device>
    %2 = kina.xor %arg4, %arg5 : tensor<i32>
    %3 = kina.xor %arg6, %arg7 : tensor<2x?xi64>
    return
  }

  func.func @not(%arg0: tensor<4xi1>, %arg1: tensor<?x0xi1, #kina.device>, %arg2: tensor<i32>, %arg3: tensor<2x?xi64>) {
    %0 = kina.not %arg0 : tensor<4xi1>
    %1 = kina.not %arg1 : tensor<?x0xi1, #kina.device>
    %2 = kina.not %arg2 : tensor<i32>
    %3 = kina.not %arg3 : tensor<2x?xi64>
    return
  }

  func.func @compare(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<?x4xf16>, %arg3: tensor<?x4xf16>, %arg4: tensor<0x3xbf16>, %arg5: tensor<0x3xbf16>, %arg6: tensor<f64>, %arg7: tensor<f64>, %arg8: tensor<3xi32>, %arg9: tensor<3xi32>, %arg10: tensor<?x0xi64, #kina.device<1>>, %arg11: tensor<?x0xi64, #kina.device<1>>, %arg12: tensor<4xi1>, %arg13: tensor<4xi1>, %arg14: tensor<?xi1, #kina.device>, %arg15: tensor<?xi1, #kina.device>, %arg16: tensor<2x?xf32, #kina.device>, %arg17: tensor<2x?xf32, #kina.device>, %arg18: tensor<?xi32>, %arg19: tensor<?xi32>) {
    %0 = kina.compare eq, %arg0, %arg1 : tensor<4x8xf32>
    %1 = kina.compare ne, %arg2, %arg3 : tensor<?x4xf16>
    %2 = kina.compare lt, %arg4, %arg5 : tensor<0x3xbf16>
    %3 = kina.compare le, %arg6, %arg7 : tensor<f64>
    %4 = kina.compare gt, %arg8, %arg9 : tensor<3xi32>
    %5 = kina.compare ge, %arg10, %arg11 : tensor<?x0xi64, #kina.device<1>>
    %6 = kina.compare eq, %arg12, %arg13 : tensor<4xi1>
    %7 = kina.compare ne, %arg14, %arg15 : tensor<?xi1, #kina.device>
    %8 = kina.compare lt, %arg16, %arg17 : tensor<2x?xf32, #kina.device>
    %9 = kina.compare ge, %arg18, %arg19 : tensor<?xi32>
    return
  }

  func.func @select(%arg0: tensor<4x8xi1>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<?x4xi1>, %arg4: tensor<?x4xf16>, %arg5: tensor<?x4xf16>, %arg6: tensor<0x3xi1>, %arg7: tensor<0x3xbf16>, %arg8: tensor<0x3xbf16>, %arg9: tensor<i1>, %arg10: tensor<f64>, %arg11: tensor<f64>, %arg12: tensor<2x?xi1, #kina.device>, %arg13: tensor<2x?xf32, #kina.device>, %arg14: tensor<2x?xf32, #kina.device>, %arg15: tensor<3xi1>, %arg16: tensor<3xi32>, %arg17: tensor<3xi32>, %arg18: tensor<?x0xi1, #kina.device<1>>, %arg19: tensor<?x0xi64, #kina.device<1>>, %arg20: tensor<?x0xi64, #kina.device<1>>, %arg21: tensor<4xi1>, %arg22: tensor<4xi1>, %arg23: tensor<4xi1>) {
    %0 = kina.select %arg0, %arg1, %arg2 : tensor<4x8xf32>
    %1 = kina.select %arg3, %arg4, %arg5 : tensor<?x4xf16>
    %2 = kina.select %arg6, %arg7, %arg8 : tensor<0x3xbf16>
    %3 = kina.select %arg9, %arg10, %arg11 : tensor<f64>
    %4 = kina.select %arg12, %arg13, %arg14 : tensor<2x?xf32, #kina.device>
    %5 = kina.select %arg15, %arg16, %arg17 : tensor<3xi32>
    %6 = kina.select %arg18, %arg19, %arg20 : tensor<?x0xi64, #kina.device<1>>
    %7 = kina.select %arg21, %arg22, %arg23 : tensor<4xi1>
    return
  }

  func.func @cast(%arg0: tensor<4xf16>, %arg1: tensor<4xf16>, %arg2: tensor<4xbf16>, %arg3: tensor<4xbf16>, %arg4: tensor<4xf32>, %arg5: tensor<4xf32>, %arg6: tensor<4xf64>, %arg7: tensor<4xf64>, %arg8: tensor<4xi1>, %arg9: tensor<4xi1>, %arg10: tensor<4xi32>, %arg11: tensor<4xi32>, %arg12: tensor<4xi64>, %arg13: tensor<4xi64>, %arg14: tensor<?x0xf32, #kina.device>, %arg15: tensor<i64>, %arg16: tensor<2xf32>) {
    %0 = kina.cast %arg0 : tensor<4xf16> -> tensor<4xbf16>
    %1 = kina.cast %arg1 : tensor<4xf16> -> tensor<4xf64>
    %2 = kina.cast %arg2 : tensor<4xbf16> -> tensor<4xf32>
    %3 = kina.cast %arg3 : tensor<4xbf16> -> tensor<4xi1>
    %4 = kina.cast %arg4 : tensor<4xf32> -> tensor<4xf64>
    %5 = kina.cast %arg5 : tensor<4xf32> -> tensor<4xi32>
    %6 = kina.cast %arg6 : tensor<4xf64> -> tensor<4xi1>
    %7 = kina.cast %arg7 : tensor<4xf64> -> tensor<4xi64>
    %8 = kina.cast %arg8 : tensor<4xi1> -> tensor<4xi32>
    %9 = kina.cast %arg9 : tensor<4xi1> -> tensor<4xf16>
    %10 = kina.cast %arg10 : tensor<4xi32> -> tensor<4xi64>
    %11 = kina.cast %arg11 : tensor<4xi32> -> tensor<4xbf16>
    %12 = kina.cast %arg12 : tensor<4xi64> -> tensor<4xf16>
    %13 = kina.cast %arg13 : tensor<4xi64> -> tensor<4xf32>
    %14 = kina.cast %arg14 : tensor<?x0xf32, #kina.device> -> tensor<?x0xi1, #kina.device>
    %15 = kina.cast %arg15 : tensor<i64> -> tensor<f64>
    %16 = kina.cast %arg16 : tensor<2xf32> -> tensor<2xf32>
    return
  }
}
