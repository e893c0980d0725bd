func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = kina.transfer %x : tensor<4xf32> -> tensor<4xf32, #kina.device<1>>
  %1 = kina.cos %0 : tensor<4xf32, #kina.device<1>>
  %2 = kina.transfer %1 : tensor<4xf32, #kina.device<1>> -> tensor<4xf32, #kina.device>
  %3 = kina.transfer %2 : tensor<4xf32, #kina.device> -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
