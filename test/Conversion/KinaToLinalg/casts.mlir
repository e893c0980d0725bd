// What a tensor.cast guesses is checked on demand; upstream leaves a wrong guess
// undefined.
// RUN: kina-opt %s --kina-to-linalg=check-casts=true | FileCheck %s
// RUN: kina-opt %s --kina-to-linalg | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: kina_trap

// The sizes of the second dimension: that of the first is not said.
// CHECK-LABEL: func.func @guess
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>
// CHECK: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[SIZE:.*]] = tensor.dim %[[X]], %[[C1]]
// CHECK: %[[C3:.*]] = arith.constant 3 : index
// CHECK: %[[WRONG:.*]] = arith.cmpi ne, %[[SIZE]], %[[C3]] : index
// CHECK: scf.if %[[WRONG]]
// CHECK: llvm.mlir.addressof @kina_string_tensor_cast
// CHECK: func.call @kina_trap_size_mismatch(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: tensor.cast %[[X]]
// CHECK-NOT: kina_trap
// CHECK: return
func.func @guess(%x: tensor<?x?xf32>) -> tensor<?x3xf32> {
  %0 = tensor.cast %x : tensor<?x?xf32> to tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// One that forgets sizes, one that nobody reads, one of no known rank.
// CHECK-LABEL: func.func @others
// CHECK-NOT: call @kina_trap
// CHECK: return
func.func @others(%x: tensor<3xf32>, %y: tensor<?xf32>, %z: tensor<*xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  %1 = tensor.cast %y : tensor<?xf32> to tensor<3xf32>
  %2 = tensor.cast %z : tensor<*xf32> to tensor<?xf32>
  return %0, %2 : tensor<?xf32>, tensor<?xf32>
}
