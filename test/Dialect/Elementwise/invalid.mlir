// Unary elementwise ops: what the verifiers refuse, and how they say it. Wrong operands, types and
// attributes of the generic form are robustness.py's.
//
// RUN: kina-opt %s --split-input-file --verify-diagnostics

// Floats only.
func.func @exp(%a0: tensor<4xi32>) {
  // expected-error @+1 {{'kina.exp' op operand #0 must be ranked tensor of f16, bf16, f32 or f64 on the host or on #kina.device, but got 'tensor<4xi32>'}}
  %0 = kina.exp %a0 : tensor<4xi32>
  return
}

// -----

func.func @log(%a0: tensor<4xi64>) {
  // expected-error @+1 {{'kina.log' op operand #0 must be ranked tensor of f16, bf16, f32 or f64 on the host or on #kina.device, but got 'tensor<4xi64>'}}
  %0 = kina.log %a0 : tensor<4xi64>
  return
}

// -----

func.func @sqrt(%a0: tensor<4xi1>) {
  // expected-error @+1 {{'kina.sqrt' op operand #0 must be ranked tensor of f16, bf16, f32 or f64 on the host or on #kina.device, but got 'tensor<4xi1>'}}
  %0 = kina.sqrt %a0 : tensor<4xi1>
  return
}

// -----

func.func @rsqrt(%a0: tensor<4xi32>) {
  // expected-error @+1 {{'kina.rsqrt' op operand #0 must be ranked tensor of f16, bf16, f32 or f64 on the host or on #kina.device, but got 'tensor<4xi32>'}}
  %0 = kina.rsqrt %a0 : tensor<4xi32>
  return
}

// -----

func.func @sin(%a0: tensor<4xi64>) {
  // expected-error @+1 {{'kina.sin' op operand #0 must be ranked tensor of f16, bf16, f32 or f64 on the host or on #kina.device, but got 'tensor<4xi64>'}}
  %0 = kina.sin %a0 : tensor<4xi64>
  return
}

// -----

func.func @cos(%a0: tensor<4xi1>) {
  // expected-error @+1 {{'kina.cos' op operand #0 must be ranked tensor of f16, bf16, f32 or f64 on the host or on #kina.device, but got 'tensor<4xi1>'}}
  %0 = kina.cos %a0 : tensor<4xi1>
  return
}

// -----

func.func @tanh(%a0: tensor<4xi32>) {
  // expected-error @+1 {{'kina.tanh' op operand #0 must be ranked tensor of f16, bf16, f32 or f64 on the host or on #kina.device, but got 'tensor<4xi32>'}}
  %0 = kina.tanh %a0 : tensor<4xi32>
  return
}

// -----

func.func @sigmoid(%a0: tensor<4xi64>) {
  // expected-error @+1 {{'kina.sigmoid' op operand #0 must be ranked tensor of f16, bf16, f32 or f64 on the host or on #kina.device, but got 'tensor<4xi64>'}}
  %0 = kina.sigmoid %a0 : tensor<4xi64>
  return
}

// -----

func.func @erf(%a0: tensor<4xi1>) {
  // expected-error @+1 {{'kina.erf' op operand #0 must be ranked tensor of f16, bf16, f32 or f64 on the host or on #kina.device, but got 'tensor<4xi1>'}}
  %0 = kina.erf %a0 : tensor<4xi1>
  return
}

// -----

func.func @floor(%a0: tensor<4xi32>) {
  // expected-error @+1 {{'kina.floor' op operand #0 must be ranked tensor of f16, bf16, f32 or f64 on the host or on #kina.device, but got 'tensor<4xi32>'}}
  %0 = kina.floor %a0 : tensor<4xi32>
  return
}

// -----

// Numbers only: i1 is none.
func.func @neg(%a0: tensor<4xi1>) {
  // expected-error @+1 {{'kina.neg' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<4xi1>'}}
  %0 = kina.neg %a0 : tensor<4xi1>
  return
}

// -----

func.func @abs(%a0: tensor<4xi1>) {
  // expected-error @+1 {{'kina.abs' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<4xi1>'}}
  %0 = kina.abs %a0 : tensor<4xi1>
  return
}

// -----

func.func @relu(%a0: tensor<4xi1>) {
  // expected-error @+1 {{'kina.relu' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<4xi1>'}}
  %0 = kina.relu %a0 : tensor<4xi1>
  return
}

// -----

func.func @sign(%a0: tensor<4xi1>) {
  // expected-error @+1 {{'kina.sign' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<4xi1>'}}
  %0 = kina.sign %a0 : tensor<4xi1>
  return
}

// -----

// Logic takes i1, i32 and i64.
func.func @not(%a0: tensor<4xf32>) {
  // expected-error @+1 {{'kina.not' op operand #0 must be ranked tensor of i1, i32 or i64 on the host or on #kina.device, but got 'tensor<4xf32>'}}
  %0 = kina.not %a0 : tensor<4xf32>
  return
}

// -----

// No conversion is implicit.
func.func @neg(%a0: tensor<4xf32>) {
  // expected-note @+2 {{convert it with kina.cast}}
  // expected-error @+1 {{'kina.neg' op expected operand #0 of the result's type 'tensor<4xf64>', got 'tensor<4xf32>'}}
  %0 = "kina.neg"(%a0) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

// Ops that spell one type need identical types, `?` included.
func.func @exp(%a0: tensor<?xf32>) {
  // expected-note @+2 {{change its static sizes with tensor.cast}}
  // expected-error @+1 {{'kina.exp' op expected operand #0 of the result's type 'tensor<4xf32>', got 'tensor<?xf32>'}}
  %0 = "kina.exp"(%a0) : (tensor<?xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @tanh(%a0: tensor<4xf32>) {
  // expected-error @+2 {{'kina.tanh' op expected result #0 on the host as operand #0, got 'tensor<4xf32, #kina.device>' on #kina.device}}
  // expected-note @+1 {{copy it with kina.transfer}}
  %0 = "kina.tanh"(%a0) : (tensor<4xf32>) -> tensor<4xf32, #kina.device>
  return
}

// -----

func.func @sigmoid(%a0: tensor<4xf32, #kina.device>) {
  // expected-error @+2 {{'kina.sigmoid' op expected result #0 on #kina.device as operand #0, got 'tensor<4xf32, #kina.device<1>>' on #kina.device<1>}}
  // expected-note @+1 {{copy it with kina.transfer}}
  %0 = "kina.sigmoid"(%a0) : (tensor<4xf32, #kina.device>) -> tensor<4xf32, #kina.device<1>>
  return
}

// -----

// No other encoding than a device.
func.func @neg(%a0: tensor<4xf32, "gpu">) {
  // expected-error @+1 {{'kina.neg' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<4xf32, "gpu">'}}
  %0 = kina.neg %a0 : tensor<4xf32, "gpu">
  return
}

// -----

// F05: bytes that 63 bits cannot count.
func.func @neg(%a0: tensor<4611686018427387904x4xf32>) {
  // expected-error @+1 {{'kina.neg' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<4611686018427387904x4xf32>'}}
  %0 = kina.neg %a0 : tensor<4611686018427387904x4xf32>
  return
}

// -----

func.func @neg(%a0: tensor<2305843009213693952xf32>) {
  // expected-error @+1 {{'kina.neg' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<2305843009213693952xf32>'}}
  %0 = kina.neg %a0 : tensor<2305843009213693952xf32>
  return
}

// -----

// A zero does not make them countable: strides are products of the others.
func.func @neg(%a0: tensor<0x4611686018427387904x4xf32>) {
  // expected-error @+1 {{'kina.neg' op operand #0 must be ranked tensor of f16, bf16, f32, f64, i32 or i64 on the host or on #kina.device, but got 'tensor<0x4611686018427387904x4xf32>'}}
  %0 = kina.neg %a0 : tensor<0x4611686018427387904x4xf32>
  return
}
