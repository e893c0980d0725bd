func.func @example(%u: tensor<1x4xf32>, %i: tensor<1x4xi64>) -> tensor<1x4x8xf32> {
  %y = kina.scatter_along_axis %u, %i axis = 2 : tensor<1x4xf32>, tensor<1x4xi64> -> tensor<1x4x8xf32>
  return %y : tensor<1x4x8xf32>
}
