//===- ContractionOps.td - Matrix products -------------------*- tablegen -*-===//

#ifndef KINA_DIALECT_CONTRACTIONOPS
#define KINA_DIALECT_CONTRACTIONOPS

include "Kina/Dialect/KinaOpBase.td"

def Kina_MatmulOp : Kina_InferredOp<"matmul", [Kina_VJP]> {
  let summary = "batched matrix product";
  let description = [{
    S ++ [M, K] times S ++ [K, N] is S ++ [M, N], for leading dimensions S of any
    rank, equal in both operands:
    `result[s, m, n] = sum over k of lhs[s, m, k] * rhs[s, k, n]`. K = 0 gives
    zeros, integers wrap, f16 and bf16 accumulate in f32 and round once.

    Cotangents: `g * rhs^T`, `lhs^T * g`, the last two axes transposed.

    ```mlir
    func.func @example(%a: tensor<2x8x4x16xf32>, %b: tensor<2x8x16x4xf32>) -> tensor<2x8x4x4xf32> {
      %y = kina.matmul %a, %b : tensor<2x8x4x16xf32>, tensor<2x8x16x4xf32> -> tensor<2x8x4x4xf32>
      return %y : tensor<2x8x4x4xf32>
    }
    ```
  }];
  let arguments = (ins Kina_NumberTensor:$lhs, Kina_NumberTensor:$rhs);
  let results = (outs Kina_NumberTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)";
}

#endif // KINA_DIALECT_CONTRACTIONOPS
