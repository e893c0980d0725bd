func.func @example(%x: tensor<2x3xf32>) -> tensor<6xf32> {
  %y = kina.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
  return %y : tensor<6xf32>
}
