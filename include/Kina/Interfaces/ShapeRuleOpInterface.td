//===- ShapeRuleOpInterface.td - Shape rule of an op ---------*- tablegen -*-===//

#ifndef KINA_INTERFACES_SHAPERULEOPINTERFACE
#define KINA_INTERFACES_SHAPERULEOPINTERFACE

include "mlir/IR/OpBase.td"

def Kina_ShapeRuleOpInterface : OpInterface<"ShapeRuleOpInterface"> {
  let cppNamespace = "::kina";
  let description = [{
    The one home of an op's shape rule. Type inference, the verifier, shape
    reification, speculatability and the run-time checks of every lowering are
    derived from it.
  }];
  let methods = [
    InterfaceMethod<[{
      Fills `rule`. Fails, after reporting through `emitError`, where the op's
      attributes or ranks are wrong; sizes that disagree are left to
      `verifyShapeRule`.
    }], "::llvm::LogicalResult", "getShapeRule",
    (ins "::kina::ShapeRule &":$rule,
         "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError)>,
    InterfaceMethod<[{
      Whether the op can trap, or would do worse, for a reason other than the
      sizes of its operands: an index out of bounds, a division by zero, an empty
      reduction.
    }], "bool", "canTrapOnValues", (ins), "", "return false;">,
    InterfaceMethod<"The op's name in the messages of its traps.",
      "::llvm::StringRef", "getTrapName", (ins), "",
      "return $_op->getName().stripDialect();">
  ];
}

#endif // KINA_INTERFACES_SHAPERULEOPINTERFACE
