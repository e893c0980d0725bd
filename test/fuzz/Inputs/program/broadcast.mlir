func.func @example(%x: tensor<4x1xf32>) -> tensor<2x4x8xf32> {
  %y = kina.broadcast %x : tensor<4x1xf32> -> tensor<2x4x8xf32>
  return %y : tensor<2x4x8xf32>
}
