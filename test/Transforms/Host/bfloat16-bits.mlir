// RUN: kina-opt %s --kina-bfloat16-bits | FileCheck %s
// RUN: kina-opt %s --kina-bfloat16-bits | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// CHECK: llvm.func @other(i16, f32, vector<4xi16>) -> i16
llvm.func @other(bf16, f32, vector<4xbf16>) -> bf16

// Data stays as it is.
// CHECK: llvm.mlir.global internal constant @data(dense<1.000000e+00> : tensor<2xbf16>) {{.*}} : !llvm.array<2 x bf16>
llvm.mlir.global internal constant @data(dense<1.0> : tensor<2xbf16>) : !llvm.array<2 x bf16>

// What only moves. 0x3FC0 is 1.5.
// CHECK-LABEL: llvm.func @moves(
// CHECK-SAME: %{{.*}}: i16, %[[P:.*]]: !llvm.ptr, %{{.*}}: i1) -> !llvm.struct<(i16, array<2 x i16>)>
// CHECK-NOT: bitcast
// CHECK: llvm.mlir.constant(16320 : i16) : i16
// CHECK: llvm.mlir.constant(dense<16320> : vector<4xi16>) : vector<4xi16>
// CHECK: llvm.mlir.poison : !llvm.struct<(i16, array<2 x i16>)>
// CHECK: llvm.load %[[P]] : !llvm.ptr -> i16
// CHECK: llvm.store %{{.*}}, %[[P]] : i16, !llvm.ptr
// CHECK: llvm.select %{{.*}} : i1, i16
// CHECK: llvm.call @other(%{{.*}}) : (i16, f32, vector<4xi16>) -> i16
// CHECK: llvm.call %[[P]](%{{.*}}) : !llvm.ptr, (i16) -> i16
// CHECK: llvm.cond_br %{{.*}}, ^bb1(%{{.*}} : i16), ^bb1(%{{.*}} : i16)
// CHECK: ^bb1(%{{.*}}: i16):
// CHECK: llvm.insertvalue
// CHECK: llvm.return %{{.*}} : !llvm.struct<(i16, array<2 x i16>)>
// LLVM: define { i16, [2 x i16] } @moves(i16 %0, ptr %1, i1 %2)
llvm.func @moves(%x: bf16, %p: !llvm.ptr, %c: i1) -> !llvm.struct<(bf16, array<2 x bf16>)> {
  %k = llvm.mlir.constant(1.5 : bf16) : bf16
  %v = llvm.mlir.constant(dense<1.5> : vector<4xbf16>) : vector<4xbf16>
  %s = llvm.mlir.poison : !llvm.struct<(bf16, array<2 x bf16>)>
  %f = llvm.mlir.constant(1.0 : f32) : f32
  %0 = llvm.load %p : !llvm.ptr -> bf16
  llvm.store %x, %p : bf16, !llvm.ptr
  %1 = llvm.select %c, %0, %k : i1, bf16
  %2 = llvm.call @other(%1, %f, %v) : (bf16, f32, vector<4xbf16>) -> bf16
  %3 = llvm.call %p(%2) : !llvm.ptr, (bf16) -> bf16
  llvm.cond_br %c, ^end(%3 : bf16), ^end(%x : bf16)
^end(%4: bf16):
  %5 = llvm.insertvalue %4, %s[0] : !llvm.struct<(bf16, array<2 x bf16>)>
  llvm.return %5 : !llvm.struct<(bf16, array<2 x bf16>)>
}

// What computes gets its bf16 back.
// CHECK-LABEL: llvm.func @computes(
// CHECK-SAME: %[[X:.*]]: i16) -> i16
// CHECK-DAG: %[[A:.*]] = llvm.bitcast %[[X]] : i16 to bf16
// CHECK-DAG: %[[B:.*]] = llvm.bitcast %[[X]] : i16 to bf16
// CHECK: %[[SUM:.*]] = llvm.fadd %{{.*}}, %{{.*}} : bf16
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[SUM]] : bf16 to i16
// CHECK: %[[IN:.*]] = llvm.bitcast %[[BITS]] : i16 to bf16
// CHECK: %[[WIDE:.*]] = llvm.fpext %[[IN]] : bf16 to f32
// CHECK: %[[OUT:.*]] = llvm.fptrunc %[[WIDE]] : f32 to bf16
// CHECK: %[[LAST:.*]] = llvm.bitcast %[[OUT]] : bf16 to i16
// CHECK: llvm.return %[[LAST]] : i16
// LLVM: define i16 @computes(i16 %0)
llvm.func @computes(%x: bf16) -> bf16 {
  %0 = llvm.fadd %x, %x : bf16
  %1 = llvm.fpext %0 : bf16 to f32
  %2 = llvm.fptrunc %1 : f32 to bf16
  llvm.return %2 : bf16
}
