// Constants and data movement: every op in its canonical text, over element types, static, dynamic, zero
// and absent dimensions and placements. What is printed is exactly what stands here,
// from the text, from the generic form and from bytecode.
//
// RUN: grep -v '^ *//' %s > %t.expected
// RUN: kina-opt %s --verify-roundtrip | diff -B %t.expected -
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | diff -B %t.expected -
// RUN: kina-opt %s --emit-bytecode | kina-opt | diff -B %t.expected -

module {
  func.func @constant() {
    %0 = kina.constant dense<1.000000e+00> : tensor<4xf32>
    %1 = kina.constant dense<[[1.500000e+00, -2.000000e+00]]> : tensor<1x2xf16>
    %2 = kina.constant dense<-0.000000e+00> : tensor<bf16>
    %3 = kina.constant dense<0x7FF0000000000000> : tensor<2xf64>
    %4 = kina.constant dense<[true, false]> : tensor<2xi1>
    %5 = kina.constant dense<-2147483648> : tensor<i32>
    %6 = kina.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64, #kina.device>
    %7 = kina.constant dense<> : tensor<0x3xf32>
    %8 = kina.constant {tag = 1 : i64} dense<7> : tensor<2xi32>
    return
  }

  func.func @iota(%arg0: index, %arg1: index, %arg2: index) {
    %0 = kina.iota axis = 1 : tensor<8x8xi64>
    %1 = kina.iota axis = 0 sizes(%arg0) : tensor<?xi64>
    %2 = kina.iota axis = 2 sizes(%arg1, %arg2) : tensor<?x3x?xf32>
    %3 = kina.iota axis = 0 : tensor<0x4xf16>
    %4 = kina.iota axis = 0 : tensor<4xbf16, #kina.device>
    %5 = kina.iota axis = 0 : tensor<4xf64>
    %6 = kina.iota axis = 0 {tag} : tensor<4xi32>
    return
  }

  func.func @broadcast(%arg0: tensor<4x1xf32>, %arg1: tensor<1x8xf32>, %arg2: index, %arg3: tensor<?x1xf16>, %arg4: index, %arg5: index, %arg6: tensor<bf16>, %arg7: tensor<f64>, %arg8: tensor<1xi1>, %arg9: tensor<?xi32>, %arg10: tensor<3xi64, #kina.device>) {
    %0 = kina.broadcast %arg0 : tensor<4x1xf32> -> tensor<2x4x8xf32>
    %1 = kina.broadcast %arg1 sizes(%arg2) : tensor<1x8xf32> -> tensor<?x8xf32>
    %2 = kina.broadcast %arg3 sizes(%arg4, %arg5) : tensor<?x1xf16> -> tensor<3x?x?xf16>
    %3 = kina.broadcast %arg6 : tensor<bf16> -> tensor<2x2xbf16>
    %4 = kina.broadcast %arg7 : tensor<f64> -> tensor<f64>
    %5 = kina.broadcast %arg8 : tensor<1xi1> -> tensor<0xi1>
    %6 = kina.broadcast %arg9 : tensor<?xi32> -> tensor<2x5xi32>
    %7 = kina.broadcast %arg10 {tag} : tensor<3xi64, #kina.device> -> tensor<2x3xi64, #kina.device>
    return
  }

  func.func @reshape(%arg0: tensor<2x3xf32>, %arg1: tensor<?x4xf16>, %arg2: index, %arg3: tensor<?xbf16>, %arg4: tensor<1x1xf64>, %arg5: tensor<i1>, %arg6: tensor<0x3xi32>, %arg7: tensor<4xi64, #kina.device<1>>) {
    %0 = kina.reshape %arg0 : tensor<2x3xf32> -> tensor<6xf32>
    %1 = kina.reshape %arg1 sizes(%arg2) : tensor<?x4xf16> -> tensor<2x?xf16>
    %2 = kina.reshape %arg3 : tensor<?xbf16> -> tensor<2x2xbf16>
    %3 = kina.reshape %arg4 : tensor<1x1xf64> -> tensor<f64>
    %4 = kina.reshape %arg5 : tensor<i1> -> tensor<1xi1>
    %5 = kina.reshape %arg6 : tensor<0x3xi32> -> tensor<5x0xi32>
    %6 = kina.reshape %arg7 {tag} : tensor<4xi64, #kina.device<1>> -> tensor<2x2xi64, #kina.device<1>>
    return
  }

  func.func @transpose(%arg0: tensor<1x2x3xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<?x4xbf16>, %arg3: tensor<f64>, %arg4: tensor<0x3xi1>, %arg5: tensor<2xi32>, %arg6: tensor<2x3xi64, #kina.device>) {
    %0 = kina.transpose %arg0 perm = [2, 0, 1] : tensor<1x2x3xf32> -> tensor<3x1x2xf32>
    %1 = kina.transpose %arg1 perm = [1, 0] : tensor<?x4xf16> -> tensor<4x?xf16>
    %2 = kina.transpose %arg2 perm = [1, 0] : tensor<?x4xbf16> -> tensor<4x3xbf16>
    // F09: no dimension, no entry.
    %3 = kina.transpose %arg3 perm = [] : tensor<f64> -> tensor<f64>
    %4 = kina.transpose %arg4 perm = [1, 0] : tensor<0x3xi1> -> tensor<3x0xi1>
    %5 = kina.transpose %arg5 perm = [0] : tensor<2xi32> -> tensor<2xi32>
    %6 = kina.transpose %arg6 perm = [1, 0] {tag} : tensor<2x3xi64, #kina.device> -> tensor<3x2xi64, #kina.device>
    return
  }

  func.func @slice(%arg0: tensor<4x8xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>, %arg3: tensor<?xf16>, %arg4: tensor<?xf16>, %arg5: tensor<bf16>, %arg6: tensor<5xi1>, %arg7: tensor<0xf64>, %arg8: tensor<4xi32>, %arg9: tensor<4xi64, #kina.device>) {
    %0 = kina.slice %arg0 offsets = [0, 2] sizes = [4, 4] strides = [1, 1] : tensor<4x8xf32> -> tensor<4x4xf32>
    // F14: the last row; an empty part at the very end.
    %1 = kina.slice %arg1 offsets = [1, 0] sizes = [1, 3] strides = [1, 1] : tensor<2x3xf32> -> tensor<1x3xf32>
    %2 = kina.slice %arg2 offsets = [2, 0] sizes = [0, 3] strides = [1, 1] : tensor<2x3xf32> -> tensor<0x3xf32>
    %3 = kina.slice %arg3 offsets = [1] sizes = [3] strides = [2] : tensor<?xf16> -> tensor<3xf16>
    %4 = kina.slice %arg4 offsets = [1] sizes = [3] strides = [2] : tensor<?xf16> -> tensor<?xf16>
    %5 = kina.slice %arg5 offsets = [] sizes = [] strides = [] : tensor<bf16> -> tensor<bf16>
    // The last index read is 0 + 2 * 2 = 4.
    %6 = kina.slice %arg6 offsets = [0] sizes = [3] strides = [2] : tensor<5xi1> -> tensor<3xi1>
    %7 = kina.slice %arg7 offsets = [0] sizes = [0] strides = [1] : tensor<0xf64> -> tensor<0xf64>
    %8 = kina.slice %arg8 offsets = [4] sizes = [0] strides = [7] : tensor<4xi32> -> tensor<0xi32>
    %9 = kina.slice %arg9 offsets = [0] sizes = [2] strides = [1] {tag} : tensor<4xi64, #kina.device> -> tensor<2xi64, #kina.device>
    return
  }

  func.func @pad(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<?xf16>, %arg3: tensor<f16>, %arg4: tensor<?xbf16>, %arg5: tensor<bf16>, %arg6: tensor<f64>, %arg7: tensor<f64>, %arg8: tensor<0xi1>, %arg9: tensor<i1>, %arg10: tensor<3xi32>, %arg11: tensor<i32>, %arg12: tensor<3xi64, #kina.device>, %arg13: tensor<i64, #kina.device>) {
    %0 = kina.pad %arg0, %arg1 low = [0, 1] high = [0, 2] : tensor<4x8xf32>, tensor<f32> -> tensor<4x11xf32>
    %1 = kina.pad %arg2, %arg3 low = [1] high = [0] : tensor<?xf16>, tensor<f16> -> tensor<?xf16>
    %2 = kina.pad %arg4, %arg5 low = [1] high = [2] : tensor<?xbf16>, tensor<bf16> -> tensor<7xbf16>
    %3 = kina.pad %arg6, %arg7 low = [] high = [] : tensor<f64>, tensor<f64> -> tensor<f64>
    %4 = kina.pad %arg8, %arg9 low = [2] high = [1] : tensor<0xi1>, tensor<i1> -> tensor<3xi1>
    %5 = kina.pad %arg10, %arg11 low = [0] high = [0] : tensor<3xi32>, tensor<i32> -> tensor<3xi32>
    %6 = kina.pad %arg12, %arg13 low = [0] high = [1] {tag} : tensor<3xi64, #kina.device>, tensor<i64, #kina.device> -> tensor<4xi64, #kina.device>
    return
  }

  func.func @concat(%arg0: tensor<2x3xf32>, %arg1: tensor<1x3xf32>, %arg2: tensor<0xf16>, %arg3: tensor<3xf16>, %arg4: tensor<2xbf16>, %arg5: tensor<8x?xf64>, %arg6: tensor<8x?xf64>, %arg7: tensor<8x2xf64>, %arg8: tensor<?x2xi1>, %arg9: tensor<4x3xi1>, %arg10: tensor<1xi32>, %arg11: tensor<1xi32>, %arg12: tensor<1xi32>, %arg13: tensor<2xi64, #kina.device>, %arg14: tensor<?xi64, #kina.device>) {
    %0 = kina.concat %arg0, %arg1 axis = 0 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
    // F11: an empty operand; a single one; sizes known at run time only.
    %1 = kina.concat %arg2, %arg3 axis = 0 : (tensor<0xf16>, tensor<3xf16>) -> tensor<3xf16>
    %2 = kina.concat %arg4 axis = 0 : (tensor<2xbf16>) -> tensor<2xbf16>
    %3 = kina.concat %arg5, %arg6, %arg7 axis = 1 : (tensor<8x?xf64>, tensor<8x?xf64>, tensor<8x2xf64>) -> tensor<8x10xf64>
    %4 = kina.concat %arg8, %arg9 axis = 1 : (tensor<?x2xi1>, tensor<4x3xi1>) -> tensor<?x5xi1>
    %5 = kina.concat %arg10, %arg11, %arg12 axis = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %6 = kina.concat %arg13, %arg14 axis = 0 {tag} : (tensor<2xi64, #kina.device>, tensor<?xi64, #kina.device>) -> tensor<?xi64, #kina.device>
    return
  }
}
