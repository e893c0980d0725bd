func.func @example() -> tensor<4xf32> {
  %y = kina.constant dense<1.0> : tensor<4xf32>
  return %y : tensor<4xf32>
}
