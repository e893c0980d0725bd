// A loop that does not run computes nothing, in its derivative either: what is undefined
// for some operands stays in the body, although upstream says that it may run anywhere.
// The result times x: the cotangent that reaches the loop is not ones. Empty, x ** 2.
// RUN: kina-run %s --function=extract --input="3xf32=1 2 3" --input=1xi64=2 --input=i64=1000000000000 --input=i64=0 | FileCheck %s
// RUN: kina-run %s --function=remainder --input="3xf32=1 2 3" --input=i64=2 --input=i64=0 --input=i64=0 -O0 | FileCheck %s
// RUN: kina-run %s --function=quotient --input="3xf32=1 2 3" --input=i64=2 --input=i64=0 --input=i64=0 -O0 | FileCheck %s
// RUN: kina-run %s --function=apply --input="3xf32=1 2 3" --input=i64=2 --input=i64=0 --input=i64=0 -O0 | FileCheck %s
// RUN: kina-run %s --function=largest --input="3xf32=1 2 3" --input=i64=0 --input=i64=0 --input=i64=0 -O0 | FileCheck %s
// CHECK: result[0]: 3xf32=2 4 6
//
// Where it runs, x ** 5: two times a square, times x.
// RUN: kina-run %s --function=extract --input="3xf32=1 2 3" --input=1xi64=2 --input=i64=0 --input=i64=1 | FileCheck %s --check-prefix=RAN
// RUN: kina-run %s --function=remainder --input="3xf32=1 2 3" --input=i64=8 --input=i64=3 --input=i64=1 | FileCheck %s --check-prefix=RAN
// RUN: kina-run %s --function=quotient --input="3xf32=1 2 3" --input=i64=8 --input=i64=3 --input=i64=1 | FileCheck %s --check-prefix=RAN
// RUN: kina-run %s --function=apply --input="3xf32=1 2 3" --input=i64=8 --input=i64=3 --input=i64=1 | FileCheck %s --check-prefix=RAN
// RUN: kina-run %s --function=known --input="3xf32=1 2 3" --input=2xi64="0 2" --input=i64=8 --input=i64=1 | FileCheck %s --check-prefix=RAN
// RAN: result[0]: 3xf32=5 80 405
//
// What is defined whatever the operands, and known ones that are right, move as before:
// the loop's sizes are found from them.
// RUN: kina-opt %s --kina-ad | FileCheck %s --check-prefix=MOVED
// MOVED-LABEL: func.func private @extract_primal_fwd
// MOVED-NOT: tensor.extract
// MOVED: scf.for
// MOVED-LABEL: func.func private @known_primal_fwd
// MOVED-NOT: scf.for
// MOVED: tensor.extract
// MOVED-NOT: scf.for
// MOVED: arith.remsi
// MOVED-NOT: scf.for
// MOVED: affine.apply
// MOVED: scf.for

func.func private @extract_primal(%x: tensor<3xf32>, %t: tensor<?xi64>, %p: index, %n: index) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<3xf32> {
    %e = tensor.extract %t[%p] : tensor<?xi64>
    %trips = arith.index_cast %e : i64 to index
    %w = scf.for %j = %c0 to %trips step %c1 iter_args(%b = %a) -> tensor<3xf32> {
      %s = kina.mul %b, %b : tensor<3xf32>
      scf.yield %s : tensor<3xf32>
    }
    scf.yield %w : tensor<3xf32>
  }
  %y = kina.mul %r, %x : tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func @extract(%x: tensor<3xf32>, %t: tensor<?xi64>, %p: index, %n: index) -> tensor<3xf32> {
  %y, %dx = kina.handle @extract_primal(%x, %t, %p, %n) with reverse_mode
    : (tensor<3xf32>, tensor<?xi64>, index, index) -> (tensor<3xf32>, tensor<3xf32>)
  return %dx : tensor<3xf32>
}

func.func private @remainder_primal(%x: tensor<3xf32>, %p: index, %q: index, %n: index) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<3xf32> {
    %trips = arith.remsi %p, %q : index
    %w = scf.for %j = %c0 to %trips step %c1 iter_args(%b = %a) -> tensor<3xf32> {
      %s = kina.mul %b, %b : tensor<3xf32>
      scf.yield %s : tensor<3xf32>
    }
    scf.yield %w : tensor<3xf32>
  }
  %y = kina.mul %r, %x : tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func @remainder(%x: tensor<3xf32>, %p: index, %q: index, %n: index) -> tensor<3xf32> {
  %y, %dx = kina.handle @remainder_primal(%x, %p, %q, %n) with reverse_mode
    : (tensor<3xf32>, index, index, index) -> (tensor<3xf32>, tensor<3xf32>)
  return %dx : tensor<3xf32>
}

func.func private @quotient_primal(%x: tensor<3xf32>, %p: index, %q: index, %n: index) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<3xf32> {
    %trips = arith.floordivsi %p, %q : index
    %w = scf.for %j = %c0 to %trips step %c1 iter_args(%b = %a) -> tensor<3xf32> {
      %s = kina.mul %b, %b : tensor<3xf32>
      scf.yield %s : tensor<3xf32>
    }
    scf.yield %w : tensor<3xf32>
  }
  %y = kina.mul %r, %x : tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func @quotient(%x: tensor<3xf32>, %p: index, %q: index, %n: index) -> tensor<3xf32> {
  %y, %dx = kina.handle @quotient_primal(%x, %p, %q, %n) with reverse_mode
    : (tensor<3xf32>, index, index, index) -> (tensor<3xf32>, tensor<3xf32>)
  return %dx : tensor<3xf32>
}

func.func private @apply_primal(%x: tensor<3xf32>, %p: index, %q: index, %n: index) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<3xf32> {
    %trips = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%p)[%q]
    %w = scf.for %j = %c0 to %trips step %c1 iter_args(%b = %a) -> tensor<3xf32> {
      %s = kina.mul %b, %b : tensor<3xf32>
      scf.yield %s : tensor<3xf32>
    }
    scf.yield %w : tensor<3xf32>
  }
  %y = kina.mul %r, %x : tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func @apply(%x: tensor<3xf32>, %p: index, %q: index, %n: index) -> tensor<3xf32> {
  %y, %dx = kina.handle @apply_primal(%x, %p, %q, %n) with reverse_mode
    : (tensor<3xf32>, index, index, index) -> (tensor<3xf32>, tensor<3xf32>)
  return %dx : tensor<3xf32>
}

func.func private @known_primal(%x: tensor<3xf32>, %t: tensor<2xi64>, %p: index, %n: index) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<3xf32> {
    %e = tensor.extract %t[%c1] : tensor<2xi64>
    %i = arith.index_cast %e : i64 to index
    %c3 = arith.constant 3 : index
    %m = arith.remsi %p, %c3 : index
    %h = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%p)
    %k2 = arith.minsi %i, %m : index
    %trips = arith.minsi %k2, %h : index
    %w = scf.for %j = %c0 to %trips step %c1 iter_args(%b = %a) -> tensor<3xf32> {
      %s = kina.mul %b, %b : tensor<3xf32>
      scf.yield %s : tensor<3xf32>
    }
    scf.yield %w : tensor<3xf32>
  }
  %y = kina.mul %r, %x : tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func @known(%x: tensor<3xf32>, %t: tensor<2xi64>, %p: index, %n: index) -> tensor<3xf32> {
  %y, %dx = kina.handle @known_primal(%x, %t, %p, %n) with reverse_mode
    : (tensor<3xf32>, tensor<2xi64>, index, index) -> (tensor<3xf32>, tensor<3xf32>)
  return %dx : tensor<3xf32>
}

func.func private @largest_primal(%x: tensor<3xf32>, %p: index, %q: index, %n: index) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.maxui %p, %q : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<3xf32> {
    %trips = arith.divui %p, %m : index
    %w = scf.for %j = %c0 to %trips step %c1 iter_args(%b = %a) -> tensor<3xf32> {
      %s = kina.mul %b, %b : tensor<3xf32>
      scf.yield %s : tensor<3xf32>
    }
    scf.yield %w : tensor<3xf32>
  }
  %y = kina.mul %r, %x : tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func @largest(%x: tensor<3xf32>, %p: index, %q: index, %n: index) -> tensor<3xf32> {
  %y, %dx = kina.handle @largest_primal(%x, %p, %q, %n) with reverse_mode
    : (tensor<3xf32>, index, index, index) -> (tensor<3xf32>, tensor<3xf32>)
  return %dx : tensor<3xf32>
}
