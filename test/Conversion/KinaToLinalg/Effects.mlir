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

// A region that the backward part alone would treat differently, and how loops
// are to be differentiated, are nothing to what comes after.
// CHECK-LABEL: func.func @checkpoint(
// CHECK-NOT: kina
// CHECK: linalg.generic
// CHECK: math.exp
// CHECK: scf.for
// CHECK-NOT: kina
// CHECK: return
func.func @checkpoint(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %r = kina.checkpoint -> (tensor<4xf32>) {
    %e = kina.exp %x : tensor<4xf32>
    kina.yield %e : tensor<4xf32>
  }
  %s = scf.for %i = %n to %n step %n iter_args(%a = %r) -> tensor<4xf32> {
    %b = kina.checkpoint -> (tensor<4xf32>) {
      %e = kina.neg %a : tensor<4xf32>
      kina.yield %e : tensor<4xf32>
    }
    scf.yield %b : tensor<4xf32>
  } {kina.recompute_policy = "sqrt"}
  return %s : tensor<4xf32>
}
