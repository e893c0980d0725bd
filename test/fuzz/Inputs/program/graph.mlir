module @cycle {
  %0 = kina.neg %1 : tensor<2xf32>
  %1 = kina.reshape %2 : tensor<2x1xf32> -> tensor<2xf32>
  %2 = kina.reshape %0 : tensor<2xf32> -> tensor<2x1xf32>
  %3 = kina.transpose %3 perm = [1, 0] : tensor<2x2xi1> -> tensor<2x2xi1>
}
