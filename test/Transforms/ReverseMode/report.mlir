// What --kina-ad-report says: what is kept and computed again, in bytes, and why.
//
// RUN: kina-opt %s --kina-ad-report --split-input-file --verify-diagnostics

// expected-remark @+1 {{@kept keeps 3 values for its backward part, 128 bytes and 1 of sizes known at run time}}
func.func private @kept(%x: tensor<4x4xf32>, %w: tensor<1x4xf32>, %z: tensor<?xf64>) -> (tensor<4x4xf32>, tensor<?xf64>) {
  // expected-remark @+1 {{keeps 64 bytes for the backward part of @kept: a result of 'kina.sin', neither an argument nor a result of the function, nor cheap}}
  %s = kina.sin %x : tensor<4x4xf32>
  // expected-remark @+1 {{'kina.broadcast' is computed again in the backward part of @kept, because it is cheap}}
  %c = kina.broadcast %w : tensor<1x4xf32> -> tensor<4x4xf32>
  // expected-remark @+1 {{keeps 64 bytes for the backward part of @kept: a result of 'kina.mul'}}
  %m = kina.mul %s, %c : tensor<4x4xf32>
  %e = kina.mul %m, %s : tensor<4x4xf32>
  // expected-remark @+1 {{keeps 8 bytes x ? for the backward part of @kept: a result of 'kina.exp'}}
  %t = kina.exp %z : tensor<?xf64>
  %u = kina.sin %t : tensor<?xf64>
  return %e, %u : tensor<4x4xf32>, tensor<?xf64>
}
func.func @main(%x: tensor<4x4xf32>, %w: tensor<1x4xf32>, %z: tensor<?xf64>) -> (tensor<4x4xf32>, tensor<?xf64>) {
  %0:4 = kina.handle @kept(%x, %w, %z) with reverse_mode wrt = [0, 2] : (tensor<4x4xf32>, tensor<1x4xf32>, tensor<?xf64>) -> (tensor<4x4xf32>, tensor<?xf64>, tensor<4x4xf32>, tensor<?xf64>)
  return %0#2, %0#3 : tensor<4x4xf32>, tensor<?xf64>
}

// -----

// expected-remark @+1 {{@loop keeps 1 values for its backward part, 240 bytes}}
func.func private @loop(%x: tensor<3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  // expected-remark @+2 {{keeps 240 bytes for the backward part of @loop: a result of 'scf.for'}}
  // expected-remark @+1 {{is kept for each iteration of a loop: 24 bytes each, 10 iterations}}
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%a = %x) -> tensor<3xf64> {
    %s = kina.sin %a : tensor<3xf64>
    scf.yield %s : tensor<3xf64>
  }
  return %r : tensor<3xf64>
}
func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0:2 = kina.handle @loop(%x) with reverse_mode : (tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %0#1 : tensor<3xf64>
}

// -----

// expected-remark @+1 {{@again keeps 2 values for its backward part, 32 bytes}}
func.func private @again(%x: tensor<3xf64>, %n: index) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+3 {{keeps 24 bytes for the backward part of @again: a result of 'scf.for'}}
  // expected-remark @+2 {{keeps 8 bytes for the backward part of @again: a result of 'arith.select'}}
  // expected-remark @+1 {{runs again up to each iteration, for that iteration's backward part: the policy is "recompute"}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<3xf64> {
    %s = kina.sin %a : tensor<3xf64>
    scf.yield %s : tensor<3xf64>
  } {kina.recompute_policy = "recompute"}
  // expected-remark @+1 {{is computed again for its backward part}}
  %y = kina.checkpoint -> (tensor<3xf64>) {
    %e = kina.exp %r : tensor<3xf64>
    kina.yield %e : tensor<3xf64>
  }
  return %y : tensor<3xf64>
}
func.func @main(%x: tensor<3xf64>, %n: index) -> tensor<3xf64> {
  %0:2 = kina.handle @again(%x, %n) with reverse_mode : (tensor<3xf64>, index) -> (tensor<3xf64>, tensor<3xf64>)
  return %0#1 : tensor<3xf64>
}

// -----

// expected-remark @+1 {{@until keeps}}
func.func private @until(%x: tensor<f64>, %n: index) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %limit = kina.constant dense<20.0> : tensor<f64>
  // expected-remark @+3 {{runs again for its backward part, as a loop of so many iterations as it had}}
  // expected-remark @+2 {{keeps 8 bytes for the backward part of @until: a result of 'scf.while'}}
  // expected-remark @+1 {{is kept for each iteration of a loop: 8 bytes each, iterations known at run time}}
  %r = scf.while (%a = %x) : (tensor<f64>) -> tensor<f64> {
    %less = kina.compare lt, %a, %limit : tensor<f64>
    %c = tensor.extract %less[] : tensor<i1>
    scf.condition(%c) %a : tensor<f64>
  } do {
  ^bb0(%t: tensor<f64>):
    %v = kina.mul %t, %t : tensor<f64>
    scf.yield %v : tensor<f64>
  }
  return %r : tensor<f64>
}
func.func @main(%x: tensor<f64>, %n: index) -> tensor<f64> {
  %0:2 = kina.handle @until(%x, %n) with reverse_mode : (tensor<f64>, index) -> (tensor<f64>, tensor<f64>)
  return %0#1 : tensor<f64>
}

// -----

// expected-remark @+1 {{@rec is recursive: its backward part gets the arguments and computes everything again}}
func.func private @rec(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = kina.exp %x : tensor<4xf32>
  // expected-remark @+1 {{runs @rec again for its backward part, as all around it}}
  %z = call @rec(%y) : (tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = kina.handle @rec(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#1 : tensor<4xf32>
}
