func.func @example(%x: tensor<4xf32>) -> tensor<4xf16> {
  %y = kina.cast %x : tensor<4xf32> -> tensor<4xf16>
  return %y : tensor<4xf16>
}
