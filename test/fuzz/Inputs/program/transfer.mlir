func.func @example(%x: tensor<4xf32>) -> tensor<4xf32, #kina.device> {
  %y = kina.transfer %x : tensor<4xf32> -> tensor<4xf32, #kina.device>
  return %y : tensor<4xf32, #kina.device>
}
