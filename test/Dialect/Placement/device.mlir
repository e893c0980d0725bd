// `#kina.device` and `#kina.device<0>` are one attribute with one spelling; an
// ordinal is an error below 0. `checked` is not printed.
//
// RUN: split-file %s %t
// RUN: kina-opt %t/good.mlir | FileCheck %t/good.mlir
// RUN: kina-opt %t/bad.mlir --split-input-file --verify-diagnostics

//--- good.mlir
// Equal placements are equal types: no copy is asked for.
// CHECK-LABEL: func.func @one_spelling(
// CHECK-SAME: %[[A:.*]]: tensor<4xf32, #kina.device>, %[[B:.*]]: tensor<4xf32, #kina.device>)
// CHECK: kina.add %[[A]], %[[B]] : tensor<4xf32, #kina.device>{{$}}
func.func @one_spelling(%a: tensor<4xf32, #kina.device<0>>, %b: tensor<4xf32, #kina.device>)
    -> tensor<4xf32, #kina.device<0>> {
  %0 = kina.add %a, %b : tensor<4xf32, #kina.device<0>>
  return %0 : tensor<4xf32, #kina.device<0>>
}

// CHECK-LABEL: func.func private @ordinal(
// CHECK-SAME: tensor<4xf32, #kina.device<1>>)
func.func private @ordinal(tensor<4xf32, #kina.device<1>>)

// CHECK-LABEL: func.func @default_bounds
// CHECK: kina.gather %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : tensor<4x3xf32>, tensor<2xi64> -> tensor<2x3xf32>
// CHECK: kina.take_along_axis %{{[a-z0-9]+}}, %{{[a-z0-9]+}} axis = 0 : tensor<2x3xf32>, tensor<3xi64> -> tensor<3xf32>
// CHECK: kina.scatter_add %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : tensor<2x3xf32>, tensor<2xi64> -> tensor<4x3xf32>
// CHECK: kina.scatter_along_axis %{{[a-z0-9]+}}, %{{[a-z0-9]+}} axis = 0 : tensor<3xf32>, tensor<3xi64> -> tensor<2x3xf32>
func.func @default_bounds(%v: tensor<4x3xf32>, %i: tensor<2xi64>, %j: tensor<3xi64>) {
  %0 = kina.gather %v, %i bounds = checked : tensor<4x3xf32>, tensor<2xi64> -> tensor<2x3xf32>
  %1 = kina.take_along_axis %0, %j axis = 0 bounds = checked : tensor<2x3xf32>, tensor<3xi64> -> tensor<3xf32>
  %2 = kina.scatter_add %0, %i bounds = checked : tensor<2x3xf32>, tensor<2xi64> -> tensor<4x3xf32>
  %3 = kina.scatter_along_axis %1, %j axis = 0 bounds = checked : tensor<3xf32>, tensor<3xi64> -> tensor<2x3xf32>
  return
}

// J18: bytes in memory order. 0x00ABF582 = 11269506.
// CHECK-LABEL: func.func @hex
// CHECK: kina.constant dense<11269506> : tensor<1xi32>
func.func @hex() {
  %0 = kina.constant dense<"0x82F5AB00"> : tensor<1xi32>
  return
}

//--- bad.mlir
// expected-error @+1 {{expected a device ordinal of at least 0, got -1}}
func.func private @f(tensor<4xf32, #kina.device<-1>>)

// -----

// expected-error @+2 {{expected integer value}}
// expected-error @+1 {{failed to parse Kina_DeviceAttr parameter 'ordinal'}}
func.func private @f(tensor<4xf32, #kina.device<gpu>>)
