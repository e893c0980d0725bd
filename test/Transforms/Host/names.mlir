// RUN: kina-opt %s --kina-reserve-names | FileCheck %s
// RUN: kina-opt %s --kina-host-pipeline | FileCheck %s --check-prefix=FINAL \
// RUN:   --implicit-check-not="_mlir_ciface_kina" --implicit-check-not="kina.name"
// A second time changes nothing.
// RUN: kina-opt %s --kina-reserve-names --kina-host-pipeline | FileCheck %s --check-prefix=FINAL \
// RUN:   --implicit-check-not="_mlir_ciface_kina" --implicit-check-not="kina.fn.kina"

// CHECK: func.func @kina.fn.exp(%{{.*}} attributes {kina.name = "exp"}
// CHECK: call @kina.fn.free(
// FINAL: llvm.func @kina.fn.exp(
// FINAL: llvm.func @_mlir_ciface_exp(
func.func @exp(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @free(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK: func.func @kina.fn.free(
// FINAL: llvm.func @kina.fn.free(
// FINAL: llvm.func @_mlir_ciface_free(
func.func @free(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @cosf(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A function of another library keeps its name, and so does one that C lacks.
// CHECK: func.func private @cosf(
// CHECK: func.func @loss(
// FINAL: llvm.func @loss(
// FINAL: llvm.func @_mlir_ciface_loss(
func.func private @cosf(tensor<2xf32>) -> tensor<2xf32>
func.func @loss(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
