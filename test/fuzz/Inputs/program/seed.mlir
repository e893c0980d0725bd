func.func @example(%g: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = kina.seed %g, %y : tensor<?xf32>
  return %s : tensor<?xf32>
}
