//===- OutsideOps.td - A dialect that kina does not know -----*- tablegen -*-===//

include "Kina/Interfaces/VJPOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Outside_Dialect : Dialect {
  let name = "outside";
  let cppNamespace = "::outside";
}

class Outside_Op<string mnemonic, list<Trait> traits = []>
    : Op<Outside_Dialect, mnemonic, [Pure, SameOperandsAndResultType] # traits> {
  let arguments = (ins AnyTensor:$operand);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

def Outside_CubeOp : Outside_Op<"cube", [Kina_VJP]> {
  let summary = "x^3, with a rule of its own";
}
def Outside_PolarOp : Outside_Op<"polar", [Kina_VJP]> {
  let summary = "cosine and sine, whose cotangents may be zero one by one";
  let results = (outs AnyTensor:$x, AnyTensor:$y);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}
def Outside_StepOp : Outside_Op<"step", [Kina_NoDerivative<"piecewise constant">]> {
  let summary = "piecewise constant, and says so";
}
def Outside_OpaqueOp : Outside_Op<"opaque"> {
  let summary = "without a rule";
}
def Outside_BrokenOp : Outside_Op<"broken", [Kina_VJP]> {
  let summary = "its rule gives a cotangent of another type";
}
