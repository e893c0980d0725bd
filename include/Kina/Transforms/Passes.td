//===- Passes.td - Passes from kina to kina ------------------*- tablegen -*-===//

#ifndef KINA_TRANSFORMS_PASSES
#define KINA_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def KinaAD : Pass<"kina-ad", "::mlir::ModuleOp"> {
  let summary = "Replace every kina.handle by calls of derivative functions";
  let description = [{
    Reverse-mode differentiation. Each `kina.handle` becomes a call of a private
    forward function, which returns the callee's results and what the backward
    part needs, and a call of a private backward function, which takes that and
    the seeds and returns the gradients. Both are made once for each callee, set
    of active arguments and set of seeded results.

    The derivative of an op is its own business (`VJPOpInterface`).
  }];
  let dependentDialects = ["::kina::KinaDialect", "::mlir::affine::AffineDialect",
                           "::mlir::func::FuncDialect", "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect"];
}

#endif // KINA_TRANSFORMS_PASSES
