// Copies between placements: every op in its canonical text, over element types, static, dynamic, zero
// and absent dimensions and placements. What is printed is exactly what stands here,
// from the text, from the generic form and from bytecode.
//
// RUN: grep -v '^ *//' %s > %t.expected
// RUN: kina-opt %s --verify-roundtrip | diff -B %t.expected -
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | diff -B %t.expected -
// RUN: kina-opt %s --emit-bytecode | kina-opt | diff -B %t.expected -

module {
  func.func @transfer(%arg0: tensor<4xf16>, %arg1: tensor<4xbf16>, %arg2: tensor<4xf32>, %arg3: tensor<4xf64>, %arg4: tensor<4xi1>, %arg5: tensor<4xi32>, %arg6: tensor<4xi64>, %arg7: tensor<?x0xf32, #kina.device>, %arg8: tensor<f32, #kina.device<1>>) {
    %0 = kina.transfer %arg0 : tensor<4xf16> -> tensor<4xf16, #kina.device>
    %1 = kina.transfer %arg1 : tensor<4xbf16> -> tensor<4xbf16, #kina.device>
    %2 = kina.transfer %arg2 : tensor<4xf32> -> tensor<4xf32, #kina.device>
    %3 = kina.transfer %arg3 : tensor<4xf64> -> tensor<4xf64, #kina.device>
    %4 = kina.transfer %arg4 : tensor<4xi1> -> tensor<4xi1, #kina.device>
    %5 = kina.transfer %arg5 : tensor<4xi32> -> tensor<4xi32, #kina.device>
    %6 = kina.transfer %arg6 : tensor<4xi64> -> tensor<4xi64, #kina.device>
    %7 = kina.transfer %arg7 : tensor<?x0xf32, #kina.device> -> tensor<?x0xf32>
    %8 = kina.transfer %arg8 {tag} : tensor<f32, #kina.device<1>> -> tensor<f32, #kina.device>
    return
  }
}
