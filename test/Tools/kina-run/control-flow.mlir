// Branches, loops and recursion hand buffers on; every result is a buffer of its own.
// RUN: kina-run %s --function=branch --input=i1=true --input="3xf32=1 2 3" | FileCheck %s --check-prefix=R1
// R1: result[0]: 3xf32=3 4 5
// R1: result[1]: 3xf32=2 3 4
// RUN: kina-run %s --function=branch --input=i1=false --input="3xf32=1 2 3" | FileCheck %s --check-prefix=R2
// R2: result[0]: 3xf32=1 2 3
// R2: result[1]: 3xf32=1 2 3
// RUN: kina-run %s --function=loop --input=i64=0 --input="3xf32=1 2 3" | FileCheck %s --check-prefix=R3
// R3: result[0]: 3xf32=1 2 3
// R3: result[1]: 3xf32=2 3 4
// R3: result[2]: 3xf32=2 3 4
// RUN: kina-run %s --function=loop --input=i64=3 --input="3xf32=1 2 3" | FileCheck %s --check-prefix=R4
// R4: result[0]: 3xf32=3 4 5
// R4: result[1]: 3xf32=3 4 5
// R4: result[2]: 3xf32=2 3 4
// RUN: kina-run %s --function=while --input=i64=3 --input="3xf32=1 2 3" | FileCheck %s --check-prefix=R5
// R5: result[0]: 3xf32=4 5 6
// RUN: kina-run %s --function=while --input=i64=0 --input="3xf32=1 2 3" | FileCheck %s --check-prefix=R6
// R6: result[0]: 3xf32=1 2 3
// RUN: kina-run %s --function=recurse --input=i64=3 --input="3xf32=1 2 3" | FileCheck %s --check-prefix=R7
// R7: result[0]: 3xf32=4 5 6
// RUN: kina-run %s --function=recurse --input=i64=0 --input="3xf32=1 2 3" | FileCheck %s --check-prefix=R8
// R8: result[0]: 3xf32=1 2 3
// RUN: kina-run %s --function=blocks --input=i1=1 --input="3xf32=1 2 3" | FileCheck %s --check-prefix=R9
// R9: result[0]: 3xf32=2 3 4
// RUN: kina-run %s --function=blocks --input=i1=0 --input="3xf32=1 2 3" | FileCheck %s --check-prefix=R10
// R10: result[0]: 3xf32=3 4 5
// RUN: kina-run %s --function=inplace --input="3xf32=1 2 3" | FileCheck %s --check-prefix=INPLACE
// INPLACE: result[0]: 3xf32=2 4 6
// INPLACE: result[1]: 3xf32=1 2 3
// RUN: kina-run %s --function=select --input=i1=0 --input="3xf32=1 2 3" --input=3xf32=9 | FileCheck %s --check-prefix=SELECT
// SELECT: result[0]: 3xf32=9 9 9
// RUN: kina-run %s --function=slice --input="2x4xf32=1 2 3 4 5 6 7 8" | FileCheck %s --check-prefix=SLICE
// SLICE: result[0]: 2x2xf32=[2 3][6 7]
// SLICE: result[1]: 4x4xf32=[1 2 3 4][5 6 7 8][1 2 3 4][5 6 7 8]
// RUN: kina-run %s --function=strided --input=i1=0 --input="2x4xf32=1 2 3 4 5 6 7 8" | FileCheck %s --check-prefix=STRIDED
// STRIDED: result[0]: 2x2xf32=[4 7][12 15]

#id = affine_map<(d0) -> (d0)>
func.func private @inc(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %one = arith.constant 1.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %c: f32):
    %s = arith.addf %a, %one : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @ident(%x: tensor<?xf32>) -> tensor<?xf32> { return %x : tensor<?xf32> }
func.func @branch(%c: tensor<i1>, %x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %b = tensor.extract %c[] : tensor<i1>
  %y = call @inc(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %r = scf.if %b -> tensor<?xf32> {
    %z = func.call @inc(%y) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  %s = scf.if %b -> tensor<?xf32> {
    scf.yield %y : tensor<?xf32>
  } else {
    scf.yield %r : tensor<?xf32>
  }
  return %r, %s : tensor<?xf32>, tensor<?xf32>
}
func.func @loop(%n: tensor<i64>, %x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %ni = tensor.extract %n[] : tensor<i64>
  %u = arith.index_cast %ni : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = call @inc(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %r:3 = scf.for %i = %c0 to %u step %c1 iter_args(%a = %x, %b = %y, %k = %y) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
    %z = func.call @inc(%a) : (tensor<?xf32>) -> tensor<?xf32>
    %w = func.call @ident(%k) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %b, %z, %w : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  }
  return %r#0, %r#1, %r#2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
func.func @while(%n: tensor<i64>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %ni = tensor.extract %n[] : tensor<i64>
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %r:2 = scf.while (%i = %zero, %a = %x) : (i64, tensor<?xf32>) -> (i64, tensor<?xf32>) {
    %c = arith.cmpi slt, %i, %ni : i64
    scf.condition(%c) %i, %a : i64, tensor<?xf32>
  } do {
  ^bb0(%i: i64, %a: tensor<?xf32>):
    %j = arith.addi %i, %one : i64
    %z = func.call @inc(%a) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %j, %z : i64, tensor<?xf32>
  }
  return %r#1 : tensor<?xf32>
}
func.func @inplace(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf32>) {
    %v = tensor.extract %a[%i] : tensor<?xf32>
    %s = arith.addf %v, %v : f32
    %z = tensor.insert %s into %a[%i] : tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  }
  return %r, %x : tensor<?xf32>, tensor<?xf32>
}
func.func private @rec(%i: i64, %x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c = arith.cmpi sle, %i, %zero : i64
  %r = scf.if %c -> tensor<?xf32> {
    scf.yield %x : tensor<?xf32>
  } else {
    %j = arith.subi %i, %one : i64
    %y = func.call @inc(%x) : (tensor<?xf32>) -> tensor<?xf32>
    %z = func.call @rec(%j, %y) : (i64, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @recurse(%n: tensor<i64>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %ni = tensor.extract %n[] : tensor<i64>
  %r = call @rec(%ni, %x) : (i64, tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @select(%c: tensor<i1>, %x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %b = tensor.extract %c[] : tensor<i1>
  %r = arith.select %b, %x, %y : tensor<3xf32>
  return %r : tensor<3xf32>
}
func.func @slice(%x: tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<4x4xf32>) {
  %s = tensor.extract_slice %x[0, 1] [2, 2] [1, 1] : tensor<2x4xf32> to tensor<2x2xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %a = tensor.insert_slice %x into %e[0, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x4xf32>
  %b = tensor.insert_slice %x into %a[2, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x4xf32>
  return %s, %b : tensor<2x2xf32>, tensor<4x4xf32>
}
func.func @blocks(%c: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %b = tensor.extract %c[] : tensor<i1>
  %y = call @inc(%x) : (tensor<?xf32>) -> tensor<?xf32>
  cf.cond_br %b, ^bb1(%x : tensor<?xf32>), ^bb1(%y : tensor<?xf32>)
^bb1(%z: tensor<?xf32>):
  %w = call @inc(%z) : (tensor<?xf32>) -> tensor<?xf32>
  return %w : tensor<?xf32>
}
func.func @strided(%c: tensor<i1>, %x: tensor<2x4xf32>) -> tensor<2x2xf32> {
  %b = tensor.extract %c[] : tensor<i1>
  %r = scf.if %b -> tensor<2x2xf32> {
    %s = tensor.extract_slice %x[0, 1] [2, 2] [1, 1] : tensor<2x4xf32> to tensor<2x2xf32>
    scf.yield %s : tensor<2x2xf32>
  } else {
    %s = tensor.extract_slice %x[0, 1] [2, 2] [1, 2] : tensor<2x4xf32> to tensor<2x2xf32>
    scf.yield %s : tensor<2x2xf32>
  }
  %q = scf.if %b -> tensor<2x2xf32> {
    %s = tensor.extract_slice %x[0, 1] [2, 2] [1, 1] : tensor<2x4xf32> to tensor<2x2xf32>
    scf.yield %s : tensor<2x2xf32>
  } else {
    %s = tensor.extract_slice %x[0, 1] [2, 2] [1, 1] : tensor<2x4xf32> to tensor<2x2xf32>
    scf.yield %s : tensor<2x2xf32>
  }
  %t = arith.addf %r, %q : tensor<2x2xf32>
  return %t : tensor<2x2xf32>
}
