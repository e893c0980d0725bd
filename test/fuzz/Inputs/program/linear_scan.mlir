func.func @example(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = kina.linear_scan %a, %b axis = 1 reverse init = 1 : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}
