// Ops of a dialect that kina does not know: derivative rules, none, a wrong one.
// REQUIRES: outside-dialect
// RUN: kina-opt %s --load-dialect-plugin=%outside_plugin --kina-ad --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func private @cube_bwd(
// CHECK-SAME:    %[[X:.*]]: tensor<2xf32>, %[[G:.*]]: tensor<2xf32>)
// CHECK-DAG:     %[[THREE:.*]] = kina.constant dense<3.000000e+00>
// CHECK-DAG:     %[[XX:.*]] = kina.mul %[[X]], %[[X]]
// CHECK:         %[[P:.*]] = kina.mul %[[THREE]], %[[XX]]
// CHECK:         %[[D:.*]] = kina.mul_no_nan %[[G]], %[[P]]
// CHECK:         return %[[D]]
func.func private @cube(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = outside.cube %x : tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y, %g = kina.handle @cube(%x) with reverse_mode : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %g : tensor<2xf32>
}

// -----

// Only one of two results has a cotangent; the other result is part of its rule. An op
// that says it has no derivative passes nothing on.
// CHECK-LABEL: func.func private @polar_bwd(
// CHECK-NOT:     outside.
// CHECK:         %[[P:.*]] = kina.mul_no_nan
// CHECK-NEXT:    %[[D:.*]] = kina.neg %[[P]]
// CHECK-NEXT:    return %[[D]]
func.func private @polar(%t: tensor<2xf32>) -> tensor<2xf32> {
  %x, %y = outside.polar %t : tensor<2xf32>
  %s = outside.step %y : tensor<2xf32>
  %r = kina.add %x, %s : tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y, %g = kina.handle @polar(%x) with reverse_mode : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %g : tensor<2xf32>
}

// -----

// expected-note@+1 {{the path starts at argument 0 of @opaque, which is differentiated}}
func.func private @opaque(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'outside.opaque' op has no derivative rule, but a gradient must pass through it; give it one (VJPOpInterface), or leave the argument out with 'wrt'}}
  %y = outside.opaque %x : tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y, %g = kina.handle @opaque(%x) with reverse_mode : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %g : tensor<2xf32>
}

// -----

func.func private @broken(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'outside.broken' op expected its derivative rule to give operand #0 a cotangent of type 'tensor<2xf32>', got 'tensor<2xf64>'}}
  %y = outside.broken %x : tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y, %g = kina.handle @broken(%x) with reverse_mode : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %g : tensor<2xf32>
}
