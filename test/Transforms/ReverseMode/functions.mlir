// RUN: kina-opt %s --kina-ad --split-input-file | FileCheck %s

// How derivative functions are made, shared and named.

// Two handlers with one key share the functions; another wrt has its own. A
// name that the user has taken stays the user's.
// CHECK:       func.func private @f(
// CHECK:       func.func private @f_bwd_0(
// CHECK-SAME:    -> (tensor<4xf32>, tensor<4xf32>)
// CHECK:       func.func private @f_bwd() -> tensor<4xf32>
// CHECK-NOT:   func.func private @f_
// CHECK-LABEL: func.func @main(
// CHECK:         call @f(%[[A:.*]], %[[B:.*]]) :
// CHECK:         call @f_bwd_0(%[[A]], %[[B]], %{{.*}})
// CHECK:         call @f(%[[B]], %[[A]]) :
// CHECK:         call @f_bwd_0(%[[B]], %[[A]], %{{.*}})
func.func private @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %y = kina.mul %a, %b : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func private @f_bwd() -> tensor<4xf32>
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:3 = kina.handle @f(%a, %b) with reverse_mode
      : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  %1:3 = kina.handle @f(%b, %a) with reverse_mode wrt = [0, 1]
      : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %0#1, %1#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Arguments that do not matter get zeros, of their own type; integer arguments
// have no slot; a result without path to an argument gives zeros (H01, H03, H06).
// CHECK-LABEL: func.func private @g_bwd(
// CHECK-SAME:    tensor<2xf32>) -> tensor<2xf32>
// CHECK-LABEL: func.func @main(
// CHECK:         call @g(
// CHECK:         %[[DX:.*]] = call @g_bwd(
// CHECK:         %[[ZERO:.*]] = kina.constant dense<0.000000e+00> : tensor<3x1xf64>
// CHECK:         return %[[DX]], %[[ZERO]]
func.func private @g(%x: tensor<2xf32>, %i: tensor<2xi64>, %y: tensor<3x1xf64>) -> tensor<2xf32> {
  %z = kina.exp %x : tensor<2xf32>
  return %z : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>, %i: tensor<2xi64>, %y: tensor<3x1xf64>) -> (tensor<2xf32>, tensor<3x1xf64>) {
  %0:3 = kina.handle @g(%x, %i, %y) with reverse_mode
      : (tensor<2xf32>, tensor<2xi64>, tensor<3x1xf64>) -> (tensor<2xf32>, tensor<2xf32>, tensor<3x1xf64>)
  return %0#1, %0#2 : tensor<2xf32>, tensor<3x1xf64>
}

// -----

// A function without float results gives zero gradients and needs no derivative.
// CHECK-LABEL: func.func @main(
// CHECK-NEXT:    %[[I:.*]] = call @argpos(
// CHECK-NEXT:    %[[ZERO:.*]] = kina.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    return %[[I]], %[[ZERO]]
func.func private @argpos(%x: tensor<4xf32>) -> tensor<4xi1> {
  %z = kina.constant dense<0.0> : tensor<4xf32>
  %c = kina.compare gt, %x, %z : tensor<4xf32>
  return %c : tensor<4xi1>
}
func.func @main(%x: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xf32>) {
  %0:2 = kina.handle @argpos(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xi1>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xi1>, tensor<4xf32>
}

// -----

// Seeds of dynamic shape are compared with the result; ones take its sizes.
// CHECK-LABEL: func.func @seeded(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf32>, %[[G:.*]]: tensor<?xf32>)
// CHECK:         %[[Y:.*]] = call @h(%[[X]])
// CHECK:         %[[S:.*]] = kina.seed %[[G]], %[[Y]] : tensor<?xf32>
// CHECK:         call @h_bwd(%[[Y]], %[[S]])
// CHECK-LABEL: func.func @ones(
// CHECK:         %[[Y:.*]] = call @h(
// CHECK:         %[[ONE:.*]] = kina.constant dense<1.000000e+00> : tensor<f32>
// CHECK:         %[[N:.*]] = tensor.dim %[[Y]]
// CHECK:         kina.broadcast %[[ONE]] sizes(%[[N]]) : tensor<f32> -> tensor<?xf32>
func.func private @h(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = kina.exp %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @seeded(%x: tensor<?xf32>, %g: tensor<?xf32>) -> tensor<?xf32> {
  %0:2 = kina.handle @h(%x) with reverse_mode seed(%g) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#1 : tensor<?xf32>
}
func.func @ones(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0:2 = kina.handle @h(%x) with reverse_mode : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#1 : tensor<?xf32>
}

// -----

// A size is kept as an index, not as the tensor that has it.
// CHECK-LABEL: func.func private @rows_fwd(
// CHECK-SAME:    -> (tensor<?xf32>, index, index) {
// CHECK:         %[[E:.*]] = kina.add
// CHECK:         %[[N:.*]] = tensor.dim %[[E]]
// CHECK-LABEL: func.func private @rows_bwd(
// CHECK-SAME:    %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index, %[[G:[a-z0-9]+]]: tensor<?xf32>)
// CHECK-NOT:     tensor.dim
// CHECK:         kina.broadcast %{{.*}} sizes(%[[M]], %[[N]])
func.func private @rows(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %e = kina.add %x, %x : tensor<?x?xf32>
  %s = kina.reduce sum %e axes = [1] : tensor<?x?xf32> -> tensor<?xf32>
  return %s : tensor<?xf32>
}
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0:2 = kina.handle @rows(%x) with reverse_mode : (tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?x?xf32>)
  return %0#1 : tensor<?x?xf32>
}

// -----

// Constants and broadcasts are made again in the backward function, not kept.
// CHECK-LABEL: func.func private @scaled_fwd(
// CHECK-NOT:   func.func private @scaled_fwd
// CHECK-LABEL: func.func private @scaled_bwd(
// CHECK-SAME:    tensor<1x4xf32>, %[[R:.*]]: tensor<2x1xf32>, %{{.*}}: tensor<2x4xf32>)
// CHECK:         kina.broadcast %[[R]] : tensor<2x1xf32> -> tensor<2x4xf32>
func.func private @scaled(%x: tensor<2x4xf32>, %s: tensor<1x4xf32>) -> tensor<2x4xf32> {
  %c = kina.broadcast %s : tensor<1x4xf32> -> tensor<2x4xf32>
  %m = kina.reduce sum %c axes = [1] keepdims : tensor<2x4xf32> -> tensor<2x1xf32>
  %b = kina.broadcast %m : tensor<2x1xf32> -> tensor<2x4xf32>
  %z = kina.mul %x, %b : tensor<2x4xf32>
  %y = kina.mul %z, %c : tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}
func.func @main(%x: tensor<2x4xf32>, %s: tensor<1x4xf32>) -> tensor<2x4xf32> {
  %0:2 = kina.handle @scaled(%x, %s) with reverse_mode wrt = [0] : (tensor<2x4xf32>, tensor<1x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  return %0#1 : tensor<2x4xf32>
}

// -----

// A recursive function's backward part takes its arguments (J11).
// CHECK-LABEL: func.func private @rec_bwd(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[G:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK:         %[[E:.*]] = kina.exp %[[X]]
// CHECK:         %[[D:.*]] = call @rec_bwd(%[[E]], %[[G]])
// CHECK:         kina.mul_no_nan %[[D]], %[[E]]
func.func private @rec(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = kina.exp %x : tensor<4xf32>
  %z = call @rec(%y) : (tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = kina.handle @rec(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#1 : tensor<4xf32>
}

// -----

// Each level of a chain calls the next twice: one pair of functions a level.
// CHECK:         func.func private @l2_fwd
// CHECK-NOT:     func.func private @l{{.*}}_fwd
// CHECK:         func.func private @l0_fwd
// CHECK-NOT:     func.func private @l{{.*}}_fwd
// CHECK:         func.func private @l1_fwd
// CHECK-NOT:     func.func private @l{{.*}}_fwd
func.func private @l2(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = kina.sin %x : tensor<4xf32>
  %b = call @l1(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %c = call @l1(%b) : (tensor<4xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}
func.func private @l0(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = kina.sin %x : tensor<4xf32>
  %b = kina.sin %a : tensor<4xf32>
  return %b : tensor<4xf32>
}
func.func private @l1(%x: tensor<4xf32>) -> tensor<4xf32> {
  %b = call @l0(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %c = call @l0(%b) : (tensor<4xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = kina.handle @l2(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#1 : tensor<4xf32>
}

// -----

// Handlers nest: the inner one is replaced first, then differentiated.
// CHECK-NOT:   kina.handle
// CHECK:       func.func private @cube_bwd_fwd(
// CHECK:       func.func private @cube_bwd_bwd(
// CHECK-LABEL: func.func private @dcube_bwd(
// CHECK:         call @cube_bwd_bwd(
// CHECK:         call @cube_fwd_bwd(
// CHECK-NOT:   kina.handle
func.func private @cube(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = kina.mul %x, %x : tensor<4xf32>
  %z = kina.mul %y, %x : tensor<4xf32>
  return %z : tensor<4xf32>
}
func.func private @dcube(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = kina.handle @cube(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#1 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = kina.handle @dcube(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#1 : tensor<4xf32>
}

// -----

// A function inside another's module is treated once.
// CHECK-LABEL: func.func @outer(
// CHECK:         module
// CHECK:         func.func private @inner_bwd(
// CHECK-LABEL: func.func @use(
// CHECK:         call @inner_bwd(
// CHECK-NOT:   kina.handle
func.func @outer() {
  builtin.module {
    func.func private @inner(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = kina.exp %x : tensor<4xf32>
      return %y : tensor<4xf32>
    }
    func.func @use(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0:2 = kina.handle @inner(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
      return %0#1 : tensor<4xf32>
    }
  }
  return
}
