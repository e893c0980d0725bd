// Columns of a matrix, whose strides are known and whose number is not, where a
// function takes and gives contiguous tensors, and where branches hand them on. The
// matrix counts up from 0; its first two columns are 0 1, 8 9, 16 17, 24 25.
// DEFINE: %{matrix} = 4x8xf32="0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31"
// RUN: kina-run %s --input=%{matrix} --input=i64=2 --input=i1=1 | FileCheck %s --check-prefixes=CHECK,YES
// RUN: kina-run %s -O0 --input=%{matrix} --input=i64=2 --input=i1=0 | FileCheck %s --check-prefixes=CHECK,NO

func.func private @flat(%x: tensor<4x?xf32>) -> tensor<8xf32> attributes {no_inline} {
  %r = kina.reshape %x : tensor<4x?xf32> -> tensor<8xf32>
  return %r : tensor<8xf32>
}
func.func private @same(%x: tensor<4x?xf32>) -> tensor<4x?xf32> attributes {no_inline} {
  return %x : tensor<4x?xf32>
}
func.func private @branch(%x: tensor<4x8xf32>, %c: i1) -> tensor<4x?xf32> {
  %y = kina.neg %x : tensor<4x8xf32>
  %0 = kina.slice %x offsets = [0, 0] sizes = [4, 2] strides = [1, 1] : tensor<4x8xf32> -> tensor<4x?xf32>
  %1 = kina.slice %y offsets = [0, 0] sizes = [4, 2] strides = [1, 1] : tensor<4x8xf32> -> tensor<4x?xf32>
  cf.cond_br %c, ^end(%0 : tensor<4x?xf32>), ^end(%1 : tensor<4x?xf32>)
^end(%r: tensor<4x?xf32>):
  return %r : tensor<4x?xf32>
}

// CHECK: result[0]: 4x2xf32=[0 1][8 9][16 17][24 25]
// CHECK: result[1]: 8xf32=0 1 8 9 16 17 24 25
// CHECK: result[2]: 4x2xf32=[0 1][8 9][16 17][24 25]
// YES: result[3]: 4x2xf32=[0 1][8 9][16 17][24 25]
// NO: result[3]: 4x2xf32=[-0 -1][-8 -9][-16 -17][-24 -25]
// YES: result[4]: 4x2xf32=[0 1][8 9][16 17][24 25]
// NO: result[4]: 4x2xf32=[-0 -1][-8 -9][-16 -17][-24 -25]
// Of 2x2x8, the first row of each and its columns from the fifth.
// CHECK: result[5]: 2x1x4xf32={{\[\[}}4 5 6 7]]{{\[\[}}20 21 22 23]]
func.func @main(%x: tensor<4x8xf32>, %two: tensor<i64>, %yes: tensor<i1>)
    -> (tensor<4x?xf32>, tensor<8xf32>, tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>,
        tensor<2x?x4xf32>) {
  %i = tensor.extract %two[] : tensor<i64>
  %n = arith.index_cast %i : i64 to index
  %c = tensor.extract %yes[] : tensor<i1>
  %s = kina.slice %x offsets = [0, 0] sizes = [4, 2] strides = [1, 1] : tensor<4x8xf32> -> tensor<4x?xf32>
  %t = tensor.extract_slice %x[0, 0] [4, %n] [1, 1] : tensor<4x8xf32> to tensor<4x?xf32>
  %0 = call @flat(%s) : (tensor<4x?xf32>) -> tensor<8xf32>
  %1 = call @same(%t) : (tensor<4x?xf32>) -> tensor<4x?xf32>
  %y = kina.neg %x : tensor<4x8xf32>
  %2 = scf.if %c -> tensor<4x?xf32> {
    scf.yield %t : tensor<4x?xf32>
  } else {
    %u = tensor.extract_slice %y[0, 0] [4, %n] [1, 1] : tensor<4x8xf32> to tensor<4x?xf32>
    scf.yield %u : tensor<4x?xf32>
  }
  %3 = call @branch(%x, %c) : (tensor<4x8xf32>, i1) -> tensor<4x?xf32>
  %blocks = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 2, 8] : tensor<4x8xf32> into tensor<2x2x8xf32>
  %one = arith.divui %n, %n : index
  %4 = tensor.extract_slice %blocks[0, 0, 4] [2, %one, 4] [1, 1, 1] : tensor<2x2x8xf32> to tensor<2x?x4xf32>
  return %s, %0, %1, %2, %3, %4 : tensor<4x?xf32>, tensor<8xf32>, tensor<4x?xf32>,
      tensor<4x?xf32>, tensor<4x?xf32>, tensor<2x?x4xf32>
}

// Large enough to leave the heap where strides are forgotten.
// RUN: kina-run %s --function=large --input=65536x64xf32=3 --input=i1=1 --expected_output=65536x1xf32=3
// RUN: kina-run %s --function=large --input=65536x64xf32=3 --input=i1=0 --expected_output=65536x1xf32=6
func.func @large(%x: tensor<65536x64xf32>, %c: tensor<i1>) -> tensor<65536x?xf32> {
  %y = kina.add %x, %x : tensor<65536x64xf32>
  %b = tensor.extract %c[] : tensor<i1>
  %r = scf.if %b -> tensor<65536x?xf32> {
    %s = kina.slice %x offsets = [0, 0] sizes = [65536, 1] strides = [1, 1] : tensor<65536x64xf32> -> tensor<65536x?xf32>
    scf.yield %s : tensor<65536x?xf32>
  } else {
    %s = kina.slice %y offsets = [0, 0] sizes = [65536, 1] strides = [1, 1] : tensor<65536x64xf32> -> tensor<65536x?xf32>
    scf.yield %s : tensor<65536x?xf32>
  }
  %z = kina.abs %r : tensor<65536x?xf32>
  return %z : tensor<65536x?xf32>
}
