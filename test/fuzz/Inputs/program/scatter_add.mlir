func.func @example(%u: tensor<2x3x8xf32>, %i: tensor<2x3xi64>) -> tensor<32x8xf32> {
  %y = kina.scatter_add %u, %i : tensor<2x3x8xf32>, tensor<2x3xi64> -> tensor<32x8xf32>
  return %y : tensor<32x8xf32>
}
