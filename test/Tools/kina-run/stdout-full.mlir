// Results that cannot be printed are an error, as those of --output are.

// REQUIRES: system-linux
// RUN: not kina-run %s --input=2xf32=1 2>%t.err >/dev/full
// RUN: FileCheck %s --input-file=%t.err --implicit-check-not="LLVM ERROR"
// CHECK: error: cannot write to stdout: No space left on device
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
