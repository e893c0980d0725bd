func.func @main(%x: tensor<?x?xf32>, %i: tensor<?xi64>, %n: index) -> tensor<?x?xf32> {
  %0 = kina.gather %x, %i bounds = checked : tensor<?x?xf32>, tensor<?xi64> -> tensor<?x?xf32>
  %1 = kina.scatter_add %0, %i bounds = unchecked sizes(%n, %n) : tensor<?x?xf32>, tensor<?xi64> -> tensor<?x?xf32>
  %2 = kina.reshape %1 sizes(%n) : tensor<?x?xf32> -> tensor<?x2xf32>
  %3 = kina.matmul %x, %2 : tensor<?x?xf32>, tensor<?x2xf32> -> tensor<?x2xf32>
  %4 = kina.broadcast %3 sizes(%n, %n) : tensor<?x2xf32> -> tensor<?x?x2xf32>
  %5 = kina.reduce max %4 axes = [0, 2] : tensor<?x?x2xf32> -> tensor<?xf32>
  %6 = kina.slice %x offsets = [0, 1] sizes = [2, 2] strides = [1, 1] : tensor<?x?xf32> -> tensor<2x2xf32>
  return %x : tensor<?x?xf32>
}
