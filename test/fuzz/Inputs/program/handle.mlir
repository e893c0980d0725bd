func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = kina.exp %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @example(%x: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y, %dx = kina.handle @f(%x) with reverse_mode seed(%g)
      : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %y, %dx : tensor<4xf32>, tensor<4xf32>
}
