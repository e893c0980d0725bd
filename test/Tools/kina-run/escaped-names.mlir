// Names with quotes, backslashes, newlines, blanks and bytes beyond ASCII (L05), of
// functions and of files: they make generated symbols, stand in errors and in the one
// line of a trap, and come back as they were.
//
// RUN: kina-opt %s --kina-ad | FileCheck %s
// RUN: kina-opt %s --kina-ad | kina-opt --kina-to-linalg | mlir-opt | FileCheck %s --check-prefix=LINALG
// CHECK: func.func private @"g\22h\\i\0Aj\C3\A9 k"(
// CHECK: func.func private @"g\22h\\i\0Aj\C3\A9 k_bwd"(
// CHECK: func.func @"m\22n\\o\0Ap\C3\A9 q"(
// CHECK: call @"g\22h\\i\0Aj\C3\A9 k"(
// CHECK: call @"g\22h\\i\0Aj\C3\A9 k_bwd"(
// LINALG: func.func private @"g\22h\\i\0Aj\C3\A9 k_bwd"(
//
// RUN: kina-run %s --function=$'m"n\\o\np\xc3\xa9 q' --input=4x2xf32=1 --input="2xi64=0 1" \
// RUN:   | FileCheck %s --check-prefix=OUT
// OUT: result[1]: 4x2xf32=[1 1][1 1][0 0][0 0]
//
// A line break in a name does not break the line of a trap in two.
// RUN: bash -c 'kina-run %s --input=4x2xf32=1 --input="2xi64=0 9" > %t.out 2> %t.err; test $? = 134'
// RUN: count 0 < %t.out
// RUN: count 1 < %t.err
// RUN: FileCheck %s --check-prefix=TRAP < %t.err
// TRAP: {{^}}kina: gather index out of bounds: 9 is not in [0, 4) at di"r\n é/f.mlir:3:4{{$}}
//
// RUN: not kina-run %s --function=g 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: unknown function 'g'; public functions: 'm"n\o
// UNKNOWN-NEXT: {{^}}pé q'{{$}}
func.func private @"g\22h\5Ci\0Aj\C3\A9 k"(%v: tensor<4x2xf32>, %i: tensor<2xi64>) -> tensor<2x2xf32> {
  %0 = kina.gather %v, %i : tensor<4x2xf32>, tensor<2xi64> -> tensor<2x2xf32> loc("di\"r\\n\n\C3\A9/f.mlir":3:4)
  return %0 : tensor<2x2xf32>
}
func.func @"m\22n\5Co\0Ap\C3\A9 q"(%v: tensor<4x2xf32>, %i: tensor<2xi64>) -> (tensor<2x2xf32>, tensor<4x2xf32>) {
  %0, %1 = kina.handle @"g\22h\5Ci\0Aj\C3\A9 k"(%v, %i) with reverse_mode : (tensor<4x2xf32>, tensor<2xi64>) -> (tensor<2x2xf32>, tensor<4x2xf32>)
  return %0, %1 : tensor<2x2xf32>, tensor<4x2xf32>
}
