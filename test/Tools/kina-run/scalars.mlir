// Scalars, as arguments and results: by themselves, and among tensors, whose
// results then lie in one struct.

// RUN: kina-run %s --function=mixed --input=f16=1.5 --input=2xf32="1 2" --input=bf16=-2 --input=i1=true \
// RUN:   --input=f32=0.1 --input=f64=0.1 --input=i32=-2147483648 --input=i64=9223372036854775807 --input=i64=-7 \
// RUN:   | FileCheck %s --check-prefix=MIXED
// MIXED: result[0]: f16=1.5
// MIXED-NEXT: result[1]: 2xf32=1 2
// MIXED-NEXT: result[2]: bf16=-2
// MIXED-NEXT: result[3]: i1=true
// MIXED-NEXT: result[4]: 2xf32=1 2
// MIXED-NEXT: result[5]: f32=0.1
// MIXED-NEXT: result[6]: i1=true
// MIXED-NEXT: result[7]: f64=0.1
// MIXED-NEXT: result[8]: i32=-2147483648
// MIXED-NEXT: result[9]: i64=9223372036854775807
// MIXED-NEXT: result[10]: i64=-7
// MIXED-NEXT: result[11]: f16=1.5
// MIXED-NOT: result
func.func @mixed(%f16: f16, %t: tensor<?xf32>, %bf16: bf16, %i1: i1, %f32: f32, %f64: f64, %i32: i32, %i64: i64, %index: index)
    -> (f16, tensor<?xf32>, bf16, i1, tensor<?xf32>, f32, i1, f64, i32, i64, index, f16) {
  return %f16, %t, %bf16, %i1, %t, %f32, %i1, %f64, %i32, %i64, %index, %f16
    : f16, tensor<?xf32>, bf16, i1, tensor<?xf32>, f32, i1, f64, i32, i64, index, f16
}

// RUN: for t in f16 bf16 f32 f64 i32 i64; do kina-run %s --function=$t --input=$t=3 --expected_output=$t=6; done \
// RUN:   | FileCheck %s --check-prefix=ALONE
// ALONE: result[0]: f16=6
// ALONE: result[0]: bf16=6
// ALONE: result[0]: f32=6
// ALONE: result[0]: f64=6
// ALONE: result[0]: i32=6
// ALONE: result[0]: i64=6
func.func @f16(%x: f16) -> f16 { %0 = arith.addf %x, %x : f16 return %0 : f16 }
func.func @bf16(%x: bf16) -> bf16 { %0 = arith.addf %x, %x : bf16 return %0 : bf16 }
func.func @f32(%x: f32) -> f32 { %0 = arith.addf %x, %x : f32 return %0 : f32 }
func.func @f64(%x: f64) -> f64 { %0 = arith.addf %x, %x : f64 return %0 : f64 }
func.func @i32(%x: i32) -> i32 { %0 = arith.addi %x, %x : i32 return %0 : i32 }
func.func @i64(%x: i64) -> i64 { %0 = arith.addi %x, %x : i64 return %0 : i64 }

// RUN: kina-run %s --function=negate --input=i1=true --expected_output=i1=false
// RUN: kina-run %s --function=negate --input=i1=false --expected_output=i1=true
func.func @negate(%x: i1) -> i1 {
  %true = arith.constant true
  %0 = arith.xori %x, %true : i1
  return %0 : i1
}

// RUN: kina-run %s --function=power --input=3xf32="1 2 3" --input=i64=3 --expected_output=3xf32="1 8 27" --time=2 \
// RUN:   | FileCheck %s --check-prefix=POWER
// POWER: result[0]: 3xf32=1 8 27
// POWER: time: median
func.func @power(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %from = arith.constant 1 : index
  %0 = scf.for %i = %from to %n step %from iter_args(%y = %x) -> (tensor<?xf32>) {
    %1 = kina.mul %y, %x : tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// RUN: not kina-run %s --function=power --input=3xf32="1 2 3" --input=1xi64=3 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: error: input 1: expected i64, got 1xi64
// RUN: not kina-run %s --function=power --input=3xf32="1 2 3" --input=i32=3 2>&1 | FileCheck %s --check-prefix=DTYPE
// DTYPE: error: input 1: expected i64, got i32

// The gradient takes tensors; a number beside them is no obstacle.
// RUN: kina-run %s --function=power --check-grad --input=3xf32="1 2 3" --input=i64=3 | FileCheck %s --check-prefix=GRADIENT
// GRADIENT: argument 0: 3 of 3 elements agree
// RUN: kina-run %s --function=scaled --input=3xf32="1 2 3" --input=f32=3 --expected_output=3xf32="3 6 9" --expected_output=f32=3
// RUN: not kina-run %s --function=scaled --check-grad --input=3xf32="1 2 3" --input=f32=3 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ARGUMENT
// ARGUMENT: {{^}}error: function 'scaled': argument 1: expected tensors and integers, whose gradients can be checked, got 'f32'; make it a tensor of rank 0{{$}}
func.func @scaled(%x: tensor<3xf32>, %s: f32) -> (tensor<3xf32>, f32) {
  %0 = tensor.from_elements %s : tensor<f32>
  %1 = kina.broadcast %0 : tensor<f32> -> tensor<3xf32>
  %2 = kina.mul %x, %1 : tensor<3xf32>
  return %2, %s : tensor<3xf32>, f32
}

// RUN: not kina-run %s --function=first --check-grad --input=3xf32="1 2 3" 2>&1 | FileCheck %s --check-prefix=RESULT
// RESULT: {{^}}error: function 'first': result 1: expected tensors and integers, {{.*}}, got 'f32'; make it a tensor of rank 0{{$}}
// RUN: kina-run %s --function=last --check-grad --input=3xf32="1 2 3" --input=i64=3 | FileCheck %s --check-prefix=INTEGER
// INTEGER: argument 0: 3 of 3 elements agree
func.func @first(%x: tensor<3xf32>) -> (tensor<3xf32>, f32) {
  %zero = arith.constant 0 : index
  %0 = tensor.extract %x[%zero] : tensor<3xf32>
  return %x, %0 : tensor<3xf32>, f32
}
func.func @last(%x: tensor<3xf32>, %i: i64) -> (i64, tensor<3xf32>, i1) {
  %true = arith.constant true
  return %i, %x, %true : i64, tensor<3xf32>, i1
}
