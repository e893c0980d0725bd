func.func @main() {
  %0 = kina.constant dense<[-0.0, 0x7FC00001, 0xFF800000]> : tensor<3xf32>
  %1 = kina.constant dense<> : tensor<0x3xf64>
  %2 = kina.constant dense<true> : tensor<i1>
  %3 = kina.constant dense<"0x82F5AB00"> : tensor<1xi32>
  %4 = kina.constant dense_resource<blob> : tensor<2xi64>
  %5 = kina.constant {tag = 1 : i64} dense<0x7E01> : tensor<2xf16>
  %6 = kina.cast %0 : tensor<3xf32> -> tensor<3xi32>
  %7 = kina.mod %3, %3 : tensor<1xi32>
  return
}
{-# dialect_resources: { builtin: { blob: "0x0800000001000000000000000200000000000000" } } #-}
