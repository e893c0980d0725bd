// Sizes of what reads or writes by index.
//
// RUN: kina-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --cse \
// RUN:   | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: func.func @gather(
// CHECK-SAME: %[[V:[a-z0-9]+]]: tensor<?x?xf32>, %[[I:[a-z0-9]+]]: tensor<?x2xi64>)
// CHECK-DAG: %[[S:.*]] = tensor.dim %[[I]], %c0
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[D:.*]] = tensor.dim %[[V]], %c1
// CHECK: return %[[S]], %[[TWO]], %[[D]]
func.func @gather(%v: tensor<?x?xf32>, %i: tensor<?x2xi64>) -> (index, index, index) {
  %0 = kina.gather %v, %i : tensor<?x?xf32>, tensor<?x2xi64> -> tensor<?x2x?xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x2x?xf32>
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %0, %c1 : tensor<?x2x?xf32>
  %c2 = arith.constant 2 : index
  %d2 = tensor.dim %0, %c2 : tensor<?x2x?xf32>
  return %d0, %d1, %d2 : index, index, index
}

// CHECK-LABEL: func.func @scatter_add(
// CHECK-SAME: %[[U:[a-z0-9]+]]: tensor<?x?xf32>, %[[I:[a-z0-9]+]]: tensor<?xi64>, %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index)
// CHECK: return %[[N]], %[[M]]
func.func @scatter_add(%u: tensor<?x?xf32>, %i: tensor<?xi64>, %n: index, %m: index) -> (index, index) {
  %0 = kina.scatter_add %u, %i sizes(%n, %m) : tensor<?x?xf32>, tensor<?xi64> -> tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %d0, %d1 : index, index
}

// CHECK-LABEL: func.func @take_along_axis(
// CHECK-SAME: %[[V:[a-z0-9]+]]: tensor<?x?x?xf32>, %[[I:[a-z0-9]+]]: tensor<?x?xi64>)
// CHECK-DAG: %[[D0:.*]] = tensor.dim %[[V]], %c0
// CHECK-DAG: %[[D2:.*]] = tensor.dim %[[V]], %c2
// CHECK: return %[[D0]], %[[D2]]
func.func @take_along_axis(%v: tensor<?x?x?xf32>, %i: tensor<?x?xi64>) -> (index, index) {
  %0 = kina.take_along_axis %v, %i axis = 1 : tensor<?x?x?xf32>, tensor<?x?xi64> -> tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %d0, %d1 : index, index
}

// CHECK-LABEL: func.func @scatter_along_axis(
// CHECK-SAME: %[[U:[a-z0-9]+]]: tensor<?xf32>, %[[I:[a-z0-9]+]]: tensor<?xi64>, %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index)
// CHECK: return %[[N]], %[[M]]
func.func @scatter_along_axis(%u: tensor<?xf32>, %i: tensor<?xi64>, %n: index, %m: index) -> (index, index) {
  %0 = kina.scatter_along_axis %u, %i axis = 0 sizes(%n, %m) : tensor<?xf32>, tensor<?xi64> -> tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %d0, %d1 : index, index
}

// CHECK-LABEL: func.func @repeat_interleave(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?xf32>)
// CHECK-DAG: %[[D0:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[D1:.*]] = tensor.dim %[[X]], %c1
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[P:.*]] = arith.muli %[[D1]], %[[THREE]]
// CHECK: return %[[D0]], %[[P]]
func.func @repeat_interleave(%x: tensor<?x?xf32>) -> (index, index) {
  %0 = kina.repeat_interleave %x axis = 1 repeats = 3 : tensor<?x?xf32> -> tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %d0, %d1 : index, index
}
