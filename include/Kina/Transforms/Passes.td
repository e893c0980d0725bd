//===- Passes.td - Passes from kina to kina ------------------*- tablegen -*-===//

#ifndef KINA_TRANSFORMS_PASSES
#define KINA_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

class Kina_ReverseMode<string name> : Pass<name, "::mlir::ModuleOp"> {
  let dependentDialects = ["::kina::KinaDialect", "::mlir::affine::AffineDialect",
                           "::mlir::func::FuncDialect", "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect"];
}

def KinaAD : Kina_ReverseMode<"kina-ad"> {
  let summary = "Replace every kina.handle by calls of derivative functions";
  let description = [{
    Reverse-mode differentiation. Each `kina.handle` becomes a call of a private
    forward function, which returns the callee's results and what the backward
    part needs, and a call of a private backward function, which takes that and
    the seeds and returns the gradients. Both are made once for each callee, set
    of active arguments and set of seeded results.

    The derivative of an op is its own business (`VJPOpInterface`). Control flow,
    `scf.if`, `scf.for`, `scf.while`, `kina.checkpoint` and `func.call`, is
    differentiated region by region. What a loop keeps for its backward part
    follows its attribute `kina.recompute_policy`.
  }];
}

def KinaADReport : Kina_ReverseMode<"kina-ad-report"> {
  let summary = "As kina-ad, and say what is kept and what is computed again";
  let description = [{
    Remarks, at the ops of the program: the values that forward functions and
    loops keep for their backward parts, in bytes, and what is computed again
    there, each with the reason.
  }];
}

#endif // KINA_TRANSFORMS_PASSES
