// Ops whose cost is counted by hand in op_counts.test.
func.func private @g(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = kina.neg %x : tensor<3xf32>
  return %y : tensor<3xf32>
}

func.func private @f(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>,
                     %n: tensor<1xi64>) -> (tensor<3xf32>, tensor<1xi64>) {
  %ab = kina.matmul %a, %b
      : tensor<3x4xf32>, tensor<4x5xf32> -> tensor<3x5xf32>
  %t = kina.tanh %ab : tensor<3x5xf32>
  %c = kina.compare lt, %t, %ab : tensor<3x5xf32>
  %s = kina.select %c, %t, %ab : tensor<3x5xf32>
  %m = kina.reduce mean %s axes = [1] : tensor<3x5xf32> -> tensor<3xf32>
  %p = kina.softmax %m axis = 0 : tensor<3xf32>
  %p1 = call @g(%p) : (tensor<3xf32>) -> tensor<3xf32>
  %p2 = call @g(%p1) : (tensor<3xf32>) -> tensor<3xf32>
  %out = kina.neg %p2 : tensor<3xf32>
  %zero = arith.constant 0 : index
  %six = arith.constant 6 : index
  %one = arith.constant 1 : index
  %sum = scf.for %i = %zero to %six step %one iter_args(%k = %n) -> tensor<1xi64> {
    %next = kina.add %k, %n : tensor<1xi64>
    scf.yield %next : tensor<1xi64>
  }
  return %out, %sum : tensor<3xf32>, tensor<1xi64>
}

func.func @main(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>, %n: tensor<1xi64>)
    -> (tensor<3xf32>, tensor<1xi64>, tensor<3x4xf32>, tensor<4x5xf32>) {
  %out, %sum, %da, %db = kina.handle @f(%a, %b, %n) with reverse_mode
      : (tensor<3x4xf32>, tensor<4x5xf32>, tensor<1xi64>)
     -> (tensor<3xf32>, tensor<1xi64>, tensor<3x4xf32>, tensor<4x5xf32>)
  return %out, %sum, %da, %db
      : tensor<3xf32>, tensor<1xi64>, tensor<3x4xf32>, tensor<4x5xf32>
}
