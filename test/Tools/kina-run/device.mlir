// Device tensors need a device runtime, which a host program has not.
// RUN: not kina-run %s --input=4xf32=1 2>&1 | FileCheck %s
// CHECK: {{^.*}}device.mlir:[[#@LINE+3]]:8: error: kina.transfer: device lowering is not available{{$}}
// CHECK: {{^}}error: compilation failed{{$}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = kina.transfer %x : tensor<4xf32> -> tensor<4xf32, #kina.device>
  %1 = kina.exp %0 : tensor<4xf32, #kina.device>
  %2 = kina.transfer %1 : tensor<4xf32, #kina.device> -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
