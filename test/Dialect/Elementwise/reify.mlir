// Sizes of elementwise results are those of the first operand, through every op.
//
// RUN: kina-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --cse \
// RUN:   | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: func.func @chain(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>)
// CHECK: %[[D:.*]] = tensor.dim %[[X]], %{{.*}} : tensor<?x3xf32>
// CHECK: return %[[D]] : index
func.func @chain(%x: tensor<?x3xf32>) -> index {
  %0 = kina.neg %x : tensor<?x3xf32>
  %1 = kina.abs %0 : tensor<?x3xf32>
  %2 = kina.exp %1 : tensor<?x3xf32>
  %3 = kina.log %2 : tensor<?x3xf32>
  %4 = kina.sqrt %3 : tensor<?x3xf32>
  %5 = kina.rsqrt %4 : tensor<?x3xf32>
  %6 = kina.sin %5 : tensor<?x3xf32>
  %7 = kina.cos %6 : tensor<?x3xf32>
  %8 = kina.tanh %7 : tensor<?x3xf32>
  %9 = kina.sigmoid %8 : tensor<?x3xf32>
  %10 = kina.relu %9 : tensor<?x3xf32>
  %11 = kina.erf %10 : tensor<?x3xf32>
  %12 = kina.floor %11 : tensor<?x3xf32>
  %13 = kina.sign %12 : tensor<?x3xf32>
  %14 = kina.add %13, %x : tensor<?x3xf32>
  %15 = kina.sub %14, %x : tensor<?x3xf32>
  %16 = kina.mul %15, %x : tensor<?x3xf32>
  %17 = kina.div %16, %x : tensor<?x3xf32>
  %18 = kina.max %17, %x : tensor<?x3xf32>
  %19 = kina.min %18, %x : tensor<?x3xf32>
  %20 = kina.pow %19, %x : tensor<?x3xf32>
  %21 = kina.mod %20, %x : tensor<?x3xf32>
  %22 = kina.mul_no_nan %21, %x : tensor<?x3xf32>
  %c = kina.cast %22 : tensor<?x3xf32> -> tensor<?x3xi1>
  %and = kina.and %c, %c : tensor<?x3xi1>
  %or = kina.or %and, %c : tensor<?x3xi1>
  %xor = kina.xor %or, %c : tensor<?x3xi1>
  %not = kina.not %xor : tensor<?x3xi1>
  %eq = kina.compare eq, %not, %c : tensor<?x3xi1>
  %s = kina.select %eq, %x, %x : tensor<?x3xf32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %s, %c0 : tensor<?x3xf32>
  return %d : index
}

// A select's sizes are the condition's, its first operand.
// CHECK-LABEL: func.func @first_operand(
// CHECK-SAME: %[[C:.*]]: tensor<?xi1>, %[[A:[a-z0-9]+]]: tensor<?xf32>,
// CHECK: %[[D:.*]] = tensor.dim %[[C]]
// CHECK: %[[E:.*]] = tensor.dim %[[A]]
// CHECK: return %[[D]], %[[E]]
func.func @first_operand(%c: tensor<?xi1>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %0 = kina.select %c, %a, %b : tensor<?xf32>
  %1 = kina.add %a, %b : tensor<?xf32>
  %d = tensor.dim %0, %c0 : tensor<?xf32>
  %e = tensor.dim %1, %c0 : tensor<?xf32>
  return %d, %e : index, index
}

// What the result's type knows needs no operand.
// CHECK-LABEL: func.func @static
// CHECK: %[[D:.*]] = arith.constant 4 : index
// CHECK: return %[[D]]
func.func @static(%x: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = kina.cast %x : tensor<?xf32> -> tensor<4xf16>
  %d = tensor.dim %0, %c0 : tensor<4xf16>
  return %d : index
}
