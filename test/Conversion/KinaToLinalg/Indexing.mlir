// RUN: kina-opt %s --kina-to-linalg --split-input-file | FileCheck %s
// RUN: kina-opt %s --kina-to-linalg=unchecked-bounds=true --split-input-file | FileCheck %s --check-prefix=UNCHECKED
// RUN: kina-opt %s --kina-to-linalg --split-input-file | mlir-opt --split-input-file -o /dev/null

// UNCHECKED-NOT: kina_trap_index

// The check is an op without results, before and apart from the reads.
// CHECK-DAG: #[[$INDICES:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @gather
// CHECK-SAME: %[[V:.*]]: tensor<32x8xf32>, %[[I:.*]]: tensor<2x3xi64>
func.func @gather(%v: tensor<32x8xf32>, %i: tensor<2x3xi64>) -> tensor<2x3x8xf32> {
  // CHECK: %[[BOUND:.*]] = arith.index_cast %{{.*}} : index to i64
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i64
  // A loop, which no pass fuses with anything.
  // CHECK: scf.for %[[ROW:.*]] = %{{.*}} to %{{.*}} step
  // CHECK-NEXT: scf.for %[[COLUMN:.*]] = %{{.*}} to %{{.*}} step
  // CHECK-NEXT: %[[INDEX:.*]] = tensor.extract %[[I]][%[[ROW]], %[[COLUMN]]]
  // CHECK-NEXT: %[[BELOW:.*]] = arith.cmpi slt, %[[INDEX]], %[[ZERO]] : i64
  // CHECK-NEXT: %[[BEYOND:.*]] = arith.cmpi sge, %[[INDEX]], %[[BOUND]] : i64
  // CHECK-NEXT: %[[WRONG:.*]] = arith.ori %[[BELOW]], %[[BEYOND]] : i1
  // CHECK-NEXT: scf.if %[[WRONG]] {
  // CHECK: %[[OP:.*]] = llvm.mlir.addressof @kina_string_gather
  // CHECK: %[[LOC:.*]] = llvm.mlir.addressof @kina_string_m_kn_7_1
  // CHECK: func.call @kina_trap_index(%[[OP]], %[[LOC]], %[[INDEX]], %[[BOUND]])
  // A row within bounds even where a pass has moved this to before the check.
  // CHECK: linalg.generic {indexing_maps = [#[[$INDICES]], #{{.*}}], {{.*}} ins(%[[I]] : tensor<2x3xi64>) outs(
  // CHECK: %[[ANY:.*]] = arith.index_cast %{{.*}} : i64 to index
  // CHECK: %[[WITHIN:.*]] = arith.cmpi ult, %[[ANY]], %{{.*}} : index
  // CHECK: %[[ROW:.*]] = arith.select %[[WITHIN]], %[[ANY]], %{{.*}} : index
  // CHECK: %[[COLUMN:.*]] = linalg.index 2
  // CHECK: tensor.extract %[[V]][%[[ROW]], %[[COLUMN]]] : tensor<32x8xf32>
  // CHECK-NOT: call
  // CHECK: return
  %0 = kina.gather %v, %i : tensor<32x8xf32>, tensor<2x3xi64> -> tensor<2x3x8xf32> loc("m.kn":7:1)
  return %0 : tensor<2x3x8xf32>
}

// -----

// CHECK-LABEL: func.func @no_check
func.func @no_check(%v: tensor<32x8xf32>, %i: tensor<i64>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = kina.gather %v, %i bounds = proven : tensor<32x8xf32>, tensor<i64> -> tensor<8xf32>
  %1 = kina.gather %v, %i bounds = unchecked : tensor<32x8xf32>, tensor<i64> -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
// CHECK-NOT: kina_trap
// CHECK-NOT: arith.select

// -----

// CHECK-LABEL: func.func @take
// CHECK-SAME: %[[V:.*]]: tensor<?x4x?xf16>, %[[I:.*]]: tensor<?x4xi64>
func.func @take(%v: tensor<?x4x?xf16>, %i: tensor<?x4xi64>) -> tensor<?x4xf16> {
  // CHECK: func.call @kina_trap_size_mismatch
  // CHECK: llvm.mlir.addressof @kina_string_take_along_axis
  // CHECK: func.call @kina_trap_index
  // CHECK: linalg.generic {{.*}} ins(%[[I]] : tensor<?x4xi64>) outs(
  // CHECK-DAG: %[[D0:.*]] = linalg.index 0
  // CHECK-DAG: %[[D1:.*]] = linalg.index 1
  // CHECK-DAG: %[[C:.*]] = arith.select {{.*}} : index
  // CHECK: tensor.extract %[[V]][%[[D0]], %[[D1]], %[[C]]]
  %0 = kina.take_along_axis %v, %i axis = 2 : tensor<?x4x?xf16>, tensor<?x4xi64> -> tensor<?x4xf16>
  return %0 : tensor<?x4xf16>
}

// -----

// Every element of the result compares its place with the index.
// CHECK-DAG: #[[$SOURCE:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-LABEL: func.func @scatter
// CHECK-SAME: %[[U:.*]]: tensor<2x4xf32>, %[[I:.*]]: tensor<2x4xi64>
func.func @scatter(%u: tensor<2x4xf32>, %i: tensor<2x4xi64>) -> tensor<2x8x4xf32> {
  // CHECK: llvm.mlir.addressof @kina_string_scatter_along_axis
  // CHECK: func.call @kina_trap_index
  // CHECK: linalg.generic {indexing_maps = [#[[$SOURCE]], #[[$SOURCE]], #{{.*}}], iterator_types = ["parallel", "parallel", "parallel"]}
  // CHECK: ^bb0(%[[UPDATE:.*]]: f32, %[[INDEX:.*]]: i64, %{{.*}}: f32):
  // CHECK: linalg.index 1
  // CHECK: %[[HERE:.*]] = arith.cmpi eq, %[[INDEX]], %{{.*}} : i64
  // CHECK: arith.select %[[HERE]], %[[UPDATE]], %{{.*}} : f32
  %0 = kina.scatter_along_axis %u, %i axis = 1 : tensor<2x4xf32>, tensor<2x4xi64> -> tensor<2x8x4xf32>
  return %0 : tensor<2x8x4xf32>
}

// -----

// Row after row into zeros, in f32, rounded at the end.
// CHECK-LABEL: func.func @scatter_add
// CHECK-SAME: %[[U:.*]]: tensor<2x3x8xbf16>, %[[I:.*]]: tensor<2x3xi64>
func.func @scatter_add(%u: tensor<2x3x8xbf16>, %i: tensor<2x3xi64>) -> tensor<32x8xbf16> {
  // CHECK: func.call @kina_trap_index
  // CHECK: %[[ZERO:.*]] = linalg.fill {{.*}} -> tensor<32x8xf32>
  // CHECK: %[[ROWS:.*]] = tensor.collapse_shape %[[U]] {{.*}} into tensor<6x8xbf16>
  // CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[I]] {{.*}} into tensor<6xi64>
  // CHECK: scf.for %[[K:.*]] = {{.*}} iter_args(%[[SUM:.*]] = %[[ZERO]]) -> (tensor<32x8xf32>)
  // CHECK: %[[INDEX:.*]] = tensor.extract %[[FLAT]][%[[K]]]
  // CHECK: %[[ANY:.*]] = arith.index_cast %[[INDEX]] : i64 to index
  // CHECK: %[[ROW:.*]] = arith.select %{{.*}}, %[[ANY]], %{{.*}} : index
  // CHECK: tensor.extract_slice %[[ROWS]][%[[K]], 0] [1, 8] [1, 1]
  // CHECK: %[[OLD:.*]] = tensor.extract_slice %[[SUM]][%[[ROW]], 0] [1, 8] [1, 1]
  // CHECK: %[[NEW:.*]] = linalg.generic {{.*}} outs(%[[OLD]] : tensor<8xf32>)
  // CHECK: arith.addf %{{.*}}, %{{.*}} : f32
  // CHECK: tensor.insert_slice %[[NEW]] into %[[SUM]][%[[ROW]], 0] [1, 8] [1, 1]
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  %0 = kina.scatter_add %u, %i : tensor<2x3x8xbf16>, tensor<2x3xi64> -> tensor<32x8xbf16>
  return %0 : tensor<32x8xbf16>
}

// -----

// CHECK: #[[$SOURCE:.*]] = affine_map<(d0, d1) -> (d0, d1 floordiv 3)>
// CHECK-LABEL: func.func @repeat
func.func @repeat(%x: tensor<2x?xi1>) -> tensor<2x?xi1> {
  // A third of 2^63 - 1 is the last size that fits.
  // CHECK: %[[ROOM:.*]] = arith.constant 3074457345618258602 : index
  // CHECK: %[[BEYOND:.*]] = arith.cmpi ugt, %{{.*}}, %[[ROOM]] : index
  // CHECK: scf.if %[[BEYOND]]
  // CHECK: arith.muli
  // CHECK: linalg.generic {indexing_maps = [#[[$SOURCE]], #{{.*}}]
  %0 = kina.repeat_interleave %x axis = 1 repeats = 3 : tensor<2x?xi1> -> tensor<2x?xi1>
  return %0 : tensor<2x?xi1>
}
