func.func @example(%n: index) -> tensor<?x8xi64> {
  %y = kina.iota axis = 1 sizes(%n) : tensor<?x8xi64>
  return %y : tensor<?x8xi64>
}
