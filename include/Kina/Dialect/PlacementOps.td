//===- PlacementOps.td - Copies between placements -----------*- tablegen -*-===//

#ifndef KINA_DIALECT_PLACEMENTOPS
#define KINA_DIALECT_PLACEMENTOPS

include "Kina/Dialect/KinaOpBase.td"

def Kina_TransferOp : Kina_Op<"transfer", [Pure, Kina_VJP,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "copy to another placement";
  let description = [{
    The types differ in the encoding alone.

    Cotangent of the operand: g transferred back.

    ```mlir
    func.func @example(%x: tensor<4xf32>) -> tensor<4xf32, #kina.device> {
      %y = kina.transfer %x : tensor<4xf32> -> tensor<4xf32, #kina.device>
      return %y : tensor<4xf32, #kina.device>
    }
    ```
  }];
  let arguments = (ins Kina_Tensor:$operand);
  let results = (outs Kina_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
  let hasVerifier = 1;
}

#endif // KINA_DIALECT_PLACEMENTOPS
