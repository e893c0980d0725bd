// More of what scf has, and a tensor with many readers that is then changed.
// RUN: kina-run %s --function=switch --input=i64=0 --input=2xf32="0 1" | FileCheck %s --check-prefix=S0
// S0: result[0]: 2xf32=0 1
// S0: result[1]: 2xf32=-1 -2.7182817
// RUN: kina-run %s --function=switch --input=i64=1 --input=2xf32="0 1" | FileCheck %s --check-prefix=S1
// S1: result[0]: 2xf32=1 2.7182817
// S1: result[1]: 2xf32=-1 -2.7182817
// RUN: kina-run %s --function=switch --input=i64=2 --input=2xf32="0 1" | FileCheck %s --check-prefix=S2
// S2: result[0]: 2xf32=-1 -2.7182817
// S2: result[1]: 2xf32=-1 -2.7182817
// RUN: kina-run %s --function=forall --input=4x3xf32="1 2 3 4 5 6 7 8 9 10 11 12" | FileCheck %s --check-prefix=FORALL
// FORALL-COUNT-2: 4x3xf32=[1 4 9][16 25 36][49 64 81][100 121 144]
// RUN: kina-run %s --function=nested --input=3xf32="1 2 3" | FileCheck %s --check-prefix=NESTED
// NESTED: result[0]: 3xf32=3 6 7
// RUN: kina-run %s --function=many --input=4xf32=0 | FileCheck %s --check-prefix=MANY
// MANY: result[0]: 4xf32=17 18 19 20
// MANY: result[1]: 4xf32=102 201 102 3

func.func @switch(%n: tensor<i64>, %x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %ni = tensor.extract %n[] : tensor<i64>
  %u = arith.index_cast %ni : i64 to index
  %y = kina.exp %x : tensor<?xf32>
  %r = scf.index_switch %u -> tensor<?xf32>
  case 0 { scf.yield %x : tensor<?xf32> }
  case 1 { scf.yield %y : tensor<?xf32> }
  default {
    %z = kina.neg %y : tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  }
  %s = scf.execute_region -> tensor<?xf32> {
    %z = kina.neg %y : tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  }
  return %r, %s : tensor<?xf32>, tensor<?xf32>
}
func.func @forall(%x: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %e = tensor.empty() : tensor<4x3xf32>
  %r = scf.forall (%i) in (4) shared_outs(%o = %e) -> (tensor<4x3xf32>) {
    %row = tensor.extract_slice %x[%i, 0] [1, 3] [1, 1] : tensor<4x3xf32> to tensor<1x3xf32>
    %n = kina.neg %row : tensor<1x3xf32>
    %m = kina.mul %n, %n : tensor<1x3xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %m into %o[%i, 0] [1, 3] [1, 1] : tensor<1x3xf32> into tensor<4x3xf32>
    }
  }
  return %r, %r : tensor<4x3xf32>, tensor<4x3xf32>
}
func.func @nested(%x: tensor<3xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = kina.constant dense<0.0> : tensor<3xf32>
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %zero, %b = %zero) -> (tensor<3xf32>, tensor<3xf32>) {
    %q = scf.for %j = %c0 to %i step %c1 iter_args(%k = %a) -> tensor<3xf32> {
      %v = tensor.extract %k[%j] : tensor<3xf32>
      %w = tensor.insert %v into %k[%i] : tensor<3xf32>
      %s = kina.add %w, %x : tensor<3xf32>
      scf.yield %s : tensor<3xf32>
    }
    %t = kina.add %q, %a : tensor<3xf32>
    scf.yield %t, %a : tensor<3xf32>, tensor<3xf32>
  }
  %o = kina.sub %r#0, %r#1 : tensor<3xf32>
  return %o : tensor<3xf32>
}
func.func @many(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = kina.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %e = kina.exp %x : tensor<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = kina.add %e, %c : tensor<4xf32>
  %1 = kina.add %0, %e : tensor<4xf32>
  %2 = kina.add %1, %e : tensor<4xf32>
  %3 = kina.add %2, %e : tensor<4xf32>
  %4 = kina.add %3, %e : tensor<4xf32>
  %5 = kina.add %4, %e : tensor<4xf32>
  %6 = kina.add %5, %e : tensor<4xf32>
  %7 = kina.add %6, %e : tensor<4xf32>
  %8 = kina.add %7, %e : tensor<4xf32>
  %9 = kina.add %8, %e : tensor<4xf32>
  %10 = kina.add %9, %e : tensor<4xf32>
  %11 = kina.add %10, %e : tensor<4xf32>
  %12 = kina.add %11, %e : tensor<4xf32>
  %13 = kina.add %12, %e : tensor<4xf32>
  %14 = kina.add %13, %e : tensor<4xf32>
  %15 = kina.add %14, %e : tensor<4xf32>
  %f = arith.constant 100.0 : f32
  %16 = tensor.insert %f into %e[%c1] : tensor<4xf32>
  %17 = scf.for %i = %c0 to %c3 step %c1 iter_args(%k = %e) -> tensor<4xf32> {
    %m = tensor.insert %f into %k[%i] : tensor<4xf32>
    scf.yield %m : tensor<4xf32>
  }
  %18 = kina.add %16, %17 : tensor<4xf32>
  %19 = kina.add %18, %e : tensor<4xf32>
  return %15, %19 : tensor<4xf32>, tensor<4xf32>
}
