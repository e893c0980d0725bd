// RUN: kina-opt %s --kina-to-linalg --split-input-file | FileCheck %s
// RUN: kina-opt %s --kina-to-linalg --split-input-file | mlir-opt --split-input-file -o /dev/null

// A static op: its own destination, identity maps, no check.
// CHECK: #[[$ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @static
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<2x3xf32>
func.func @static(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK-NOT: scf.if
  // CHECK: %[[OUT:.*]] = tensor.empty() : tensor<2x3xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]], #[[$ID]]], iterator_types = ["parallel", "parallel"]}
  // CHECK-SAME: ins(%[[A]], %[[B]] : {{.*}}) outs(%[[OUT]] : tensor<2x3xf32>)
  // CHECK: arith.addf %{{.*}}, %{{.*}} : f32
  %0 = kina.add %a, %b : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Sizes that are not known are compared, in the order of the dimensions.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: %[[A:.*]]: tensor<?x?xf32>, %[[B:.*]]: tensor<?x?xf32>
func.func @dynamic(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %[[A0:.*]] = tensor.dim %[[A]], %{{.*}}
  // CHECK: %[[B0:.*]] = tensor.dim %[[B]], %{{.*}}
  // CHECK: %[[DIFFER:.*]] = arith.cmpi ne, %[[A0]], %[[B0]] : index
  // CHECK: scf.if %[[DIFFER]] {
  // CHECK-DAG: %[[DIM:.*]] = arith.constant 0 : i64
  // CHECK-DAG: %[[OP:.*]] = llvm.mlir.addressof @kina_string_mul : !llvm.ptr
  // CHECK-DAG: %[[LOC:.*]] = llvm.mlir.addressof @kina_string_m_kn_4_2 : !llvm.ptr
  // CHECK-DAG: %[[LHS:.*]] = arith.index_cast %[[A0]] : index to i64
  // CHECK-DAG: %[[RHS:.*]] = arith.index_cast %[[B0]] : index to i64
  // CHECK: func.call @kina_trap_size_mismatch(%[[OP]], %[[LOC]], %[[LHS]], %[[RHS]], %[[DIM]])
  // CHECK: scf.if
  // CHECK: arith.constant 1 : i64
  // CHECK: func.call @kina_trap_size_mismatch
  // CHECK: linalg.generic
  // CHECK: arith.mulf
  %0 = kina.mul %a, %b : tensor<?x?xf32> loc("m.kn":4:2)
  return %0 : tensor<?x?xf32>
}
// The texts of both checks are shared.
// CHECK: func.func private @kina_trap_size_mismatch(!llvm.ptr, !llvm.ptr, i64, i64, i64)
// CHECK-DAG: llvm.mlir.global internal constant @kina_string_mul("mul\00")
// CHECK-DAG: llvm.mlir.global internal constant @kina_string_m_kn_4_2("m.kn:4:2\00")
// CHECK-NOT: llvm.mlir.global

// -----

// Rank 0.
// CHECK: #[[$ID:.*]] = affine_map<() -> ()>
// CHECK-LABEL: func.func @scalar
func.func @scalar(%a: tensor<f64>) -> tensor<f64> {
  // CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]]], iterator_types = []}
  // CHECK: math.exp %{{.*}} : f64
  %0 = kina.exp %a : tensor<f64>
  return %0 : tensor<f64>
}

// -----

// 16-bit floats are computed in f32 and rounded once.
// CHECK-LABEL: func.func @narrow
func.func @narrow(%a: tensor<4xf16>, %b: tensor<4xbf16>) -> (tensor<4xf16>, tensor<4xbf16>) {
  // CHECK: %[[X:.*]] = arith.extf %{{.*}} : f16 to f32
  // CHECK: %[[T:.*]] = math.tanh %[[X]] : f32
  // CHECK: %[[N:.*]] = arith.truncf %[[T]] : f32 to f16
  // CHECK: linalg.yield %[[N]] : f16
  %0 = kina.tanh %a : tensor<4xf16>
  // Exact ones work on the bits, NaN and -0 included.
  // CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : bf16 to i16
  // CHECK: %[[FLIPPED:.*]] = arith.xori %[[BITS]], %{{.*}} : i16
  // CHECK: arith.bitcast %[[FLIPPED]] : i16 to bf16
  %1 = kina.neg %b : tensor<4xbf16>
  return %0, %1 : tensor<4xf16>, tensor<4xbf16>
}

// -----

// Integer division: the check is an op of its own, and the body has no division
// by 0 or of the least integer by -1.
// CHECK-LABEL: func.func @div
// CHECK-SAME: %[[A:.*]]: tensor<4xi32>, %[[B:.*]]: tensor<4xi32>
func.func @div(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step
  // CHECK-NEXT: %[[D:.*]] = tensor.extract %[[B]][%[[K]]] : tensor<4xi32>
  // CHECK-NEXT: %[[WRONG:.*]] = arith.cmpi eq, %[[D]], %{{.*}} : i32
  // CHECK-NEXT: scf.if %[[WRONG]] {
  // CHECK: llvm.mlir.addressof @kina_string_div_by_zero
  // CHECK: func.call @kina_trap(
  // CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B]] : {{.*}}) outs(
  // CHECK: ^bb0(%[[X:.*]]: i32, %[[Y:.*]]: i32, %{{.*}}: i32):
  // CHECK: %[[SAFE:.*]] = arith.select %{{.*}}, %{{.*}}, %[[Y]] : i32
  // CHECK: arith.divsi %[[X]], %[[SAFE]] : i32
  // CHECK-NOT: call
  // CHECK: return
  %0 = kina.div %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// A divisor that is known and not 0 needs no check.
// CHECK-LABEL: func.func @mod_constant
func.func @mod_constant(%a: tensor<4xi64>) -> tensor<4xi64> {
  // CHECK-NOT: scf.if
  // CHECK: arith.remsi
  %c = kina.constant dense<32> : tensor<4xi64>
  %0 = kina.mod %a, %c : tensor<4xi64>
  return %0 : tensor<4xi64>
}
// CHECK-NOT: kina_trap

// -----

// Comparisons are ordered, ne alone is not.
// CHECK-LABEL: func.func @compare
func.func @compare(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>) {
  // CHECK: tensor.empty() : tensor<4xi1>
  // CHECK: arith.cmpf ole
  %0 = kina.compare le, %a, %b : tensor<4xf32>
  // CHECK: arith.cmpf une
  %1 = kina.compare ne, %a, %b : tensor<4xf32>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}

// -----

// A spelled size that the operand does not tell is checked, and known afterwards.
// CHECK-LABEL: func.func @cast_refines
// CHECK-SAME: %[[X:.*]]: tensor<?xf64>
func.func @cast_refines(%x: tensor<?xf64>) -> tensor<3xf32> {
  // CHECK: %[[N:.*]] = tensor.dim %[[X]]
  // CHECK: %[[THREE:.*]] = arith.constant 3 : index
  // CHECK: arith.cmpi ne, %[[N]], %[[THREE]] : index
  // CHECK: func.call @kina_trap_size_mismatch
  // CHECK: %[[OUT:.*]] = tensor.empty() : tensor<3xf32>
  // CHECK: arith.truncf %{{.*}} : f64 to f32
  %0 = kina.cast %x : tensor<?xf64> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Float to integer saturates and takes NaN to 0 before arith.fptosi, which would
// be poison.
// CHECK-LABEL: func.func @saturate
func.func @saturate(%x: tensor<4xf32>) -> tensor<4xi32> {
  // CHECK: %[[SAFE:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
  // CHECK: arith.fptosi %[[SAFE]] : f32 to i32
  // CHECK: arith.constant -2147483648 : i32
  // CHECK: arith.constant 2147483647 : i32
  %0 = kina.cast %x : tensor<4xf32> -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// f64 to 16 bits rounds once: to odd in f32 first.
// CHECK-LABEL: func.func @round_once
func.func @round_once(%x: tensor<4xf64>) -> tensor<4xbf16> {
  // CHECK: %[[T:.*]] = arith.truncf %{{.*}} : f64 to f32
  // CHECK: arith.extf %[[T]] : f32 to f64
  // CHECK: arith.cmpf one
  // CHECK: arith.ori
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  %0 = kina.cast %x : tensor<4xf64> -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

// Only a sum over an axis may be reassociated.
// CHECK-LABEL: func.func @strict
func.func @strict(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NOT: fastmath
  // CHECK: return
  %0 = kina.sigmoid %x : tensor<4xf32>
  %1 = kina.max %0, %x : tensor<4xf32>
  %2 = kina.mul_no_nan %1, %x : tensor<4xf32>
  return %2 : tensor<4xf32>
}
