// A splat larger than any memory is no data of the program.
// RUN: not --crash kina-run %s > %t 2>&1; FileCheck %s < %t
// CHECK: kina: out of memory: 4000000000000 bytes
// RUN: kina-opt %s --kina-to-linalg | FileCheck %s --check-prefix=FILL
// FILL: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<1000000x1000000xf32>)
func.func @main() -> tensor<1000000x1000000xf32> {
  %0 = kina.constant dense<1.0> : tensor<1000000x1000000xf32>
  %1 = kina.exp %0 : tensor<1000000x1000000xf32>
  return %1 : tensor<1000000x1000000xf32>
}
