func.func @example(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi1> {
  %y = kina.compare lt, %a, %b : tensor<4xf32>
  return %y : tensor<4xi1>
}
