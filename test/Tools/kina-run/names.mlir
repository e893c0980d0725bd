// Functions may have the names of C functions that compiled code calls, of the
// run-time library's, of LLVM's intrinsics, or none.
// RUN: for name in tanhf powf expf erff free aligned_alloc malloc memcpy abort main \
// RUN:   kina_trap kina_alloc llvm.exp __dso_handle _mlir_ciface_g ciface_g 'a b' ''; do \
// RUN:   sed "s/@NAME/@\"$name\"/" %s | kina-run - --input=2xf32="0 1" --input=1xi64=0 \
// RUN:     | FileCheck %s || exit 1; done
// CHECK: result[0]: 2xf32=0 0.7615942
// CHECK: result[1]: 1x2xf32=[1 1]
func.func @NAME(%x: tensor<2xf32>, %i: tensor<?xi64>) -> (tensor<2xf32>, tensor<?x2xf32>) {
  %0 = kina.tanh %x : tensor<2xf32>
  %1 = kina.exp %0 : tensor<2xf32>
  %2 = kina.pow %0, %1 : tensor<2xf32>
  %3 = kina.erf %2 : tensor<2xf32>
  %one = kina.constant dense<1.0> : tensor<3x2xf32>
  %4 = kina.gather %one, %i : tensor<3x2xf32>, tensor<?xi64> -> tensor<?x2xf32>
  return %0, %4 : tensor<2xf32>, tensor<?x2xf32>
}

// RUN: sed 's/@NAME/@"a\\00b"/' %s | not kina-opt --kina-host-pipeline - 2>&1 | FileCheck %s --check-prefix=NUL
// NUL: error: expected a name without NUL characters, which linkers do not know, got 'a{{.}}b'
