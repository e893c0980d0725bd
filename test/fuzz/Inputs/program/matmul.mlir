func.func @example(%a: tensor<2x8x4x16xf32>, %b: tensor<2x8x16x4xf32>) -> tensor<2x8x4x4xf32> {
  %y = kina.matmul %a, %b : tensor<2x8x4x16xf32>, tensor<2x8x16x4xf32> -> tensor<2x8x4x4xf32>
  return %y : tensor<2x8x4x4xf32>
}
