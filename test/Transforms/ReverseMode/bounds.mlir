// Ops made by the derivative have the primal's mode of bounds.
//
// RUN: sed 's/ MODE//' %s | kina-opt --kina-ad | FileCheck %s "-DMODE= "
// RUN: sed 's/MODE/bounds = proven/' %s | kina-opt --kina-ad | FileCheck %s "-DMODE= bounds = proven "
// RUN: sed 's/MODE/bounds = unchecked/' %s | kina-opt --kina-ad | FileCheck %s "-DMODE= bounds = unchecked "

// CHECK-LABEL: func.func private @gather_bwd(
// CHECK:         kina.scatter_add %{{[a-z0-9]+}}, %{{[a-z0-9]+}}[[MODE]]:
func.func private @gather(%v: tensor<4x2xf32>, %i: tensor<3xi64>) -> tensor<3x2xf32> {
  %y = kina.gather %v, %i MODE : tensor<4x2xf32>, tensor<3xi64> -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}
func.func @main0(%v: tensor<4x2xf32>, %i: tensor<3xi64>) -> tensor<4x2xf32> {
  %y, %g = kina.handle @gather(%v, %i) with reverse_mode : (tensor<4x2xf32>, tensor<3xi64>) -> (tensor<3x2xf32>, tensor<4x2xf32>)
  return %g : tensor<4x2xf32>
}

// CHECK-LABEL: func.func private @scatter_add_bwd(
// CHECK:         kina.gather %{{[a-z0-9]+}}, %{{[a-z0-9]+}}[[MODE]]:
func.func private @scatter_add(%u: tensor<3x2xf32>, %i: tensor<3xi64>) -> tensor<4x2xf32> {
  %y = kina.scatter_add %u, %i MODE : tensor<3x2xf32>, tensor<3xi64> -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}
func.func @main1(%u: tensor<3x2xf32>, %i: tensor<3xi64>) -> tensor<3x2xf32> {
  %y, %g = kina.handle @scatter_add(%u, %i) with reverse_mode : (tensor<3x2xf32>, tensor<3xi64>) -> (tensor<4x2xf32>, tensor<3x2xf32>)
  return %g : tensor<3x2xf32>
}

// CHECK-LABEL: func.func private @take_bwd(
// CHECK:         kina.scatter_along_axis %{{[a-z0-9]+}}, %{{[a-z0-9]+}} axis = 1[[MODE]]:
func.func private @take(%v: tensor<3x5xf32>, %i: tensor<3xi64>) -> tensor<3xf32> {
  %y = kina.take_along_axis %v, %i axis = 1 MODE : tensor<3x5xf32>, tensor<3xi64> -> tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func @main2(%v: tensor<3x5xf32>, %i: tensor<3xi64>) -> tensor<3x5xf32> {
  %y, %g = kina.handle @take(%v, %i) with reverse_mode : (tensor<3x5xf32>, tensor<3xi64>) -> (tensor<3xf32>, tensor<3x5xf32>)
  return %g : tensor<3x5xf32>
}

// CHECK-LABEL: func.func private @scatter_bwd(
// CHECK:         kina.take_along_axis %{{[a-z0-9]+}}, %{{[a-z0-9]+}} axis = 1[[MODE]]:
func.func private @scatter(%u: tensor<3xf32>, %i: tensor<3xi64>) -> tensor<3x5xf32> {
  %y = kina.scatter_along_axis %u, %i axis = 1 MODE : tensor<3xf32>, tensor<3xi64> -> tensor<3x5xf32>
  return %y : tensor<3x5xf32>
}
func.func @main3(%u: tensor<3xf32>, %i: tensor<3xi64>) -> tensor<3xf32> {
  %y, %g = kina.handle @scatter(%u, %i) with reverse_mode : (tensor<3xf32>, tensor<3xi64>) -> (tensor<3x5xf32>, tensor<3xf32>)
  return %g : tensor<3xf32>
}
