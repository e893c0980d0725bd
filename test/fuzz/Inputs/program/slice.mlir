func.func @example(%x: tensor<4x8xf32>) -> tensor<4x4xf32> {
  %y = kina.slice %x offsets = [0, 2] sizes = [4, 4] strides = [1, 1] : tensor<4x8xf32> -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}
