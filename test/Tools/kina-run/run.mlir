// Inputs and results, in order; `-` is the standard input.
// RUN: kina-run %s --input="2x3xf32=1 2 3 4 5 6" --input=2x3xf32=10 | FileCheck %s
// RUN: kina-run - --input="2x3xf32=1,2,3,4,5,6" --input=2x3xf32=10 < %s | FileCheck %s
// CHECK: result[0]: 2x3xf32=[11 12 13][14 15 16]
// CHECK-NEXT: result[1]: 2x3xf32=[10 20 30][40 50 60]
// CHECK-NOT: result

// Every optimisation level, and a processor that all x86-64 machines are.
// RUN: kina-run %s -O0 --input="2x3xf32=1 2 3 4 5 6" --input=2x3xf32=10 | FileCheck %s
// RUN: kina-run %s -O1 --input="2x3xf32=1 2 3 4 5 6" --input=2x3xf32=10 | FileCheck %s
// RUN: kina-run %s -O2 --input="2x3xf32=1 2 3 4 5 6" --input=2x3xf32=10 --device=host | FileCheck %s
// RUN: kina-run %s -O3 --input="2x3xf32=1 2 3 4 5 6" --input=2x3xf32=10 --function=main | FileCheck %s

// Results go to files in order; the rest is printed. Files come back as inputs.
// RUN: kina-run %s --input="2x3xf32=1 2 3 4 5 6" --input=2x3xf32=10 --output=@%t.npy | FileCheck %s --check-prefix=FILE
// FILE-NOT: result[0]
// FILE: result[1]: 2x3xf32=[10 20 30][40 50 60]
// RUN: kina-run %s --input=@%t.npy --input=2x3xf32=@%t.npy | FileCheck %s --check-prefix=BACK
// BACK: result[0]: 2x3xf32=[22 24 26][28 30 32]
// RUN: kina-run %s --input=@- --input=2x3xf32=@%t.npy < %t.npy | FileCheck %s --check-prefix=BACK
// RUN: cat %t.npy | kina-run %s --input=@%t.npy --input=2x3xf32=@- | FileCheck %s --check-prefix=BACK
// RUN: cat %t.npy | kina-run %s --input="2x3xf32=1 2 3 4 5 6" --input=2x3xf32=10 --expected_output=@- | FileCheck %s

// RUN: kina-run %s --input=2x3xf32=1 --input=2x3xf32=2 --time=5 | FileCheck %s --check-prefix=TIME
// TIME: result[1]
// TIME: time: median {{[0-9.]+}} ms, min {{[0-9.]+}} ms (5 runs)
// TIME: compile: {{[0-9.]+}} ms = kina {{[0-9.]+}} ms + LLVM {{[0-9.]+}} ms

// RUN: kina-run %s --input=2x3xf32=1 --input=2x3xf32=2 --print-ir-after=kina-to-linalg 2>&1 | FileCheck %s --check-prefix=IR
// IR: IR Dump After
// IR: linalg
// IR: result[0]
func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = kina.add %x, %y : tensor<2x3xf32>
  %1 = kina.mul %x, %y : tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}

// RUN: kina-run %s --function=nothing | count 0
func.func @nothing() { return }

// RUN: kina-run %s --function=long | FileCheck %s --check-prefix=LONG
// LONG: result[0]: 1000xi64=0 1 2 {{.*}} 98 99 ...
func.func @long() -> tensor<1000xi64> {
  %0 = kina.iota axis = 0 : tensor<1000xi64>
  return %0 : tensor<1000xi64>
}
