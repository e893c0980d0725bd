//===- LowerLoops.cpp - Structured control flow to branches ---------------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Rewrite/PatternApplicator.h"

namespace kina {
#define GEN_PASS_DEF_KINALOWERLOOPS
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

static bool isStructuredControlFlow(Operation *op) {
  // Terminators go with the op around them.
  return isa<scf::SCFDialect>(op->getDialect()) &&
         !op->hasTrait<OpTrait::IsTerminator>();
}

namespace {
/// The ops that are still to be lowered, last first.
class Pending : public RewriterBase::Listener {
public:
  void push(Operation *op) { ops.push_back(op); }
  bool empty() const { return ops.empty(); }
  Operation *pop() { return ops.pop_back_val(); }

  // Loops of several dimensions become loops of one.
  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    if (!previous.isSet() && isStructuredControlFlow(op))
      push(op);
  }

private:
  SmallVector<Operation *> ops;
};

class LowerLoops : public kina::impl::KinaLowerLoopsBase<LowerLoops> {
public:
  void runOnOperation() override {
    RewritePatternSet patternSet(&getContext());
    populateSCFToControlFlowConversionPatterns(patternSet);
    FrozenRewritePatternSet patterns(std::move(patternSet));
    PatternApplicator applicator(patterns);
    applicator.applyDefaultCostModel();

    Pending pending;
    // Outer before inner, so that the inner are lowered first.
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isStructuredControlFlow(op))
        pending.push(op);
    });
    PatternRewriter rewriter(&getContext());
    rewriter.setListener(&pending);
    while (!pending.empty()) {
      Operation *op = pending.pop();
      rewriter.setInsertionPoint(op);
      if (failed(applicator.matchAndRewrite(op, rewriter))) {
        op->emitOpError("cannot be lowered to branches");
        return signalPassFailure();
      }
    }
  }
};
} // namespace
