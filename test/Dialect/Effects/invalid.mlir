// Handlers and seeds: what the verifiers refuse, and how they say it.
//
// RUN: kina-opt %s --split-input-file --verify-diagnostics

func.func @no_such_function(%x: tensor<4xf32>) {
  // expected-error @+1 {{'kina.handle' op expected the name of a function, got @missing}}
  %0:2 = kina.handle @missing(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

module @no_function {}
func.func @not_a_function(%x: tensor<4xf32>) {
  // expected-error @+1 {{'kina.handle' op expected the name of a function, got @no_function}}
  %0:2 = kina.handle @no_function(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// The callee's arguments, one by one.
func.func private @f(tensor<4xf32>, tensor<2xi64>) -> tensor<4xf32>
func.func @too_few(%x: tensor<4xf32>) {
  // expected-error @+1 {{'kina.handle' op expected 2 arguments, got 1}}
  %0:2 = kina.handle @f(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(tensor<4xf32>, tensor<2xi64>) -> tensor<4xf32>
func.func @wrong_type(%x: tensor<4xf32>, %i: tensor<3xi64>) {
  // expected-error @+1 {{'kina.handle' op expected argument 1 of type 'tensor<2xi64>', got 'tensor<3xi64>'}}
  %0:2 = kina.handle @f(%x, %i) with reverse_mode : (tensor<4xf32>, tensor<3xi64>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(tensor<?xf32>) -> tensor<f32>
func.func @static_for_dynamic(%x: tensor<4xf32>) {
  // expected-note @+2 {{change its static sizes with tensor.cast}}
  // expected-error @+1 {{'kina.handle' op expected argument 0 of type 'tensor<?xf32>', got 'tensor<4xf32>'}}
  %0:2 = kina.handle @f(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(tensor<4xf32>) -> tensor<4xf32>
func.func @wrong_placement(%x: tensor<4xf32, #kina.device>) {
  // expected-note @+2 {{copy it with kina.transfer}}
  // expected-error @+1 {{'kina.handle' op expected argument 0 of type 'tensor<4xf32>', got 'tensor<4xf32, #kina.device>'}}
  %0:2 = kina.handle @f(%x) with reverse_mode : (tensor<4xf32, #kina.device>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// H06: integer arguments have no slot, and alone leave nothing to differentiate.
func.func private @f(tensor<4xf32>, tensor<2xi64>) -> tensor<4xf32>
func.func @integer_gradient(%x: tensor<4xf32>, %i: tensor<2xi64>) {
  // expected-error @+1 {{'kina.handle' op expected 2 results, got 3}}
  %0:3 = kina.handle @f(%x, %i) with reverse_mode : (tensor<4xf32>, tensor<2xi64>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2xi64>)
  return
}

// -----

func.func private @f(tensor<2xi64>) -> tensor<2xi64>
func.func @no_float_argument(%i: tensor<2xi64>) {
  // expected-error @+1 {{'kina.handle' op expected @f to have a float argument to differentiate, got none}}
  %0 = kina.handle @f(%i) with reverse_mode : (tensor<2xi64>) -> tensor<2xi64>
  return
}

// -----

// A gradient has its argument's exact type.
func.func private @f(tensor<4xf16>) -> tensor<f16>
func.func @gradient_type(%x: tensor<4xf16>) {
  // expected-error @+1 {{'kina.handle' op expected result 1 of type 'tensor<4xf16>', got 'tensor<4xf32>'}}
  %0:2 = kina.handle @f(%x) with reverse_mode : (tensor<4xf16>) -> (tensor<f16>, tensor<4xf32>)
  return
}

// -----

func.func private @f(tensor<4xf16>) -> tensor<f16>
func.func @result_type(%x: tensor<4xf16>) {
  // expected-error @+1 {{'kina.handle' op expected result 0 of type 'tensor<f16>', got 'tensor<1xf16>'}}
  %0:2 = kina.handle @f(%x) with reverse_mode : (tensor<4xf16>) -> (tensor<1xf16>, tensor<4xf16>)
  return
}

// -----

// `of` and `wrt`: not empty, ascending, distinct, existing, float.
func.func private @f(tensor<4xf32>) -> tensor<4xf32>
func.func @of_empty(%x: tensor<4xf32>) {
  // expected-error @+1 {{'kina.handle' op expected at least one position in 'of', got none; leave the clause out to take all}}
  %0:2 = kina.handle @f(%x) with reverse_mode of = [] : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(tensor<4xf32>) -> tensor<4xf32>
func.func @wrt_empty(%x: tensor<4xf32>) {
  // expected-error @+1 {{'kina.handle' op expected at least one position in 'wrt', got none; leave the clause out to take all}}
  %0 = kina.handle @f(%x) with reverse_mode wrt = [] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func private @f(tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
func.func @wrt_descending(%x: tensor<4xf32>, %y: tensor<f32>) {
  // expected-error @+1 {{'kina.handle' op expected distinct, ascending positions of at least 0 in 'wrt', got [1, 0]}}
  %0:3 = kina.handle @f(%x, %y) with reverse_mode wrt = [1, 0] : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(tensor<4xf32>) -> tensor<4xf32>
func.func @of_twice(%x: tensor<4xf32>) {
  // expected-error @+1 {{'kina.handle' op expected distinct, ascending positions of at least 0 in 'of', got [0, 0]}}
  %0:2 = kina.handle @f(%x) with reverse_mode of = [0, 0] : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(tensor<4xf32>) -> tensor<4xf32>
func.func @wrt_negative(%x: tensor<4xf32>) {
  // expected-error @+1 {{'kina.handle' op expected distinct, ascending positions of at least 0 in 'wrt', got [-1]}}
  %0:2 = kina.handle @f(%x) with reverse_mode wrt = [-1] : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(tensor<4xf32>) -> tensor<4xf32>
func.func @wrt_beyond(%x: tensor<4xf32>) {
  // expected-error @+1 {{'kina.handle' op expected positions of arguments of @f in 'wrt', below 1, got 1}}
  %0:2 = kina.handle @f(%x) with reverse_mode wrt = [1] : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(tensor<4xf32>) -> tensor<4xf32>
func.func @of_beyond(%x: tensor<4xf32>) {
  // expected-error @+1 {{'kina.handle' op expected positions of results of @f in 'of', below 1, got 7}}
  %0:2 = kina.handle @f(%x) with reverse_mode of = [7] : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(tensor<4xf32>, tensor<2xi64>) -> tensor<4xf32>
func.func @wrt_integer(%x: tensor<4xf32>, %i: tensor<2xi64>) {
  // expected-error @+1 {{'kina.handle' op expected a float tensor at argument 1 of @f, listed in 'wrt', got 'tensor<2xi64>'}}
  %0:2 = kina.handle @f(%x, %i) with reverse_mode wrt = [1] : (tensor<4xf32>, tensor<2xi64>) -> (tensor<4xf32>, tensor<2xi64>)
  return
}

// -----

func.func private @f(tensor<4xf32>) -> (tensor<i32>, tensor<f32>)
func.func @of_integer(%x: tensor<4xf32>) {
  // expected-error @+1 {{'kina.handle' op expected a float tensor at result 0 of @f, listed in 'of', got 'tensor<i32>'}}
  %0:3 = kina.handle @f(%x) with reverse_mode of = [0] : (tensor<4xf32>) -> (tensor<i32>, tensor<f32>, tensor<4xf32>)
  return
}

// -----

// H08: a seed for every differentiated result, of the result's exact type.
func.func private @f(tensor<4xf32>) -> tensor<1x4xf32>
func.func @seed_rank(%x: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-note @+2 {{expand it with kina.broadcast}}
  // expected-error @+1 {{'kina.handle' op expected seed 0 of type 'tensor<1x4xf32>', got 'tensor<4xf32>'}}
  %0:2 = kina.handle @f(%x) with reverse_mode seed(%g) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<1x4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(tensor<4xf32>) -> tensor<1x4xf32>
func.func @seed_scalar(%x: tensor<4xf32>, %g: tensor<f32>) {
  // expected-note @+2 {{expand it with kina.broadcast}}
  // expected-error @+1 {{'kina.handle' op expected seed 0 of type 'tensor<1x4xf32>', got 'tensor<f32>'}}
  %0:2 = kina.handle @f(%x) with reverse_mode seed(%g) : (tensor<4xf32>, tensor<f32>) -> (tensor<1x4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(tensor<4xf32>) -> tensor<1x4xf32>
func.func @seed_element(%x: tensor<4xf32>, %g: tensor<1x4xf16>) {
  // expected-note @+2 {{convert it with kina.cast}}
  // expected-error @+1 {{'kina.handle' op expected seed 0 of type 'tensor<1x4xf32>', got 'tensor<1x4xf16>'}}
  %0:2 = kina.handle @f(%x) with reverse_mode seed(%g) : (tensor<4xf32>, tensor<1x4xf16>) -> (tensor<1x4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(tensor<4xf32>) -> tensor<1x4xf32>
func.func @seed_transposed(%x: tensor<4xf32>, %g: tensor<4x1xf32>) {
  // expected-error @+1 {{'kina.handle' op expected seed 0 of type 'tensor<1x4xf32>', got 'tensor<4x1xf32>'}}
  %0:2 = kina.handle @f(%x) with reverse_mode seed(%g) : (tensor<4xf32>, tensor<4x1xf32>) -> (tensor<1x4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(tensor<4xf32>) -> tensor<4xf32>
func.func @seed_integer(%x: tensor<4xf32>, %g: tensor<4xi32>) {
  // expected-error @+1 {{'kina.handle' op operand #1 must be variadic of ranked tensor of f16, bf16, f32 or f64 on the host or on #kina.device, but got 'tensor<4xi32>'}}
  %0:2 = kina.handle @f(%x) with reverse_mode seed(%g) : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>)
func.func @seed_for_each(%x: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'kina.handle' op expected 2 seeds, got 1}}
  %0:3 = kina.handle @f(%x) with reverse_mode seed(%g) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>)
func.func @seed_for_listed(%x: tensor<4xf32>, %g: tensor<4xf32>) {
  // expected-error @+1 {{'kina.handle' op expected seed 0 of type 'tensor<f32>', got 'tensor<4xf32>'}}
  %0:3 = kina.handle @f(%x) with reverse_mode of = [1] seed(%g) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>, tensor<4xf32>)
  return
}

// -----

// J15: two functions of one name.
// expected-note @+1 {{see existing symbol definition here}}
func.func private @test(tensor<4xf32>) -> tensor<4xf32>
// expected-error @+1 {{redefinition of symbol named 'test'}}
func.func private @test(tensor<4xf32>) -> tensor<4xf32>

// -----

func.func @seed(%a: tensor<?xf32>, %b: tensor<4xf32>) {
  // expected-note @+2 {{change its static sizes with tensor.cast}}
  // expected-error @+1 {{'kina.seed' op expected operand #1 of the result's type 'tensor<?xf32>', got 'tensor<4xf32>'}}
  %0 = "kina.seed"(%a, %b) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @seed(%a: tensor<4xi64>) {
  // expected-error @+1 {{'kina.seed' op operand #0 must be ranked tensor of f16, bf16, f32 or f64 on the host or on #kina.device, but got 'tensor<4xi64>'}}
  %0 = kina.seed %a, %a : tensor<4xi64>
  return
}

// -----

func.func @yields_too_few(%x: tensor<4xf32>) {
  // expected-error @+1 {{along control flow edge}}
  %r = kina.checkpoint -> (tensor<4xf32>) {
    // expected-note @+1 {{region branch point}}
    kina.yield
  }
  return
}

// -----

func.func @yields_another_type(%x: tensor<5xf32>) {
  // expected-error @+1 {{along control flow edge}}
  %r = kina.checkpoint -> (tensor<4xf32>) {
    // expected-note @+1 {{region branch point}}
    kina.yield %x : tensor<5xf32>
  }
  return
}

// -----

func.func @yield_alone(%x: tensor<5xf32>) {
  // expected-error @+1 {{'kina.yield' op expects parent op 'kina.checkpoint'}}
  kina.yield %x : tensor<5xf32>
}

// -----

func.func @policy(%n: index) {
  // expected-error @+1 {{'scf.for' op expected 'kina.recompute_policy' to be "store", "sqrt" or "recompute", got "none"}}
  scf.for %i = %n to %n step %n {
  } {kina.recompute_policy = "none"}
  return
}

// -----

func.func @policy_of_another_kind(%n: index) {
  // expected-error @+1 {{'scf.for' op expected 'kina.recompute_policy' to be "store", "sqrt" or "recompute", got 1 : i64}}
  scf.for %i = %n to %n step %n {
  } {kina.recompute_policy = 1}
  return
}

// -----

func.func @policy_elsewhere(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'kina.exp' op expected 'kina.recompute_policy' on scf.for or scf.while, got it on 'kina.exp'}}
  %y = kina.exp %x {kina.recompute_policy = "sqrt"} : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @attribute_of_the_pass(%n: index) {
  // expected-error @+1 {{'scf.for' op expected no attribute 'kina.ad.computed', which --kina-ad uses for itself; rename it}}
  scf.for %i = %n to %n step %n {
  } {kina.ad.computed}
  return
}
