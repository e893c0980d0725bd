// Reductions: what the verifiers refuse, and how they say it. Wrong operands, types and
// attributes of the generic form are robustness.py's.
//
// RUN: kina-opt %s --split-input-file --verify-diagnostics

// E10: axes lie in [0, rank).
func.func @reduce(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.reduce' op expected axes in [0, 2), got 2}}
  %0 = kina.reduce sum %a0 axes = [2] : tensor<2x3xf32> -> tensor<2xf32>
  return
}

// -----

func.func @reduce(%a0: tensor<2x3xf32>) {
  // expected-note @+2 {{axis -1 counted from the last is 1}}
  // expected-error @+1 {{'kina.reduce' op expected axes in [0, 2), got -1}}
  %0 = kina.reduce sum %a0 axes = [-1] : tensor<2x3xf32> -> tensor<2xf32>
  return
}

// -----

func.func @reduce(%a0: tensor<f32>) {
  // expected-error @+1 {{'kina.reduce' op expected axes in [0, 0), got 0}}
  %0 = kina.reduce sum %a0 axes = [0] : tensor<f32> -> tensor<f32>
  return
}

// -----

// E09: a repeated axis would be counted twice.
func.func @reduce(%a0: tensor<3xf32>) {
  // expected-error @+1 {{'kina.reduce' op expected distinct, ascending axes, got [0, 0]}}
  %0 = kina.reduce mean %a0 axes = [0, 0] : tensor<3xf32> -> tensor<f32>
  return
}

// -----

func.func @reduce(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.reduce' op expected distinct, ascending axes, got [1, 0]}}
  %0 = kina.reduce prod %a0 axes = [1, 0] : tensor<2x3xf32> -> tensor<f32>
  return
}

// -----

// E07: a mean of integers has no rounding that all would expect.
func.func @reduce(%a0: tensor<2xi32>) {
  // expected-error @+1 {{'kina.reduce' op expected a float element type for mean, got 'i32'}}
  %0 = kina.reduce mean %a0 axes = [0] : tensor<2xi32> -> tensor<i32>
  return
}

// -----

func.func @reduce(%a0: tensor<2xi64>) {
  // expected-error @+1 {{'kina.reduce' op expected a float element type for mean, got 'i64'}}
  %0 = kina.reduce mean %a0 axes = [0] : tensor<2xi64> -> tensor<i64>
  return
}

// -----

// E05: no maximum of nothing.
func.func @reduce(%a0: tensor<2x0xf32>) {
  // expected-error @+1 {{'kina.reduce' op expected at least one element to reduce to a max, got an empty axis in 'tensor<2x0xf32>'}}
  %0 = kina.reduce max %a0 axes = [1] : tensor<2x0xf32> -> tensor<2xf32>
  return
}

// -----

func.func @reduce(%a0: tensor<0xi32>) {
  // expected-error @+1 {{'kina.reduce' op expected at least one element to reduce to a min, got an empty axis in 'tensor<0xi32>'}}
  %0 = kina.reduce min %a0 axes = [0] : tensor<0xi32> -> tensor<i32>
  return
}

// -----

// A `?` among the reduced axes changes nothing.
func.func @reduce(%a0: tensor<2x0x?xf32>) {
  // expected-error @+1 {{'kina.reduce' op expected at least one element to reduce to a max, got an empty axis in 'tensor<2x0x?xf32>'}}
  %0 = kina.reduce max %a0 axes = [1, 2] : tensor<2x0x?xf32> -> tensor<2xf32>
  return
}

// -----

func.func @reduce(%a0: tensor<0x0xf32>) {
  // expected-error @+1 {{'kina.reduce' op expected at least one element to reduce to a max, got an empty axis in 'tensor<0x0xf32>'}}
  %0 = kina.reduce max %a0 axes = [0, 1] : tensor<0x0xf32> -> tensor<f32>
  return
}

// -----

// The result's shape follows.
func.func @reduce(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.reduce' op expected a result of shape [2], got 'tensor<3xf32>'}}
  %0 = kina.reduce sum %a0 axes = [1] : tensor<2x3xf32> -> tensor<3xf32>
  return
}

// -----

func.func @reduce(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.reduce' op expected a result of shape [2], got 'tensor<2x1xf32>'}}
  %0 = kina.reduce sum %a0 axes = [1] : tensor<2x3xf32> -> tensor<2x1xf32>
  return
}

// -----

func.func @reduce(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.reduce' op expected a result of shape [2, 1], got 'tensor<2xf32>'}}
  %0 = kina.reduce sum %a0 axes = [1] keepdims : tensor<2x3xf32> -> tensor<2xf32>
  return
}

// -----

func.func @reduce(%a0: tensor<?x3xf32>) {
  // expected-error @+1 {{'kina.reduce' op expected a result of shape [?], got 'tensor<?x?xf32>'}}
  %0 = kina.reduce sum %a0 axes = [1] : tensor<?x3xf32> -> tensor<?x?xf32>
  return
}

// -----

func.func @reduce(%a0: tensor<2x3xf16>) {
  // expected-error @+1 {{'kina.reduce' op expected a result of element type 'f16', got 'f32'}}
  %0 = kina.reduce sum %a0 axes = [1] : tensor<2x3xf16> -> tensor<2xf32>
  return
}

// -----

func.func @reduce(%a0: tensor<2x3xi1>) {
  // expected-error @+1 {{'kina.reduce' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<2x3xi1>'}}
  %0 = kina.reduce sum %a0 axes = [1] : tensor<2x3xi1> -> tensor<2xi1>
  return
}

// -----

func.func @reduce(%a0: tensor<2x3xf32>) {
  // expected-error @+2 {{'kina.reduce' op expected result #0 on the host as operand #0, got 'tensor<2xf32, #kina.device>' on #kina.device}}
  // expected-note @+1 {{copy it with kina.transfer}}
  %0 = kina.reduce sum %a0 axes = [1] : tensor<2x3xf32> -> tensor<2xf32, #kina.device>
  return
}

// -----

// A number that names no kind.
func.func @reduce(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{Invalid attribute `kind` in property conversion: 5 : i32}}
  %0 = "kina.reduce"(%a0) <{kind = 5 : i32, axes = array<i64: 1>}> : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @linear_scan(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.linear_scan' op expected an axis in [0, 2), got 2}}
  %0 = kina.linear_scan %x, %x axis = 2 init = 0 : tensor<2x3xf32>
  return
}

// -----

func.func @linear_scan(%x: tensor<f32>) {
  // expected-error @+1 {{'kina.linear_scan' op expected an axis in [0, 0), got 0}}
  %0 = kina.linear_scan %x, %x axis = 0 init = 0 : tensor<f32>
  return
}

// -----

func.func @linear_scan(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.linear_scan' op expected an init of 0 or 1, got 2}}
  %0 = kina.linear_scan %x, %x axis = 1 init = 2 : tensor<2x3xf32>
  return
}

// -----

func.func @linear_scan(%x: tensor<2x3xi32>) {
  // expected-error @+1 {{'kina.linear_scan' op operand #0 must be ranked tensor of f16, bf16, f32 or f64}}
  %0 = kina.linear_scan %x, %x axis = 1 init = 0 : tensor<2x3xi32>
  return
}
