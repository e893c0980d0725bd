// How derivatives of control flow are built.
//
// RUN: kina-opt %s --kina-ad --split-input-file | FileCheck %s

// What an iteration's backward part needs is stored, one tensor for all
// iterations: the state and sin, but not the product. Nothing is carried for w,
// which is inactive.
// CHECK-LABEL: func.func private @f_fwd(
// CHECK-SAME:    %[[X:.*]]: tensor<3xf64>, %[[W:.*]]: tensor<3xf64>) -> (tensor<3xf64>, tensor<10x3xf64>)
// CHECK:         %[[A:.*]] = tensor.empty() : tensor<10x3xf64>
// CHECK:         scf.for {{.*}} iter_args(%[[S:.*]] = %[[X]], %[[K:.*]] = %{{.*}}, %[[A1:.*]] = %[[A]])
// CHECK:           %[[SIN:.*]] = kina.sin %[[S]]
// CHECK:           %[[M:.*]] = kina.mul %[[SIN]], %[[W]]
// CHECK:           %[[A2:.*]] = tensor.insert_slice %[[S]] into %[[A1]][%[[K]], 0] [1, 3] [1, 1]
// CHECK:           scf.yield %[[M]], %{{.*}}, %[[A2]]
// CHECK-LABEL: func.func private @f_bwd(
// CHECK-SAME:    %[[W:[a-z0-9]+]]: tensor<3xf64>, %[[A:[a-z0-9]+]]: tensor<10x3xf64>, %[[G:[a-z0-9]+]]: tensor<3xf64>) -> tensor<3xf64>
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[C:.*]] = %[[G]])
// CHECK:           %[[K:.*]] = arith.subi %{{.*}}, %[[I]]
// CHECK:           %[[S:.*]] = tensor.extract_slice %[[A]][%[[K]], 0] [1, 3] [1, 1]
// CHECK:           %[[P:.*]] = kina.mul_no_nan %[[C]], %[[W]]
// CHECK:           %[[COS:.*]] = kina.cos %[[S]]
// CHECK:           %[[Q:.*]] = kina.mul_no_nan %[[P]], %[[COS]]
// CHECK:           scf.yield %[[Q]]
func.func private @f(%x: tensor<3xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%a = %x) -> tensor<3xf64> {
    %s = kina.sin %a : tensor<3xf64>
    %m = kina.mul %s, %w : tensor<3xf64>
    scf.yield %m : tensor<3xf64>
  }
  return %r : tensor<3xf64>
}
func.func @main(%x: tensor<3xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %y, %d = kina.handle @f(%x, %w) with reverse_mode wrt = [0] : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %d : tensor<3xf64>
}

// -----

// A state that is handed on as it is needs no stack; sizes that the loop does not
// change are found before it.
// CHECK-LABEL: func.func private @invariant_fwd(
// CHECK:         %[[N:.*]] = tensor.dim %{{.*}}, %{{.*}} : tensor<?xf64>
// CHECK:         %[[A:.*]] = tensor.empty(%{{.*}}, %[[N]]) : tensor<?x?xf64>
// CHECK-NOT:     tensor.empty
// CHECK:         scf.for
// CHECK-NOT:     scf.for
// CHECK-LABEL: func.func private @invariant_bwd(
func.func private @invariant(%x: tensor<?xf64>, %w: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %w) -> (tensor<?xf64>, tensor<?xf64>) {
    %s = kina.mul %a, %b : tensor<?xf64>
    scf.yield %s, %b : tensor<?xf64>, tensor<?xf64>
  }
  return %r#0 : tensor<?xf64>
}
func.func @main(%x: tensor<?xf64>, %w: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %y, %d, %e = kina.handle @invariant(%x, %w, %n) with reverse_mode : (tensor<?xf64>, tensor<?xf64>, index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
  return %d, %e : tensor<?xf64>, tensor<?xf64>
}

// -----

// With "sqrt" the forward part keeps the state before each of 4 segments of 4;
// the backward part runs a segment again and stores its iterations.
// CHECK-LABEL: func.func private @sqrt_fwd(
// CHECK-SAME:    -> (tensor<3xf64>, tensor<4x3xf64>)
// CHECK-LABEL: func.func private @sqrt_bwd(
// CHECK-SAME:    tensor<4x3xf64>
// CHECK:         scf.for
// CHECK:           tensor.empty({{.*}}) : tensor<?x3xf64>
// CHECK:           scf.for
// CHECK:             kina.sin
// CHECK:             tensor.insert_slice
// CHECK:           scf.for
// CHECK:             tensor.extract_slice
// CHECK:             kina.cos
// CHECK-NOT:   kina.recompute_policy
// CHECK:       func.func @main
func.func private @sqrt(%x: tensor<3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %i = %c0 to %c16 step %c1 iter_args(%a = %x) -> tensor<3xf64> {
    %s = kina.sin %a : tensor<3xf64>
    scf.yield %s : tensor<3xf64>
  } {kina.recompute_policy = "sqrt"}
  return %r : tensor<3xf64>
}
func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {
  %y, %d = kina.handle @sqrt(%x) with reverse_mode : (tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %d : tensor<3xf64>
}

// -----

// With "recompute" nothing is kept, and the forward part is the function itself.
// CHECK:       func.func private @again(
// CHECK-NOT:   func.func private @again_fwd
// CHECK-LABEL: func.func private @again_bwd(
// CHECK-SAME:    %[[X:.*]]: tensor<3xf64>, %{{.*}}: tensor<3xf64>)
// CHECK:         scf.for
// CHECK:           %[[S:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[X]])
// CHECK:             kina.sin
// CHECK:           kina.cos %[[S]]
func.func private @again(%x: tensor<3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %i = %c0 to %c16 step %c1 iter_args(%a = %x) -> tensor<3xf64> {
    %s = kina.sin %a : tensor<3xf64>
    scf.yield %s : tensor<3xf64>
  } {kina.recompute_policy = "recompute"}
  return %r : tensor<3xf64>
}
func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {
  %y, %d = kina.handle @again(%x) with reverse_mode : (tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %d : tensor<3xf64>
}

// -----

// Values of the two branches share a result of the op where they can; the other
// branch gives a placeholder. The forward condition decides in the backward part.
// CHECK-LABEL: func.func private @branch_fwd(
// CHECK-SAME:    %[[X:.*]]: tensor<3xf64>, %[[W:.*]]: tensor<3xf64>, %[[C:.*]]: i1) -> (tensor<3xf64>, tensor<3xf64>)
// CHECK:         %[[R:.*]]:2 = scf.if %[[C]]
// CHECK:           %[[S:.*]] = kina.sin
// CHECK:           %[[M:.*]] = kina.mul %[[S]], %[[W]]
// CHECK:           scf.yield %[[M]], %[[S]]
// CHECK:         } else {
// CHECK:           %[[E:.*]] = kina.exp
// CHECK:           %[[N:.*]] = kina.neg
// CHECK:           scf.yield %[[N]], %[[E]]
// CHECK-LABEL: func.func private @branch_bwd(
// CHECK:         scf.if %{{.*}} -> (tensor<3xf64>, tensor<3xf64>)
// CHECK:         } else {
// CHECK:           %[[Z:.*]] = kina.constant dense<0.000000e+00>
// CHECK:           scf.yield %{{.*}}, %{{.*}}
func.func private @branch(%x: tensor<3xf64>, %w: tensor<3xf64>, %c: i1) -> tensor<3xf64> {
  %r = scf.if %c -> tensor<3xf64> {
    %s = kina.sin %x : tensor<3xf64>
    %m = kina.mul %s, %w : tensor<3xf64>
    scf.yield %m : tensor<3xf64>
  } else {
    %e = kina.exp %x : tensor<3xf64>
    %n = kina.neg %e : tensor<3xf64>
    scf.yield %n : tensor<3xf64>
  }
  return %r : tensor<3xf64>
}
func.func @main(%x: tensor<3xf64>, %w: tensor<3xf64>, %c: i1) -> (tensor<3xf64>, tensor<3xf64>) {
  %y, %d, %e = kina.handle @branch(%x, %w, %c) with reverse_mode : (tensor<3xf64>, tensor<3xf64>, i1) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return %d, %e : tensor<3xf64>, tensor<3xf64>
}

// -----

// Of a while loop its number of trips is kept.
// CHECK-LABEL: func.func private @until_fwd(
// CHECK-SAME:    -> (tensor<f64>, index)
// CHECK:         scf.while
// CHECK-LABEL: func.func private @until_bwd(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<f64>, %[[N:[a-z0-9]+]]: index, %[[G:[a-z0-9]+]]: tensor<f64>)
// CHECK-NOT:     scf.while
// CHECK:         scf.for %{{.*}} to %[[N]]
// CHECK:         scf.for
// CHECK-NOT:     kina.checkpoint
func.func private @until(%x: tensor<f64>) -> tensor<f64> {
  %limit = kina.constant dense<20.0> : tensor<f64>
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
func.func @main(%x: tensor<f64>) -> tensor<f64> {
  %y, %d = kina.handle @until(%x) with reverse_mode : (tensor<f64>) -> (tensor<f64>, tensor<f64>)
  return %d : tensor<f64>
}

// -----

// Nothing inside a checkpoint is kept; its backward part is a function that is
// not inlined, so that nothing merges what it computes again with the forward
// part.
// CHECK:       func.func private @rematerialized(
// CHECK-NOT:   func.func private @rematerialized_fwd
// CHECK-LABEL: func.func private @rematerialized_bwd(
// CHECK:         call @rematerialized_checkpoint_bwd(
// CHECK-LABEL: func.func private @rematerialized_checkpoint_bwd(
// CHECK-SAME:    %[[X:.*]]: tensor<3xf64>, %[[G:.*]]: tensor<3xf64>) -> tensor<3xf64> attributes {no_inline}
// CHECK:         kina.sin %[[X]]
func.func private @rematerialized(%x: tensor<3xf64>) -> tensor<3xf64> {
  %r = kina.checkpoint -> (tensor<3xf64>) {
    %s = kina.sin %x : tensor<3xf64>
    %m = kina.mul %s, %s : tensor<3xf64>
    kina.yield %m : tensor<3xf64>
  }
  return %r : tensor<3xf64>
}
func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {
  %y, %d = kina.handle @rematerialized(%x) with reverse_mode : (tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %d : tensor<3xf64>
}

// -----

// A part of a tensor that is read in each iteration: its cotangent is added to
// that part of the sum alone.
// CHECK-LABEL: func.func private @parts_bwd(
// CHECK:         scf.for {{.*}} iter_args({{.*}}, %[[SUM:.*]] = %{{.*}})
// CHECK:           %[[OLD:.*]] = tensor.extract_slice %[[SUM]]
// CHECK:           %[[NEW:.*]] = kina.add %[[OLD]], %{{.*}} : tensor<4xf64>
// CHECK:           %[[NEXT:.*]] = tensor.insert_slice %[[NEW]] into %[[SUM]]
// CHECK:           scf.yield %{{.*}}, %[[NEXT]]
func.func private @parts(%x: tensor<9x4xf64>, %z: tensor<4xf64>) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%a = %z) -> tensor<4xf64> {
    %p = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<9x4xf64> to tensor<4xf64>
    %m = kina.mul %a, %p : tensor<4xf64>
    scf.yield %m : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}
func.func @main(%x: tensor<9x4xf64>, %z: tensor<4xf64>) -> tensor<9x4xf64> {
  %y, %d = kina.handle @parts(%x, %z) with reverse_mode wrt = [0] : (tensor<9x4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<9x4xf64>)
  return %d : tensor<9x4xf64>
}

// -----

// Bounds from outside of a nest: one stack of known size, one run of the nest. A
// state that "sqrt" does not change is stored at no segment.
// CHECK-LABEL: func.func private @nest_fwd(
// CHECK-SAME:    -> (tensor<2xf64>, tensor<5x5x2xf64>)
// CHECK:         tensor.empty() : tensor<5x5x2xf64>
// CHECK:         scf.for
// CHECK:           tensor.empty() : tensor<5x2xf64>
// CHECK:           scf.for
// CHECK:             kina.sin
// CHECK-NOT:         kina.sin
// CHECK-LABEL: func.func private @nest_bwd(
func.func private @nest(%x: tensor<2xf64>) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x) -> tensor<2xf64> {
    %q = scf.for %j = %c0 to %c5 step %c1 iter_args(%b = %a) -> tensor<2xf64> {
      %s = kina.sin %b : tensor<2xf64>
      scf.yield %s : tensor<2xf64>
    }
    scf.yield %q : tensor<2xf64>
  }
  return %r : tensor<2xf64>
}
func.func @main(%x: tensor<2xf64>) -> tensor<2xf64> {
  %y, %d = kina.handle @nest(%x) with reverse_mode : (tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  return %d : tensor<2xf64>
}

// -----

// CHECK-LABEL: func.func private @kept_fwd(
// CHECK-SAME:    -> (tensor<3xf64>, tensor<1000xf64>, tensor<4x3xf64>)
// CHECK-LABEL: func.func private @kept_bwd(
func.func private @kept(%x: tensor<3xf64>, %w: tensor<1000xf64>) -> (tensor<3xf64>, tensor<1000xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r:2 = scf.for %i = %c0 to %c16 step %c1 iter_args(%a = %x, %b = %w) -> (tensor<3xf64>, tensor<1000xf64>) {
    %p = kina.slice %b offsets = [0] sizes = [3] strides = [1] : tensor<1000xf64> -> tensor<3xf64>
    %s = kina.mul %a, %p : tensor<3xf64>
    scf.yield %s, %b : tensor<3xf64>, tensor<1000xf64>
  } {kina.recompute_policy = "sqrt"}
  return %r#0, %r#1 : tensor<3xf64>, tensor<1000xf64>
}
func.func @main(%x: tensor<3xf64>, %w: tensor<1000xf64>) -> tensor<1000xf64> {
  %y:4 = kina.handle @kept(%x, %w) with reverse_mode : (tensor<3xf64>, tensor<1000xf64>) -> (tensor<3xf64>, tensor<1000xf64>, tensor<3xf64>, tensor<1000xf64>)
  return %y#3 : tensor<1000xf64>
}
