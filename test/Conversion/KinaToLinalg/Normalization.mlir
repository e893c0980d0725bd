// RUN: kina-opt %s --kina-to-linalg --split-input-file | FileCheck %s
// RUN: kina-opt %s --kina-to-linalg --split-input-file | mlir-opt --split-input-file -o /dev/null

// CHECK-LABEL: func.func @softmax
// CHECK-SAME: %[[X:.*]]: tensor<3x?xf32>
func.func @softmax(%x: tensor<3x?xf32>) -> tensor<3x?xf32> {
  // CHECK: arith.constant 0xFF800000 : f32
  // CHECK: linalg.fill {{.*}} -> tensor<3xf32>
  // CHECK: %[[MAX:.*]] = linalg.generic {{.*}}"parallel", "reduction"{{.*}} ins(%[[X]] :
  // CHECK: arith.maximumf %{{.*}}, %{{.*}} : f32
  // CHECK: %[[EXP:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[MAX]] :
  // CHECK: arith.subf
  // CHECK: math.exp
  // CHECK: linalg.fill {{.*}} -> tensor<3xf32>
  // CHECK: %[[SUM:.*]] = linalg.generic {{.*}}"parallel", "reduction"{{.*}} ins(%[[EXP]] :
  // CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc> : f32
  // CHECK: linalg.generic {{.*}} ins(%[[EXP]], %[[SUM]] :
  // CHECK: arith.divf %{{.*}}, %{{.*}} : f32
  %0 = kina.softmax %x axis = 1 : tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}
// Nothing to check.
// CHECK-NOT: kina_trap

// -----

// (x - m) - log(s), in f32 and rounded once.
// CHECK-LABEL: func.func @log_softmax
func.func @log_softmax(%x: tensor<3x4xf16>) -> tensor<3x4xf16> {
  // CHECK: arith.maximumf %{{.*}}, %{{.*}} : f32
  // CHECK-NOT: arith.truncf
  // CHECK: math.exp %{{.*}} : f32
  // CHECK: %[[SUM:.*]] = linalg.generic {{.*}}"reduction", "parallel"
  // CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc> : f32
  // CHECK: %[[LOG:.*]] = linalg.generic {{.*}} ins(%[[SUM]] :
  // CHECK: math.log %{{.*}} : f32
  // CHECK: linalg.generic {{.*}} ins(%arg0, %{{.*}}, %[[LOG]] :
  // CHECK: ^bb0(%[[IN:.*]]: f16, %[[M:.*]]: f32, %[[L:.*]]: f32,
  // CHECK: %[[WIDE:.*]] = arith.extf %[[IN]] : f16 to f32
  // CHECK: %[[SHIFTED:.*]] = arith.subf %[[WIDE]], %[[M]] : f32
  // CHECK: %[[Y:.*]] = arith.subf %[[SHIFTED]], %[[L]] : f32
  // CHECK: arith.truncf %[[Y]] : f32 to f16
  %0 = kina.log_softmax %x axis = 0 : tensor<3x4xf16>
  return %0 : tensor<3x4xf16>
}
