func.func @example(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %y = kina.div %a, %b : tensor<2x?xf32>
  return %y : tensor<2x?xf32>
}
