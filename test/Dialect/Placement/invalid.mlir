// Copies between placements: what the verifiers refuse, and how they say it. Wrong operands, types and
// attributes of the generic form are robustness.py's.
//
// RUN: kina-opt %s --split-input-file --verify-diagnostics

// The types differ in the encoding, and in nothing else.
func.func @transfer(%a0: tensor<4xf32>) {
  // expected-error @+1 {{'kina.transfer' op expected types that differ in the encoding alone, got 'tensor<4xf32>' and 'tensor<4xf32>'}}
  %0 = kina.transfer %a0 : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

// `#kina.device<0>` is `#kina.device`.
func.func @transfer(%a0: tensor<4xf32, #kina.device>) {
  // expected-error @+1 {{'kina.transfer' op expected types that differ in the encoding alone, got 'tensor<4xf32, #kina.device>' and 'tensor<4xf32, #kina.device>'}}
  %0 = kina.transfer %a0 : tensor<4xf32, #kina.device> -> tensor<4xf32, #kina.device<0>>
  return
}

// -----

func.func @transfer(%a0: tensor<4xf32>) {
  // expected-error @+1 {{'kina.transfer' op expected types that differ in the encoding alone, got 'tensor<4xf32>' and 'tensor<5xf32, #kina.device>'}}
  %0 = kina.transfer %a0 : tensor<4xf32> -> tensor<5xf32, #kina.device>
  return
}

// -----

func.func @transfer(%a0: tensor<?xf32>) {
  // expected-error @+1 {{'kina.transfer' op expected types that differ in the encoding alone, got 'tensor<?xf32>' and 'tensor<4xf32, #kina.device>'}}
  %0 = kina.transfer %a0 : tensor<?xf32> -> tensor<4xf32, #kina.device>
  return
}

// -----

func.func @transfer(%a0: tensor<4xf32>) {
  // expected-error @+1 {{'kina.transfer' op expected types that differ in the encoding alone, got 'tensor<4xf32>' and 'tensor<4xf16, #kina.device>'}}
  %0 = kina.transfer %a0 : tensor<4xf32> -> tensor<4xf16, #kina.device>
  return
}

// -----

func.func @transfer(%a0: tensor<4xf32>) {
  // expected-error @+1 {{'kina.transfer' op result #0 must be ranked tensor of f16, bf16, f32, f64, i1, i32 or i64 on the host or on #kina.device, but got 'tensor<4xf32, "gpu">'}}
  %0 = kina.transfer %a0 : tensor<4xf32> -> tensor<4xf32, "gpu">
  return
}
