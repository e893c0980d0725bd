#file = loc("a.mlir":1:2)
#call = loc(callsite(#file at "b.mlir":3:4))
func.func @main(%x: tensor<2xi32> loc("arg")) -> tensor<2xi32> {
  %0 = kina.abs %x : tensor<2xi32> loc(#call)
  %1 = kina.div %0, %x : tensor<2xi32> loc(fused<"note">[#file, unknown])
  return %1 : tensor<2xi32> loc("name"(#file))
} loc("range":1:2 to 3:4)
