// RUN: kina-opt %s --kina-host-pipeline="target-triple=x86_64-unknown-linux-gnu target-cpu=x86-64-v3" | FileCheck %s \
// RUN:   --implicit-check-not=kina. --implicit-check-not=linalg --implicit-check-not=memref \
// RUN:   --implicit-check-not=tensor. --implicit-check-not=unrealized --implicit-check-not=malloc
// RUN: kina-opt %s --kina-host-pipeline | mlir-opt | mlir-translate --mlir-to-llvmir -o /dev/null

// CHECK: module attributes {llvm.data_layout = "e-m:e-
// CHECK-SAME: llvm.target_triple = "x86_64-unknown-linux-gnu"}

// The data of arguments do not overlap what is written; descriptors may.
// CHECK: llvm.func @main(%arg0: !llvm.ptr, %arg1: !llvm.ptr {llvm.noalias}, %arg2: i64, %arg3: i64, %arg4: i64)
// CHECK-SAME: attributes {llvm.emit_c_interface, target_cpu = "x86-64-v3"}
// CHECK: llvm.call @kina_alloc
// CHECK: llvm.func @_mlir_ciface_main(%arg0: !llvm.ptr, %arg1: !llvm.ptr)
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @square(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-NOT: @square
func.func private @square(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = kina.mul %x, %x : tensor<?xf32>
  %1 = kina.exp %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}
