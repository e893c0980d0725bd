//===- IndexingOps.td - Ops that read or write by index ------*- tablegen -*-===//

#ifndef KINA_DIALECT_INDEXINGOPS
#define KINA_DIALECT_INDEXINGOPS

include "Kina/Dialect/KinaOpBase.td"

defvar boundsDoc = [{
    An index outside its bound traps (`bounds = checked`, the default).
    `proven` is set by the compiler where it has shown that none is;
    `unchecked` is the user's promise, for the indices that the program gets to.
}];
defvar boundsAttr = DefaultValuedAttr<Kina_BoundsMode, "::kina::BoundsMode::checked">;
defvar canTrapOnIndices = [{
    bool canTrapOnValues() { return getBounds() != ::kina::BoundsMode::proven; }
}];

def Kina_GatherOp : Kina_InferredOp<"gather", [Kina_VJP]> {
  let summary = "rows of a table";
  let description = !strconcat([{
    [V, D] and indices of any shape S give S ++ [D]:
    `result[s, d] = values[indices[s], d]`.
}], boundsDoc, [{
    Cotangent of the values: `scatter_add g, indices`; repeated rows add.

    ```mlir
    func.func @example(%v: tensor<32x8xf32>, %i: tensor<2x3xi64>) -> tensor<2x3x8xf32> {
      %y = kina.gather %v, %i : tensor<32x8xf32>, tensor<2x3xi64> -> tensor<2x3x8xf32>
      return %y : tensor<2x3x8xf32>
    }
    ```
  }]);
  let arguments = (ins Kina_Tensor:$values, Kina_IndexTensor:$indices, boundsAttr:$bounds);
  let results = (outs Kina_Tensor:$result);
  let assemblyFormat = [{
    $values `,` $indices (`bounds` `=` $bounds^)?
    attr-dict `:` type($values) `,` type($indices) `->` type($result)
  }];
  let opDeclaration = canTrapOnIndices;
}

def Kina_ScatterAddOp : Kina_SizedOp<"scatter_add", [Kina_VJP]> {
  let summary = "sum of rows at the places where gather reads them";
  let description = !strconcat([{
    Internal: gather's transpose. S ++ [D] and indices S give [V, D]:
    `result[v, d] = sum of updates[s, d] over s with indices[s] = v`. Repeats add
    in order; f16 and bf16 add in f32 and round once. `sizes` gives one index for
    each `?` of the result.
}], boundsDoc, [{
    Cotangent of the updates: `gather g, indices`.

    ```mlir
    func.func @example(%u: tensor<2x3x8xf32>, %i: tensor<2x3xi64>) -> tensor<32x8xf32> {
      %y = kina.scatter_add %u, %i : tensor<2x3x8xf32>, tensor<2x3xi64> -> tensor<32x8xf32>
      return %y : tensor<32x8xf32>
    }
    ```
  }]);
  let arguments = (ins Kina_NumberTensor:$updates, Kina_IndexTensor:$indices,
                       boundsAttr:$bounds, Variadic<Index>:$sizes);
  let results = (outs Kina_NumberTensor:$result);
  let assemblyFormat = [{
    $updates `,` $indices (`bounds` `=` $bounds^)? (`sizes` `(` $sizes^ `)`)?
    attr-dict `:` type($updates) `,` type($indices) `->` type($result)
  }];
  let opDeclaration = canTrapOnIndices;
}

def Kina_TakeAlongAxisOp : Kina_InferredOp<"take_along_axis", [Kina_VJP]> {
  let summary = "one element along an axis for each other position";
  let description = !strconcat([{
    A ++ [C] ++ B and indices A ++ B give A ++ B:
    `result[a, b] = values[a, indices[a, b], b]`, C being dimension `axis` of the
    values, whose rank is at least 2.
}], boundsDoc, [{
    Cotangent of the values: `scatter_along_axis g, indices`.

    ```mlir
    func.func @example(%v: tensor<1x4x8xf32>, %i: tensor<1x4xi64>) -> tensor<1x4xf32> {
      %y = kina.take_along_axis %v, %i axis = 2 : tensor<1x4x8xf32>, tensor<1x4xi64> -> tensor<1x4xf32>
      return %y : tensor<1x4xf32>
    }
    ```
  }]);
  let arguments = (ins Kina_Tensor:$values, Kina_IndexTensor:$indices, I64Attr:$axis,
                       boundsAttr:$bounds);
  let results = (outs Kina_Tensor:$result);
  let assemblyFormat = [{
    $values `,` $indices `axis` `=` $axis (`bounds` `=` $bounds^)?
    attr-dict `:` type($values) `,` type($indices) `->` type($result)
  }];
  let opDeclaration = canTrapOnIndices;
}

def Kina_ScatterAlongAxisOp : Kina_SizedOp<"scatter_along_axis", [Kina_VJP]> {
  let summary = "one element along an axis for each other position, zeros elsewhere";
  let description = !strconcat([{
    Internal: take_along_axis's transpose. A ++ B and indices A ++ B give
    A ++ [C] ++ B: `result[a, c, b] = indices[a, b] = c ? updates[a, b] : 0`.
    `sizes` gives one index for each `?` of the result.
}], boundsDoc, [{
    Cotangent of the updates: `take_along_axis g, indices`.

    ```mlir
    func.func @example(%u: tensor<1x4xf32>, %i: tensor<1x4xi64>) -> tensor<1x4x8xf32> {
      %y = kina.scatter_along_axis %u, %i axis = 2 : tensor<1x4xf32>, tensor<1x4xi64> -> tensor<1x4x8xf32>
      return %y : tensor<1x4x8xf32>
    }
    ```
  }]);
  let arguments = (ins Kina_Tensor:$updates, Kina_IndexTensor:$indices, I64Attr:$axis,
                       boundsAttr:$bounds, Variadic<Index>:$sizes);
  let results = (outs Kina_Tensor:$result);
  let assemblyFormat = [{
    $updates `,` $indices `axis` `=` $axis (`bounds` `=` $bounds^)? (`sizes` `(` $sizes^ `)`)?
    attr-dict `:` type($updates) `,` type($indices) `->` type($result)
  }];
  let opDeclaration = canTrapOnIndices;
}

def Kina_RepeatInterleaveOp : Kina_InferredOp<"repeat_interleave", [Kina_VJP]> {
  let summary = "each slice along an axis repeated in place";
  let description = [{
    `result[.., i, ..] = operand[.., i floordiv repeats, ..]` along `axis`;
    `repeats` is at least 1.

    Cotangent of the operand: g reshaped to [.., N, repeats, ..], summed over the
    repeats.

    ```mlir
    func.func @example(%x: tensor<2x4x8xf32>) -> tensor<2x8x8xf32> {
      %y = kina.repeat_interleave %x axis = 1 repeats = 2 : tensor<2x4x8xf32> -> tensor<2x8x8xf32>
      return %y : tensor<2x8x8xf32>
    }
    ```
  }];
  let arguments = (ins Kina_Tensor:$operand, I64Attr:$axis, I64Attr:$repeats);
  let results = (outs Kina_Tensor:$result);
  let assemblyFormat = [{
    $operand `axis` `=` $axis `repeats` `=` $repeats
    attr-dict `:` type($operand) `->` type($result)
  }];
  let hasFolder = 1;
}

#endif // KINA_DIALECT_INDEXINGOPS
