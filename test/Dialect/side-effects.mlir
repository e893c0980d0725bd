// What upstream passes may do with kina ops. An op that can trap is not moved to where
// it did not run; one that cannot is. One without use goes, its checks with it.
//
// RUN: kina-opt %s --allow-unregistered-dialect --loop-invariant-code-motion --split-input-file \
// RUN:   | FileCheck %s
// RUN: kina-opt %s --allow-unregistered-dialect --canonicalize --split-input-file \
// RUN:   | FileCheck %s --check-prefix=DEAD
// RUN: kina-opt %s --allow-unregistered-dialect --cse --split-input-file \
// RUN:   | FileCheck %s --check-prefix=DEAD

// Nothing in the loop can trap: all sizes are known, floats divide by zero.
// CHECK-LABEL: func.func @hoisted
// CHECK: kina.exp
// CHECK: kina.div
// CHECK: kina.matmul
// CHECK: kina.gather {{.*}} bounds = proven
// CHECK: kina.take_along_axis {{.*}} bounds = proven
// CHECK: kina.reduce max
// CHECK: kina.transfer
// CHECK: scf.for
func.func @hoisted(%n: index, %x: tensor<4x4xf32>, %i: tensor<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = kina.exp %x : tensor<4x4xf32>
    %1 = kina.div %0, %x : tensor<4x4xf32>
    %2 = kina.matmul %1, %x : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<4x4xf32>
    %3 = kina.gather %2, %i bounds = proven : tensor<4x4xf32>, tensor<4xi64> -> tensor<4x4xf32>
    %4 = kina.take_along_axis %3, %i axis = 1 bounds = proven : tensor<4x4xf32>, tensor<4xi64> -> tensor<4xf32>
    %5 = kina.reduce max %4 axes = [0] : tensor<4xf32> -> tensor<f32>
    %6 = kina.transfer %5 : tensor<f32> -> tensor<f32, #kina.device>
    "test.use"(%6) : (tensor<f32, #kina.device>) -> ()
  }
  return
}

// -----

// A checked index, an integer division, a maximum of what may be nothing. An unchecked
// index would not trap, but read or write anywhere: it is promised where it runs.
// CHECK-LABEL: func.func @traps_on_values
// CHECK: scf.for
// CHECK: kina.gather
// CHECK: kina.take_along_axis
// CHECK: kina.scatter_add
// CHECK: kina.scatter_along_axis
// CHECK: kina.div
// CHECK: kina.mod
// CHECK: kina.reduce min
// CHECK: kina.gather {{.*}} bounds = unchecked
// CHECK: kina.scatter_add {{.*}} bounds = unchecked
func.func @traps_on_values(%n: index, %x: tensor<4x4xf32>, %i: tensor<4xi64>, %y: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = kina.gather %x, %i : tensor<4x4xf32>, tensor<4xi64> -> tensor<4x4xf32>
    %1 = kina.take_along_axis %x, %i axis = 1 : tensor<4x4xf32>, tensor<4xi64> -> tensor<4xf32>
    %2 = kina.scatter_add %x, %i : tensor<4x4xf32>, tensor<4xi64> -> tensor<9x4xf32>
    %3 = kina.scatter_along_axis %1, %i axis = 1 : tensor<4xf32>, tensor<4xi64> -> tensor<4x9xf32>
    %4 = kina.div %i, %i : tensor<4xi64>
    %5 = kina.mod %i, %i : tensor<4xi64>
    %6 = kina.reduce min %y axes = [0] : tensor<?xf32> -> tensor<f32>
    %7 = kina.gather %x, %i bounds = unchecked : tensor<4x4xf32>, tensor<4xi64> -> tensor<4x4xf32>
    %8 = kina.scatter_add %x, %i bounds = unchecked : tensor<4x4xf32>, tensor<4xi64> -> tensor<9x4xf32>
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8) : (tensor<4x4xf32>, tensor<4xf32>,
        tensor<9x4xf32>, tensor<4x9xf32>, tensor<4xi64>, tensor<4xi64>, tensor<f32>,
        tensor<4x4xf32>, tensor<9x4xf32>) -> ()
  }
  return
}

// -----

// Sizes that must agree and are not known, or might be negative.
// CHECK-LABEL: func.func @traps_on_sizes
// CHECK: scf.for
// CHECK: kina.add
// CHECK: kina.matmul
// CHECK: kina.broadcast
// CHECK: kina.reshape
// CHECK: kina.slice
// CHECK: kina.cast
// CHECK: kina.concat
// CHECK: kina.seed
// CHECK: kina.iota
func.func @traps_on_sizes(%n: index, %x: tensor<?x4xf32>, %y: tensor<?x4xf32>, %z: tensor<4x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = kina.add %x, %y : tensor<?x4xf32>
    %1 = kina.matmul %z, %y : tensor<4x?xf32>, tensor<?x4xf32> -> tensor<4x4xf32>
    %2 = kina.broadcast %x sizes(%n) : tensor<?x4xf32> -> tensor<2x?x4xf32>
    %3 = kina.reshape %x sizes(%n) : tensor<?x4xf32> -> tensor<?xf32>
    %4 = kina.slice %x offsets = [0, 0] sizes = [2, 4] strides = [1, 1] : tensor<?x4xf32> -> tensor<2x4xf32>
    %5 = kina.cast %x : tensor<?x4xf32> -> tensor<2x4xf16>
    %6 = kina.concat %z, %x axis = 0 : (tensor<4x?xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %7 = kina.seed %x, %y : tensor<?x4xf32>
    %8 = kina.iota axis = 0 sizes(%n) : tensor<?xi64>
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8) : (tensor<?x4xf32>, tensor<4x4xf32>,
        tensor<2x?x4xf32>, tensor<?xf32>, tensor<2x4xf32>, tensor<2x4xf16>, tensor<?x4xf32>,
        tensor<?x4xf32>, tensor<?xi64>) -> ()
  }
  return
}

// -----

// A `?` alone does not trap: one operand, or two of the same tensor.
// CHECK-LABEL: func.func @dynamic_without_checks
// CHECK: kina.exp
// CHECK: kina.add
// CHECK: kina.transpose
// CHECK: kina.softmax
// CHECK: kina.iota
// CHECK: kina.reduce sum
// CHECK: scf.for
func.func @dynamic_without_checks(%n: index, %x: tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = kina.exp %x : tensor<?x4xf32>
    %1 = kina.add %0, %0 : tensor<?x4xf32>
    %2 = kina.transpose %1 perm = [1, 0] : tensor<?x4xf32> -> tensor<4x?xf32>
    %3 = kina.softmax %2 axis = 1 : tensor<4x?xf32>
    %d = tensor.dim %x, %c0 : tensor<?x4xf32>
    %4 = kina.iota axis = 0 sizes(%d) : tensor<?xi64>
    %5 = kina.reduce sum %3 axes = [1] : tensor<4x?xf32> -> tensor<4xf32>
    "test.use"(%5, %4) : (tensor<4xf32>, tensor<?xi64>) -> ()
  }
  return
}

// -----

// D05: without use, an op that would trap may vanish.
// DEAD-LABEL: func.func @dead
// DEAD-NOT: kina.
// DEAD: return
func.func @dead(%x: tensor<?x4xf32>, %i: tensor<4xi64>) -> tensor<4xi64> {
  %0 = kina.gather %x, %i : tensor<?x4xf32>, tensor<4xi64> -> tensor<4x4xf32>
  %1 = kina.div %i, %i : tensor<4xi64>
  %2 = kina.reduce max %x axes = [0] : tensor<?x4xf32> -> tensor<4xf32>
  %3 = kina.cast %x : tensor<?x4xf32> -> tensor<2x4xf16>
  %4 = kina.softmax %x axis = 0 : tensor<?x4xf32>
  return %i : tensor<4xi64>
}
