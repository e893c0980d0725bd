func.func private @g(%x: tensor<2xf64>, %y: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xi1>) {
  %c = kina.compare ge, %x, %y : tensor<2xf64>
  %z = kina.select %c, %x, %y : tensor<2xf64>
  return %z, %c : tensor<2xf64>, tensor<2xi1>
}
func.func private @f(%x: tensor<2xf64>) -> tensor<2xf64> {
  %y = kina.relu %x : tensor<2xf64>
  %0:2 = call @g(%x, %y) : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xi1>)
  return %0#0 : tensor<2xf64>
}
func.func private @f_bwd()
func.func @main(%x: tensor<2xf64>) -> tensor<2xf64> {
  %0:2 = kina.handle @f(%x) with reverse_mode of = [0] wrt = [0] : (tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  return %0#1 : tensor<2xf64>
}
