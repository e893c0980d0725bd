// softmax and log_softmax: what the verifiers refuse, and how they say it. Wrong operands, types and
// attributes of the generic form are robustness.py's.
//
// RUN: kina-opt %s --split-input-file --verify-diagnostics

// E10: axes lie in [0, rank).
func.func @softmax(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.softmax' op expected an axis in [0, 2), got 5}}
  %0 = kina.softmax %a0 axis = 5 : tensor<2x3xf32>
  return
}

// -----

func.func @softmax(%a0: tensor<2x3xf32>) {
  // expected-note @+2 {{axis -1 counted from the last is 1}}
  // expected-error @+1 {{'kina.softmax' op expected an axis in [0, 2), got -1}}
  %0 = kina.softmax %a0 axis = -1 : tensor<2x3xf32>
  return
}

// -----

func.func @softmax(%a0: tensor<f32>) {
  // expected-error @+1 {{'kina.softmax' op expected an axis in [0, 0), got 0}}
  %0 = kina.softmax %a0 axis = 0 : tensor<f32>
  return
}

// -----

func.func @softmax(%a0: tensor<4xi32>) {
  // expected-error @+1 {{'kina.softmax' op operand #0 must be ranked tensor of f16, bf16, f32 or f64 on the host or on #kina.device, but got 'tensor<4xi32>'}}
  %0 = kina.softmax %a0 axis = 0 : tensor<4xi32>
  return
}

// -----

func.func @softmax(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.softmax' op expected a result of shape [2, 3], got 'tensor<2x4xf32>'}}
  %0 = "kina.softmax"(%a0) <{axis = 1 : i64}> : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @softmax(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.softmax' op expected a result of element type 'f32', got 'f16'}}
  %0 = "kina.softmax"(%a0) <{axis = 1 : i64}> : (tensor<2x3xf32>) -> tensor<2x3xf16>
  return
}

// -----

func.func @softmax(%a0: tensor<2x3xf32>) {
  // expected-error @+2 {{'kina.softmax' op expected result #0 on the host as operand #0, got 'tensor<2x3xf32, #kina.device>' on #kina.device}}
  // expected-note @+1 {{copy it with kina.transfer}}
  %0 = "kina.softmax"(%a0) <{axis = 1 : i64}> : (tensor<2x3xf32>) -> tensor<2x3xf32, #kina.device>
  return
}

// -----

func.func @log_softmax(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.log_softmax' op expected an axis in [0, 2), got 5}}
  %0 = kina.log_softmax %a0 axis = 5 : tensor<2x3xf32>
  return
}

// -----

func.func @log_softmax(%a0: tensor<2x3xf32>) {
  // expected-note @+2 {{axis -1 counted from the last is 1}}
  // expected-error @+1 {{'kina.log_softmax' op expected an axis in [0, 2), got -1}}
  %0 = kina.log_softmax %a0 axis = -1 : tensor<2x3xf32>
  return
}

// -----

func.func @log_softmax(%a0: tensor<f32>) {
  // expected-error @+1 {{'kina.log_softmax' op expected an axis in [0, 0), got 0}}
  %0 = kina.log_softmax %a0 axis = 0 : tensor<f32>
  return
}

// -----

func.func @log_softmax(%a0: tensor<4xi32>) {
  // expected-error @+1 {{'kina.log_softmax' op operand #0 must be ranked tensor of f16, bf16, f32 or f64 on the host or on #kina.device, but got 'tensor<4xi32>'}}
  %0 = kina.log_softmax %a0 axis = 0 : tensor<4xi32>
  return
}

// -----

func.func @log_softmax(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.log_softmax' op expected a result of shape [2, 3], got 'tensor<2x4xf32>'}}
  %0 = "kina.log_softmax"(%a0) <{axis = 1 : i64}> : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @log_softmax(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.log_softmax' op expected a result of element type 'f32', got 'f16'}}
  %0 = "kina.log_softmax"(%a0) <{axis = 1 : i64}> : (tensor<2x3xf32>) -> tensor<2x3xf16>
  return
}

// -----

func.func @log_softmax(%a0: tensor<2x3xf32>) {
  // expected-error @+2 {{'kina.log_softmax' op expected result #0 on the host as operand #0, got 'tensor<2x3xf32, #kina.device>' on #kina.device}}
  // expected-note @+1 {{copy it with kina.transfer}}
  %0 = "kina.log_softmax"(%a0) <{axis = 1 : i64}> : (tensor<2x3xf32>) -> tensor<2x3xf32, #kina.device>
  return
}
