// RUN: kina-opt %s --kina-to-linalg --split-input-file --verify-diagnostics

// All in one run.
func.func @device(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{kina.transfer: device lowering is not available}}
  %0 = kina.transfer %x : tensor<4xf32> -> tensor<4xf32, #kina.device>
  // expected-error @+1 {{kina.exp: device lowering is not available}}
  %1 = kina.exp %0 : tensor<4xf32, #kina.device>
  // expected-error @+1 {{kina.transfer: device lowering is not available}}
  %2 = kina.transfer %1 : tensor<4xf32, #kina.device> -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

func.func private @f(tensor<4xf32>) -> tensor<4xf32>
func.func @handler(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{run --kina-ad first}}
  %0, %1 = kina.handle @f(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %1 : tensor<4xf32>
}

// -----

// I12: elided values are no values.
func.func @elided() -> tensor<4xf32> {
  // expected-error @+1 {{'kina.constant' op expected the data of resource '__elided__', got none}}
  %0 = kina.constant dense_resource<__elided__> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{expected 'kina_trap_index' to be the run-time function of type '(!llvm.ptr, !llvm.ptr, i64, i64) -> ()', got one of type '(i64) -> ()'}}
func.func private @kina_trap_index(i64)
func.func @gather(%v: tensor<4x2xf32>, %i: tensor<3xi64>) -> tensor<3x2xf32> {
  %0 = kina.gather %v, %i : tensor<4x2xf32>, tensor<3xi64> -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// expected-error @+1 {{expected 'kina_trap' to be the run-time function of type '(!llvm.ptr, !llvm.ptr) -> ()', got a definition of type}}
func.func @kina_trap(%message: !llvm.ptr, %location: !llvm.ptr) {
  return
}
func.func @div(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = kina.div %x, %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// expected-error @+1 {{expected 'kina_trap' to be the run-time function of type '(!llvm.ptr, !llvm.ptr) -> ()', got 'llvm.mlir.global'}}
llvm.mlir.global external @kina_trap() : i32
func.func @div(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = kina.div %x, %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// Device types without a kina op.
// expected-error @+1 {{func.func: device lowering is not available}}
func.func @forward(%x: tensor<4xf32, #kina.device>) -> tensor<4xf32, #kina.device> {
  return %x : tensor<4xf32, #kina.device>
}

// -----

// expected-error @+1 {{func.func: device lowering is not available}}
func.func private @external(tensor<4xf32, #kina.device>)

// -----

func.func @resource() -> tensor<3xf32> {
  // expected-error @+1 {{expected 12 bytes in resource 'short', got 8}}
  %0 = kina.constant dense_resource<short> : tensor<3xf32>
  return %0 : tensor<3xf32>
}

{-# dialect_resources: { builtin: { short: "0x040000000000803F00000040" } } #-}

// -----

// A graph region may hold an op that is its own operand; it has no value.
module {
  // expected-error @+1 {{expected operands that other ops make, got its own result}}
  %0 = kina.transpose %0 perm = [0, 1] : tensor<2x2xf32> -> tensor<2x2xf32>
}
