// softmax and log_softmax: every op in its canonical text, over element types, static, dynamic, zero
// and absent dimensions and placements. What is printed is exactly what stands here,
// from the text, from the generic form and from bytecode.
//
// RUN: grep -v '^ *//' %s > %t.expected
// RUN: kina-opt %s --verify-roundtrip | diff -B %t.expected -
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | diff -B %t.expected -
// RUN: kina-opt %s --emit-bytecode | kina-opt | diff -B %t.expected -

module {
  func.func @softmax(%arg0: tensor<1x4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<10x0xbf16>, %arg3: tensor<0x3xf64>, %arg4: tensor<1x5xf32>, %arg5: tensor<?xf32, #kina.device>) {
    %0 = kina.softmax %arg0 axis = 2 : tensor<1x4x8xf32>
    %1 = kina.softmax %arg1 axis = 0 : tensor<?x4xf16>
    %2 = kina.softmax %arg2 axis = 1 : tensor<10x0xbf16>
    %3 = kina.softmax %arg3 axis = 0 : tensor<0x3xf64>
    %4 = kina.softmax %arg4 axis = 0 : tensor<1x5xf32>
    %5 = kina.softmax %arg5 axis = 0 {tag} : tensor<?xf32, #kina.device>
    return
  }

  func.func @log_softmax(%arg0: tensor<1x4x8xf32>, %arg1: tensor<?x4xf16>, %arg2: tensor<10x0xbf16>, %arg3: tensor<0x3xf64>, %arg4: tensor<1x5xf32>, %arg5: tensor<?xf32, #kina.device>) {
    %0 = kina.log_softmax %arg0 axis = 2 : tensor<1x4x8xf32>
    %1 = kina.log_softmax %arg1 axis = 0 : tensor<?x4xf16>
    %2 = kina.log_softmax %arg2 axis = 1 : tensor<10x0xbf16>
    %3 = kina.log_softmax %arg3 axis = 0 : tensor<0x3xf64>
    %4 = kina.log_softmax %arg4 axis = 0 : tensor<1x5xf32>
    %5 = kina.log_softmax %arg5 axis = 0 {tag} : tensor<?xf32, #kina.device>
    return
  }
}
