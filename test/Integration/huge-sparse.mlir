// A sparse constant stays sparse: its zeros are filled in by the program, and no fold goes
// through them.
// RUN: kina-opt %s --canonicalize | FileCheck %s --check-prefix=KEPT
// KEPT: kina.constant sparse
// KEPT: kina.neg
// RUN: kina-opt %s --kina-to-linalg | FileCheck %s --check-prefix=FILL
// FILL: linalg.fill {{.*}} -> tensor<500x1000xf32>
// FILL: scf.for
// FILL: tensor.insert
// RUN: kina-run %s --function=main | FileCheck %s
// RUN: kina-opt %s --canonicalize | kina-run - --function=main | FileCheck %s
// CHECK: result[0]: f32=-3.5
// CHECK: result[1]: 3xf32=-0 -1 -0
// CHECK: result[2]: i64=7
// CHECK: result[3]: f32=0
// CHECK: result[4]: 4xf16=0 2 0 0
// CHECK: result[5]: 4xi1=false true false true

// 10^18 elements, which nobody has in memory.
// RUN: kina-opt %s --canonicalize --kina-to-linalg -o /dev/null

func.func @main() -> (tensor<f32>, tensor<3xf32>, tensor<i64>, tensor<f32>, tensor<4xf16>, tensor<4xi1>) {
  %0 = kina.constant sparse<[[0, 7], [499, 999]], [1.0, 2.5]> : tensor<500x1000xf32>
  %1 = kina.neg %0 : tensor<500x1000xf32>
  %2 = kina.reduce sum %1 axes = [0, 1] : tensor<500x1000xf32> -> tensor<f32>
  %3 = kina.slice %1 offsets = [0, 6] sizes = [1, 3] strides = [1, 1] : tensor<500x1000xf32> -> tensor<1x3xf32>
  %4 = kina.reshape %3 : tensor<1x3xf32> -> tensor<3xf32>
  // One value for all indices.
  %5 = kina.constant sparse<[[3], [69999], [5], [6], [7], [8], [9]], 1> : tensor<70000xi64>
  %6 = kina.reduce sum %5 axes = [0] : tensor<70000xi64> -> tensor<i64>
  %7 = kina.constant sparse<> : tensor<70000xf32>
  %8 = kina.reduce sum %7 axes = [0] : tensor<70000xf32> -> tensor<f32>
  // Of one position given twice, the first counts, as where all is spelled out.
  %9 = kina.constant sparse<[[1], [1], [9]], [2.0, 3.0, 4.0]> : tensor<70000xf16>
  %10 = kina.slice %9 offsets = [0] sizes = [4] strides = [1] : tensor<70000xf16> -> tensor<4xf16>
  %11 = kina.constant sparse<[[0, 1], [3, 65535], [0, 3]], true> : tensor<4x65536xi1>
  %12 = kina.slice %11 offsets = [0, 0] sizes = [1, 4] strides = [1, 1] : tensor<4x65536xi1> -> tensor<1x4xi1>
  %13 = kina.reshape %12 : tensor<1x4xi1> -> tensor<4xi1>
  return %2, %4, %6, %8, %10, %13 : tensor<f32>, tensor<3xf32>, tensor<i64>, tensor<f32>,
    tensor<4xf16>, tensor<4xi1>
}
func.func @huge() -> tensor<1000000000x1000000000xf32> {
  %0 = kina.constant sparse<0, 1.0> : tensor<1000000000x1000000000xf32>
  %1 = kina.neg %0 : tensor<1000000000x1000000000xf32>
  return %1 : tensor<1000000000x1000000000xf32>
}
