// The dialect, its passes and its pipelines in stock mlir-opt.
// REQUIRES: plugin
// A stock tool does not load a sanitized library.
// UNSUPPORTED: asan
// RUN: mlir-opt %s --load-dialect-plugin=%kina_plugin --load-pass-plugin=%kina_plugin \
// RUN:   --pass-pipeline='builtin.module(kina-ad,kina-to-linalg)' | FileCheck %s --implicit-check-not=kina.
// RUN: mlir-opt %s --load-dialect-plugin=%kina_plugin --load-pass-plugin=%kina_plugin \
// RUN:   --pass-pipeline='builtin.module(kina-host-pipeline{target-cpu=native})' | FileCheck %s --check-prefix=LLVM
// RUN: mlir-opt %s --load-dialect-plugin=%kina_plugin | FileCheck %s --check-prefix=DIALECT

// CHECK: linalg.generic
// LLVM: llvm.func @_mlir_ciface_main
// DIALECT: kina.exp
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = kina.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
