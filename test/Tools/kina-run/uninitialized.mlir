// Memory that nobody wrote shows: what numeric tests rely on, which run with malloc's
// memory full of large numbers.
//
// A sanitizer's allocator is not glibc's.
// UNSUPPORTED: asan
// DEFINE: %{malloc} = GLIBC_TUNABLES=glibc.malloc.tcache_count=0:glibc.malloc.perturb
// RUN: env %{malloc}=128 kina-run %s | FileCheck %s --check-prefix=ONE
// RUN: env %{malloc}=1 kina-run %s | FileCheck %s --check-prefix=OTHER
// ONE: 2xf32=3.3961514e+38 3.3961514e+38
// ONE: 4096xf32=3.3961514e+38 3.3961514e+38
// OTHER: 2xf32=-1.6947395e+38 -1.6947395e+38
// OTHER: 4096xf32=-1.6947395e+38 -1.6947395e+38
func.func @main() -> (tensor<2xf32>, tensor<4096xf32>) {
  %0 = tensor.empty() : tensor<2xf32>
  %1 = tensor.empty() : tensor<4096xf32>
  return %0, %1 : tensor<2xf32>, tensor<4096xf32>
}
