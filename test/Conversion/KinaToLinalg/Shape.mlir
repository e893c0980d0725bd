// RUN: kina-opt %s --kina-to-linalg --split-input-file | FileCheck %s
// RUN: kina-opt %s --kina-to-linalg --split-input-file | mlir-opt --split-input-file -o /dev/null

// CHECK-LABEL: func.func @constants
func.func @constants() -> (tensor<2xi1>, tensor<2x2xf32>) {
  // CHECK: arith.constant dense<[true, false]> : tensor<2xi1>
  %0 = kina.constant dense<[true, false]> : tensor<2xi1>
  // Bufferization takes dense constants only.
  // CHECK: arith.constant dense<{{\[\[}}0.000000e+00, 5.000000e-01], [0.000000e+00, 0.000000e+00]]> : tensor<2x2xf32>
  %1 = kina.constant sparse<[[0, 1]], [0.5]> : tensor<2x2xf32>
  return %0, %1 : tensor<2xi1>, tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @iota
// CHECK-SAME: %[[N:.*]]: index
func.func @iota(%n: index) -> tensor<2x?xf16> {
  // CHECK: tensor.empty(%[[N]]) : tensor<2x?xf16>
  // CHECK: linalg.index 1
  // CHECK: arith.sitofp %{{.*}} : i64 to f32
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  %0 = kina.iota axis = 1 sizes(%n) : tensor<2x?xf16>
  return %0 : tensor<2x?xf16>
}

// -----

// A dimension of size 1 is read at 0.
// CHECK: #[[$SOURCE:.*]] = affine_map<(d0, d1, d2) -> (d1, 0)>
// CHECK-LABEL: func.func @broadcast
// CHECK-SAME: %[[X:.*]]: tensor<?x1xf32>, %[[N:.*]]: index
func.func @broadcast(%x: tensor<?x1xf32>, %n: index) -> tensor<2x?x8xf32> {
  // A ? is never expanded.
  // CHECK: %[[SIZE:.*]] = tensor.dim %[[X]]
  // CHECK: arith.cmpi ne, %[[SIZE]], %[[N]] : index
  // CHECK: arith.constant 1 : i64
  // CHECK: func.call @kina_trap_size_mismatch
  // CHECK: tensor.empty(%[[N]]) : tensor<2x?x8xf32>
  // CHECK: indexing_maps = [#[[$SOURCE]], #{{.*}}]
  %0 = kina.broadcast %x sizes(%n) : tensor<?x1xf32> -> tensor<2x?x8xf32>
  return %0 : tensor<2x?x8xf32>
}

// -----

// CHECK-LABEL: func.func @transpose
// CHECK-SAME: %[[X:.*]]: tensor<2x?x4xf32>
func.func @transpose(%x: tensor<2x?x4xf32>) -> tensor<4x2x?xf32> {
  // CHECK: %[[OUT:.*]] = tensor.empty(%{{.*}}) : tensor<4x2x?xf32>
  // CHECK: linalg.transpose ins(%[[X]] : tensor<2x?x4xf32>) outs(%[[OUT]] : tensor<4x2x?xf32>) permutation = [2, 0, 1]
  %0 = kina.transpose %x perm = [2, 0, 1] : tensor<2x?x4xf32> -> tensor<4x2x?xf32>
  return %0 : tensor<4x2x?xf32>
}

// CHECK-LABEL: func.func @transpose_scalar
func.func @transpose_scalar(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: return %arg0
  %0 = kina.transpose %x perm = [] : tensor<f32> -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Static shapes collapse or expand at once where they can.
// CHECK-LABEL: func.func @reshape_static
func.func @reshape_static(%x: tensor<2x3x4xf32>) -> (tensor<6x4xf32>, tensor<4x6xf32>, tensor<1xf32>) {
  // CHECK: tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %0 = kina.reshape %x : tensor<2x3x4xf32> -> tensor<6x4xf32>
  // CHECK: %[[FLAT:.*]] = tensor.collapse_shape {{.*}} into tensor<24xf32>
  // CHECK: tensor.expand_shape %[[FLAT]] {{.*}} output_shape [4, 6] : tensor<24xf32> into tensor<4x6xf32>
  %1 = kina.reshape %0 : tensor<6x4xf32> -> tensor<4x6xf32>
  // CHECK: tensor.expand_shape %{{.*}} [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %c = kina.constant dense<1.0> : tensor<f32>
  %2 = kina.reshape %c : tensor<f32> -> tensor<1xf32>
  return %0, %1, %2 : tensor<6x4xf32>, tensor<4x6xf32>, tensor<1xf32>
}

// -----

// The numbers of elements are compared.
// CHECK-LABEL: func.func @reshape_dynamic
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>, %[[N:.*]]: index
func.func @reshape_dynamic(%x: tensor<?x3xf32>, %n: index) -> tensor<?x2xf32> {
  // CHECK: %[[FROM:.*]] = arith.muli
  // A result of more elements than a size can count is not that of the operand.
  // CHECK: %[[LIMIT:.*]] = arith.constant 4611686018427387903 : index
  // CHECK: %[[FITS:.*]] = arith.minui %[[N]], %[[LIMIT]] : index
  // CHECK: %[[TO:.*]] = arith.muli %[[FITS]], %{{.*}} : index
  // CHECK: arith.cmpi ne, %[[FROM]], %[[TO]] : index
  // CHECK: llvm.mlir.addressof @kina_string_reshape
  // CHECK: func.call @kina_trap_element_count_mismatch
  // CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[X]] {{.*}} into tensor<?xf32>
  // CHECK: %[[SIZE:.*]] = arith.maxsi %[[N]], %{{.*}} : index
  // CHECK: tensor.expand_shape %[[FLAT]] {{\[\[}}0, 1]] output_shape [%[[SIZE]], 2] : tensor<?xf32> into tensor<?x2xf32>
  %0 = kina.reshape %x sizes(%n) : tensor<?x3xf32> -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @reshape_several_unknown
// CHECK-SAME: %{{.*}}, %[[N:.*]]: index, %[[M:.*]]: index
func.func @reshape_several_unknown(%x: tensor<6xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  // CHECK: %[[SHAPE:.*]] = tensor.from_elements %[[N]], %[[M]] : tensor<2xindex>
  // CHECK: tensor.reshape %{{.*}}(%[[SHAPE]])
  %0 = kina.reshape %x sizes(%n, %m) : tensor<6xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @reshape_nothing
func.func @reshape_nothing(%x: tensor<0x?xf32>) -> tensor<5x0xf32> {
  // CHECK-NOT: collapse_shape
  // CHECK: tensor.empty() : tensor<5x0xf32>
  %0 = kina.reshape %x : tensor<0x?xf32> -> tensor<5x0xf32>
  return %0 : tensor<5x0xf32>
}

// -----

// CHECK-LABEL: func.func @slice
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf32>
func.func @slice(%x: tensor<4x?xf32>) -> tensor<2x3xf32> {
  // The last index is 1 + 2 * 2, so 6 elements are wanted.
  // CHECK: %[[END:.*]] = arith.constant 6 : index
  // CHECK: arith.cmpi sgt, %[[END]], %[[SIZE:.*]] : index
  // CHECK: arith.constant 1 : i64
  // CHECK: func.call @kina_trap_slice_bounds
  // CHECK: tensor.extract_slice %[[X]][0, 1] [2, 3] [1, 2] : tensor<4x?xf32> to tensor<2x3xf32>
  %0 = kina.slice %x offsets = [0, 1] sizes = [2, 3] strides = [1, 2] : tensor<4x?xf32> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @slice_nothing
func.func @slice_nothing(%x: tensor<4xf32>) -> tensor<0xf32> {
  // CHECK: tensor.empty() : tensor<0xf32>
  %0 = kina.slice %x offsets = [4] sizes = [0] strides = [1] : tensor<4xf32> -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

// -----

// CHECK-LABEL: func.func @pad
// CHECK-SAME: %[[X:.*]]: tensor<?xbf16>, %[[V:.*]]: tensor<bf16>
func.func @pad(%x: tensor<?xbf16>, %v: tensor<bf16>) -> tensor<?xbf16> {
  // One comparison tells that the size fits in 63 bits: 2^63 - 1 less 3.
  // CHECK: %[[ROOM:.*]] = arith.constant 9223372036854775804 : index
  // CHECK: %[[SIZE:.*]] = tensor.dim %[[X]]
  // CHECK: %[[BEYOND:.*]] = arith.cmpi ugt, %[[SIZE]], %[[ROOM]] : index
  // CHECK: scf.if %[[BEYOND]]
  // CHECK: func.call @kina_trap(
  // CHECK: %[[VALUE:.*]] = tensor.extract %[[V]][] : tensor<bf16>
  // CHECK: %[[FILLED:.*]] = linalg.fill ins(%[[VALUE]] : bf16)
  // CHECK: tensor.insert_slice %[[X]] into %[[FILLED]][1] [%{{.*}}] [1]
  %0 = kina.pad %x, %v low = [1] high = [2] : tensor<?xbf16>, tensor<bf16> -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// -----

// CHECK-LABEL: func.func @concat
// CHECK-SAME: %[[A:.*]]: tensor<2x3xi1>, %[[B:.*]]: tensor<2x?xi1>
func.func @concat(%a: tensor<2x3xi1>, %b: tensor<2x?xi1>) -> tensor<2x?xi1> {
  // CHECK: %[[OUT:.*]] = tensor.empty(%{{.*}}) : tensor<2x?xi1>
  // CHECK: %[[FIRST:.*]] = tensor.insert_slice %[[A]] into %[[OUT]][0, 0] [2, 3] [1, 1]
  // CHECK: tensor.insert_slice %[[B]] into %[[FIRST]][0, 3] [2, %{{.*}}] [1, 1]
  %0 = kina.concat %a, %b axis = 1 : (tensor<2x3xi1>, tensor<2x?xi1>) -> tensor<2x?xi1>
  return %0 : tensor<2x?xi1>
}

// Sums that may be beyond 63 bits: of 2 unknown sizes and of all, with room for a 5.
// CHECK-LABEL: func.func @concat_unknown
func.func @concat_unknown(%a: tensor<?xf32>, %b: tensor<5xf32>) -> tensor<?xf32> {
  // CHECK: %[[ROOM:.*]] = arith.constant 9223372036854775802 : index
  // CHECK: %[[TWO:.*]] = arith.addi
  // CHECK: %[[FIRST:.*]] = arith.cmpi ugt, %[[TWO]], %[[ROOM]] : index
  // CHECK: %[[THREE:.*]] = arith.addi %[[TWO]]
  // CHECK: %[[SECOND:.*]] = arith.cmpi ugt, %[[THREE]], %[[ROOM]] : index
  // CHECK: %[[BEYOND:.*]] = arith.ori %[[FIRST]], %[[SECOND]] : i1
  // CHECK: scf.if %[[BEYOND]]
  // CHECK-NOT: arith.cmpi
  %0 = kina.concat %a, %b, %a, %a axis = 0 : (tensor<?xf32>, tensor<5xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Nothing to check: no size grows.
// CHECK-LABEL: func.func @no_growth
func.func @no_growth(%x: tensor<?x3xf32>, %v: tensor<f32>) -> tensor<?x4xf32> {
  // CHECK-NOT: scf.if
  %0 = kina.pad %x, %v low = [0, 1] high = [0, 0] : tensor<?x3xf32>, tensor<f32> -> tensor<?x4xf32>
  // CHECK: return
  return %0 : tensor<?x4xf32>
}
