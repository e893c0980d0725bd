func.func @example(%v: tensor<32x8xf32>, %i: tensor<2x3xi64>) -> tensor<2x3x8xf32> {
  %y = kina.gather %v, %i : tensor<32x8xf32>, tensor<2x3xi64> -> tensor<2x3x8xf32>
  return %y : tensor<2x3x8xf32>
}
