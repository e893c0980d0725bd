// RUN: kina-opt %s --kina-to-linalg --split-input-file | FileCheck %s
// RUN: kina-opt %s --kina-to-linalg --split-input-file | mlir-opt --split-input-file -o /dev/null

// The named op accumulates, so its destination is zero.
// CHECK-LABEL: func.func @matrix
func.func @matrix(%a: tensor<4x8xf32>, %b: tensor<8x5xf32>) -> tensor<4x5xf32> {
  // CHECK: %[[ZERO:.*]] = linalg.fill {{.*}} -> tensor<4x5xf32>
  // CHECK: linalg.matmul ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x5xf32>) outs(%[[ZERO]] : tensor<4x5xf32>)
  %0 = kina.matmul %a, %b : tensor<4x8xf32>, tensor<8x5xf32> -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

// CHECK-LABEL: func.func @batch
func.func @batch(%a: tensor<?x4x8xi32>, %b: tensor<?x8x5xi32>) -> tensor<?x4x5xi32> {
  // CHECK: func.call @kina_trap_size_mismatch
  // CHECK: linalg.fill
  // CHECK: linalg.batch_matmul ins(%arg0, %arg1 :
  // CHECK-NOT: collapse_shape
  // CHECK: return
  %0 = kina.matmul %a, %b : tensor<?x4x8xi32>, tensor<?x8x5xi32> -> tensor<?x4x5xi32>
  return %0 : tensor<?x4x5xi32>
}

// -----

// Leading dimensions become one; 16-bit floats accumulate in f32.
// CHECK-LABEL: func.func @leading
func.func @leading(%a: tensor<2x3x4x8xbf16>, %b: tensor<2x3x8x5xbf16>) -> tensor<2x3x4x5xbf16> {
  // CHECK-DAG: %[[A:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2], [3]] : tensor<2x3x4x8xbf16> into tensor<6x4x8xbf16>
  // CHECK-DAG: %[[B:.*]] = tensor.collapse_shape %arg1 {{\[\[}}0, 1], [2], [3]] : tensor<2x3x8x5xbf16> into tensor<6x8x5xbf16>
  // CHECK: %[[ZERO:.*]] = linalg.fill {{.*}} -> tensor<6x4x5xf32>
  // CHECK: linalg.batch_matmul ins(%[[A]], %[[B]] : tensor<6x4x8xbf16>, tensor<6x8x5xbf16>) outs(%[[ZERO]] : tensor<6x4x5xf32>)
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  // CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2], [3]] output_shape [2, 3, 4, 5]
  %0 = kina.matmul %a, %b : tensor<2x3x4x8xbf16>, tensor<2x3x8x5xbf16> -> tensor<2x3x4x5xbf16>
  return %0 : tensor<2x3x4x5xbf16>
}

// -----

// A transposition of the last two dimensions is read, not copied.
// CHECK-DAG: #[[$A:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[$B:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[$C:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @transposed
func.func @transposed(%a: tensor<8x4xf32>, %b: tensor<8x5xf32>) -> tensor<4x5xf32> {
  // CHECK-NOT: linalg.transpose
  // CHECK: linalg.matmul indexing_maps = [#[[$A]], #[[$B]], #[[$C]]] ins(%arg0, %arg1 :
  %t = kina.transpose %a perm = [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
  %0 = kina.matmul %t, %b : tensor<4x8xf32>, tensor<8x5xf32> -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

// Its unknown sizes are the source's. No destination is left behind either.
// CHECK: #[[$A:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK: #[[$B:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-LABEL: func.func @transposed_batch
func.func @transposed_batch(%a: tensor<2x?x4x8xf32>, %b: tensor<2x?x5x8xf32>) -> tensor<2x?x4x5xf32> {
  // CHECK: %[[SIZE:.*]] = tensor.dim %arg1
  // CHECK-NOT: linalg.transpose
  // CHECK-NOT: tensor<2x?x8x5xf32>
  // CHECK: %[[B:.*]] = tensor.collapse_shape %arg1 {{.*}} into tensor<?x5x8xf32>
  // CHECK: linalg.batch_matmul indexing_maps = [#[[$A]], #[[$B]], #{{.*}}] ins(%{{.*}}, %[[B]] :
  %t = kina.transpose %b perm = [0, 1, 3, 2] : tensor<2x?x5x8xf32> -> tensor<2x?x8x5xf32>
  %0 = kina.matmul %a, %t : tensor<2x?x4x8xf32>, tensor<2x?x8x5xf32> -> tensor<2x?x4x5xf32>
  return %0 : tensor<2x?x4x5xf32>
}

// -----

// One with another use stays, and is not read.
// CHECK-LABEL: func.func @transposed_and_used
func.func @transposed_and_used(%a: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK: %[[T:.*]] = linalg.transpose
  // CHECK: linalg.matmul indexing_maps = {{.*}} ins(%arg0, %arg0 :
  // CHECK: return %{{.*}}, %[[T]]
  %t = kina.transpose %a perm = [1, 0] : tensor<8x8xf32> -> tensor<8x8xf32>
  %0 = kina.matmul %t, %t : tensor<8x8xf32>, tensor<8x8xf32> -> tensor<8x8xf32>
  return %0, %t : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// Another permutation is a copy.
// CHECK-LABEL: func.func @permuted
func.func @permuted(%a: tensor<4x2x8xf32>, %b: tensor<2x8x5xf32>) -> tensor<2x4x5xf32> {
  // CHECK: linalg.transpose
  // CHECK: linalg.batch_matmul ins(
  %t = kina.transpose %a perm = [1, 0, 2] : tensor<4x2x8xf32> -> tensor<2x4x8xf32>
  %0 = kina.matmul %t, %b : tensor<2x4x8xf32>, tensor<2x8x5xf32> -> tensor<2x4x5xf32>
  return %0 : tensor<2x4x5xf32>
}

// -----

// Transposed twice: read as it is.
// CHECK-LABEL: func.func @transposed_twice
func.func @transposed_twice(%a: tensor<4x8xf32>, %b: tensor<8x5xf32>) -> tensor<4x5xf32> {
  // CHECK-NOT: linalg.transpose
  // CHECK: linalg.matmul ins(%arg0, %arg1 :
  %t = kina.transpose %a perm = [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  %u = kina.transpose %t perm = [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
  %0 = kina.matmul %u, %b : tensor<4x8xf32>, tensor<8x5xf32> -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

// A size that is out of range is left alone, and so is its transposition.
// CHECK-LABEL: func.func @dim_out_of_range
// CHECK: linalg.transpose
// CHECK: linalg.matmul
func.func @dim_out_of_range(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> (tensor<?x?xf32>, index) {
  %c7 = arith.constant 7 : index
  %t = kina.transpose %a perm = [1, 0] : tensor<?x?xf32> -> tensor<?x?xf32>
  %d = tensor.dim %t, %c7 : tensor<?x?xf32>
  %m = kina.matmul %t, %b : tensor<?x?xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  return %m, %d : tensor<?x?xf32>, index
}

// -----

// A transposition into a tensor of the user's: read through, and left to its owner.
// CHECK-LABEL: func.func @transposed_into
func.func @transposed_into(%a: tensor<8x4xf32>, %b: tensor<8x5xf32>, %init: tensor<4x8xf32>) -> tensor<4x5xf32> {
  // CHECK: linalg.transpose
  // CHECK: linalg.matmul {{.*}} ins(%arg0, %arg1 :
  %t = linalg.transpose ins(%a : tensor<8x4xf32>) outs(%init : tensor<4x8xf32>) permutation = [1, 0]
  %0 = kina.matmul %t, %b : tensor<4x8xf32>, tensor<8x5xf32> -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
