func.func @example(%x: tensor<1x2x3xf32>) -> tensor<3x1x2xf32> {
  %y = kina.transpose %x perm = [2, 0, 1] : tensor<1x2x3xf32> -> tensor<3x1x2xf32>
  return %y : tensor<3x1x2xf32>
}
