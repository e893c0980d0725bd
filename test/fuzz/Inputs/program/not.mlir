func.func @example(%x: tensor<4xi1>) -> tensor<4xi1> {
  %y = kina.not %x : tensor<4xi1>
  return %y : tensor<4xi1>
}
