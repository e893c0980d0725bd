func.func @example(%v: tensor<1x4x8xf32>, %i: tensor<1x4xi64>) -> tensor<1x4xf32> {
  %y = kina.take_along_axis %v, %i axis = 2 : tensor<1x4x8xf32>, tensor<1x4xi64> -> tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}
