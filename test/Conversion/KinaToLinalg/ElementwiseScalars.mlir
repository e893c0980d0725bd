// RUN: kina-opt %s --kina-to-linalg --split-input-file | FileCheck %s

// What one element of each op becomes.

// CHECK-LABEL: func.func @floats
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4xf32>, %[[Y:[a-z0-9]+]]: tensor<4xf32>, %[[C:[a-z0-9]+]]: tensor<4xi1>
func.func @floats(%x: tensor<4xf32>, %y: tensor<4xf32>, %c: tensor<4xi1>) -> tensor<4xf32> {
  // CHECK:       ins(%[[X]] : tensor<4xf32>)
  // CHECK:       %[[ABS:.*]] = math.absf %{{.*}} : f32
  // CHECK-NEXT:  linalg.yield %[[ABS]]
  %0 = kina.abs %x : tensor<4xf32>
  // CHECK:       math.cos %{{.*}} : f32
  %1 = kina.cos %0 : tensor<4xf32>
  // CHECK:       math.erf %{{.*}} : f32
  %2 = kina.erf %1 : tensor<4xf32>
  // CHECK:       math.floor %{{.*}} : f32
  %3 = kina.floor %2 : tensor<4xf32>
  // A NaN stays a NaN: minimumf, not minnumf.
  // CHECK:       ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT:  arith.minimumf %[[A]], %[[B]] : f32
  %4 = kina.min %3, %y : tensor<4xf32>
  // CHECK:       ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT:  math.powf %[[A]], %[[B]] : f32
  %5 = kina.pow %4, %y : tensor<4xf32>
  // CHECK:       %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK:       arith.maximumf %{{.*}}, %[[ZERO]] : f32
  %6 = kina.relu %5 : tensor<4xf32>
  // CHECK:       math.rsqrt %{{.*}} : f32
  %7 = kina.rsqrt %6 : tensor<4xf32>
  // CHECK:       math.sin %{{.*}} : f32
  %8 = kina.sin %7 : tensor<4xf32>
  // CHECK:       math.sqrt %{{.*}} : f32
  %9 = kina.sqrt %8 : tensor<4xf32>
  // The order of the operands matters.
  // CHECK:       ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT:  arith.subf %[[A]], %[[B]] : f32
  %10 = kina.sub %9, %y : tensor<4xf32>
  // CHECK:       ^bb0(%[[P:.*]]: i1, %[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT:  arith.select %[[P]], %[[A]], %[[B]] : f32
  %11 = kina.select %c, %10, %y : tensor<4xf32>
  // Zeros and NaN are themselves: both comparisons are ordered and strict.
  // CHECK:       ^bb0(%[[A:.*]]: f32, %{{.*}}: f32):
  // CHECK-DAG:   arith.cmpf olt, %[[A]], %{{.*}} : f32
  // CHECK-DAG:   arith.cmpf ogt, %[[A]], %{{.*}} : f32
  // CHECK-DAG:   arith.constant -1.000000e+00 : f32
  // CHECK-DAG:   arith.constant 1.000000e+00 : f32
  %12 = kina.sign %11 : tensor<4xf32>
  // The product with an infinite partial is computed, and not chosen, at 0.
  // CHECK:       ^bb0(%[[G:.*]]: f32, %[[P:.*]]: f32, %{{.*}}: f32):
  // CHECK:       %[[STOP:.*]] = arith.cmpf oeq, %[[G]], %{{.*}} : f32
  // CHECK:       %[[GP:.*]] = arith.mulf %[[G]], %[[P]] : f32
  // CHECK:       arith.select %[[STOP]], %{{.*}}, %[[GP]] : f32
  %13 = kina.mul_no_nan %12, %y : tensor<4xf32>
  return %13 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @integers
func.func @integers(%i: tensor<4xi64>, %j: tensor<4xi64>) -> tensor<4xi64> {
  // INT_MIN wraps to itself: 0 - x.
  // CHECK:       ^bb0(%[[A:.*]]: i64, %{{.*}}: i64):
  // CHECK:       %[[NEG:.*]] = arith.subi %{{.*}}, %[[A]] : i64
  // CHECK:       %[[LESS:.*]] = arith.cmpi slt, %[[A]], %{{.*}} : i64
  // CHECK:       arith.select %[[LESS]], %[[NEG]], %[[A]] : i64
  %0 = kina.abs %i : tensor<4xi64>
  // CHECK:       arith.minsi
  %1 = kina.min %0, %j : tensor<4xi64>
  // CHECK:       arith.maxsi %{{.*}}, %{{.*}} : i64
  %2 = kina.relu %1 : tensor<4xi64>
  // CHECK:       arith.andi %{{.*}}, %{{.*}} : i64
  %3 = kina.and %2, %j : tensor<4xi64>
  // CHECK:       arith.ori %{{.*}}, %{{.*}} : i64
  %4 = kina.or %3, %j : tensor<4xi64>
  // CHECK:       arith.xori %{{.*}}, %{{.*}} : i64
  %5 = kina.xor %4, %j : tensor<4xi64>
  // CHECK:       %[[ONES:.*]] = arith.constant -1 : i64
  // CHECK:       arith.xori %{{.*}}, %[[ONES]] : i64
  %6 = kina.not %5 : tensor<4xi64>
  return %6 : tensor<4xi64>
}
