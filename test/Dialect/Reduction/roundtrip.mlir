// Reductions: every op in its canonical text, over element types, static, dynamic, zero
// and absent dimensions and placements. What is printed is exactly what stands here,
// from the text, from the generic form and from bytecode.
//
// RUN: grep -v '^ *//' %s > %t.expected
// RUN: kina-opt %s --verify-roundtrip | diff -B %t.expected -
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | diff -B %t.expected -
// RUN: kina-opt %s --emit-bytecode | kina-opt | diff -B %t.expected -

module {
  func.func @reduce(%arg0: tensor<1x4x8xf32>, %arg1: tensor<2x3xf64>, %arg2: tensor<?x4xf16>, %arg3: tensor<2x?xbf16>, %arg4: tensor<2x3xf32, #kina.device>, %arg5: tensor<i32>, %arg6: tensor<2xi64>, %arg7: tensor<2x0xf32>, %arg8: tensor<2x0xf32>, %arg9: tensor<0x0xi32>, %arg10: tensor<0x3xi64>, %arg11: tensor<?x0xf32>, %arg12: tensor<?x4xf32>, %arg13: tensor<3x4xf32>) {
    %0 = kina.reduce sum %arg0 axes = [2] keepdims : tensor<1x4x8xf32> -> tensor<1x4x1xf32>
    %1 = kina.reduce prod %arg1 axes = [0] : tensor<2x3xf64> -> tensor<3xf64>
    %2 = kina.reduce max %arg2 axes = [0, 1] : tensor<?x4xf16> -> tensor<f16>
    %3 = kina.reduce min %arg3 axes = [0] keepdims : tensor<2x?xbf16> -> tensor<1x?xbf16>
    %4 = kina.reduce mean %arg4 axes = [1] : tensor<2x3xf32, #kina.device> -> tensor<2xf32, #kina.device>
    %5 = kina.reduce sum %arg5 axes = [] : tensor<i32> -> tensor<i32>
    %6 = kina.reduce prod %arg6 axes = [] keepdims : tensor<2xi64> -> tensor<2xi64>
    // E05: the sum of nothing is 0, the mean NaN. A maximum over nothing that has no
    // element to give is nothing.
    %7 = kina.reduce sum %arg7 axes = [1] : tensor<2x0xf32> -> tensor<2xf32>
    %8 = kina.reduce mean %arg8 axes = [1] : tensor<2x0xf32> -> tensor<2xf32>
    %9 = kina.reduce max %arg9 axes = [1] : tensor<0x0xi32> -> tensor<0xi32>
    %10 = kina.reduce min %arg10 axes = [1] : tensor<0x3xi64> -> tensor<0xi64>
    %11 = kina.reduce max %arg11 axes = [1] : tensor<?x0xf32> -> tensor<?xf32>
    // A result type may know more, or less, than the operand.
    %12 = kina.reduce sum %arg12 axes = [1] : tensor<?x4xf32> -> tensor<7xf32>
    %13 = kina.reduce sum %arg13 axes = [1] {tag} : tensor<3x4xf32> -> tensor<?xf32>
    return
  }

  func.func @linear_scan(%arg0: tensor<4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<0xbf16>, %arg3: tensor<2x3xf64, #kina.device>) {
    %0 = kina.linear_scan %arg0, %arg0 axis = 1 init = 0 : tensor<4x8xf32>
    %1 = kina.linear_scan %arg1, %arg1 axis = 0 reverse init = 1 : tensor<?x4xf16>
    %2 = kina.linear_scan %arg2, %arg2 axis = 0 init = 1 : tensor<0xbf16>
    %3 = kina.linear_scan %arg3, %arg3 axis = 0 reverse init = 0 {tag} : tensor<2x3xf64, #kina.device>
    return
  }
}
