func.func @example(%a: tensor<4xi1>, %b: tensor<4xi1>) -> tensor<4xi1> {
  %y = kina.or %a, %b : tensor<4xi1>
  return %y : tensor<4xi1>
}
