func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = kina.sin %x : tensor<2xf32>
  %z = call @f(%y) : (tensor<2xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0:2 = kina.handle @f(%x) with reverse_mode : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %0#1 : tensor<2xf32>
}
