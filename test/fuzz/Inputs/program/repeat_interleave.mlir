func.func @example(%x: tensor<2x4x8xf32>) -> tensor<2x8x8xf32> {
  %y = kina.repeat_interleave %x axis = 1 repeats = 2 : tensor<2x4x8xf32> -> tensor<2x8x8xf32>
  return %y : tensor<2x8x8xf32>
}
