// Scatters, which derivative rules make: what the verifiers refuse, and how they say it. Wrong operands, types and
// attributes of the generic form are robustness.py's.
//
// RUN: kina-opt %s --split-input-file --verify-diagnostics

// Updates have one dimension more than indices.
func.func @scatter_add(%a0: tensor<2xf32>, %a1: tensor<2xi64>) {
  // expected-error @+1 {{'kina.scatter_add' op expected updates of rank 2, got 'tensor<2xf32>'}}
  %0 = kina.scatter_add %a0, %a1 : tensor<2xf32>, tensor<2xi64> -> tensor<4x3xf32>
  return
}

// -----

func.func @scatter_add(%a0: tensor<2x3xf32>, %a1: tensor<3xi64>) {
  // expected-error @+1 {{'kina.scatter_add' op expected equal sizes of updates and indices, got 2 (dimension 0 of operand #0) and 3 (dimension 0 of operand #1)}}
  %0 = kina.scatter_add %a0, %a1 : tensor<2x3xf32>, tensor<3xi64> -> tensor<4x3xf32>
  return
}

// -----

func.func @scatter_add(%a0: tensor<2x3xf32>, %a1: tensor<2xi64>) {
  // expected-error @+1 {{'kina.scatter_add' op expected equal row lengths of updates and result, got 3 (dimension 1 of operand #0) and 5}}
  %0 = kina.scatter_add %a0, %a1 : tensor<2x3xf32>, tensor<2xi64> -> tensor<4x5xf32>
  return
}

// -----

// The result is a table [V, D].
func.func @scatter_add(%a0: tensor<2x3xf32>, %a1: tensor<2xi64>) {
  // expected-error @+1 {{'kina.scatter_add' op expected a result of rank 2, got 'tensor<3xf32>'}}
  %0 = kina.scatter_add %a0, %a1 : tensor<2x3xf32>, tensor<2xi64> -> tensor<3xf32>
  return
}

// -----

func.func @scatter_add(%a0: tensor<2x3xf32>, %a1: tensor<2xi64>) {
  // expected-error @+1 {{'kina.scatter_add' op expected 1 sizes, one for each '?' of the result 'tensor<?x3xf32>', got 0}}
  %0 = kina.scatter_add %a0, %a1 : tensor<2x3xf32>, tensor<2xi64> -> tensor<?x3xf32>
  return
}

// -----

func.func @scatter_add(%a0: tensor<2x3xf32>, %a1: tensor<2xi64>) {
  // expected-error @+1 {{'kina.scatter_add' op expected a result of element type 'f32', got 'f64'}}
  %0 = kina.scatter_add %a0, %a1 : tensor<2x3xf32>, tensor<2xi64> -> tensor<4x3xf64>
  return
}

// -----

func.func @scatter_add(%a0: tensor<2x3xf32>, %a1: tensor<2xi32>) {
  // expected-error @+1 {{'kina.scatter_add' op operand #1 must be ranked tensor of i64 on the host or on #kina.device, but got 'tensor<2xi32>'}}
  %0 = kina.scatter_add %a0, %a1 : tensor<2x3xf32>, tensor<2xi32> -> tensor<4x3xf32>
  return
}

// -----

func.func @scatter_add(%a0: tensor<2x3xi1>, %a1: tensor<2xi64>) {
  // expected-error @+1 {{'kina.scatter_add' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<2x3xi1>'}}
  %0 = kina.scatter_add %a0, %a1 : tensor<2x3xi1>, tensor<2xi64> -> tensor<4x3xi1>
  return
}

// -----

func.func @scatter_add(%a0: tensor<2x3xf32>, %a1: tensor<2xi64>) {
  // expected-error @+2 {{'kina.scatter_add' op expected result #0 on the host as operand #0, got 'tensor<4x3xf32, #kina.device>' on #kina.device}}
  // expected-note @+1 {{copy it with kina.transfer}}
  %0 = kina.scatter_add %a0, %a1 : tensor<2x3xf32>, tensor<2xi64> -> tensor<4x3xf32, #kina.device>
  return
}

// -----

// Updates and indices are of one shape, the result's without the axis.
func.func @scatter_along_axis(%a0: tensor<2x4xf32>, %a1: tensor<2x5xi64>) {
  // expected-error @+1 {{'kina.scatter_along_axis' op expected equal sizes of updates and indices, got 4 (dimension 1 of operand #0) and 5 (dimension 1 of operand #1)}}
  %0 = kina.scatter_along_axis %a0, %a1 axis = 1 : tensor<2x4xf32>, tensor<2x5xi64> -> tensor<2x3x4xf32>
  return
}

// -----

func.func @scatter_along_axis(%a0: tensor<2x4xf32>, %a1: tensor<2x4xi64>) {
  // expected-error @+1 {{'kina.scatter_along_axis' op expected equal sizes of updates and result, got 4 (dimension 1 of operand #0) and 5}}
  %0 = kina.scatter_along_axis %a0, %a1 axis = 1 : tensor<2x4xf32>, tensor<2x4xi64> -> tensor<2x3x5xf32>
  return
}

// -----

func.func @scatter_along_axis(%a0: tensor<2x4xf32>, %a1: tensor<2x4xi64>) {
  // expected-error @+1 {{'kina.scatter_along_axis' op expected updates of rank 1, got 'tensor<2x4xf32>'}}
  %0 = kina.scatter_along_axis %a0, %a1 axis = 1 : tensor<2x4xf32>, tensor<2x4xi64> -> tensor<2x4xf32>
  return
}

// -----

func.func @scatter_along_axis(%a0: tensor<2x4xf32>, %a1: tensor<2xi64>) {
  // expected-error @+1 {{'kina.scatter_along_axis' op expected indices of rank 2, got 'tensor<2xi64>'}}
  %0 = kina.scatter_along_axis %a0, %a1 axis = 1 : tensor<2x4xf32>, tensor<2xi64> -> tensor<2x3x4xf32>
  return
}

// -----

func.func @scatter_along_axis(%a0: tensor<f32>, %a1: tensor<i64>) {
  // expected-error @+1 {{'kina.scatter_along_axis' op expected a result of rank 2 or more, got 'tensor<3xf32>'}}
  %0 = kina.scatter_along_axis %a0, %a1 axis = 0 : tensor<f32>, tensor<i64> -> tensor<3xf32>
  return
}

// -----

// E10
func.func @scatter_along_axis(%a0: tensor<2xf32>, %a1: tensor<2xi64>) {
  // expected-error @+1 {{'kina.scatter_along_axis' op expected an axis in [0, 2), got 2}}
  %0 = kina.scatter_along_axis %a0, %a1 axis = 2 : tensor<2xf32>, tensor<2xi64> -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_along_axis(%a0: tensor<2xf32>, %a1: tensor<2xi64>) {
  // expected-error @+1 {{'kina.scatter_along_axis' op expected 1 sizes, one for each '?' of the result 'tensor<2x?xf32>', got 0}}
  %0 = kina.scatter_along_axis %a0, %a1 axis = 1 : tensor<2xf32>, tensor<2xi64> -> tensor<2x?xf32>
  return
}

// -----

func.func @scatter_along_axis(%a0: tensor<2xf32>, %a1: tensor<2xi64>) {
  // expected-error @+1 {{'kina.scatter_along_axis' op expected a result of element type 'f32', got 'f16'}}
  %0 = kina.scatter_along_axis %a0, %a1 axis = 1 : tensor<2xf32>, tensor<2xi64> -> tensor<2x3xf16>
  return
}

// -----

func.func @scatter_along_axis(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  // expected-error @+1 {{'kina.scatter_along_axis' op operand #1 must be ranked tensor of i64 on the host or on #kina.device, but got 'tensor<2xi32>'}}
  %0 = kina.scatter_along_axis %a0, %a1 axis = 1 : tensor<2xf32>, tensor<2xi32> -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_along_axis(%a0: tensor<2xf32, #kina.device>, %a1: tensor<2xi64>) {
  // expected-error @+2 {{'kina.scatter_along_axis' op expected operand #1 on #kina.device as operand #0, got 'tensor<2xi64>' on the host}}
  // expected-note @+1 {{copy it with kina.transfer}}
  %0 = kina.scatter_along_axis %a0, %a1 axis = 1 : tensor<2xf32, #kina.device>, tensor<2xi64> -> tensor<2x3xf32, #kina.device>
  return
}
