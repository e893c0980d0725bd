// RUN: kina-run %s --input="2x2xf32=1 2 3 4" --expected_output="2x2xf32=1 2 3 4.00001" | FileCheck %s --check-prefix=PASS
// PASS: result[0]: 2x2xf32=[1 2][3 4]

// RUN: not kina-run %s --input="2x2xf32=1 2 3 4" --expected_output="2x2xf32=1 2 5 6" 2>&1 | FileCheck %s --check-prefix=FAIL
// FAIL: error: result[0]: {{.*}}[1, 0]: got 3, expected 5; 2 of 4 elements differ

// RUN: kina-run %s --input="2x2xf32=1 2 3 4" --expected_output="2x2xf32=1 2 5 6" --atol=2
// RUN: kina-run %s --input="2x2xf32=1 2 3 4" --expected_output="2x2xf32=1 2 5 6" --rtol=0.5
// RUN: not kina-run %s --input="2x2xf32=1 2 3 4" --expected_output="2x2xf32=1 2 5 6" --rtol=0.1
// RUN: not kina-run %s --input="2x2xf32=1 2 3 4" --expected_output=4xf32=1 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: error: result[0]: {{.*}}expected 4xf32, got 2x2xf32
func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  return %x : tensor<2x2xf32>
}
