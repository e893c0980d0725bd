// RUN: kina-opt %s --kina-to-linalg | FileCheck %s

// The seed itself, once its sizes are those of the value; the message speaks of
// the handler.
// CHECK-LABEL: func.func @seed
// CHECK-SAME: %[[G:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<?xf32>
func.func @seed(%g: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: llvm.mlir.addressof @kina_string_handle
  // CHECK: func.call @kina_trap_size_mismatch
  // CHECK: return %[[G]]
  %0 = kina.seed %g, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}
