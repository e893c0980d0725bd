// Constants, broadcast, reshape and transpose: what the verifiers refuse, and how they say it. Wrong operands, types and
// attributes of the generic form are robustness.py's.
//
// RUN: kina-opt %s --split-input-file --verify-diagnostics

// The value carries the type.
func.func @constant() {
  // expected-error @+1 {{'kina.constant' op expected a result of the value's type 'tensor<4xf32>', got 'tensor<5xf32>'}}
  %0 = "kina.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<5xf32>
  return
}

// -----

func.func @constant() {
  // expected-error @+1 {{'kina.constant' op result #0 must be ranked tensor of f16, bf16, f32, f64, i1, i32 or i64 on the host or on #kina.device, but got 'tensor<4xi8>'}}
  %0 = kina.constant dense<1> : tensor<4xi8>
  return
}

// -----

// A vector is no tensor.
func.func @constant() {
  // expected-error @+1 {{'kina.constant' op result #0 must be ranked tensor of f16, bf16, f32, f64, i1, i32 or i64 on the host or on #kina.device, but got 'vector<4xf32>'}}
  %0 = kina.constant dense<1.0> : vector<4xf32>
  return
}

// -----

// J18: hexadecimal bytes of the wrong number.
func.func @constant() {
  // expected-error @+1 {{elements hex data size is invalid for provided type: 'tensor<1xi32>'}}
  %0 = kina.constant dense<"0x82F5AB"> : tensor<1xi32>
  return
}

// -----

// J18: dense lists hold numbers.
func.func @constant() {
  // expected-error @+1 {{expected string token, got 22}}
  %0 = kina.constant dense<22> : tensor<vector<4xi8>>
  return
}

// -----

// E10: axes lie in [0, rank).
func.func @iota() {
  // expected-error @+1 {{'kina.iota' op expected an axis in [0, 2), got 2}}
  %0 = kina.iota axis = 2 : tensor<8x8xi64>
  return
}

// -----

func.func @iota() {
  // expected-note @+2 {{axis -1 counted from the last is 1}}
  // expected-error @+1 {{'kina.iota' op expected an axis in [0, 2), got -1}}
  %0 = kina.iota axis = -1 : tensor<8x8xi64>
  return
}

// -----

func.func @iota() {
  // expected-error @+1 {{'kina.iota' op expected an axis in [0, 0), got 0}}
  %0 = kina.iota axis = 0 : tensor<i64>
  return
}

// -----

func.func @iota() {
  // expected-error @+1 {{'kina.iota' op result #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<4xi1>'}}
  %0 = kina.iota axis = 0 : tensor<4xi1>
  return
}

// -----

// One size for each `?`.
func.func @iota() {
  // expected-error @+1 {{'kina.iota' op expected 1 sizes, one for each '?' of the result 'tensor<?xi64>', got 0}}
  %0 = kina.iota axis = 0 : tensor<?xi64>
  return
}

// -----

func.func @iota(%a0: index) {
  // expected-error @+1 {{'kina.iota' op expected 0 sizes, one for each '?' of the result 'tensor<4xi64>', got 1}}
  %0 = kina.iota axis = 0 sizes(%a0) : tensor<4xi64>
  return
}

// -----

func.func @broadcast(%a0: tensor<4xf32>, %a1: index) {
  // expected-error @+1 {{'kina.broadcast' op expected 2 sizes, one for each '?' of the result 'tensor<?x?xf32>', got 1}}
  %0 = kina.broadcast %a0 sizes(%a1) : tensor<4xf32> -> tensor<?x?xf32>
  return
}

// -----

// A source dimension equals the result's or is 1, aligned at the last one.
func.func @broadcast(%a0: tensor<4xf32>) {
  // expected-error @+1 {{'kina.broadcast' op expected equal sizes where the operand's is not 1, got 4 (dimension 0 of operand #0) and 8}}
  %0 = kina.broadcast %a0 : tensor<4xf32> -> tensor<4x8xf32>
  return
}

// -----

// F15: dimensions are aligned at the last, never permuted.
func.func @broadcast_permuted(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.broadcast' op expected equal sizes where the operand's is not 1, got 2 (dimension 0 of operand #0) and 3}}
  %0 = kina.broadcast %a0 : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @broadcast(%a0: tensor<2x1xf32>) {
  // expected-error @+1 {{'kina.broadcast' op expected equal sizes where the operand's is not 1, got 2 (dimension 0 of operand #0) and 3}}
  %0 = kina.broadcast %a0 : tensor<2x1xf32> -> tensor<3x4xf32>
  return
}

// -----

func.func @broadcast(%a0: tensor<0xf32>) {
  // expected-error @+1 {{'kina.broadcast' op expected equal sizes where the operand's is not 1, got 0 (dimension 0 of operand #0) and 3}}
  %0 = kina.broadcast %a0 : tensor<0xf32> -> tensor<3xf32>
  return
}

// -----

// It does not shrink.
func.func @broadcast(%a0: tensor<1x4xf32>) {
  // expected-error @+1 {{'kina.broadcast' op expected a result of rank 2 or more, got 'tensor<4xf32>'}}
  %0 = kina.broadcast %a0 : tensor<1x4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @broadcast(%a0: tensor<4xf32>) {
  // expected-error @+1 {{'kina.broadcast' op expected a result of element type 'f32', got 'f64'}}
  %0 = kina.broadcast %a0 : tensor<4xf32> -> tensor<4xf64>
  return
}

// -----

// The counts of elements agree.
func.func @reshape(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.reshape' op expected as many elements in the result as in the operand, 6, got 5}}
  %0 = kina.reshape %a0 : tensor<2x3xf32> -> tensor<5xf32>
  return
}

// -----

func.func @reshape(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.reshape' op expected as many elements in the result as in the operand, 6, got 1}}
  %0 = kina.reshape %a0 : tensor<2x3xf32> -> tensor<f32>
  return
}

// -----

// A zero beside a `?` counts zero elements.
func.func @reshape(%a0: tensor<?x0xf32>) {
  // expected-error @+1 {{'kina.reshape' op expected as many elements in the result as in the operand, 0, got 4}}
  %0 = kina.reshape %a0 : tensor<?x0xf32> -> tensor<4xf32>
  return
}

// -----

func.func @reshape(%a0: tensor<4xf32>) {
  // expected-error @+1 {{'kina.reshape' op expected a result of element type 'f32', got 'i32'}}
  %0 = kina.reshape %a0 : tensor<4xf32> -> tensor<4xi32>
  return
}

// -----

func.func @reshape(%a0: tensor<4xf32>) {
  // expected-error @+1 {{'kina.reshape' op expected 1 sizes, one for each '?' of the result 'tensor<?x2xf32>', got 0}}
  %0 = kina.reshape %a0 : tensor<4xf32> -> tensor<?x2xf32>
  return
}

// -----

func.func @reshape(%a0: tensor<4xf32>) {
  // expected-error @+2 {{'kina.reshape' op expected result #0 on the host as operand #0, got 'tensor<4xf32, #kina.device>' on #kina.device}}
  // expected-note @+1 {{copy it with kina.transfer}}
  %0 = kina.reshape %a0 : tensor<4xf32> -> tensor<4xf32, #kina.device>
  return
}

// -----

// F09: bad permutations.
func.func @transpose(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.transpose' op expected perm to hold each dimension in [0, 2) once, got [0, 0]}}
  %0 = kina.transpose %a0 perm = [0, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.transpose' op expected perm to hold each dimension in [0, 2) once, got [0, 5]}}
  %0 = kina.transpose %a0 perm = [0, 5] : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.transpose' op expected perm to hold each dimension in [0, 2) once, got [-1, 0]}}
  %0 = kina.transpose %a0 perm = [-1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.transpose' op expected 2 entries of perm, one for each dimension of the operand, got 1}}
  %0 = kina.transpose %a0 perm = [0] : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.transpose' op expected 2 entries of perm, one for each dimension of the operand, got 3}}
  %0 = kina.transpose %a0 perm = [0, 1, 2] : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

// Dimension i of the result is dimension perm[i] of the operand.
func.func @transpose(%a0: tensor<1x2x3xf32>) {
  // expected-error @+1 {{'kina.transpose' op expected a result of shape [3, 1, 2], got 'tensor<2x3x1xf32>'}}
  %0 = kina.transpose %a0 perm = [2, 0, 1] : tensor<1x2x3xf32> -> tensor<2x3x1xf32>
  return
}

// -----

func.func @transpose(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.transpose' op expected a result of element type 'f32', got 'f64'}}
  %0 = kina.transpose %a0 perm = [1, 0] : tensor<2x3xf32> -> tensor<3x2xf64>
  return
}
