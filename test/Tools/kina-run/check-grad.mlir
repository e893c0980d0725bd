// DEFINE: %{check} = kina-run %s --check-grad

// Every element type, `?`, no elements, rank 0, several results; integers are held fixed,
// and results that are no floats do not matter.
// RUN: %{check} --function=types --input="2x3xf16=1 2 3 4 5 6" --input="2xi64=1 0" --input=bf16=0.5 \
// RUN:   --input=3x0xf32= --input="3xf64=1 -2 4" | FileCheck %s --check-prefix=TYPES --match-full-lines
// TYPES: argument 0: 6 of 6 elements agree, largest relative error {{[0-9.]+e-(0[89]|1.)}}
// TYPES-NEXT: argument 2: 1 of 1 element agrees, largest relative error {{.*}}
// TYPES-NEXT: argument 3: no elements
// TYPES-NEXT: argument 4: 3 of 3 elements agree, largest relative error 0.0e+00
// TYPES-NEXT: check-grad: 10 elements of 4 arguments agree
func.func @types(%x: tensor<?x3xf16>, %i: tensor<?xi64>, %s: tensor<bf16>, %e: tensor<?x0xf32>,
                 %unused: tensor<3xf64>)
    -> (tensor<?x3xf32>, tensor<?xi64>, tensor<bf16>, tensor<?x0xf32>) {
  %0 = kina.gather %x, %i : tensor<?x3xf16>, tensor<?xi64> -> tensor<?x3xf16>
  %1 = kina.cast %0 : tensor<?x3xf16> -> tensor<?x3xf32>
  %2 = kina.log_softmax %1 axis = 1 : tensor<?x3xf32>
  %3 = call @sine(%s) : (tensor<bf16>) -> tensor<bf16>
  %4 = kina.exp %e : tensor<?x0xf32>
  return %2, %i, %3, %4 : tensor<?x3xf32>, tensor<?xi64>, tensor<bf16>, tensor<?x0xf32>
}
func.func private @sine(%x: tensor<bf16>) -> tensor<bf16> {
  %0 = kina.sin %x : tensor<bf16>
  return %0 : tensor<bf16>
}

// An f16 has no digits for differences; the program in f64 has: its constants, conversions
// and reshapes, linalg and arith that no derivative passes, too.
// RUN: kina-opt %s > %t.mlir
// RUN: kina-run %t.mlir --check-grad --function=narrow --input="4xf16=1 2 3 4" --print-ir-after=kina-ad 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NARROW --implicit-check-not=f16 --implicit-check-not=f32
// NARROW: dense<[1.000000e+00, 1.500000e+00, 2.000000e+00, 0x7FF0000000000000]> : tensor<4xf64>
// NARROW: argument 0: 4 of 4 elements agree
func.func @narrow(%x: tensor<4xf16>) -> tensor<4xf32> {
  %c = kina.constant dense_resource<values> : tensor<4xf16>
  %0 = arith.constant dense<[0.5, 1.0, 2.0, -1.0]> : tensor<4xbf16>
  %1 = arith.extf %0 : tensor<4xbf16> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %m = arith.mulf %a, %a : f32
    %n = arith.truncf %m : f32 to f16
    %o = arith.extf %n : f16 to f32
    linalg.yield %o : f32
  } -> tensor<4xf32>
  %3 = kina.cast %x : tensor<4xf16> -> tensor<4xf32>
  %4 = kina.div %3, %2 : tensor<4xf32>
  %5 = kina.cast %4 : tensor<4xf32> -> tensor<4xf16>
  %6 = kina.min %5, %c : tensor<4xf16>
  %7 = kina.cast %6 : tensor<4xf16> -> tensor<4xf32>
  return %7 : tensor<4xf32>
}

// A kink is skipped and told with the slopes to both sides, times a random cotangent.
// RUN: %{check} --function=relu --input="2x2xf32=1 0 -2 0" 2>&1 | FileCheck %s --check-prefix=KINK --match-full-lines
// KINK: argument 0: 2 of 4 elements agree, 2 skipped, largest relative error {{.*}}
// KINK-NEXT: note: argument 0: [0, 1] skipped: kink, slope 0 to the left and {{-?[01]\.[0-9]+}} to the right
// KINK-NEXT: note: argument 0: [1, 1] skipped: kink, slope 0 to the left and {{-?[01]\.[0-9]+}} to the right
// KINK-NEXT: check-grad: 2 elements of 1 arguments agree
// Next to it there is none.
// RUN: %{check} --function=relu --input="2x2xf32=1 1e-6 -2 -1e-6" 2>&1 | FileCheck %s --check-prefix=BESIDE
// BESIDE: argument 0: 4 of 4 elements agree, largest
// Nothing checked is no success.
// RUN: not %{check} --function=relu --input=2x6xf32=0 2>&1 | FileCheck %s --check-prefix=NOTHING --match-full-lines
// NOTHING: argument 0: nothing could be checked of 12 elements
// NOTHING-COUNT-10: note: argument 0: {{.*}} skipped: kink, {{.*}}
// NOTHING-NEXT: note: and 2 more of this argument skipped
// NOTHING-NEXT: error: no element of any argument could be checked
// RUN: %{check} --function=two --input=2xf32=0 --input=2xf32=3 2>&1 | FileCheck %s --check-prefix=ONE --match-full-lines
// ONE: argument 0: nothing could be checked of 2 elements
// ONE: argument 1: 2 of 2 elements agree, {{.*}}
// ONE-NEXT: check-grad: 2 elements of 1 arguments agree
func.func @relu(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = kina.relu %x : tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
func.func @two(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = kina.abs %x : tensor<2xf32>
  %1 = kina.abs %y : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// So are values that are not finite, and neighbours.
// RUN: %{check} --function=root --input="5xf32=4 0 -1 nan inf" 2>&1 | FileCheck %s --check-prefix=FINITE --match-full-lines
// FINITE: note: result 0: 3 of 5 elements not finite, left out of the check
// FINITE-NEXT: argument 0: 1 of 5 elements agree, 4 skipped, largest relative error {{.*}}
// FINITE-NEXT: note: argument 0: [1] skipped: results nearby are not finite, slope {{-?nan}} to the left and {{.*}} to the right
// FINITE-NEXT: note: argument 0: [2] skipped: no finite result depends on it
// FINITE-NEXT: note: argument 0: [3] skipped: the argument is not finite
// FINITE-NEXT: note: argument 0: [4] skipped: the argument is not finite
// FINITE-NEXT: check-grad: 1 elements of 1 arguments agree

// Where none is finite, nothing is checked.
// RUN: not %{check} --function=root --input="2xf32=-1 -4" 2>&1 | FileCheck %s --check-prefix=NONE --match-full-lines
// RUN: not %{check} --function=root --input="1000xf32=-1" 2>&1 | FileCheck %s --check-prefix=MANY
// NONE: note: result 0: 2 of 2 elements not finite, left out of the check
// NONE-NEXT: argument 0: nothing could be checked of 2 elements
// NONE-NEXT: note: argument 0: [0] skipped: no finite result depends on it
// NONE-NEXT: note: argument 0: [1] skipped: no finite result depends on it
// NONE-NEXT: error: no element of any argument could be checked
// MANY: error: no element of any argument could be checked
func.func @root(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = kina.sqrt %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Stairs have the slope 0, and so they do for differences, unless the steps are too narrow
// for these: then a gradient of 0 is called wrong.
// RUN: %{check} --function=stairs --input="2x2xf32=0.3004 1.7003 -2.5996 9.4007" --input=f32=1000 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: argument 0: 4 of 4 elements agree
// At an edge they have none.
// RUN: %{check} --function=stairs --input="2x2xf32=0.5 0.25 1.0004 1.0006" --input=f32=1000 2>&1 | FileCheck %s --check-prefix=EDGE
// EDGE: argument 0: 2 of 4 elements agree, 2 skipped
// EDGE-NEXT: note: argument 0: [0, 0] skipped: differences do not converge, slope
// EDGE-NEXT: note: argument 0: [0, 1] skipped: differences do not converge, slope
// RUN: not %{check} --function=stairs --input="2x2xf32=0.3 1.7 -2.6 9.4" --input=f32=1099511627776 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: {{^}}argument 0: 0 of 4 elements agree, 4 differ,
// WRONG: {{^}}error: argument 0: reverse mode and differences disagree: first at [0, 0]: got 0, expected {{-?[01]\.[0-9]+}}; 4 of 4 elements differ{{$}}
// RUN: not %{check} --function=stairs --input=2x2xf32=0.3 --input=f32=1099511627776 --check-grad-samples=1 2>&1 | FileCheck %s --check-prefix=DRAWN
// DRAWN: {{^}}error: argument 0: reverse mode and differences disagree: first at [{{[01], [01]}}]: got 0, expected {{.*}}; 1 of 1 element and 4 of 4 directions differ{{$}}
// A tolerance that lets it pass.
// RUN: %{check} --function=stairs --input=2x2xf32=0.3 --input=f32=1099511627776 --rtol=2 2>&1 | FileCheck %s --check-prefix=TOLERATED
// RUN: %{check} --function=stairs --input=2x2xf32=0.3 --input=f32=1099511627776 --atol=2 2>&1 | FileCheck %s --check-prefix=TOLERATED
// TOLERATED: check-grad: 5 elements of 2 arguments agree
func.func @stairs(%x: tensor<2x2xf32>, %n: tensor<f32>) -> tensor<2x2xf32> {
  %k = kina.broadcast %n : tensor<f32> -> tensor<2x2xf32>
  %0 = kina.mul %x, %k : tensor<2x2xf32>
  %1 = kina.floor %0 : tensor<2x2xf32>
  %2 = kina.div %1, %k : tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// The seed draws cotangents and elements; the same one draws the same.
// RUN: not %{check} --function=stairs --input=2x2xf32=0.3 --input=f32=1099511627776 > %t.0 2>&1
// RUN: not %{check} --function=stairs --input=2x2xf32=0.3 --input=f32=1099511627776 --check-grad-seed=0 2>&1 | diff %t.0 -
// RUN: not %{check} --function=stairs --input=2x2xf32=0.3 --input=f32=1099511627776 --check-grad-seed=1 2>&1 | not diff %t.0 - > %t.diff

// A value that moves an index may trap, here as in any run.
// RUN: bash -c 'kina-run %s --check-grad --function=index --input="3x1xf32=1 2 3" --input=2xf32=2 2>&1; test $? = 134' | FileCheck %s --check-prefix=TRAP
// TRAP: kina: gather index out of bounds: 3 is not in [0, 3) at {{.*}}check-grad.mlir
func.func @index(%v: tensor<3x1xf32>, %i: tensor<2xf32>) -> tensor<2x1xf32> {
  %half = kina.constant dense<0.999> : tensor<2xf32>
  %0 = kina.add %i, %half : tensor<2xf32>
  %1 = kina.cast %0 : tensor<2xf32> -> tensor<2xi64>
  %2 = kina.gather %v, %1 : tensor<3x1xf32>, tensor<2xi64> -> tensor<2x1xf32>
  return %2 : tensor<2x1xf32>
}

{-# dialect_resources: { builtin: { values: "0x02000000003C003E0040007C" } } #-}
