func.func @example(%x: tensor<1x4x8xf32>) -> tensor<1x4x1xf32> {
  %y = kina.reduce sum %x axes = [2] keepdims : tensor<1x4x8xf32> -> tensor<1x4x1xf32>
  return %y : tensor<1x4x1xf32>
}
