// Unary elementwise ops: every op in its canonical text, over element types, static, dynamic, zero
// and absent dimensions and placements. What is printed is exactly what stands here,
// from the text, from the generic form and from bytecode.
//
// RUN: grep -v '^ *//' %s > %t.expected
// RUN: kina-opt %s --verify-roundtrip | diff -B %t.expected -
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | diff -B %t.expected -
// RUN: kina-opt %s --emit-bytecode | kina-opt | diff -B %t.expected -

module {
  func.func @neg(%arg0: tensor<4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<0x3xbf16>, %arg3: tensor<f64>, %arg4: tensor<2x?xf32, #kina.device>, %arg5: tensor<3xi32>, %arg6: tensor<?x0xi64, #kina.device<1>>) {
    %0 = kina.neg %arg0 : tensor<4x8xf32>
    %1 = kina.neg %arg1 : tensor<?x4xf16>
    %2 = kina.neg %arg2 : tensor<0x3xbf16>
    %3 = kina.neg %arg3 : tensor<f64>
    %4 = kina.neg %arg4 : tensor<2x?xf32, #kina.device>
    %5 = kina.neg %arg5 : tensor<3xi32>
    %6 = kina.neg %arg6 : tensor<?x0xi64, #kina.device<1>>
    return
  }

  func.func @abs(%arg0: tensor<4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<0x3xbf16>, %arg3: tensor<f64>, %arg4: tensor<2x?xf32, #kina.device>, %arg5: tensor<3xi32>, %arg6: tensor<?x0xi64, #kina.device<1>>) {
    %0 = kina.abs %arg0 : tensor<4x8xf32>
    %1 = kina.abs %arg1 : tensor<?x4xf16>
    %2 = kina.abs %arg2 : tensor<0x3xbf16>
    %3 = kina.abs %arg3 : tensor<f64>
    %4 = kina.abs %arg4 : tensor<2x?xf32, #kina.device>
    %5 = kina.abs %arg5 : tensor<3xi32>
    %6 = kina.abs %arg6 : tensor<?x0xi64, #kina.device<1>>
    return
  }

  func.func @relu(%arg0: tensor<4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<0x3xbf16>, %arg3: tensor<f64>, %arg4: tensor<2x?xf32, #kina.device>, %arg5: tensor<3xi32>, %arg6: tensor<?x0xi64, #kina.device<1>>) {
    %0 = kina.relu %arg0 : tensor<4x8xf32>
    %1 = kina.relu %arg1 : tensor<?x4xf16>
    %2 = kina.relu %arg2 : tensor<0x3xbf16>
    %3 = kina.relu %arg3 : tensor<f64>
    %4 = kina.relu %arg4 : tensor<2x?xf32, #kina.device>
    %5 = kina.relu %arg5 : tensor<3xi32>
    %6 = kina.relu %arg6 : tensor<?x0xi64, #kina.device<1>>
    return
  }

  func.func @sign(%arg0: tensor<4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<0x3xbf16>, %arg3: tensor<f64>, %arg4: tensor<2x?xf32, #kina.device>, %arg5: tensor<3xi32>, %arg6: tensor<?x0xi64, #kina.device<1>>) {
    %0 = kina.sign %arg0 : tensor<4x8xf32>
    %1 = kina.sign %arg1 : tensor<?x4xf16>
    %2 = kina.sign %arg2 : tensor<0x3xbf16>
    %3 = kina.sign %arg3 : tensor<f64>
    %4 = kina.sign %arg4 : tensor<2x?xf32, #kina.device>
    %5 = kina.sign %arg5 : tensor<3xi32>
    %6 = kina.sign %arg6 : tensor<?x0xi64, #kina.device<1>>
    return
  }

  func.func @exp(%arg0: tensor<4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<0x3xbf16>, %arg3: tensor<f64>, %arg4: tensor<2x?xf32, #kina.device>) {
    %0 = kina.exp %arg0 : tensor<4x8xf32>
    %1 = kina.exp %arg1 : tensor<?x4xf16>
    %2 = kina.exp %arg2 : tensor<0x3xbf16>
    %3 = kina.exp %arg3 : tensor<f64>
    %4 = kina.exp %arg4 : tensor<2x?xf32, #kina.device>
    return
  }

  func.func @log(%arg0: tensor<4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<0x3xbf16>, %arg3: tensor<f64>, %arg4: tensor<2x?xf32, #kina.device>) {
    %0 = kina.log %arg0 : tensor<4x8xf32>
    %1 = kina.log %arg1 : tensor<?x4xf16>
    %2 = kina.log %arg2 : tensor<0x3xbf16>
    %3 = kina.log %arg3 : tensor<f64>
    %4 = kina.log %arg4 : tensor<2x?xf32, #kina.device>
    return
  }

  func.func @sqrt(%arg0: tensor<4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<0x3xbf16>, %arg3: tensor<f64>, %arg4: tensor<2x?xf32, #kina.device>) {
    %0 = kina.sqrt %arg0 : tensor<4x8xf32>
    %1 = kina.sqrt %arg1 : tensor<?x4xf16>
    %2 = kina.sqrt %arg2 : tensor<0x3xbf16>
    %3 = kina.sqrt %arg3 : tensor<f64>
    %4 = kina.sqrt %arg4 : tensor<2x?xf32, #kina.device>
    return
  }

  func.func @rsqrt(%arg0: tensor<4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<0x3xbf16>, %arg3: tensor<f64>, %arg4: tensor<2x?xf32, #kina.device>) {
    %0 = kina.rsqrt %arg0 : tensor<4x8xf32>
    %1 = kina.rsqrt %arg1 : tensor<?x4xf16>
    %2 = kina.rsqrt %arg2 : tensor<0x3xbf16>
    %3 = kina.rsqrt %arg3 : tensor<f64>
    %4 = kina.rsqrt %arg4 : tensor<2x?xf32, #kina.device>
    return
  }

  func.func @sin(%arg0: tensor<4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<0x3xbf16>, %arg3: tensor<f64>, %arg4: tensor<2x?xf32, #kina.device>) {
    %0 = kina.sin %arg0 : tensor<4x8xf32>
    %1 = kina.sin %arg1 : tensor<?x4xf16>
    %2 = kina.sin %arg2 : tensor<0x3xbf16>
    %3 = kina.sin %arg3 : tensor<f64>
    %4 = kina.sin %arg4 : tensor<2x?xf32, #kina.device>
    return
  }

  func.func @cos(%arg0: tensor<4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<0x3xbf16>, %arg3: tensor<f64>, %arg4: tensor<2x?xf32, #kina.device>) {
    %0 = kina.cos %arg0 : tensor<4x8xf32>
    %1 = kina.cos %arg1 : tensor<?x4xf16>
    %2 = kina.cos %arg2 : tensor<0x3xbf16>
    %3 = kina.cos %arg3 : tensor<f64>
    %4 = kina.cos %arg4 : tensor<2x?xf32, #kina.device>
    return
  }

  func.func @tanh(%arg0: tensor<4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<0x3xbf16>, %arg3: tensor<f64>, %arg4: tensor<2x?xf32, #kina.device>) {
    %0 = kina.tanh %arg0 : tensor<4x8xf32>
    %1 = kina.tanh %arg1 : tensor<?x4xf16>
    %2 = kina.tanh %arg2 : tensor<0x3xbf16>
    %3 = kina.tanh %arg3 : tensor<f64>
    %4 = kina.tanh %arg4 : tensor<2x?xf32, #kina.device>
    return
  }

  func.func @sigmoid(%arg0: tensor<4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<0x3xbf16>, %arg3: tensor<f64>, %arg4: tensor<2x?xf32, #kina.device>) {
    %0 = kina.sigmoid %arg0 : tensor<4x8xf32>
    %1 = kina.sigmoid %arg1 : tensor<?x4xf16>
    %2 = kina.sigmoid %arg2 : tensor<0x3xbf16>
    %3 = kina.sigmoid %arg3 : tensor<f64>
    %4 = kina.sigmoid %arg4 : tensor<2x?xf32, #kina.device>
    return
  }

  func.func @erf(%arg0: tensor<4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<0x3xbf16>, %arg3: tensor<f64>, %arg4: tensor<2x?xf32, #kina.device>) {
    %0 = kina.erf %arg0 : tensor<4x8xf32>
    %1 = kina.erf %arg1 : tensor<?x4xf16>
    %2 = kina.erf %arg2 : tensor<0x3xbf16>
    %3 = kina.erf %arg3 : tensor<f64>
    %4 = kina.erf %arg4 : tensor<2x?xf32, #kina.device>
    return
  }

  func.func @floor(%arg0: tensor<4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<0x3xbf16>, %arg3: tensor<f64>, %arg4: tensor<2x?xf32, #kina.device>) {
    %0 = kina.floor %arg0 : tensor<4x8xf32>
    %1 = kina.floor %arg1 : tensor<?x4xf16>
    %2 = kina.floor %arg2 : tensor<0x3xbf16>
    %3 = kina.floor %arg3 : tensor<f64>
    %4 = kina.floor %arg4 : tensor<2x?xf32, #kina.device>
    return
  }
}
