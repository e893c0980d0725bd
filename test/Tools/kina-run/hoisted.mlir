// Upstream's loop-invariant-code-motion takes it that tensor.extract is defined for any
// position: after the lowering it moves what a check guards to before the loop. An index
// from outside does no harm there, and traps where the loop runs.
// RUN: kina-opt %s --kina-to-linalg --loop-invariant-code-motion -o %t.mlir
// RUN: kina-opt %s --kina-to-linalg --canonicalize --cse --loop-invariant-code-motion -o %t2.mlir
// RUN: FileCheck %s --check-prefix=MOVED --input-file=%t.mlir
// MOVED-LABEL: func.func @gather
// MOVED: linalg.generic
// MOVED: tensor.extract %{{.*}} : tensor<4x2xf32>
// MOVED: iter_args
// MOVED-LABEL: func.func @take
// MOVED: linalg.generic
// MOVED: tensor.extract %{{.*}} : tensor<3x4xf32>
// MOVED: iter_args
// MOVED-LABEL: func.func @add
// MOVED: iter_args
// MOVED: tensor.insert_slice
// MOVED: iter_args
// MOVED: @kina_trap_index
// MOVED-LABEL: func.func @sized
// MOVED: linalg.generic
// MOVED: tensor.extract %{{.*}} : tensor<?x2xf32>
// MOVED: iter_args
// MOVED: @kina_trap_index
//
// RUN: kina-run %t.mlir --function=gather --input="3xi64=0 1 99999999999" --input=i64=0 | FileCheck %s
// RUN: kina-run %t2.mlir --function=gather --input="3xi64=0 1 99999999999" --input=i64=0 | FileCheck %s
// RUN: kina-run %t.mlir --function=take --input="3xi64=0 1 -99999999999" --input=i64=0 | FileCheck %s
// RUN: kina-run %t2.mlir --function=take --input="3xi64=0 1 -99999999999" --input=i64=0 | FileCheck %s
// RUN: kina-run %t.mlir --function=add --input="3xi64=0 1 99999999999" --input=i64=0 | FileCheck %s
// RUN: kina-run %t2.mlir --function=add --input="3xi64=0 1 99999999999" --input=i64=0 | FileCheck %s
// RUN: kina-run %t.mlir --function=sized --input="4x2xf32=1 2 3 4 5 6 7 8" --input="3xi64=0 1 99999999999" --input=3x2xf32=0 --input=i64=0 | FileCheck %s
// RUN: kina-run %t2.mlir --function=sized --input="4x2xf32=1 2 3 4 5 6 7 8" --input="3xi64=0 1 99999999999" --input=3x2xf32=0 --input=i64=0 | FileCheck %s
// CHECK: result[0]: 3x2xf32=[0 0][0 0][0 0]
//
// RUN: not --crash kina-run %t.mlir --function=gather --input="3xi64=0 1 99999999999" --input=i64=2 2>&1 | FileCheck %s --check-prefix=GATHER
// RUN: not --crash kina-run %t2.mlir --function=gather --input="3xi64=0 1 99999999999" --input=i64=2 2>&1 | FileCheck %s --check-prefix=GATHER
// RUN: not --crash kina-run %t.mlir --function=sized --input="4x2xf32=1 2 3 4 5 6 7 8" --input="3xi64=0 1 99999999999" --input=3x2xf32=0 --input=i64=2 2>&1 | FileCheck %s --check-prefix=GATHER
// GATHER: kina: gather index out of bounds: 99999999999 is not in [0, 4) at
// RUN: not --crash kina-run %t.mlir --function=take --input="3xi64=0 1 -99999999999" --input=i64=2 2>&1 | FileCheck %s --check-prefix=TAKE
// TAKE: kina: take_along_axis index out of bounds: -99999999999 is not in [0, 4) at
// RUN: not --crash kina-run %t.mlir --function=add --input="3xi64=0 1 99999999999" --input=i64=2 2>&1 | FileCheck %s --check-prefix=ADD
// ADD: kina: scatter_add index out of bounds: 99999999999 is not in [0, 3) at
//
// In range, the values are twice those of the op.
// RUN: kina-run %t.mlir --function=gather --input="3xi64=0 1 3" --input=i64=2 | FileCheck %s --check-prefix=VALUES
// RUN: kina-run %t.mlir --function=sized --input="4x2xf32=1 2 3 4 5 6 7 8" --input="3xi64=0 1 3" --input=3x2xf32=0 --input=i64=2 | FileCheck %s --check-prefix=VALUES
// VALUES: result[0]: 3x2xf32=[2 4][6 8][14 16]
// RUN: kina-run %t.mlir --function=take --input="3xi64=0 1 3" --input=i64=2 | FileCheck %s --check-prefix=TAKEN
// TAKEN: result[0]: 3x2xf32=[2 2][12 12][24 24]
// RUN: kina-run %t.mlir --function=add --input="3xi64=2 0 0" --input=i64=2 | FileCheck %s --check-prefix=ADDED
// ADDED: result[0]: 3x2xf32=[16 20][0 0][2 4]
//
// What the user promised holds where it runs: before the lowering, nothing moves.
// RUN: kina-opt %s --loop-invariant-code-motion | kina-run - --function=unchecked --input="3xi64=0 1 99999999999" --input=i64=0 | FileCheck %s
// RUN: kina-opt %s --loop-invariant-code-motion | kina-run - --function=unchecked --input="3xi64=0 1 3" --input=i64=2 | FileCheck %s --check-prefix=VALUES

func.func @gather(%i: tensor<3xi64>, %n: index) -> tensor<3x2xf32> {
  %v = kina.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %zero = kina.constant dense<0.0> : tensor<3x2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> tensor<3x2xf32> {
    %g = kina.gather %v, %i : tensor<4x2xf32>, tensor<3xi64> -> tensor<3x2xf32>
    %b = kina.add %a, %g : tensor<3x2xf32>
    scf.yield %b : tensor<3x2xf32>
  }
  return %r : tensor<3x2xf32>
}

func.func @take(%i: tensor<3xi64>, %n: index) -> tensor<3x2xf32> {
  %v = kina.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %zero = kina.constant dense<0.0> : tensor<3x2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> tensor<3x2xf32> {
    %g = kina.take_along_axis %v, %i axis = 1 : tensor<3x4xf32>, tensor<3xi64> -> tensor<3xf32>
    %c = kina.reshape %g : tensor<3xf32> -> tensor<3x1xf32>
    %d = kina.broadcast %c : tensor<3x1xf32> -> tensor<3x2xf32>
    %b = kina.add %a, %d : tensor<3x2xf32>
    scf.yield %b : tensor<3x2xf32>
  }
  return %r : tensor<3x2xf32>
}

func.func @add(%i: tensor<3xi64>, %n: index) -> tensor<3x2xf32> {
  %u = kina.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %zero = kina.constant dense<0.0> : tensor<3x2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> tensor<3x2xf32> {
    %g = kina.scatter_add %u, %i : tensor<3x2xf32>, tensor<3xi64> -> tensor<3x2xf32>
    %b = kina.add %a, %g : tensor<3x2xf32>
    scf.yield %b : tensor<3x2xf32>
  }
  return %r : tensor<3x2xf32>
}

func.func @sized(%v: tensor<?x2xf32>, %i: tensor<?xi64>, %zero: tensor<?x2xf32>, %n: index) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> tensor<?x2xf32> {
    %g = kina.gather %v, %i : tensor<?x2xf32>, tensor<?xi64> -> tensor<?x2xf32>
    %b = kina.add %a, %g : tensor<?x2xf32>
    scf.yield %b : tensor<?x2xf32>
  }
  return %r : tensor<?x2xf32>
}

func.func @unchecked(%i: tensor<3xi64>, %n: index) -> tensor<3x2xf32> {
  %v = kina.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %zero = kina.constant dense<0.0> : tensor<3x2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> tensor<3x2xf32> {
    %g = kina.gather %v, %i bounds = unchecked : tensor<4x2xf32>, tensor<3xi64> -> tensor<3x2xf32>
    %b = kina.add %a, %g : tensor<3x2xf32>
    scf.yield %b : tensor<3x2xf32>
  }
  return %r : tensor<3x2xf32>
}
