// RUN: kina-opt %s --kina-simplify --split-input-file | FileCheck %s
// Bufferization takes what is left.
// RUN: kina-opt %s --kina-host-pipeline --split-input-file -o /dev/null

func.func private @kina_trap(!llvm.ptr, !llvm.ptr)
func.func private @use(tensor<?xf32>)

// A check that fails for sure: nothing behind it stays, 4 and 3 never meet.
// CHECK-LABEL: func.func @known
// CHECK-DAG: %[[PLACE:.*]] = tensor.empty() : tensor<0xf32>
// CHECK-DAG: %[[RESULT:.*]] = tensor.cast %[[PLACE]] : tensor<0xf32> to tensor<?xf32>
// CHECK: call @kina_trap
// CHECK-NEXT: return %[[RESULT]]
func.func @known(%x: tensor<3xf32>, %y: tensor<4xf32>, %p: !llvm.ptr) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %a = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  %b = tensor.cast %y : tensor<4xf32> to tensor<?xf32>
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %m = tensor.dim %b, %c0 : tensor<?xf32>
  %wrong = arith.cmpi ne, %n, %m : index
  scf.if %wrong {
    func.call @kina_trap(%p, %p) : (!llvm.ptr, !llvm.ptr) -> ()
  }
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.add ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  call @use(%0) : (tensor<?xf32>) -> ()
  return %0 : tensor<?xf32>
}

// One that may pass leaves the rest as it is.
// CHECK-LABEL: func.func @open
// CHECK: scf.if
// CHECK-NEXT: func.call @kina_trap
// CHECK-NEXT: }
// CHECK: call @use
func.func @open(%x: tensor<?xf32>, %wrong: i1, %p: !llvm.ptr) {
  scf.if %wrong {
    func.call @kina_trap(%p, %p) : (!llvm.ptr, !llvm.ptr) -> ()
  }
  call @use(%x) : (tensor<?xf32>) -> ()
  return
}

// In a branch only that branch ends there; its result is anything, also the other
// branch's.
// CHECK-LABEL: func.func @branch
// CHECK: scf.if
// CHECK-NEXT: func.call @kina_trap
// CHECK-NEXT: }
// CHECK: call @use
// CHECK: return %arg3
func.func @branch(%x: tensor<?xf32>, %wrong: i1, %p: !llvm.ptr, %i: i32) -> i32 {
  %0 = scf.if %wrong -> i32 {
    func.call @kina_trap(%p, %p) : (!llvm.ptr, !llvm.ptr) -> ()
    func.call @use(%x) : (tensor<?xf32>) -> ()
    %1 = arith.addi %i, %i : i32
    scf.yield %1 : i32
  } else {
    scf.yield %i : i32
  }
  call @use(%x) : (tensor<?xf32>) -> ()
  return %0 : i32
}

// A placeholder of unknown rank is one of rank 0.
// CHECK-LABEL: func.func @unranked
// CHECK: %[[PLACE:.*]] = tensor.empty() : tensor<f32>
// CHECK: %[[RESULT:.*]] = tensor.cast %[[PLACE]] : tensor<f32> to tensor<*xf32>
// CHECK: call @kina_trap
// CHECK-NEXT: return %[[RESULT]]
func.func @unranked(%x: tensor<?xf32>, %p: !llvm.ptr) -> tensor<*xf32> {
  call @kina_trap(%p, %p) : (!llvm.ptr, !llvm.ptr) -> ()
  %0 = tensor.cast %x : tensor<?xf32> to tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// A function of the module's own with the name of a trap may return.
func.func private @use(tensor<?xf32>)
func.func @kina_trap(%p: !llvm.ptr, %q: !llvm.ptr) { return }
// CHECK-LABEL: func.func @own
// CHECK-NEXT: call @kina_trap
// CHECK-NEXT: call @use
func.func @own(%x: tensor<?xf32>, %p: !llvm.ptr) {
  call @kina_trap(%p, %p) : (!llvm.ptr, !llvm.ptr) -> ()
  call @use(%x) : (tensor<?xf32>) -> ()
  return
}

// A tensor that is poison becomes one that has a buffer.
// CHECK-LABEL: func.func @poison
// CHECK-DAG: %[[KNOWN:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-DAG: %[[NONE:.*]] = tensor.empty() : tensor<0x3xf32>
// CHECK-DAG: %[[OPEN:.*]] = tensor.cast %[[NONE]] : tensor<0x3xf32> to tensor<?x3xf32>
// CHECK-DAG: %[[NUMBER:.*]] = ub.poison : i32
// CHECK: return %[[KNOWN]], %[[OPEN]], %[[NUMBER]]
func.func @poison() -> (tensor<4xf32>, tensor<?x3xf32>, i32) {
  %0 = ub.poison : tensor<4xf32>
  %1 = ub.poison : tensor<?x3xf32>
  %2 = ub.poison : i32
  return %0, %1, %2 : tensor<4xf32>, tensor<?x3xf32>, i32
}
