func.func @example(%x: tensor<1x4x8xf32>) -> tensor<1x4x8xf32> {
  %y = kina.softmax %x axis = 2 : tensor<1x4x8xf32>
  return %y : tensor<1x4x8xf32>
}
