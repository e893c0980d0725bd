// What --check-grad refuses. Inputs are checked as for a run.

// DEFINE: %{check} = kina-run %s --check-grad
// RUN: not %{check} --function=exp2 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: error: function 'exp2' takes 1 input, got 0
// RUN: not %{check} --function=exp2 --input=2xf64=1 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: error: input 0: expected 2xf32, got 2xf64
// RUN: not %{check} --function=nothing 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: unknown function 'nothing'

// RUN: not %{check} --function=integers --input=2xi64=1 2>&1 | FileCheck %s --check-prefix=ARGUMENTS
// ARGUMENTS: {{^}}error: function 'integers' takes no tensors of floats, so that it has no gradient to check{{$}}
// RUN: not %{check} --function=result --input=2xf32=1 2>&1 | FileCheck %s --check-prefix=RESULTS
// RESULTS: {{^}}error: function 'result' gives no tensors of floats, so that it has no gradient to check{{$}}

// RUN: for flag in --expected_output=2xf32=1 --output=@%t.npy --time=3; do \
// RUN:   not %{check} --function=exp2 --input=2xf32=1 $flag; done 2>&1 | FileCheck %s --check-prefix=FLAGS
// FLAGS-COUNT-3: error: --check-grad: expected no --output, --expected_output or --time with it, for it gives no results, got one
// RUN: for flag in --check-grad-seed=1 --check-grad-samples=1; do \
// RUN:   not kina-run %s --function=exp2 --input=2xf32=1 $flag; done 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE-COUNT-2: error: --check-grad-samples and --check-grad-seed: expected --check-grad with them, got none
// RUN: for n in 0 -1 x ''; do not %{check} --check-grad-samples=$n; done 2>&1 | FileCheck %s --check-prefix=SAMPLES
// SAMPLES-COUNT-4: error: --check-grad-samples: expected a number from 1 on, got '
// RUN: for n in -1 1.5 x; do not %{check} --check-grad-seed=$n; done 2>&1 | FileCheck %s --check-prefix=SEED
// SEED-COUNT-3: error: --check-grad-seed: expected a number from 0 on, got '

// What reverse mode refuses it refuses here, at its place.
// RUN: not %{check} --function=foreign --input=2xf32=1 2>&1 | FileCheck %s --check-prefix=RULE
// RULE: check-grad-errors.mlir:[[#@LINE+27]]:{{.*}}: error: 'linalg.exp' op
// RULE: error: compilation failed
// RUN: not %{check} --function=calls64 --input=2xf64=1 2>&1 | FileCheck %s --check-prefix=EXTERNAL
// EXTERNAL: error: 'func.call' op expected a callee with a body to differentiate, got the external function @outside64

// What cannot be in f64. It does not matter where it is not reached.
// RUN: not %{check} --function=calls32 --input=2xf32=1 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: check-grad-errors.mlir:[[#@LINE+23]]:1: error: 'func.func' op expected a program that means the same in f64, in which gradients are checked, got a function without body, whose code takes other floats
// OUTSIDE: {{^}}error: the program cannot be checked in f64{{$}}
// RUN: not %{check} --function=bits --input=2xf32=1 2>&1 | FileCheck %s --check-prefix=BITS
// BITS: check-grad-errors.mlir:{{.*}}: error: 'arith.bitcast' op expected a program that means the same in f64, in which gradients are checked, got an op on the bits of floats
// BITS: {{^}}error: the program cannot be checked in f64{{$}}

func.func @exp2(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = kina.exp %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @integers(%x: tensor<2xi64>) -> tensor<2xf32> {
  %0 = kina.cast %x : tensor<2xi64> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @result(%x: tensor<2xf32>) -> tensor<2xi1> {
  %0 = kina.compare lt, %x, %x : tensor<2xf32>
  return %0 : tensor<2xi1>
}
func.func @foreign(%x: tensor<2xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %0 = linalg.exp ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @outside32(tensor<2xf32>) -> tensor<2xf32>
func.func @calls32(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @outside32(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @outside64(tensor<2xf64>) -> tensor<2xf64>
func.func @calls64(%x: tensor<2xf64>) -> tensor<2xf64> {
  %0 = call @outside64(%x) : (tensor<2xf64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}
func.func @bits(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = arith.bitcast %x : tensor<2xf32> to tensor<2xi32>
  %1 = arith.bitcast %0 : tensor<2xi32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}
