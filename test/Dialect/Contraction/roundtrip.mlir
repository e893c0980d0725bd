// Matrix products: every op in its canonical text, over element types, static, dynamic, zero
// and absent dimensions and placements. What is printed is exactly what stands here,
// from the text, from the generic form and from bytecode.
//
// RUN: grep -v '^ *//' %s > %t.expected
// RUN: kina-opt %s --verify-roundtrip | diff -B %t.expected -
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | diff -B %t.expected -
// RUN: kina-opt %s --emit-bytecode | kina-opt | diff -B %t.expected -

module {
  func.func @matmul(%arg0: tensor<2x8x4x16xf32>, %arg1: tensor<2x8x16x4xf32>, %arg2: tensor<?x?xf16>, %arg3: tensor<?x?xf16>, %arg4: tensor<1x?x?xbf16>, %arg5: tensor<1x?x?xbf16>, %arg6: tensor<2x0xf64>, %arg7: tensor<0x3xf64>, %arg8: tensor<0x2xi32>, %arg9: tensor<2x0xi32>, %arg10: tensor<?x4xi64>, %arg11: tensor<4x5xi64>, %arg12: tensor<2x3xf32, #kina.device>, %arg13: tensor<3x2xf32, #kina.device>) {
    %0 = kina.matmul %arg0, %arg1 : tensor<2x8x4x16xf32>, tensor<2x8x16x4xf32> -> tensor<2x8x4x4xf32>
    %1 = kina.matmul %arg2, %arg3 : tensor<?x?xf16>, tensor<?x?xf16> -> tensor<?x?xf16>
    %2 = kina.matmul %arg4, %arg5 : tensor<1x?x?xbf16>, tensor<1x?x?xbf16> -> tensor<1x?x?xbf16>
    %3 = kina.matmul %arg6, %arg7 : tensor<2x0xf64>, tensor<0x3xf64> -> tensor<2x3xf64>
    %4 = kina.matmul %arg8, %arg9 : tensor<0x2xi32>, tensor<2x0xi32> -> tensor<0x0xi32>
    %5 = kina.matmul %arg10, %arg11 : tensor<?x4xi64>, tensor<4x5xi64> -> tensor<3x5xi64>
    %6 = kina.matmul %arg12, %arg13 {tag} : tensor<2x3xf32, #kina.device>, tensor<3x2xf32, #kina.device> -> tensor<2x2xf32, #kina.device>
    return
  }
}
