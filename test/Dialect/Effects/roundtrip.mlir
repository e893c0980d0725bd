// Handlers and seeds in their canonical text: what is printed is exactly what stands
// here, from the text, from the generic form and from bytecode.
//
// RUN: grep -v '^ *//' %s > %t.expected
// RUN: kina-opt %s --verify-roundtrip | diff -B %t.expected -
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | diff -B %t.expected -
// RUN: kina-opt %s --emit-bytecode | kina-opt | diff -B %t.expected -

module {
  func.func private @nll(tensor<1x4x8xf32>) -> tensor<1x4xf32>
  func.func private @mixed(tensor<?xf16>, index, tensor<2xi64>, tensor<f64>) -> (tensor<2xi64>, tensor<?xf16>, index, tensor<f64>)
  func.func private @device(tensor<4xf32, #kina.device>) -> tensor<4xf32, #kina.device>
  func.func private @integers(tensor<f32>) -> tensor<i32>

  func.func @handle(%arg0: tensor<1x4x8xf32>, %arg1: tensor<1x4xf32>, %arg2: tensor<?xf16>, %arg3: index, %arg4: tensor<2xi64>, %arg5: tensor<f64>, %arg6: tensor<4xf32, #kina.device>, %arg7: tensor<f32>) {
    %0:2 = kina.handle @nll(%arg0) with reverse_mode : (tensor<1x4x8xf32>) -> (tensor<1x4xf32>, tensor<1x4x8xf32>)
    %1:2 = kina.handle @nll(%arg0) with reverse_mode seed(%arg1) : (tensor<1x4x8xf32>, tensor<1x4xf32>) -> (tensor<1x4xf32>, tensor<1x4x8xf32>)
    // Integer and index arguments count, and have no gradient.
    %2:6 = kina.handle @mixed(%arg2, %arg3, %arg4, %arg5) with reverse_mode : (tensor<?xf16>, index, tensor<2xi64>, tensor<f64>) -> (tensor<2xi64>, tensor<?xf16>, index, tensor<f64>, tensor<?xf16>, tensor<f64>)
    // Clauses in the order of, wrt, seed; one seed for each listed result.
    %3:5 = kina.handle @mixed(%arg2, %arg3, %arg4, %arg5) with reverse_mode of = [3] wrt = [3] : (tensor<?xf16>, index, tensor<2xi64>, tensor<f64>) -> (tensor<2xi64>, tensor<?xf16>, index, tensor<f64>, tensor<f64>)
    %4:6 = kina.handle @mixed(%arg2, %arg3, %arg4, %arg5) with reverse_mode of = [1, 3] wrt = [0, 3] seed(%arg2, %arg5) {tag} : (tensor<?xf16>, index, tensor<2xi64>, tensor<f64>, tensor<?xf16>, tensor<f64>) -> (tensor<2xi64>, tensor<?xf16>, index, tensor<f64>, tensor<?xf16>, tensor<f64>)
    %5:6 = kina.handle @mixed(%arg2, %arg3, %arg4, %arg5) with reverse_mode seed(%arg2, %arg5) : (tensor<?xf16>, index, tensor<2xi64>, tensor<f64>, tensor<?xf16>, tensor<f64>) -> (tensor<2xi64>, tensor<?xf16>, index, tensor<f64>, tensor<?xf16>, tensor<f64>)
    // Every placement.
    %6:2 = kina.handle @device(%arg6) with reverse_mode seed(%arg6) : (tensor<4xf32, #kina.device>, tensor<4xf32, #kina.device>) -> (tensor<4xf32, #kina.device>, tensor<4xf32, #kina.device>)
    // A function without float results: its gradients are zero.
    %7:2 = kina.handle @integers(%arg7) with reverse_mode : (tensor<f32>) -> (tensor<i32>, tensor<f32>)
    return
  }

  func.func @seed(%arg0: tensor<?xf32>, %arg1: tensor<2x?xf16>, %arg2: tensor<bf16>, %arg3: tensor<0x?xf64, #kina.device>) {
    %0 = kina.seed %arg0, %arg0 : tensor<?xf32>
    %1 = kina.seed %arg1, %arg1 : tensor<2x?xf16>
    %2 = kina.seed %arg2, %arg2 : tensor<bf16>
    %3 = kina.seed %arg3, %arg3 {tag} : tensor<0x?xf64, #kina.device>
    return
  }

  func.func @checkpoint(%arg0: tensor<4xf32>, %arg1: index) -> (tensor<4xf32>, index) {
    %0:2 = kina.checkpoint -> (tensor<4xf32>, index) {
      %1 = kina.exp %arg0 : tensor<4xf32>
      kina.yield %1, %arg1 : tensor<4xf32>, index
    }
    kina.checkpoint {
      kina.yield
    } {tag}
    scf.for %arg2 = %arg1 to %arg1 step %arg1 {
    } {kina.recompute_policy = "sqrt"}
    return %0#0, %0#1 : tensor<4xf32>, index
  }
}
