func.func @example(%c: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %y = kina.select %c, %a, %b : tensor<4xf32>
  return %y : tensor<4xf32>
}
