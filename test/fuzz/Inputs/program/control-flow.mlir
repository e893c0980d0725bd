func.func @main(%x: tensor<?xf32>, %c: i1, %n: index) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %y = scf.if %c -> (tensor<?xf32>) {
    %a = kina.exp %x : tensor<?xf32>
    scf.yield %a : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  %z = scf.for %i = %zero to %n step %one iter_args(%acc = %y) -> (tensor<?xf32>) {
    %b = kina.mul %acc, %x : tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  }
  return %z : tensor<?xf32>
}
