func.func @example(%x: tensor<4x8xf32>, %v: tensor<f32>) -> tensor<4x11xf32> {
  %y = kina.pad %x, %v low = [0, 1] high = [0, 2] : tensor<4x8xf32>, tensor<f32> -> tensor<4x11xf32>
  return %y : tensor<4x11xf32>
}
