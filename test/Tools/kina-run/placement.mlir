// Types that a host program cannot take: an error, never a run without them.

// RUN: not kina-run %s --function=device --input=2xf32=1 2>&1 | FileCheck %s --check-prefix=DEVICE
// DEVICE: error: function 'device': argument 0: expected a ranked tensor or a scalar of {{.*}}, got 'tensor<2xf32, #kina.device>'
// RUN: not kina-run %s --function=foreign --input=2xf32=1 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: error: function 'foreign': argument 0: expected a ranked tensor or a scalar of {{.*}}, got 'tensor<2xf32, "x">'
func.func @device(%x: tensor<2xf32, #kina.device>) -> tensor<2xf32, #kina.device> {
  return %x : tensor<2xf32, #kina.device>
}
func.func @foreign(%x: tensor<2xf32, "x">) -> tensor<2xf32, "x"> {
  return %x : tensor<2xf32, "x">
}
