// RUN: kina-opt %s --kina-insertion-chains=min-insertions=3 | FileCheck %s
// RUN: kina-opt %s --kina-insertion-chains | FileCheck %s --check-prefix=SHORT
// RUN: kina-run %s --function=argument --input="6xf32=1 2 3 4 5 6" --input="2xf32=10 20" | FileCheck %s --check-prefix=ARGUMENT
// RUN: kina-run %s --function=used --input="2xf32=10 20" | FileCheck %s --check-prefix=USED

// Chains of up to 16 stay.
// SHORT-NOT: memref
// SHORT: func.func @shared
// SHORT-COUNT-18: memref.copy

// Sizes of run time, a part of lower rank; the whole is used twice.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: %[[N:.*]]: index, %[[A:.*]]: tensor<?x3xf32>, %[[B:.*]]: tensor<3xf32>
// CHECK: tensor.empty(%[[N]])
// CHECK: %[[START:.*]] = tensor.empty(%[[N]])
// CHECK: %[[WHOLE:.*]] = bufferization.to_buffer %[[START]] : tensor<?x3xf32> to memref<?x3xf32>
// CHECK: %[[PA:.*]] = bufferization.to_buffer %[[A]] read_only
// CHECK: %[[VA:.*]] = memref.subview %[[WHOLE]][0, 0] [%[[N]], 3] [2, 1]
// CHECK: memref.copy %[[PA]], %[[VA]]
// CHECK: memref.subview %[[WHOLE]][%[[N]], 0] [1, 3] [1, 1] : memref<?x3xf32> to memref<3xf32, strided<[1], offset: ?>>
// CHECK: memref.copy
// CHECK: memref.copy
// CHECK: %[[R:.*]] = bufferization.to_tensor %[[WHOLE]] restrict writable
// CHECK-NOT: insert_slice
// CHECK: return %[[R]], %[[R]]
func.func @dynamic(%n: index, %a: tensor<?x3xf32>, %b: tensor<3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %e = tensor.empty(%n) : tensor<?x3xf32>
  %0 = tensor.insert_slice %a into %e[0, 0] [%n, 3] [2, 1] : tensor<?x3xf32> into tensor<?x3xf32>
  %1 = tensor.insert_slice %b into %0[%n, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<?x3xf32>
  %2 = tensor.insert_slice %b into %1[1, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<?x3xf32>
  return %2, %2 : tensor<?x3xf32>, tensor<?x3xf32>
}

// What is seen between two insertions ends a chain; so does another block.
// CHECK-LABEL: func.func @seen
// CHECK-NOT: memref
// CHECK: return
func.func @seen(%a: tensor<2xf32>, %c: i1) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = tensor.insert_slice %a into %e[0] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %1 = tensor.insert_slice %a into %0[2] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %2 = tensor.insert_slice %a into %1[4] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %3 = scf.if %c -> tensor<8xf32> {
    %4 = tensor.insert_slice %a into %2[6] [2] [1] : tensor<2xf32> into tensor<8xf32>
    scf.yield %4 : tensor<8xf32>
  } else {
    scf.yield %1 : tensor<8xf32>
  }
  return %3, %1 : tensor<8xf32>, tensor<8xf32>
}

// A chain from another start stays.
// CHECK-LABEL: func.func @filled
// CHECK-NOT: memref
// CHECK: return
func.func @filled(%a: tensor<2xf32>) -> tensor<8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %0 = tensor.insert_slice %a into %f[0] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %1 = tensor.insert_slice %a into %0[2] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %2 = tensor.insert_slice %a into %1[4] [2] [1] : tensor<2xf32> into tensor<8xf32>
  return %2 : tensor<8xf32>
}

// 17 insertions, each over part of the last, into an argument and into a value, both
// of which are read afterwards. The last three are at 2, 3 and 0; the part of @argument
// inserted last is of the start itself.
// ARGUMENT: result[0]: 6xf32=5 6 10 10 20 6
// ARGUMENT: result[1]: 6xf32=1 2 3 4 5 6
func.func @argument(%s: tensor<6xf32>, %a: tensor<2xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %p = tensor.extract_slice %s[4] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %0 = tensor.insert_slice %a into %s[0] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %1 = tensor.insert_slice %a into %0[1] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %2 = tensor.insert_slice %a into %1[2] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %3 = tensor.insert_slice %a into %2[3] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %4 = tensor.insert_slice %a into %3[0] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %5 = tensor.insert_slice %a into %4[1] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %6 = tensor.insert_slice %a into %5[2] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %7 = tensor.insert_slice %a into %6[3] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %8 = tensor.insert_slice %a into %7[0] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %9 = tensor.insert_slice %a into %8[1] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %10 = tensor.insert_slice %a into %9[2] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %11 = tensor.insert_slice %a into %10[3] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %12 = tensor.insert_slice %a into %11[0] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %13 = tensor.insert_slice %a into %12[1] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %14 = tensor.insert_slice %a into %13[2] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %15 = tensor.insert_slice %a into %14[3] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %16 = tensor.insert_slice %p into %15[0] [2] [1] : tensor<2xf32> into tensor<6xf32>
  return %16, %s : tensor<6xf32>, tensor<6xf32>
}

// USED: result[0]: 6xf32=7 7 10 10 20 7
// USED: result[1]: 6xf32=7 7 7 7 7 7
func.func @used(%a: tensor<2xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %z = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %p = tensor.extract_slice %f[4] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %0 = tensor.insert_slice %a into %f[0] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %1 = tensor.insert_slice %a into %0[1] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %2 = tensor.insert_slice %a into %1[2] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %3 = tensor.insert_slice %a into %2[3] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %4 = tensor.insert_slice %a into %3[0] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %5 = tensor.insert_slice %a into %4[1] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %6 = tensor.insert_slice %a into %5[2] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %7 = tensor.insert_slice %a into %6[3] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %8 = tensor.insert_slice %a into %7[0] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %9 = tensor.insert_slice %a into %8[1] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %10 = tensor.insert_slice %a into %9[2] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %11 = tensor.insert_slice %a into %10[3] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %12 = tensor.insert_slice %a into %11[0] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %13 = tensor.insert_slice %a into %12[1] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %14 = tensor.insert_slice %a into %13[2] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %15 = tensor.insert_slice %a into %14[3] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %16 = tensor.insert_slice %p into %15[0] [2] [1] : tensor<2xf32> into tensor<6xf32>
  return %16, %f : tensor<6xf32>, tensor<6xf32>
}

// The start of the chain, which cse has merged with the destination of another op, that
// runs later.
// RUN: kina-run %s --function=shared --input="2xf32=1 2" | FileCheck %s --check-prefix=SHARED
// SHARED: result[0]: 4xf32=1 2 1 2
// SHARED: result[1]: 4xf32=2 4 2 4
func.func @shared(%a: tensor<2xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = tensor.insert_slice %a into %e[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %1 = tensor.insert_slice %a into %0[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %2 = tensor.insert_slice %a into %1[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %3 = tensor.insert_slice %a into %2[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %4 = tensor.insert_slice %a into %3[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %5 = tensor.insert_slice %a into %4[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %6 = tensor.insert_slice %a into %5[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %7 = tensor.insert_slice %a into %6[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %8 = tensor.insert_slice %a into %7[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %9 = tensor.insert_slice %a into %8[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %10 = tensor.insert_slice %a into %9[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %11 = tensor.insert_slice %a into %10[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %12 = tensor.insert_slice %a into %11[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %13 = tensor.insert_slice %a into %12[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %14 = tensor.insert_slice %a into %13[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %15 = tensor.insert_slice %a into %14[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %16 = tensor.insert_slice %a into %15[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %17 = tensor.insert_slice %a into %16[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %s = linalg.add ins(%17, %17 : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %17, %s : tensor<4xf32>, tensor<4xf32>
}
