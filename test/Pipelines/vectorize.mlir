// What LLVM makes of the pipeline's output, for a fixed processor: vectors in
// loops and reductions, and copies by memcpy.
// RUN: kina-opt %s --kina-host-pipeline="target-triple=x86_64-unknown-linux-gnu target-cpu=x86-64-v3" \
// RUN:   | mlir-translate --mlir-to-llvmir | %mlir_lib/../bin/opt -O3 \
// RUN:   | %mlir_lib/../bin/llc -O3 | FileCheck %s

// CHECK-LABEL: sum:
// CHECK: vaddps {{.*}}%ymm
// CHECK-LABEL: _mlir_ciface_sum:
func.func @sum(%x: tensor<8x4096xf32>) -> tensor<8xf32> {
  %0 = kina.reduce sum %x axes = [1] : tensor<8x4096xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Two arguments and a result need no checks at run time for overlaps.
// CHECK-LABEL: scale:
// CHECK: vmulps {{.*}}%ymm
// CHECK-LABEL: _mlir_ciface_scale:
func.func @scale(%x: tensor<4096xf32>, %y: tensor<4096xf32>) -> tensor<4096xf32> {
  %0 = kina.mul %x, %y : tensor<4096xf32>
  return %0 : tensor<4096xf32>
}

// CHECK-LABEL: copy:
// CHECK: {{callq|jmp}} memcpy
// CHECK-LABEL: _mlir_ciface_copy:
func.func @copy(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
