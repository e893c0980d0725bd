// Slice, pad and concat: what the verifiers refuse, and how they say it. Wrong operands, types and
// attributes of the generic form are robustness.py's.
//
// RUN: kina-opt %s --split-input-file --verify-diagnostics

// F14: the first row to read lies past the end; the end does.
func.func @slice(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.slice' op expected to stay within dimension 0 of size 2, got the end 3}}
  %0 = kina.slice %a0 offsets = [2, 0] sizes = [1, 3] strides = [1, 1] : tensor<2x3xf32> -> tensor<1x3xf32>
  return
}

// -----

func.func @slice(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.slice' op expected to stay within dimension 0 of size 2, got the end 3}}
  %0 = kina.slice %a0 offsets = [3, 0] sizes = [0, 3] strides = [1, 1] : tensor<2x3xf32> -> tensor<0x3xf32>
  return
}

// -----

// The last index read is 1 + 2 * 2 = 5.
func.func @slice(%a0: tensor<5xf32>) {
  // expected-error @+1 {{'kina.slice' op expected to stay within dimension 0 of size 5, got the end 6}}
  %0 = kina.slice %a0 offsets = [1] sizes = [3] strides = [2] : tensor<5xf32> -> tensor<3xf32>
  return
}

// -----

// F14: an end before the start.
func.func @slice(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.slice' op expected an offset and a size of at least 0 and a stride of at least 1 in dimension 1, got offset 2, size -1, stride 1}}
  %0 = kina.slice %a0 offsets = [0, 2] sizes = [2, -1] strides = [1, 1] : tensor<2x3xf32> -> tensor<2x0xf32>
  return
}

// -----

func.func @slice(%a0: tensor<4xf32>) {
  // expected-error @+1 {{'kina.slice' op expected an offset and a size of at least 0 and a stride of at least 1 in dimension 0, got offset -1, size 1, stride 1}}
  %0 = kina.slice %a0 offsets = [-1] sizes = [1] strides = [1] : tensor<4xf32> -> tensor<1xf32>
  return
}

// -----

func.func @slice(%a0: tensor<4xf32>) {
  // expected-error @+1 {{'kina.slice' op expected an offset and a size of at least 0 and a stride of at least 1 in dimension 0, got offset 0, size 1, stride 0}}
  %0 = kina.slice %a0 offsets = [0] sizes = [1] strides = [0] : tensor<4xf32> -> tensor<1xf32>
  return
}

// -----

// F05: an end that 63 bits cannot hold.
func.func @slice(%a0: tensor<4xf32>) {
  // expected-error @+1 {{'kina.slice' op expected to stay within dimension 0 of size 4, got the end 9223372036854775807}}
  %0 = kina.slice %a0 offsets = [4611686018427387904] sizes = [4] strides = [4611686018427387904] : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @slice(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.slice' op expected 2 offsets, one for each dimension of the operand, got 1}}
  %0 = kina.slice %a0 offsets = [0] sizes = [2, 3] strides = [1, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @slice(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.slice' op expected 2 sizes, one for each dimension of the operand, got 1}}
  %0 = kina.slice %a0 offsets = [0, 0] sizes = [2] strides = [1, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @slice(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.slice' op expected 2 strides, one for each dimension of the operand, got 3}}
  %0 = kina.slice %a0 offsets = [0, 0] sizes = [2, 3] strides = [1, 1, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @slice(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.slice' op expected a result of shape [2, 2], got 'tensor<2x3xf32>'}}
  %0 = kina.slice %a0 offsets = [0, 0] sizes = [2, 2] strides = [1, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

// The value is one number of the operand's element type.
func.func @pad(%a0: tensor<2x3xf32>, %a1: tensor<1xf32>) {
  // expected-error @+1 {{'kina.pad' op expected a value of rank 0 and element type 'f32', got 'tensor<1xf32>'}}
  %0 = kina.pad %a0, %a1 low = [0, 1] high = [0, 2] : tensor<2x3xf32>, tensor<1xf32> -> tensor<2x6xf32>
  return
}

// -----

func.func @pad(%a0: tensor<2x3xf32>, %a1: tensor<f64>) {
  // expected-error @+1 {{'kina.pad' op expected a value of rank 0 and element type 'f32', got 'tensor<f64>'}}
  %0 = kina.pad %a0, %a1 low = [0, 1] high = [0, 2] : tensor<2x3xf32>, tensor<f64> -> tensor<2x6xf32>
  return
}

// -----

// Nothing is cut off.
func.func @pad(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error @+1 {{'kina.pad' op expected low and high of at least 0 in dimension 1, got -1 and 2}}
  %0 = kina.pad %a0, %a1 low = [0, -1] high = [0, 2] : tensor<2x3xf32>, tensor<f32> -> tensor<2x4xf32>
  return
}

// -----

func.func @pad(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error @+1 {{'kina.pad' op expected 2 low, one for each dimension of the operand, got 1}}
  %0 = kina.pad %a0, %a1 low = [0] high = [0, 2] : tensor<2x3xf32>, tensor<f32> -> tensor<2x5xf32>
  return
}

// -----

func.func @pad(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error @+1 {{'kina.pad' op expected 2 high, one for each dimension of the operand, got 0}}
  %0 = kina.pad %a0, %a1 low = [0, 1] high = [] : tensor<2x3xf32>, tensor<f32> -> tensor<2x4xf32>
  return
}

// -----

func.func @pad(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error @+1 {{'kina.pad' op expected a result of shape [2, 6], got 'tensor<2x5xf32>'}}
  %0 = kina.pad %a0, %a1 low = [0, 1] high = [0, 2] : tensor<2x3xf32>, tensor<f32> -> tensor<2x5xf32>
  return
}

// -----

func.func @pad(%a0: tensor<2x3xf32>, %a1: tensor<f32, #kina.device>) {
  // expected-error @+2 {{'kina.pad' op expected operand #1 on the host as operand #0, got 'tensor<f32, #kina.device>' on #kina.device}}
  // expected-note @+1 {{copy it with kina.transfer}}
  %0 = kina.pad %a0, %a1 low = [0, 1] high = [0, 2] : tensor<2x3xf32>, tensor<f32, #kina.device> -> tensor<2x6xf32>
  return
}

// -----

// J02: one operand or more.
func.func @concat() {
  // expected-error @+1 {{'kina.concat' op expected at least one operand, got none}}
  %0 = "kina.concat"() <{axis = 0 : i64}> : () -> tensor<0xf32>
  return
}

// -----

// E10
func.func @concat(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.concat' op expected an axis in [0, 2), got 2}}
  %0 = kina.concat %a0, %a1 axis = 2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concat(%a0: tensor<f32>) {
  // expected-error @+1 {{'kina.concat' op expected an axis in [0, 0), got 0}}
  %0 = kina.concat %a0 axis = 0 : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// Sizes beside the axis are equal.
func.func @concat(%a0: tensor<2x3xf32>, %a1: tensor<1x4xf32>) {
  // expected-error @+1 {{'kina.concat' op expected equal sizes beside the axis, got 3 (dimension 1 of operand #0) and 4 (dimension 1 of operand #1)}}
  %0 = kina.concat %a0, %a1 axis = 0 : (tensor<2x3xf32>, tensor<1x4xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @concat(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.concat' op expected a result of shape [2, 6], got 'tensor<2x5xf32>'}}
  %0 = kina.concat %a0, %a1 axis = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @concat(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  // expected-error @+1 {{'kina.concat' op expected operand #1 of the rank and element type of 'tensor<2x3xf32>', got 'tensor<3xf32>'}}
  %0 = kina.concat %a0, %a1 axis = 0 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @concat(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>, %a2: tensor<2x3xf16>) {
  // expected-error @+1 {{'kina.concat' op expected operand #2 of the rank and element type of 'tensor<2x3xf32>', got 'tensor<2x3xf16>'}}
  %0 = kina.concat %a0, %a1, %a2 axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf16>) -> tensor<6x3xf32>
  return
}

// -----

func.func @concat(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{'kina.concat' op expected a result of element type 'f32', got 'f64'}}
  %0 = kina.concat %a0 axis = 0 : (tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @concat(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32, #kina.device>) {
  // expected-error @+2 {{'kina.concat' op expected operand #1 on the host as operand #0, got 'tensor<2x3xf32, #kina.device>' on #kina.device}}
  // expected-note @+1 {{copy it with kina.transfer}}
  %0 = kina.concat %a0, %a1 axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32, #kina.device>) -> tensor<4x3xf32>
  return
}

// -----

// F05: sizes that add up to more than 63 bits hold; without elements each fits.
func.func @concat(%a0: tensor<9223372036854775807x0xi1>) {
  // expected-error @+1 {{'kina.concat' op expected a size that fits in 63 bits in dimension 0 of the result, got a larger one}}
  %0 = kina.concat %a0, %a0 axis = 0 : (tensor<9223372036854775807x0xi1>, tensor<9223372036854775807x0xi1>) -> tensor<9223372036854775807x0xi1>
  return
}

// -----

func.func @pad(%a0: tensor<0x9223372036854775807xi1>, %v: tensor<i1>) {
  // expected-error @+1 {{'kina.pad' op expected a size that fits in 63 bits in dimension 1 of the result, got a larger one}}
  %0 = kina.pad %a0, %v low = [0, 1] high = [0, 0] : tensor<0x9223372036854775807xi1>, tensor<i1> -> tensor<0x9223372036854775807xi1>
  return
}
