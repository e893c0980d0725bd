// Ops that read or write by index: every op in its canonical text, over element types, static, dynamic, zero
// and absent dimensions and placements. What is printed is exactly what stands here,
// from the text, from the generic form and from bytecode.
//
// RUN: grep -v '^ *//' %s > %t.expected
// RUN: kina-opt %s --verify-roundtrip | diff -B %t.expected -
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | diff -B %t.expected -
// RUN: kina-opt %s --emit-bytecode | kina-opt | diff -B %t.expected -

module {
  func.func @gather(%arg0: tensor<32x8xf32>, %arg1: tensor<2x3xi64>, %arg2: tensor<4x3xf16>, %arg3: tensor<i64>, %arg4: tensor<?x?xbf16>, %arg5: tensor<?xi64>, %arg6: tensor<0x3xf64>, %arg7: tensor<0xi64>, %arg8: tensor<4x3xi1>, %arg9: tensor<2x0x3xi64>, %arg10: tensor<4x0xi32>, %arg11: tensor<2xi64>, %arg12: tensor<4x?xi64>, %arg13: tensor<2xi64>, %arg14: tensor<4x3xf32, #kina.device>, %arg15: tensor<2xi64, #kina.device>) {
    %0 = kina.gather %arg0, %arg1 : tensor<32x8xf32>, tensor<2x3xi64> -> tensor<2x3x8xf32>
    %1 = kina.gather %arg2, %arg3 bounds = proven : tensor<4x3xf16>, tensor<i64> -> tensor<3xf16>
    %2 = kina.gather %arg4, %arg5 bounds = unchecked : tensor<?x?xbf16>, tensor<?xi64> -> tensor<?x?xbf16>
    %3 = kina.gather %arg6, %arg7 : tensor<0x3xf64>, tensor<0xi64> -> tensor<0x3xf64>
    %4 = kina.gather %arg8, %arg9 : tensor<4x3xi1>, tensor<2x0x3xi64> -> tensor<2x0x3x3xi1>
    %5 = kina.gather %arg10, %arg11 : tensor<4x0xi32>, tensor<2xi64> -> tensor<2x0xi32>
    %6 = kina.gather %arg12, %arg13 : tensor<4x?xi64>, tensor<2xi64> -> tensor<2x5xi64>
    %7 = kina.gather %arg14, %arg15 bounds = proven {tag} : tensor<4x3xf32, #kina.device>, tensor<2xi64, #kina.device> -> tensor<2x3xf32, #kina.device>
    return
  }

  func.func @scatter_add(%arg0: tensor<2x3x8xf32>, %arg1: tensor<2x3xi64>, %arg2: tensor<8xf16>, %arg3: tensor<i64>, %arg4: tensor<?x?xbf16>, %arg5: tensor<?xi64>, %arg6: index, %arg7: index, %arg8: tensor<0x3xf64>, %arg9: tensor<0xi64>, %arg10: tensor<2x3xi32>, %arg11: tensor<2xi64>, %arg12: index, %arg13: tensor<2x3xi64, #kina.device>, %arg14: tensor<2xi64, #kina.device>) {
    %0 = kina.scatter_add %arg0, %arg1 : tensor<2x3x8xf32>, tensor<2x3xi64> -> tensor<32x8xf32>
    %1 = kina.scatter_add %arg2, %arg3 bounds = proven : tensor<8xf16>, tensor<i64> -> tensor<32x8xf16>
    %2 = kina.scatter_add %arg4, %arg5 bounds = unchecked sizes(%arg6, %arg7) : tensor<?x?xbf16>, tensor<?xi64> -> tensor<?x?xbf16>
    %3 = kina.scatter_add %arg8, %arg9 : tensor<0x3xf64>, tensor<0xi64> -> tensor<0x3xf64>
    %4 = kina.scatter_add %arg10, %arg11 sizes(%arg12) : tensor<2x3xi32>, tensor<2xi64> -> tensor<?x3xi32>
    %5 = kina.scatter_add %arg13, %arg14 {tag} : tensor<2x3xi64, #kina.device>, tensor<2xi64, #kina.device> -> tensor<4x3xi64, #kina.device>
    return
  }

  func.func @take_along_axis(%arg0: tensor<1x4x8xf32>, %arg1: tensor<1x4xi64>, %arg2: tensor<2x3x4xf16>, %arg3: tensor<2x4xi64>, %arg4: tensor<?x?xbf16>, %arg5: tensor<?xi64>, %arg6: tensor<0x4xf64>, %arg7: tensor<0xi64>, %arg8: tensor<3x4xi1>, %arg9: tensor<3xi64>, %arg10: tensor<?x4xi32>, %arg11: tensor<?xi64>, %arg12: tensor<3x4xi64, #kina.device>, %arg13: tensor<3xi64, #kina.device>) {
    %0 = kina.take_along_axis %arg0, %arg1 axis = 2 : tensor<1x4x8xf32>, tensor<1x4xi64> -> tensor<1x4xf32>
    %1 = kina.take_along_axis %arg2, %arg3 axis = 1 bounds = proven : tensor<2x3x4xf16>, tensor<2x4xi64> -> tensor<2x4xf16>
    %2 = kina.take_along_axis %arg4, %arg5 axis = 0 bounds = unchecked : tensor<?x?xbf16>, tensor<?xi64> -> tensor<?xbf16>
    %3 = kina.take_along_axis %arg6, %arg7 axis = 1 : tensor<0x4xf64>, tensor<0xi64> -> tensor<0xf64>
    %4 = kina.take_along_axis %arg8, %arg9 axis = 1 : tensor<3x4xi1>, tensor<3xi64> -> tensor<3xi1>
    %5 = kina.take_along_axis %arg10, %arg11 axis = 1 : tensor<?x4xi32>, tensor<?xi64> -> tensor<3xi32>
    %6 = kina.take_along_axis %arg12, %arg13 axis = 1 {tag} : tensor<3x4xi64, #kina.device>, tensor<3xi64, #kina.device> -> tensor<3xi64, #kina.device>
    return
  }

  func.func @scatter_along_axis(%arg0: tensor<1x4xf32>, %arg1: tensor<1x4xi64>, %arg2: tensor<2x4xf16>, %arg3: tensor<2x4xi64>, %arg4: tensor<?xbf16>, %arg5: tensor<?xi64>, %arg6: index, %arg7: index, %arg8: tensor<2xf64>, %arg9: tensor<2xi64>, %arg10: index, %arg11: tensor<0xi1>, %arg12: tensor<0xi64>, %arg13: tensor<2xi32>, %arg14: tensor<2xi64>, %arg15: tensor<2xi64, #kina.device>, %arg16: tensor<2xi64, #kina.device>) {
    %0 = kina.scatter_along_axis %arg0, %arg1 axis = 2 : tensor<1x4xf32>, tensor<1x4xi64> -> tensor<1x4x8xf32>
    %1 = kina.scatter_along_axis %arg2, %arg3 axis = 1 bounds = proven : tensor<2x4xf16>, tensor<2x4xi64> -> tensor<2x3x4xf16>
    %2 = kina.scatter_along_axis %arg4, %arg5 axis = 0 bounds = unchecked sizes(%arg6, %arg7) : tensor<?xbf16>, tensor<?xi64> -> tensor<?x?xbf16>
    %3 = kina.scatter_along_axis %arg8, %arg9 axis = 1 sizes(%arg10) : tensor<2xf64>, tensor<2xi64> -> tensor<2x?xf64>
    %4 = kina.scatter_along_axis %arg11, %arg12 axis = 1 : tensor<0xi1>, tensor<0xi64> -> tensor<0x4xi1>
    %5 = kina.scatter_along_axis %arg13, %arg14 axis = 0 : tensor<2xi32>, tensor<2xi64> -> tensor<3x2xi32>
    %6 = kina.scatter_along_axis %arg15, %arg16 axis = 1 {tag} : tensor<2xi64, #kina.device>, tensor<2xi64, #kina.device> -> tensor<2x3xi64, #kina.device>
    return
  }

  func.func @repeat_interleave(%arg0: tensor<2x4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<?xbf16>, %arg3: tensor<0x3xf64>, %arg4: tensor<2xi1>, %arg5: tensor<2xi32>, %arg6: tensor<2xi64, #kina.device>) {
    %0 = kina.repeat_interleave %arg0 axis = 1 repeats = 2 : tensor<2x4x8xf32> -> tensor<2x8x8xf32>
    %1 = kina.repeat_interleave %arg1 axis = 0 repeats = 3 : tensor<?x4xf16> -> tensor<?x4xf16>
    %2 = kina.repeat_interleave %arg2 axis = 0 repeats = 3 : tensor<?xbf16> -> tensor<6xbf16>
    %3 = kina.repeat_interleave %arg3 axis = 0 repeats = 5 : tensor<0x3xf64> -> tensor<0x3xf64>
    %4 = kina.repeat_interleave %arg4 axis = 0 repeats = 1 : tensor<2xi1> -> tensor<2xi1>
    %5 = kina.repeat_interleave %arg5 axis = 0 repeats = 2 : tensor<2xi32> -> tensor<4xi32>
    %6 = kina.repeat_interleave %arg6 axis = 0 repeats = 2 {tag} : tensor<2xi64, #kina.device> -> tensor<4xi64, #kina.device>
    return
  }
}
