// Matrix products (C08): what the verifiers refuse, and how they say it. Wrong operands, types and
// attributes of the generic form are robustness.py's.
//
// RUN: kina-opt %s --split-input-file --verify-diagnostics

// The contracted sizes are equal.
func.func @matmul(%a0: tensor<4x6xf32>, %a1: tensor<3x4xf32>) {
  // expected-error @+1 {{'kina.matmul' op expected equal contracted dimensions, got 6 (dimension 1 of operand #0) and 3 (dimension 0 of operand #1)}}
  %0 = kina.matmul %a0, %a1 : tensor<4x6xf32>, tensor<3x4xf32> -> tensor<4x4xf32>
  return
}

// -----

// Also where the others are not known.
func.func @matmul(%a0: tensor<?x6xf32>, %a1: tensor<3x?xf32>) {
  // expected-error @+1 {{'kina.matmul' op expected equal contracted dimensions, got 6 (dimension 1 of operand #0) and 3 (dimension 0 of operand #1)}}
  %0 = kina.matmul %a0, %a1 : tensor<?x6xf32>, tensor<3x?xf32> -> tensor<?x?xf32>
  return
}

// -----

func.func @matmul(%a0: tensor<4x6xf32>, %a1: tensor<6x4xf32>) {
  // expected-error @+1 {{'kina.matmul' op expected a result of shape [4, 4], got 'tensor<9x9xf32>'}}
  %0 = kina.matmul %a0, %a1 : tensor<4x6xf32>, tensor<6x4xf32> -> tensor<9x9xf32>
  return
}

// -----

func.func @matmul(%a0: tensor<4x?xf32>, %a1: tensor<?x?xf32>) {
  // expected-error @+1 {{'kina.matmul' op expected a result of shape [4, ?], got 'tensor<5x?xf32>'}}
  %0 = kina.matmul %a0, %a1 : tensor<4x?xf32>, tensor<?x?xf32> -> tensor<5x?xf32>
  return
}

// -----

// One rank, at least 2: no broadcast over leading dimensions.
func.func @matmul(%a0: tensor<2x3x4xf32>, %a1: tensor<4x5xf32>) {
  // expected-error @+1 {{'kina.matmul' op expected operands of one rank, at least 2, got 'tensor<2x3x4xf32>' and 'tensor<4x5xf32>'}}
  %0 = kina.matmul %a0, %a1 : tensor<2x3x4xf32>, tensor<4x5xf32> -> tensor<2x3x5xf32>
  return
}

// -----

func.func @matmul(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error @+1 {{'kina.matmul' op expected operands of one rank, at least 2, got 'tensor<4xf32>' and 'tensor<4xf32>'}}
  %0 = kina.matmul %a0, %a1 : tensor<4xf32>, tensor<4xf32> -> tensor<f32>
  return
}

// -----

func.func @matmul(%a0: tensor<f32>, %a1: tensor<f32>) {
  // expected-error @+1 {{'kina.matmul' op expected operands of one rank, at least 2, got 'tensor<f32>' and 'tensor<f32>'}}
  %0 = kina.matmul %a0, %a1 : tensor<f32>, tensor<f32> -> tensor<f32>
  return
}

// -----

func.func @matmul(%a0: tensor<2x3x4xf32>, %a1: tensor<1x4x5xf32>) {
  // expected-error @+1 {{'kina.matmul' op expected equal leading dimensions, got 2 (dimension 0 of operand #0) and 1 (dimension 0 of operand #1)}}
  %0 = kina.matmul %a0, %a1 : tensor<2x3x4xf32>, tensor<1x4x5xf32> -> tensor<2x3x5xf32>
  return
}

// -----

// One element type, a number.
func.func @matmul(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf64>) {
  // expected-error @+1 {{'kina.matmul' op expected operands and result of one element type, got 'f32' and 'f64'}}
  %0 = kina.matmul %a0, %a1 : tensor<2x2xf32>, tensor<2x2xf64> -> tensor<2x2xf32>
  return
}

// -----

func.func @matmul(%a0: tensor<2x2xf16>, %a1: tensor<2x2xf16>) {
  // expected-error @+1 {{'kina.matmul' op expected operands and result of one element type, got 'f16' and 'f32'}}
  %0 = kina.matmul %a0, %a1 : tensor<2x2xf16>, tensor<2x2xf16> -> tensor<2x2xf32>
  return
}

// -----

func.func @matmul(%a0: tensor<2x2xi1>, %a1: tensor<2x2xi1>) {
  // expected-error @+1 {{'kina.matmul' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<2x2xi1>'}}
  %0 = kina.matmul %a0, %a1 : tensor<2x2xi1>, tensor<2x2xi1> -> tensor<2x2xi1>
  return
}

// -----

func.func @matmul(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf32, #kina.device>) {
  // expected-error @+2 {{'kina.matmul' op expected operand #1 on the host as operand #0, got 'tensor<2x2xf32, #kina.device>' on #kina.device}}
  // expected-note @+1 {{copy it with kina.transfer}}
  %0 = kina.matmul %a0, %a1 : tensor<2x2xf32>, tensor<2x2xf32, #kina.device> -> tensor<2x2xf32>
  return
}

// -----

// F05: each operand can be counted, the result cannot.
func.func @matmul(%a0: tensor<2147483648x1xf32>, %a1: tensor<1x2147483648xf32>) {
  // expected-error @+1 {{'kina.matmul' op result #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<2147483648x2147483648xf32>'}}
  %0 = kina.matmul %a0, %a1 : tensor<2147483648x1xf32>, tensor<1x2147483648xf32> -> tensor<2147483648x2147483648xf32>
  return
}
