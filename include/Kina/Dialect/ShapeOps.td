//===- ShapeOps.td - Constants and data movement -------------*- tablegen -*-===//

#ifndef KINA_DIALECT_SHAPEOPS
#define KINA_DIALECT_SHAPEOPS

include "Kina/Dialect/KinaOpBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/CommonAttrConstraints.td"

def Kina_ConstantOp : Kina_Op<"constant", [Pure, ConstantLike, Kina_CheapToRecompute,
    Kina_NoDerivative<"constant">, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "constant tensor";
  let description = [{
    Holds any elements attribute; the result has the attribute's type.

    ```mlir
    func.func @example() -> tensor<4xf32> {
      %y = kina.constant dense<1.0> : tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Kina_Tensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Kina_IotaOp : Kina_SizedOp<"iota", [Kina_CheapToRecompute, Kina_NoDerivative<"constant">]> {
  let summary = "positions along an axis";
  let description = [{
    `result[.., i, ..] = i` where i is the position along `axis`, converted to
    the element type. `sizes` gives one index for each `?` of the result.

    ```mlir
    func.func @example(%n: index) -> tensor<?x8xi64> {
      %y = kina.iota axis = 1 sizes(%n) : tensor<?x8xi64>
      return %y : tensor<?x8xi64>
    }
    ```
  }];
  let arguments = (ins I64Attr:$axis, Variadic<Index>:$sizes);
  let results = (outs Kina_NumberTensor:$result);
  let assemblyFormat = "`axis` `=` $axis (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($result)";
}

def Kina_BroadcastOp : Kina_SizedOp<"broadcast", [Kina_CheapToRecompute, Kina_VJP]> {
  let summary = "repetition along new or unit dimensions";
  let description = [{
    Dimensions are aligned at the last one. A source dimension equals the
    result's or is statically 1; a `?` is never expanded and must equal the
    result's size at run time. `sizes` gives one index for each `?` of the
    result.

    Cotangent of the operand: g summed over the added and expanded axes.

    ```mlir
    func.func @example(%x: tensor<4x1xf32>) -> tensor<2x4x8xf32> {
      %y = kina.broadcast %x : tensor<4x1xf32> -> tensor<2x4x8xf32>
      return %y : tensor<2x4x8xf32>
    }
    ```
  }];
  let arguments = (ins Kina_Tensor:$operand, Variadic<Index>:$sizes);
  let results = (outs Kina_Tensor:$result);
  let assemblyFormat = [{
    $operand (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($operand) `->` type($result)
  }];
  let hasFolder = 1;
  let opDeclaration = [{
    /// The result's axes along which the operand is repeated, ascending: those
    /// without source and those whose source is statically 1 and result is not.
    ::llvm::SmallVector<int64_t> getRepeatedAxes();
  }];
}

def Kina_ReshapeOp : Kina_SizedOp<"reshape", [Kina_CheapToRecompute, Kina_VJP]> {
  let summary = "the same elements, in row-major order, in another shape";
  let description = [{
    The element counts agree, at run time where a size is `?`. `sizes` gives one
    index for each `?` of the result.

    Cotangent of the operand: g reshaped back.

    ```mlir
    func.func @example(%x: tensor<2x3xf32>) -> tensor<6xf32> {
      %y = kina.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
      return %y : tensor<6xf32>
    }
    ```
  }];
  let arguments = (ins Kina_Tensor:$operand, Variadic<Index>:$sizes);
  let results = (outs Kina_Tensor:$result);
  let assemblyFormat = [{
    $operand (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($operand) `->` type($result)
  }];
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

def Kina_TransposeOp : Kina_InferredOp<"transpose", [Kina_CheapToRecompute, Kina_VJP]> {
  let summary = "permutation of dimensions";
  let description = [{
    Dimension i of the result is dimension `perm[i]` of the operand.

    Cotangent of the operand: g transposed by the inverse permutation.

    ```mlir
    func.func @example(%x: tensor<1x2x3xf32>) -> tensor<3x1x2xf32> {
      %y = kina.transpose %x perm = [2, 0, 1] : tensor<1x2x3xf32> -> tensor<3x1x2xf32>
      return %y : tensor<3x1x2xf32>
    }
    ```
  }];
  let arguments = (ins Kina_Tensor:$operand, DenseI64ArrayAttr:$perm);
  let results = (outs Kina_Tensor:$result);
  let assemblyFormat = "$operand `perm` `=` $perm attr-dict `:` type($operand) `->` type($result)";
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

def Kina_SliceOp : Kina_InferredOp<"slice", [Kina_VJP]> {
  let summary = "rectangular part of a tensor";
  let description = [{
    `result[i] = operand[offsets + i * strides]` for i in [0, sizes). Strides are
    at least 1. A part beyond the operand is an error, at run time where a size
    is `?`: `kina: slice out of bounds: ...`.

    Cotangent of the operand: g in a tensor of zeros, at the places that were read.

    ```mlir
    func.func @example(%x: tensor<4x8xf32>) -> tensor<4x4xf32> {
      %y = kina.slice %x offsets = [0, 2] sizes = [4, 4] strides = [1, 1] : tensor<4x8xf32> -> tensor<4x4xf32>
      return %y : tensor<4x4xf32>
    }
    ```
  }];
  let arguments = (ins Kina_Tensor:$operand, DenseI64ArrayAttr:$offsets,
                       DenseI64ArrayAttr:$sizes, DenseI64ArrayAttr:$strides);
  let results = (outs Kina_Tensor:$result);
  let assemblyFormat = [{
    $operand `offsets` `=` $offsets `sizes` `=` $sizes `strides` `=` $strides
    attr-dict `:` type($operand) `->` type($result)
  }];
  let hasFolder = 1;
}

def Kina_PadOp : Kina_InferredOp<"pad", [Kina_VJP]> {
  let summary = "constant border around a tensor";
  let description = [{
    `low` and `high` elements of `value` (rank 0) before and after each
    dimension; both at least 0.

    Cotangents: the part of g where the operand was; the sum of g where `value` was.

    ```mlir
    func.func @example(%x: tensor<4x8xf32>, %v: tensor<f32>) -> tensor<4x11xf32> {
      %y = kina.pad %x, %v low = [0, 1] high = [0, 2] : tensor<4x8xf32>, tensor<f32> -> tensor<4x11xf32>
      return %y : tensor<4x11xf32>
    }
    ```
  }];
  let arguments = (ins Kina_Tensor:$operand, Kina_Tensor:$value,
                       DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high);
  let results = (outs Kina_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $value `low` `=` $low `high` `=` $high
    attr-dict `:` type($operand) `,` type($value) `->` type($result)
  }];
  let hasFolder = 1;
}

def Kina_ConcatOp : Kina_InferredOp<"concat", [Kina_VJP]> {
  let summary = "tensors one after the other along an axis";
  let description = [{
    One operand or more, alike but for their sizes along `axis`, which add up.

    Cotangents: the parts of g where each operand was.

    ```mlir
    func.func @example(%a: tensor<2x3xf32>, %b: tensor<1x3xf32>) -> tensor<3x3xf32> {
      %y = kina.concat %a, %b axis = 0 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
      return %y : tensor<3x3xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Kina_Tensor>:$inputs, I64Attr:$axis);
  let results = (outs Kina_Tensor:$result);
  let assemblyFormat = "$inputs `axis` `=` $axis attr-dict `:` functional-type($inputs, $result)";
  let hasFolder = 1;
}

#endif // KINA_DIALECT_SHAPEOPS
