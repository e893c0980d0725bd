// RUN: kina-opt %s --kina-to-linalg --split-input-file | FileCheck %s
// RUN: kina-opt %s --kina-to-linalg --split-input-file | mlir-opt --split-input-file -o /dev/null

// CHECK-DAG: #[[$IN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1, d2) -> (d1)>
// CHECK-LABEL: func.func @sum
func.func @sum(%x: tensor<2x3x4xf32>) -> tensor<3xf32> {
  // CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<3xf32>
  // CHECK: %[[INIT:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%[[EMPTY]] : tensor<3xf32>)
  // CHECK: linalg.generic {indexing_maps = [#[[$IN]], #[[$OUT]]], iterator_types = ["reduction", "parallel", "reduction"]}
  // CHECK-SAME: outs(%[[INIT]] : tensor<3xf32>)
  // CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc> : f32
  %0 = kina.reduce sum %x axes = [0, 2] : tensor<2x3x4xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// A product and a maximum keep their order; -inf changes no maximum.
// CHECK-LABEL: func.func @strict
func.func @strict(%x: tensor<4xf32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK-NOT: fastmath
  // CHECK: arith.mulf
  %0 = kina.reduce prod %x axes = [0] : tensor<4xf32> -> tensor<f32>
  // CHECK: arith.constant 0xFF800000 : f32
  // CHECK: arith.maximumf
  %1 = kina.reduce max %x axes = [0] : tensor<4xf32> -> tensor<f32>
  // CHECK: return
  return %0, %1 : tensor<f32>, tensor<f32>
}

// -----

// f16 accumulates in f32 and is rounded at the end, before the kept axis returns.
// CHECK-LABEL: func.func @narrow
func.func @narrow(%x: tensor<3x4xf16>) -> tensor<3x1xf16> {
  // CHECK: linalg.fill {{.*}} outs(%{{.*}} : tensor<3xf32>)
  // CHECK: %[[X:.*]] = arith.extf %{{.*}} : f16 to f32
  // CHECK: arith.addf %[[X]], %{{.*}} fastmath<reassoc> : f32
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  // CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [3, 1] : tensor<3xf16> into tensor<3x1xf16>
  %0 = kina.reduce sum %x axes = [1] keepdims : tensor<3x4xf16> -> tensor<3x1xf16>
  return %0 : tensor<3x1xf16>
}

// -----

// The mean divides by the number of elements, which may be unknown or 0.
// CHECK-LABEL: func.func @mean
// CHECK-SAME: %[[X:.*]]: tensor<2x?x3xbf16>
func.func @mean(%x: tensor<2x?x3xbf16>) -> tensor<2xbf16> {
  // CHECK: %[[N:.*]] = tensor.dim %[[X]]
  // CHECK: %[[COUNT:.*]] = arith.muli %[[N]], %{{.*}} : index
  // CHECK: %[[INTEGER:.*]] = arith.index_cast %[[COUNT]] : index to i64
  // CHECK: %[[FLOAT:.*]] = arith.sitofp %[[INTEGER]] : i64 to f32
  // CHECK: arith.divf %{{.*}}, %[[FLOAT]] : f32
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  %0 = kina.reduce mean %x axes = [1, 2] : tensor<2x?x3xbf16> -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}

// -----

// A maximum of nothing traps, unless there is no row to have one.
// CHECK-LABEL: func.func @empty_axis
// CHECK-SAME: %[[X:.*]]: tensor<?x?xi32>
func.func @empty_axis(%x: tensor<?x?xi32>) -> tensor<?xi32> {
  // CHECK: %[[NOTHING:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : index
  // CHECK: %[[ROWS:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : index
  // CHECK: %[[WRONG:.*]] = arith.andi %[[NOTHING]], %[[ROWS]] : i1
  // CHECK: scf.if %[[WRONG]] {
  // CHECK: llvm.mlir.addressof @kina_string_reduce_max_over_an_empty_axis
  // CHECK: func.call @kina_trap(
  // CHECK: arith.constant -2147483648 : i32
  // CHECK: arith.maxsi
  %0 = kina.reduce max %x axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
// CHECK: llvm.mlir.global internal constant @{{.*}}("reduce max over an empty axis\00")

// -----

// No axis: the identity, -0 included.
// CHECK-LABEL: func.func @no_axis
func.func @no_axis(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: return %arg0
  %0 = kina.reduce sum %x axes = [] : tensor<?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A scan loops over the axes before its own and along it, so that memory is passed in
// order; parts keep these axes with size 1. f16 is carried in f32, and each part rounded.
// CHECK-LABEL: func.func @scan
// CHECK-SAME: %[[A:.*]]: tensor<3x4x5xf16>, %[[B:.*]]: tensor<3x4x5xf16>
func.func @scan(%a: tensor<3x4x5xf16>, %b: tensor<3x4x5xf16>) -> tensor<3x4x5xf16> {
  // CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
  // CHECK: %[[LAST:.*]] = arith.subi
  // CHECK: scf.for %[[ROW:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[RESULT:.*]] = %{{.*}}, %[[OLD:.*]] = %{{.*}})
  // CHECK: %[[INIT:.*]] = linalg.fill ins(%[[ONE]] : f32) outs(%[[OLD]] : tensor<1x1x5xf32>)
  // CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[DONE:.*]] = %[[RESULT]], %[[C:.*]] = %[[INIT]])
  // CHECK: %[[AT:.*]] = arith.subi %[[LAST]], %[[I]] : index
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  // CHECK: tensor.insert_slice %{{.*}} into %[[DONE]][%[[ROW]], %[[AT]], 0] [1, 1, 5] [1, 1, 1]
  // CHECK: tensor.extract_slice %[[A]][%[[ROW]], %[[AT]], 0] [1, 1, 5] [1, 1, 1]
  // CHECK: tensor.extract_slice %[[B]][%[[ROW]], %[[AT]], 0] [1, 1, 5] [1, 1, 1]
  // CHECK: linalg.generic {{.*}} outs(%[[C]] : tensor<1x1x5xf32>)
  // CHECK: arith.mulf %{{.*}}, %{{.*}} : f32
  // CHECK: arith.addf %{{.*}}, %{{.*}} : f32
  %0 = kina.linear_scan %a, %b axis = 1 reverse init = 1 : tensor<3x4x5xf16>
  return %0 : tensor<3x4x5xf16>
}

// -----

// No part of an empty tensor is looked at.
// CHECK-LABEL: func.func @empty_scan
// CHECK-NOT: scf.for
func.func @empty_scan(%a: tensor<0x?xf32>) -> tensor<0x?xf32> {
  %0 = kina.linear_scan %a, %a axis = 1 init = 1 : tensor<0x?xf32>
  return %0 : tensor<0x?xf32>
}
