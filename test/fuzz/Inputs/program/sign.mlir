func.func @example(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %y = kina.sign %x : tensor<2x?xf32>
  return %y : tensor<2x?xf32>
}
