//===- Effects.cpp - Side effects of what is computed again ---------------===//

#include "Effects.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace kina;

/// Whether the op has effects itself; those in its regions are their ops'.
static bool hasOwnEffects(Operation *op, const Source &source) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return source.getDerivatives().hasSideEffects(call, source.getCallee());
  return !op->hasTrait<mlir::OpTrait::IsTerminator>() &&
         !op->hasTrait<mlir::OpTrait::HasRecursiveMemoryEffects>() &&
         !isMemoryEffectFree(op);
}

LogicalResult kina::verifyRepeatable(Operation *op, const Source &source) {
  bool failed = false;
  op->walk([&](Operation *nested) {
    if (nested->use_empty() || !hasOwnEffects(nested, source))
      return;
    failed = true;
    nested->emitOpError(
        "has side effects, but would be run again to differentiate what it "
        "gives; keep it out of recursive functions, kina.checkpoint, scf.while "
        "and loops that recompute or whose tensors change their size");
  });
  return failure(failed);
}

void kina::dropEffects(Operation *copy, const Source &source) {
  SmallVector<Operation *> unused;
  copy->walk([&](Operation *nested) {
    if (nested != copy && nested->use_empty() && hasOwnEffects(nested, source))
      unused.push_back(nested);
  });
  for (Operation *op : unused)
    op->erase();
}
