//===- NormalizationOps.td - softmax and log_softmax ---------*- tablegen -*-===//

#ifndef KINA_DIALECT_NORMALIZATIONOPS
#define KINA_DIALECT_NORMALIZATIONOPS

include "Kina/Dialect/KinaOpBase.td"

class Kina_NormalizationOp<string mnemonic, string what, string formula, string vjp>
    : Kina_InferredOp<mnemonic, [Kina_VJP]> {
  let summary = what # " along an axis";
  let description = [{
    `result = }] # formula # [{` for each row along `axis`, m its largest element.
    f16 and bf16 are computed in f32 and rounded once. A row of
    -inf, or with +inf, gives NaN; other rows are untouched. An empty axis gives
    an empty result.

    Cotangent of the operand: `}] # vjp # [{`, with S the sum along the axis;
    zeros for a row whose cotangents are all 0.

    ```mlir
    func.func @example(%x: tensor<1x4x8xf32>) -> tensor<1x4x8xf32> {
      %y = kina.}] # mnemonic # [{ %x axis = 2 : tensor<1x4x8xf32>
      return %y : tensor<1x4x8xf32>
    }
    ```
  }];
  let arguments = (ins Kina_FloatTensor:$operand, I64Attr:$axis);
  let results = (outs Kina_FloatTensor:$result);
  let assemblyFormat = "$operand `axis` `=` $axis attr-dict `:` type($operand)";
}

def Kina_SoftmaxOp : Kina_NormalizationOp<"softmax", "softmax",
    "exp(x - m) / sum(exp(x - m))", "y * (g - S(g * y))">;
def Kina_LogSoftmaxOp : Kina_NormalizationOp<"log_softmax", "logarithm of softmax",
    "(x - m) - log(sum(exp(x - m)))", "g - exp(y) * S(g)">;

#endif // KINA_DIALECT_NORMALIZATIONOPS
