// The custom form refuses missing parts, unknown words and clauses in another order.
//
// RUN: kina-opt %s --split-input-file --verify-diagnostics

func.func @few_operands(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{expected ','}}
  %0 = kina.matmul %a : tensor<2x2xf32>, tensor<2x2xf32> -> tensor<2x2xf32>
  return
}

// -----

func.func @many_operands(%a: tensor<2xf32>) {
  // expected-error @+1 {{expected ':'}}
  %0 = kina.neg %a, %a, %a : tensor<2xf32>
  return
}

// -----

func.func @no_operand() {
  // expected-error @+1 {{expected SSA operand}}
  %0 = kina.gather : tensor<2x2xf32>, tensor<2xi64> -> tensor<2x2xf32>
  return
}

// -----

func.func @concat_of_nothing() {
  // expected-error @+1 {{expected at least one operand, got none}}
  %0 = kina.concat axis = 0 : () -> tensor<0xf32>
  return
}

// -----

func.func @no_axis(%a: tensor<2xf32>) {
  // expected-error @+1 {{expected 'axis'}}
  %0 = kina.softmax %a : tensor<2xf32>
  return
}

// -----

func.func @axis_is_a_number(%a: tensor<2xf32>) {
  // expected-error @+1 {{expected attribute value}}
  %0 = kina.softmax %a axis = last : tensor<2xf32>
  return
}

// -----

func.func @other_order(%a: tensor<2xf32>) {
  // expected-error @+1 {{expected 'axis'}}
  %0 = kina.repeat_interleave %a repeats = 2 axis = 0 : tensor<2xf32> -> tensor<4xf32>
  return
}

// -----

func.func @keepdims_last(%a: tensor<2xf32>) {
  // expected-error @+1 {{expected 'axes'}}
  %0 = kina.reduce sum %a keepdims axes = [0] : tensor<2xf32> -> tensor<1xf32>
  return
}

// -----

func.func private @f(tensor<f32>) -> tensor<f32>
func.func @clauses(%a: tensor<f32>) {
  // expected-error @+1 {{expected ':'}}
  %0:2 = kina.handle @f(%a) with reverse_mode wrt = [0] of = [0] : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func private @f(tensor<f32>) -> tensor<f32>
func.func @no_such_handler(%a: tensor<f32>) {
  // expected-error @+1 {{expected 'reverse_mode'}}
  %0:2 = kina.handle @f(%a) with forward_mode : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @no_such_predicate(%a: tensor<2xf32>) {
  // expected-error @+1 {{expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, lt, le, gt, ge]}}
  %0 = kina.compare less, %a, %a : tensor<2xf32>
  return
}

// -----

func.func @no_such_kind(%a: tensor<2xf32>) {
  // expected-error @+1 {{expected string or keyword containing one of the following enum values for attribute 'kind' [sum, prod, max, min, mean]}}
  %0 = kina.reduce argmax %a axes = [0] : tensor<2xf32> -> tensor<f32>
  return
}

// -----

func.func @no_such_mode(%v: tensor<4x3xf32>, %i: tensor<2xi64>) {
  // expected-error @+1 {{invalid bounds attribute specification: "off"}}
  %0 = kina.gather %v, %i bounds = "off" : tensor<4x3xf32>, tensor<2xi64> -> tensor<2x3xf32>
  return
}

// -----

func.func @mode(%v: tensor<4x3xf32>, %i: tensor<2xi64>) {
  // expected-error @+1 {{expected string or keyword containing one of the following enum values for attribute 'bounds' [checked, proven, unchecked]}}
  %0 = kina.gather %v, %i bounds = clamp : tensor<4x3xf32>, tensor<2xi64> -> tensor<2x3xf32>
  return
}

// -----

// J04: what a tensor is not, where the custom form spells the type.
func.func @unranked(%a: tensor<*xf32>) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %0 = kina.neg %a : tensor<*xf32>
  return
}

// -----

func.func @memref(%a: memref<2xf32>) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.tensor, but found 'memref<2xf32>'}}
  %0 = kina.softmax %a axis = 0 : memref<2xf32>
  return
}

// -----

func.func @compared_scalars(%a: f32) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.tensor, but found 'f32'}}
  %0 = kina.compare lt, %a, %a : f32
  return
}

// -----

func.func @selected_vectors(%c: vector<2xi1>, %a: vector<2xf32>) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.tensor, but found 'vector<2xf32>'}}
  %0 = kina.select %c, %a, %a : vector<2xf32>
  return
}
