// Elementwise ops of two operands or more, and casts: what the verifiers refuse, and how they say it. Wrong operands, types and
// attributes of the generic form are robustness.py's.
//
// RUN: kina-opt %s --split-input-file --verify-diagnostics

// Numbers only: i1 is none.
func.func @add(%a0: tensor<4xi1>, %a1: tensor<4xi1>) {
  // expected-error @+1 {{'kina.add' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<4xi1>'}}
  %0 = kina.add %a0, %a1 : tensor<4xi1>
  return
}

// -----

func.func @sub(%a0: tensor<4xi1>, %a1: tensor<4xi1>) {
  // expected-error @+1 {{'kina.sub' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<4xi1>'}}
  %0 = kina.sub %a0, %a1 : tensor<4xi1>
  return
}

// -----

func.func @mul(%a0: tensor<4xi1>, %a1: tensor<4xi1>) {
  // expected-error @+1 {{'kina.mul' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<4xi1>'}}
  %0 = kina.mul %a0, %a1 : tensor<4xi1>
  return
}

// -----

func.func @div(%a0: tensor<4xi1>, %a1: tensor<4xi1>) {
  // expected-error @+1 {{'kina.div' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<4xi1>'}}
  %0 = kina.div %a0, %a1 : tensor<4xi1>
  return
}

// -----

func.func @max(%a0: tensor<4xi1>, %a1: tensor<4xi1>) {
  // expected-error @+1 {{'kina.max' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<4xi1>'}}
  %0 = kina.max %a0, %a1 : tensor<4xi1>
  return
}

// -----

func.func @min(%a0: tensor<4xi1>, %a1: tensor<4xi1>) {
  // expected-error @+1 {{'kina.min' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<4xi1>'}}
  %0 = kina.min %a0, %a1 : tensor<4xi1>
  return
}

// -----

func.func @mod(%a0: tensor<4xi1>, %a1: tensor<4xi1>) {
  // expected-error @+1 {{'kina.mod' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<4xi1>'}}
  %0 = kina.mod %a0, %a1 : tensor<4xi1>
  return
}

// -----

// Floats only.
func.func @pow(%a0: tensor<4xi32>, %a1: tensor<4xi32>) {
  // expected-error @+1 {{'kina.pow' op operand #0 must be ranked tensor of f16, bf16, f32 or f64 on the host or on #kina.device, but got 'tensor<4xi32>'}}
  %0 = kina.pow %a0, %a1 : tensor<4xi32>
  return
}

// -----

func.func @mul_no_nan(%a0: tensor<4xi32>, %a1: tensor<4xi32>) {
  // expected-error @+1 {{'kina.mul_no_nan' op operand #0 must be ranked tensor of f16, bf16, f32 or f64 on the host or on #kina.device, but got 'tensor<4xi32>'}}
  %0 = kina.mul_no_nan %a0, %a1 : tensor<4xi32>
  return
}

// -----

// Logic takes i1, i32 and i64.
func.func @and(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error @+1 {{'kina.and' op operand #0 must be ranked tensor of i1, i32 or i64 on the host or on #kina.device, but got 'tensor<4xf32>'}}
  %0 = kina.and %a0, %a1 : tensor<4xf32>
  return
}

// -----

func.func @or(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error @+1 {{'kina.or' op operand #0 must be ranked tensor of i1, i32 or i64 on the host or on #kina.device, but got 'tensor<4xf32>'}}
  %0 = kina.or %a0, %a1 : tensor<4xf32>
  return
}

// -----

func.func @xor(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error @+1 {{'kina.xor' op operand #0 must be ranked tensor of i1, i32 or i64 on the host or on #kina.device, but got 'tensor<4xf32>'}}
  %0 = kina.xor %a0, %a1 : tensor<4xf32>
  return
}

// -----

// No broadcast is implicit.
func.func @add(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  // expected-note @+2 {{expand it with kina.broadcast}}
  // expected-error @+1 {{'kina.add' op expected operand #1 of the result's type 'tensor<2x3xf32>', got 'tensor<3xf32>'}}
  %0 = "kina.add"(%a0, %a1) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @sub(%a0: tensor<2x3xf32>, %a1: tensor<1x3xf32>) {
  // expected-note @+2 {{expand it with kina.broadcast}}
  // expected-error @+1 {{'kina.sub' op expected operand #1 of the result's type 'tensor<2x3xf32>', got 'tensor<1x3xf32>'}}
  %0 = "kina.sub"(%a0, %a1) : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @mul(%a0: tensor<f32>, %a1: tensor<2xf32>) {
  // expected-note @+2 {{expand it with kina.broadcast}}
  // expected-error @+1 {{'kina.mul' op expected operand #0 of the result's type 'tensor<2xf32>', got 'tensor<f32>'}}
  %0 = "kina.mul"(%a0, %a1) : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// No conversion is implicit.
func.func @div(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expected-note @+2 {{convert it with kina.cast}}
  // expected-error @+1 {{'kina.div' op expected operand #1 of the result's type 'tensor<2xf32>', got 'tensor<2xf64>'}}
  %0 = "kina.div"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @max(%a0: tensor<2xi32>, %a1: tensor<2xi64>) {
  // expected-note @+2 {{convert it with kina.cast}}
  // expected-error @+1 {{'kina.max' op expected operand #0 of the result's type 'tensor<2xi64>', got 'tensor<2xi32>'}}
  %0 = "kina.max"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi64>
  return
}

// -----

// `?` is a type of its own.
func.func @min(%a0: tensor<2xf32>, %a1: tensor<?xf32>) {
  // expected-note @+2 {{change its static sizes with tensor.cast}}
  // expected-error @+1 {{'kina.min' op expected operand #0 of the result's type 'tensor<?xf32>', got 'tensor<2xf32>'}}
  %0 = "kina.min"(%a0, %a1) : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @pow(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error @+1 {{'kina.pow' op expected operand #0 of the result's type 'tensor<3xf32>', got 'tensor<2xf32>'}}
  %0 = "kina.pow"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @xor(%a0: tensor<2xi1>, %a1: tensor<2xi1>) {
  // expected-note @+2 {{convert it with kina.cast}}
  // expected-error @+1 {{'kina.xor' op expected operand #0 of the result's type 'tensor<2xi32>', got 'tensor<2xi1>'}}
  %0 = "kina.xor"(%a0, %a1) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi32>
  return
}

// -----

// All tensors of an op live in one place.
func.func @mod(%a0: tensor<2xf32>, %a1: tensor<2xf32, #kina.device>) {
  // expected-error @+2 {{'kina.mod' op expected operand #1 on the host as operand #0, got 'tensor<2xf32, #kina.device>' on #kina.device}}
  // expected-note @+1 {{copy it with kina.transfer}}
  %0 = "kina.mod"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32, #kina.device>) -> tensor<2xf32>
  return
}

// -----

func.func @add(%a0: tensor<2xf32, #kina.device>, %a1: tensor<2xf32, #kina.device<2>>) {
  // expected-error @+2 {{'kina.add' op expected operand #1 on #kina.device as operand #0, got 'tensor<2xf32, #kina.device<2>>' on #kina.device<2>}}
  // expected-note @+1 {{copy it with kina.transfer}}
  %0 = "kina.add"(%a0, %a1) : (tensor<2xf32, #kina.device>, tensor<2xf32, #kina.device<2>>) -> tensor<2xf32, #kina.device>
  return
}

// -----

// Of i1, eq and ne only.
func.func @compare(%a0: tensor<4xi1>, %a1: tensor<4xi1>) {
  // expected-error @+1 {{'kina.compare' op expected eq or ne for operands of i1, got lt}}
  %0 = kina.compare lt, %a0, %a1 : tensor<4xi1>
  return
}

// -----

func.func @compare(%a0: tensor<?xi1>, %a1: tensor<?xi1>) {
  // expected-error @+1 {{'kina.compare' op expected eq or ne for operands of i1, got ge}}
  %0 = kina.compare ge, %a0, %a1 : tensor<?xi1>
  return
}

// -----

func.func @compare(%a0: tensor<4xf32>, %a1: tensor<4xf64>) {
  // expected-note @+2 {{convert it with kina.cast}}
  // expected-error @+1 {{'kina.compare' op expected operand #1 of the first operand's type 'tensor<4xf32>', got 'tensor<4xf64>'}}
  %0 = "kina.compare"(%a0, %a1) <{predicate = 0 : i32}> : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xi1>
  return
}

// -----

// The result is i1 of the operands' shape and placement.
func.func @compare(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error @+1 {{'kina.compare' op result #0 must be ranked tensor of i1 on the host or on #kina.device, but got 'tensor<4xi32>'}}
  %0 = "kina.compare"(%a0, %a1) <{predicate = 0 : i32}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @compare(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error @+1 {{'kina.compare' op expected result #0 of the first operand's type 'tensor<4xf32>' with elements of i1, got 'tensor<5xi1>'}}
  %0 = "kina.compare"(%a0, %a1) <{predicate = 0 : i32}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xi1>
  return
}

// -----

// A number that names no predicate.
func.func @compare(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error @+1 {{Invalid attribute `predicate` in property conversion: 6 : i32}}
  %0 = "kina.compare"(%a0, %a1) <{predicate = 6 : i32}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

// The condition is i1 of the result's shape.
func.func @select(%a0: tensor<4xi32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error @+1 {{'kina.select' op operand #0 must be ranked tensor of i1 on the host or on #kina.device, but got 'tensor<4xi32>'}}
  %0 = "kina.select"(%a0, %a1, %a2) : (tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @select(%a0: tensor<1xi1>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-note @+2 {{expand it with kina.broadcast}}
  // expected-error @+1 {{'kina.select' op expected operand #0 of the result's type 'tensor<4xf32>' with elements of i1, got 'tensor<1xi1>'}}
  %0 = "kina.select"(%a0, %a1, %a2) : (tensor<1xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @select(%a0: tensor<4xi1>, %a1: tensor<4xf32>, %a2: tensor<4xf16>) {
  // expected-note @+2 {{convert it with kina.cast}}
  // expected-error @+1 {{'kina.select' op expected operand #2 of the result's type 'tensor<4xf32>', got 'tensor<4xf16>'}}
  %0 = "kina.select"(%a0, %a1, %a2) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @select(%a0: tensor<4xi1, #kina.device>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error @+2 {{'kina.select' op expected operand #1 on #kina.device as operand #0, got 'tensor<4xf32>' on the host}}
  // expected-note @+1 {{copy it with kina.transfer}}
  %0 = "kina.select"(%a0, %a1, %a2) : (tensor<4xi1, #kina.device>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// A cast keeps the shape.
func.func @cast(%a0: tensor<4xf32>) {
  // expected-error @+1 {{'kina.cast' op expected a result of shape [4], got 'tensor<5xf16>'}}
  %0 = kina.cast %a0 : tensor<4xf32> -> tensor<5xf16>
  return
}

// -----

func.func @cast(%a0: tensor<4xf32>) {
  // expected-error @+1 {{'kina.cast' op expected a result of shape [4], got 'tensor<4x1xf16>'}}
  %0 = kina.cast %a0 : tensor<4xf32> -> tensor<4x1xf16>
  return
}

// -----

func.func @cast(%a0: tensor<4xf32>) {
  // expected-error @+2 {{'kina.cast' op expected result #0 on the host as operand #0, got 'tensor<4xf16, #kina.device>' on #kina.device}}
  // expected-note @+1 {{copy it with kina.transfer}}
  %0 = kina.cast %a0 : tensor<4xf32> -> tensor<4xf16, #kina.device>
  return
}

// -----

func.func @cast(%a0: tensor<4xf32>) {
  // expected-error @+1 {{'kina.cast' op result #0 must be ranked tensor of f16, bf16, f32, f64, i1, i32 or i64 on the host or on #kina.device, but got 'tensor<4xi8>'}}
  %0 = kina.cast %a0 : tensor<4xf32> -> tensor<4xi8>
  return
}
