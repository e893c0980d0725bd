// Sizes of what moves data: the sizes given, or the operands'.
//
// RUN: kina-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --cse \
// RUN:   | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: func.func @iota(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index)
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: return %[[N]], %[[FOUR]], %[[M]]
func.func @iota(%n: index, %m: index) -> (index, index, index) {
  %0 = kina.iota axis = 1 sizes(%n, %m) : tensor<?x4x?xi64>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x4x?xi64>
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %0, %c1 : tensor<?x4x?xi64>
  %c2 = arith.constant 2 : index
  %d2 = tensor.dim %0, %c2 : tensor<?x4x?xi64>
  return %d0, %d1, %d2 : index, index, index
}

// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x1xf32>, %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index)
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : index
// CHECK: return %[[TWO]], %[[N]], %[[M]]
func.func @broadcast(%x: tensor<?x1xf32>, %n: index, %m: index) -> (index, index, index) {
  %0 = kina.broadcast %x sizes(%n, %m) : tensor<?x1xf32> -> tensor<2x?x?xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<2x?x?xf32>
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %0, %c1 : tensor<2x?x?xf32>
  %c2 = arith.constant 2 : index
  %d2 = tensor.dim %0, %c2 : tensor<2x?x?xf32>
  return %d0, %d1, %d2 : index, index, index
}

// CHECK-LABEL: func.func @reshape(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x4xf32>, %[[N:[a-z0-9]+]]: index)
// CHECK: return %[[N]]
func.func @reshape(%x: tensor<?x4xf32>, %n: index) -> index {
  %0 = kina.reshape %x sizes(%n) : tensor<?x4xf32> -> tensor<2x?xf32>
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %0, %c1 : tensor<2x?xf32>
  return %d1 : index
}

// CHECK-LABEL: func.func @transpose(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x3x?xf32>)
// CHECK-DAG: %[[D2:.*]] = tensor.dim %[[X]], %c2
// CHECK-DAG: %[[D0:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : index
// CHECK: return %[[D2]], %[[D0]], %[[THREE]]
func.func @transpose(%x: tensor<?x3x?xf32>) -> (index, index, index) {
  %0 = kina.transpose %x perm = [2, 0, 1] : tensor<?x3x?xf32> -> tensor<?x?x3xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x?x3xf32>
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %0, %c1 : tensor<?x?x3xf32>
  %c2 = arith.constant 2 : index
  %d2 = tensor.dim %0, %c2 : tensor<?x?x3xf32>
  return %d0, %d1, %d2 : index, index, index
}

// CHECK-LABEL: func.func @slice(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?xf32>)
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : index
// CHECK: return %[[THREE]]
func.func @slice(%x: tensor<?xf32>) -> index {
  %0 = kina.slice %x offsets = [1] sizes = [3] strides = [2] : tensor<?xf32> -> tensor<?xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?xf32>
  return %d0 : index
}

// CHECK-LABEL: func.func @pad(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?xf32>, %[[V:[a-z0-9]+]]: tensor<f32>)
// CHECK-DAG: %[[D0:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[D1:.*]] = tensor.dim %[[X]], %c1
// CHECK-DAG: %[[FIVE:.*]] = arith.constant 5 : index
// CHECK-DAG: %[[SUM:.*]] = arith.addi %[[D0]], %[[FIVE]]
// CHECK: return %[[SUM]], %[[D1]]
func.func @pad(%x: tensor<?x?xf32>, %v: tensor<f32>) -> (index, index) {
  %0 = kina.pad %x, %v low = [2, 0] high = [3, 0] : tensor<?x?xf32>, tensor<f32> -> tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %d0, %d1 : index, index
}

// CHECK-LABEL: func.func @concat(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x3xf32>, %[[Y:[a-z0-9]+]]: tensor<2x3xf32>, %[[Z:[a-z0-9]+]]: tensor<?x3xf32>)
// CHECK-DAG: %[[DX:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[DZ:.*]] = tensor.dim %[[Z]], %c0
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[XY:.*]] = arith.addi %[[DX]], %[[TWO]]
// CHECK-DAG: %[[XYZ:.*]] = arith.addi %[[XY]], %[[DZ]]
// CHECK: return %[[XYZ]]
func.func @concat(%x: tensor<?x3xf32>, %y: tensor<2x3xf32>, %z: tensor<?x3xf32>) -> index {
  %0 = kina.concat %x, %y, %z axis = 0 : (tensor<?x3xf32>, tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x3xf32>
  return %d0 : index
}

// CHECK-LABEL: func.func @concat_beside(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x3xf32>, %[[Y:[a-z0-9]+]]: tensor<?x2xf32>)
// CHECK-DAG: %[[D:.*]] = tensor.dim %[[X]], %c0
// CHECK: return %[[D]]
func.func @concat_beside(%x: tensor<?x3xf32>, %y: tensor<?x2xf32>) -> index {
  %0 = kina.concat %x, %y axis = 1 : (tensor<?x3xf32>, tensor<?x2xf32>) -> tensor<?x5xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x5xf32>
  return %d0 : index
}

// A `?` of the result whose size the operand knows.
// CHECK-LABEL: func.func @known_by_operands(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<2x3xf32>)
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : index
// CHECK: return %[[THREE]], %[[TWO]]
func.func @known_by_operands(%x: tensor<2x3xf32>) -> (index, index) {
  %0 = kina.transpose %x perm = [1, 0] : tensor<2x3xf32> -> tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %d0, %d1 : index, index
}
