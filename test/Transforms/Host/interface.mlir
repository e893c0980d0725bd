// RUN: kina-opt %s --kina-host-interface | FileCheck %s
// RUN: kina-opt %s --kina-set-target="triple=x86_64-unknown-linux-gnu cpu=x86-64-v3 features=+avx512f" | FileCheck %s --check-prefix=TARGET
// RUN: not kina-opt %s --kina-set-target=triple=nowhere 2>&1 | FileCheck %s --check-prefix=TRIPLE
// RUN: not kina-opt %s --kina-set-target="triple=x86_64-unknown-linux-gnu cpu=z80" 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: kina-opt %s --kina-set-target=triple=aarch64-unknown-linux-gnu | FileCheck %s --check-prefix=ARM

// TARGET: module attributes {llvm.data_layout = "e-m:e-{{.*}}", llvm.target_triple = "x86_64-unknown-linux-gnu"}
// TARGET: llvm.func @lowered() attributes {target_cpu = "x86-64-v3", target_features = #llvm.target_features<["+avx512f"]>}
// TRIPLE: error: unknown target triple 'nowhere
// CPU: error: unknown target cpu 'z80' for 'x86_64-unknown-linux-gnu'
// ARM: llvm.target_triple = "aarch64-unknown-linux-gnu"
// ARM: llvm.func @lowered() {

// CHECK: func.func @public(%arg0: tensor<4xf32> {bufferization.writable = false, llvm.noalias}, %arg1: index)
// CHECK-SAME: attributes {llvm.emit_c_interface}
func.func @public(%x: tensor<4xf32>, %n: index) { return }

// CHECK: func.func private @private(%arg0: tensor<4xf32> {bufferization.writable = false}) {
func.func private @private(%x: tensor<4xf32>) { return }

// CHECK: func.func private @external(tensor<4xf32>)
// CHECK-NOT: attributes
func.func private @external(tensor<4xf32>)

llvm.func @lowered() { llvm.return }
