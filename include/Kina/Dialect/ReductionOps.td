//===- ReductionOps.td - Reductions and scans ----------------*- tablegen -*-===//

#ifndef KINA_DIALECT_REDUCTIONOPS
#define KINA_DIALECT_REDUCTIONOPS

include "Kina/Dialect/KinaOpBase.td"

def Kina_ReduceOp : Kina_InferredOp<"reduce", [Kina_VJP]> {
  let summary = "sum, prod, max, min or mean over axes";
  let description = [{
    Combines the elements along `axes` (distinct, ascending; none is the
    identity). `keepdims` keeps a reduced axis with size 1. The sum of nothing is
    0, the product 1, the mean NaN; a maximum or minimum of nothing is an error,
    at run time where a size is `?` (`kina: reduce max over an empty axis`). max
    and min propagate NaN. f16 and bf16 are summed in f32 and rounded once; the
    order of a floating-point sum is unspecified, but fixed for a program.

    Cotangent of the operand, with B the broadcast to its shape: sum: `B(g)`;
    mean: `B(g) / N`; max and min: `m * B(g / S(m))` with m = (operand == B(y))
    and S the sum over the axes; prod: `B(g)` times the products of the elements
    before and after (`linear_scan`), which divides by nothing.

    ```mlir
    func.func @example(%x: tensor<1x4x8xf32>) -> tensor<1x4x1xf32> {
      %y = kina.reduce sum %x axes = [2] keepdims : tensor<1x4x8xf32> -> tensor<1x4x1xf32>
      return %y : tensor<1x4x1xf32>
    }
    ```
  }];
  let arguments = (ins Kina_ReduceKind:$kind, Kina_NumberTensor:$operand,
                       DenseI64ArrayAttr:$axes, UnitAttr:$keepdims);
  let results = (outs Kina_NumberTensor:$result);
  let assemblyFormat = [{
    $kind $operand `axes` `=` $axes (`keepdims` $keepdims^)?
    attr-dict `:` type($operand) `->` type($result)
  }];
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
  let opDeclaration = canTrapOnValues;
}

def Kina_LinearScanOp : Kina_ShapeRuleOp<"linear_scan",
    [Kina_SameTypes, SameOperandsAndResultType, Kina_VJP]> {
  let summary = "recurrence of first order along an axis";
  let description = [{
    Internal: made by the derivative rule of `reduce prod`. Along `axis`
    `result[0] = init` and `result[i+1] = factors[i] * result[i] + terms[i]`, or
    `result[n-1] = init` and `result[i-1] = factors[i] * result[i] + terms[i]` with
    `reverse`; `init` is 0 or 1. With terms of 0 and init = 1 that is the product
    of the factors before (after) each element. f16 and bf16 are computed in f32,
    each element rounded once.

    Cotangents, with d = `linear_scan factors, g` in the other direction, init = 0:
    `d * result`, `d`.

    ```mlir
    func.func @example(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
      %y = kina.linear_scan %a, %b axis = 1 reverse init = 1 : tensor<4x8xf32>
      return %y : tensor<4x8xf32>
    }
    ```
  }];
  let arguments = (ins Kina_FloatTensor:$factors, Kina_FloatTensor:$terms,
                       I64Attr:$axis, UnitAttr:$reverse, I64Attr:$init);
  let results = (outs Kina_FloatTensor:$result);
  let assemblyFormat = [{
    $factors `,` $terms `axis` `=` $axis (`reverse` $reverse^)? `init` `=` $init
    attr-dict `:` type($result)
  }];
}

#endif // KINA_DIALECT_REDUCTIONOPS
