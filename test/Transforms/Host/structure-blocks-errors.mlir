// RUN: kina-opt %s --kina-structure-blocks --split-input-file --verify-diagnostics

func.func @unreachable(%c: i1, %x: tensor<3xf32>) -> tensor<3xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  // expected-error@+1 {{expected a branch of the cf dialect or a return at the end of one of several blocks}}
  llvm.unreachable
^b:
  return %x : tensor<3xf32>
}

// -----

func.func @foreign(%c: i1, %x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{expected a branch of the cf dialect or a return at the end of one of several blocks}}
  llvm.cond_br %c, ^a, ^b
^a:
  return %x : tensor<3xf32>
^b:
  return %x : tensor<3xf32>
}
