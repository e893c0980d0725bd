// Computations as parallel loops (I10): the check is a loop of its own in front of them,
// scf is lowered before cf, and a bad index still traps. kina's own pipeline makes plain
// loops.
//
// A stock tool does not load a sanitized library.
// UNSUPPORTED: asan
// DEFINE: %{stock} = --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// DEFINE:   --buffer-deallocation-pipeline --convert-bufferization-to-memref --convert-linalg-to-parallel-loops \
// DEFINE:   --convert-scf-to-cf --expand-strided-metadata --lower-affine --convert-math-to-llvm \
// DEFINE:   --convert-math-to-libm --finalize-memref-to-llvm --convert-arith-to-llvm --convert-func-to-llvm \
// DEFINE:   --convert-cf-to-llvm --convert-index-to-llvm --reconcile-unrealized-casts
// DEFINE: %{libs} = --shared-libs=%kina_lib/libkina_runtime.so,%mlir_lib/libmlir_c_runner_utils.so,%mlir_lib/libmlir_runner_utils.so

// RUN: kina-opt %s --kina-ad --kina-to-linalg | mlir-opt --one-shot-bufferize="bufferize-function-boundaries" \
// RUN:   --convert-linalg-to-parallel-loops | FileCheck %s --check-prefix=LOOPS
// RUN: kina-opt %s --kina-ad --kina-to-linalg | mlir-opt %{stock} \
// RUN:   | mlir-runner -e main --entry-point-result=void %{libs} | FileCheck %s
// RUN: kina-opt %s --kina-ad --kina-to-linalg | mlir-opt %{stock} \
// RUN:   | not --crash mlir-runner -e trap --entry-point-result=void %{libs} 2>&1 | FileCheck %s --check-prefix=TRAP

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

// LOOPS-LABEL: func.func private @rows
// LOOPS: scf.for
// LOOPS: kina_trap_index
// LOOPS: scf.parallel
// TRAP: kina: gather index out of bounds: 2 is not in [0, 2) at {{.*}}parallel-loops.mlir:[[#@LINE+2]]:
func.func private @rows(%x: tensor<2x3xf32>, %i: tensor<2xi64>) -> tensor<2x3xf32> {
  %0 = kina.gather %x, %i : tensor<2x3xf32>, tensor<2xi64> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK: sizes = [2, 3]
// CHECK: {{\[}}[5, 6, 7],
// CHECK-NEXT: [1, 2, 3]]
func.func @main() {
  %x = kina.constant dense<[[1.0, 2.0, 3.0], [5.0, 6.0, 7.0]]> : tensor<2x3xf32>
  %i = kina.constant dense<[1, 0]> : tensor<2xi64>
  %0 = func.call @rows(%x, %i) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %1 = tensor.cast %0 : tensor<2x3xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  return
}

func.func @trap() {
  %x = kina.constant dense<[[1.0, 2.0, 3.0], [5.0, 6.0, 7.0]]> : tensor<2x3xf32>
  %i = kina.constant dense<[0, 2]> : tensor<2xi64>
  %0 = func.call @rows(%x, %i) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %1 = tensor.cast %0 : tensor<2x3xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  return
}
