// gather, take_along_axis and repeat_interleave: what the verifiers refuse, and how they say it. Wrong operands, types and
// attributes of the generic form are robustness.py's.
//
// RUN: kina-opt %s --split-input-file --verify-diagnostics

// D10: indices are i64.
func.func @gather(%a0: tensor<4x3xf32>, %a1: tensor<2xi32>) {
  // expected-error @+1 {{'kina.gather' op operand #1 must be ranked tensor of i64 on the host or on #kina.device, but got 'tensor<2xi32>'}}
  %0 = kina.gather %a0, %a1 : tensor<4x3xf32>, tensor<2xi32> -> tensor<2x3xf32>
  return
}

// -----

func.func @gather(%a0: tensor<4x3xf32>, %a1: tensor<2xi1>) {
  // expected-error @+1 {{'kina.gather' op operand #1 must be ranked tensor of i64 on the host or on #kina.device, but got 'tensor<2xi1>'}}
  %0 = kina.gather %a0, %a1 : tensor<4x3xf32>, tensor<2xi1> -> tensor<2x3xf32>
  return
}

// -----

func.func @gather(%a0: tensor<4x3xf32>, %a1: tensor<2xf32>) {
  // expected-error @+1 {{'kina.gather' op operand #1 must be ranked tensor of i64 on the host or on #kina.device, but got 'tensor<2xf32>'}}
  %0 = kina.gather %a0, %a1 : tensor<4x3xf32>, tensor<2xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @gather(%a0: tensor<4x3xf32>, %a1: tensor<2xindex>) {
  // expected-error @+1 {{'kina.gather' op operand #1 must be ranked tensor of i64 on the host or on #kina.device, but got 'tensor<2xindex>'}}
  %0 = kina.gather %a0, %a1 : tensor<4x3xf32>, tensor<2xindex> -> tensor<2x3xf32>
  return
}

// -----

// The table is [V, D].
func.func @gather(%a0: tensor<4xf32>, %a1: tensor<2xi64>) {
  // expected-error @+1 {{'kina.gather' op expected values of rank 2, got 'tensor<4xf32>'}}
  %0 = kina.gather %a0, %a1 : tensor<4xf32>, tensor<2xi64> -> tensor<2xf32>
  return
}

// -----

func.func @gather(%a0: tensor<2x3x4xf32>, %a1: tensor<2xi64>) {
  // expected-error @+1 {{'kina.gather' op expected values of rank 2, got 'tensor<2x3x4xf32>'}}
  %0 = kina.gather %a0, %a1 : tensor<2x3x4xf32>, tensor<2xi64> -> tensor<2x3x4xf32>
  return
}

// -----

func.func @gather(%a0: tensor<4x3xf32>, %a1: tensor<2xi64>) {
  // expected-error @+1 {{'kina.gather' op expected a result of shape [2, 3], got 'tensor<2x4xf32>'}}
  %0 = kina.gather %a0, %a1 : tensor<4x3xf32>, tensor<2xi64> -> tensor<2x4xf32>
  return
}

// -----

func.func @gather(%a0: tensor<4x3xf32>, %a1: tensor<i64>) {
  // expected-error @+1 {{'kina.gather' op expected a result of shape [3], got 'tensor<1x3xf32>'}}
  %0 = kina.gather %a0, %a1 : tensor<4x3xf32>, tensor<i64> -> tensor<1x3xf32>
  return
}

// -----

func.func @gather(%a0: tensor<4x3xf32>, %a1: tensor<2xi64>) {
  // expected-error @+1 {{'kina.gather' op expected a result of element type 'f32', got 'f64'}}
  %0 = kina.gather %a0, %a1 : tensor<4x3xf32>, tensor<2xi64> -> tensor<2x3xf64>
  return
}

// -----

func.func @gather(%a0: tensor<4x3xf32>, %a1: tensor<2xi64, #kina.device>) {
  // expected-error @+2 {{'kina.gather' op expected operand #1 on the host as operand #0, got 'tensor<2xi64, #kina.device>' on #kina.device}}
  // expected-note @+1 {{copy it with kina.transfer}}
  %0 = kina.gather %a0, %a1 : tensor<4x3xf32>, tensor<2xi64, #kina.device> -> tensor<2x3xf32>
  return
}

// -----

// A number that names no mode.
func.func @gather(%a0: tensor<4x3xf32>, %a1: tensor<2xi64>) {
  // expected-error @+1 {{Invalid attribute `bounds` in property conversion: 3 : i32}}
  %0 = "kina.gather"(%a0, %a1) <{bounds = 3 : i32}> : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

// D13: the indices have the values' shape without the axis, exactly.
func.func @take_along_axis(%a0: tensor<2x3x4xf32>, %a1: tensor<2x1x4xi64>) {
  // expected-error @+1 {{'kina.take_along_axis' op expected indices of rank 2, got 'tensor<2x1x4xi64>'}}
  %0 = kina.take_along_axis %a0, %a1 axis = 1 : tensor<2x3x4xf32>, tensor<2x1x4xi64> -> tensor<2x4xf32>
  return
}

// -----

func.func @take_along_axis(%a0: tensor<2x3x4xf32>, %a1: tensor<1x4xi64>) {
  // expected-error @+1 {{'kina.take_along_axis' op expected equal sizes of values and indices, got 2 (dimension 0 of operand #0) and 1 (dimension 0 of operand #1)}}
  %0 = kina.take_along_axis %a0, %a1 axis = 1 : tensor<2x3x4xf32>, tensor<1x4xi64> -> tensor<2x4xf32>
  return
}

// -----

func.func @take_along_axis(%a0: tensor<2x3x4xf32>, %a1: tensor<4xi64>) {
  // expected-error @+1 {{'kina.take_along_axis' op expected indices of rank 2, got 'tensor<4xi64>'}}
  %0 = kina.take_along_axis %a0, %a1 axis = 1 : tensor<2x3x4xf32>, tensor<4xi64> -> tensor<2x4xf32>
  return
}

// -----

func.func @take_along_axis(%a0: tensor<2x3x4xf32>, %a1: tensor<4x2xi64>) {
  // expected-error @+1 {{'kina.take_along_axis' op expected equal sizes of values and indices, got 2 (dimension 0 of operand #0) and 4 (dimension 0 of operand #1)}}
  %0 = kina.take_along_axis %a0, %a1 axis = 1 : tensor<2x3x4xf32>, tensor<4x2xi64> -> tensor<2x4xf32>
  return
}

// -----

func.func @take_along_axis(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5xi64>) {
  // expected-error @+1 {{'kina.take_along_axis' op expected equal sizes of values and indices, got 4 (dimension 2 of operand #0) and 5 (dimension 1 of operand #1)}}
  %0 = kina.take_along_axis %a0, %a1 axis = 1 : tensor<2x3x4xf32>, tensor<2x5xi64> -> tensor<2x4xf32>
  return
}

// -----

// D13: values of rank 1.
func.func @take_along_axis(%a0: tensor<4xf32>, %a1: tensor<i64>) {
  // expected-error @+1 {{'kina.take_along_axis' op expected values of rank 2 or more, got 'tensor<4xf32>'}}
  %0 = kina.take_along_axis %a0, %a1 axis = 0 : tensor<4xf32>, tensor<i64> -> tensor<f32>
  return
}

// -----

// E10
func.func @take_along_axis(%a0: tensor<2x3x4xf32>, %a1: tensor<2x3xi64>) {
  // expected-error @+1 {{'kina.take_along_axis' op expected an axis in [0, 3), got 3}}
  %0 = kina.take_along_axis %a0, %a1 axis = 3 : tensor<2x3x4xf32>, tensor<2x3xi64> -> tensor<2x3xf32>
  return
}

// -----

func.func @take_along_axis(%a0: tensor<2x3x4xf32>, %a1: tensor<2x3xi64>) {
  // expected-note @+2 {{axis -1 counted from the last is 2}}
  // expected-error @+1 {{'kina.take_along_axis' op expected an axis in [0, 3), got -1}}
  %0 = kina.take_along_axis %a0, %a1 axis = -1 : tensor<2x3x4xf32>, tensor<2x3xi64> -> tensor<2x3xf32>
  return
}

// -----

func.func @take_along_axis(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4xi32>) {
  // expected-error @+1 {{'kina.take_along_axis' op operand #1 must be ranked tensor of i64 on the host or on #kina.device, but got 'tensor<2x4xi32>'}}
  %0 = kina.take_along_axis %a0, %a1 axis = 1 : tensor<2x3x4xf32>, tensor<2x4xi32> -> tensor<2x4xf32>
  return
}

// -----

func.func @take_along_axis(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4xi64>) {
  // expected-error @+1 {{'kina.take_along_axis' op expected a result of shape [2, 4], got 'tensor<2x3xf32>'}}
  %0 = kina.take_along_axis %a0, %a1 axis = 1 : tensor<2x3x4xf32>, tensor<2x4xi64> -> tensor<2x3xf32>
  return
}

// -----

func.func @take_along_axis(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4xi64>) {
  // expected-error @+1 {{'kina.take_along_axis' op expected a result of element type 'f32', got 'f16'}}
  %0 = kina.take_along_axis %a0, %a1 axis = 1 : tensor<2x3x4xf32>, tensor<2x4xi64> -> tensor<2x4xf16>
  return
}

// -----

// F03: at least one repeat.
func.func @repeat_interleave(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.repeat_interleave' op expected repeats of at least 1, got 0}}
  %0 = kina.repeat_interleave %a0 axis = 0 repeats = 0 : tensor<2x3xf32> -> tensor<0x3xf32>
  return
}

// -----

func.func @repeat_interleave(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.repeat_interleave' op expected repeats of at least 1, got -1}}
  %0 = kina.repeat_interleave %a0 axis = 0 repeats = -1 : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @repeat_interleave(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.repeat_interleave' op expected repeats of at least 1, got -9223372036854775808}}
  %0 = kina.repeat_interleave %a0 axis = 0 repeats = -9223372036854775808 : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

// F05: 2^40 times 2^40.
func.func @repeat_interleave(%a0: tensor<1099511627776x1xf32>) {
  // expected-error @+1 {{'kina.repeat_interleave' op expected a size that fits in 63 bits in dimension 0 of the result, got a larger one}}
  %0 = kina.repeat_interleave %a0 axis = 0 repeats = 1099511627776 : tensor<1099511627776x1xf32> -> tensor<?x1xf32>
  return
}

// -----

// E10
func.func @repeat_interleave(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.repeat_interleave' op expected an axis in [0, 2), got 2}}
  %0 = kina.repeat_interleave %a0 axis = 2 repeats = 2 : tensor<2x3xf32> -> tensor<2x6xf32>
  return
}

// -----

func.func @repeat_interleave(%a0: tensor<f32>) {
  // expected-error @+1 {{'kina.repeat_interleave' op expected an axis in [0, 0), got 0}}
  %0 = kina.repeat_interleave %a0 axis = 0 repeats = 2 : tensor<f32> -> tensor<f32>
  return
}

// -----

func.func @repeat_interleave(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.repeat_interleave' op expected a result of shape [2, 6], got 'tensor<4x3xf32>'}}
  %0 = kina.repeat_interleave %a0 axis = 1 repeats = 2 : tensor<2x3xf32> -> tensor<4x3xf32>
  return
}

// -----

func.func @repeat_interleave(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.repeat_interleave' op expected a result of element type 'f32', got 'f64'}}
  %0 = kina.repeat_interleave %a0 axis = 1 repeats = 2 : tensor<2x3xf32> -> tensor<2x6xf64>
  return
}

// -----

func.func @repeat_interleave(%a0: tensor<2x3xf32>) {
  // expected-error @+2 {{'kina.repeat_interleave' op expected result #0 on the host as operand #0, got 'tensor<2x6xf32, #kina.device>' on #kina.device}}
  // expected-note @+1 {{copy it with kina.transfer}}
  %0 = kina.repeat_interleave %a0 axis = 1 repeats = 2 : tensor<2x3xf32> -> tensor<2x6xf32, #kina.device>
  return
}
