// RUN: kina-opt %s --split-input-file --verify-diagnostics --kina-host-pipeline

// The name of the run-time library's function, for something else.
// expected-error@+1 {{expected 'kina_alloc' to be the run-time function of type '!llvm.func<ptr (i64, i64)>', got one of type '!llvm.func<i64 (i64)>'}}
func.func private @kina_alloc(i64) -> i64
func.func @main(%x: tensor<2xf32>, %n: i64) -> (tensor<2xf32>, i64) {
  %0 = call @kina_alloc(%n) : (i64) -> i64
  %1 = kina.neg %x : tensor<2xf32>
  return %1, %0 : tensor<2xf32>, i64
}

// -----

// expected-error@+1 {{expected 'kina_alloc' to be the run-time function of type '!llvm.func<ptr (i64, i64)>', got a definition of type '!llvm.func<ptr (i64, i64)>'}}
llvm.func @kina_alloc(%a: i64, %b: i64) -> !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %1 = kina.neg %x : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// expected-error@+1 {{expected 'kina_alloc' to be the run-time function of type '!llvm.func<ptr (i64, i64)>', got 'llvm.mlir.global'}}
llvm.mlir.global external @kina_alloc(0 : i64) : i64
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %1 = kina.neg %x : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// The library's own function may be called.
func.func private @kina_alloc(i64, i64) -> !llvm.ptr
func.func @main(%x: tensor<2xf32>, %n: i64) -> (tensor<2xf32>, !llvm.ptr) {
  %0 = call @kina_alloc(%n, %n) : (i64, i64) -> !llvm.ptr
  %1 = kina.neg %x : tensor<2xf32>
  return %1, %0 : tensor<2xf32>, !llvm.ptr
}

// -----

// The C interface of a function that is renamed.
func.func @exp(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
// expected-error@+1 {{expected the name '_mlir_ciface_exp' to be free for the C interface of 'exp', got 'llvm.func' of that name}}
func.func private @_mlir_ciface_exp(i64)
func.func @main(%n: i64) {
  call @_mlir_ciface_exp(%n) : (i64) -> ()
  return
}

// -----

// Errors of the derivative have the name that the program has.
func.func private @exp(%x: tensor<2xi32>) -> tensor<2xi32> {
  return %x : tensor<2xi32>
}
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{'kina.handle' op expected @exp to have a float argument to differentiate, got none}}
  %r = kina.handle @exp(%x) with reverse_mode : (tensor<2xi32>) -> (tensor<2xi32>)
  return %r : tensor<2xi32>
}

// -----

// expected-note@+1 {{the path starts at argument 0 of @log, which is differentiated}}
func.func private @log(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'math.clampf' op has no derivative rule}}
  %0 = math.clampf %x to [%x, %x] : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %r:2 = kina.handle @log(%x) with reverse_mode : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// A buffer of unknown rank cannot be copied.
func.func @main(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{'func.return' op expected operand #0, which has to be copied, to be of known rank, got 'memref<*xf32>'}}
  return %x : tensor<*xf32>
}

// -----

// The attribute by which the pipeline knows a function's name for users.
// expected-error@+1 {{expected no attribute 'kina.name' but of kina-reserve-names, got one on 'main'}}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> attributes {kina.name = "other"} {
  %1 = kina.neg %x : tensor<2xf32>
  return %1 : tensor<2xf32>
}
