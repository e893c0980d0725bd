func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
^unreachable(%y: tensor<2xf32>):
  %0 = kina.floor %0 : tensor<2xf32>
  %1 = kina.add %0, %y : tensor<2xf32>
  return %1 : tensor<2xf32>
}
