//===- VJPOpInterface.td - Derivative rule of an op ----------*- tablegen -*-===//

#ifndef KINA_INTERFACES_VJPOPINTERFACE
#define KINA_INTERFACES_VJPOPINTERFACE

include "mlir/IR/OpBase.td"

def Kina_VJPOpInterface : OpInterface<"VJPOpInterface"> {
  let cppNamespace = "::kina";
  let description = [{
    An op that knows its vector-Jacobian product. `--kina-ad` names no op: any
    dialect can take part by implementing this interface or attaching an
    external model.
  }];
  let methods = [InterfaceMethod<[{
      Builds the cotangents of the operands from those of the results and hands
      each to `vjp`. A cotangent has its value's exact type. The rule must ask
      for inactive operands' cotangents only through `VJPContext::contribute`,
      so that nothing is built for them, and must use ops that have derivative
      rules themselves: that closure gives every higher order.
    }], "void", "buildVJP", (ins "::kina::VJPContext &":$vjp)>,
    InterfaceMethod<[{
      Whether this very op has a rule; for ops of several kinds. Where not, a
      differentiated program that needs it is refused.
    }], "bool", "hasVJP", (ins), "", "return true;">];
}

class Kina_Trait<string name> : NativeOpTrait<name> {
  let cppNamespace = "::kina::OpTrait";
}

/// The op has a derivative rule: its `buildVJP`.
def Kina_VJP : DeclareOpInterfaceMethods<Kina_VJPOpInterface>;
/// The op is constant or piecewise constant, or its result is not a float. The
/// reason goes into the op matrix.
class Kina_NoDerivative<string reason> : Kina_Trait<"NoDerivative"> {
  string noDerivativeReason = reason;
}
def Kina_CheapToRecompute : Kina_Trait<"CheapToRecompute">;

#endif // KINA_INTERFACES_VJPOPINTERFACE
