//===- LowerLoops.cpp - Structured control flow to branches ---------------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Iterators.h"
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

/// Numbers the cases from 0 on: upstream's lowering compares 32 bits.
static void numberCases(scf::IndexSwitchOp op) {
  OpBuilder b(op);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, op.getLoc(), value);
  };
  ArrayRef<int64_t> cases = op.getCases();
  Value number = constant(cases.size());
  for (auto [i, value] : llvm::enumerate(cases)) {
    Value here = arith::CmpIOp::create(b, op.getLoc(), arith::CmpIPredicate::eq,
                                       op.getArg(), constant(value));
    number = arith::SelectOp::create(b, op.getLoc(), here, constant(i), number);
  }
  op.getArgMutable().assign(number);
  op.setCases(llvm::to_vector(llvm::seq<int64_t>(0, cases.size())));
}

namespace {
/// Collects the ops that patterns make: loops of several dimensions become
/// loops of one.
class Created : public RewriterBase::Listener {
public:
  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    if (!previous.isSet() && isStructuredControlFlow(op))
      ops.push_back(op);
  }

  SmallVector<Operation *> ops;
};

class LowerLoops : public kina::impl::KinaLowerLoopsBase<LowerLoops> {
public:
  void runOnOperation() override {
    getOperation()->walk(numberCases);
    RewritePatternSet patternSet(&getContext());
    populateSCFToControlFlowConversionPatterns(patternSet);
    FrozenRewritePatternSet patterns(std::move(patternSet));
    PatternApplicator applicator(patterns);
    applicator.applyDefaultCostModel();

    // Outer before inner, as the patterns expect, and of neighbours the last
    // first.
    SmallVector<Operation *> pending;
    getOperation()->walk<WalkOrder::PreOrder, ReverseIterator>(
        [&](Operation *op) {
          if (isStructuredControlFlow(op))
            pending.push_back(op);
        });
    std::reverse(pending.begin(), pending.end());

    Created created;
    PatternRewriter rewriter(&getContext());
    rewriter.setListener(&created);
    while (!pending.empty()) {
      Operation *op = pending.pop_back_val();
      rewriter.setInsertionPoint(op);
      if (failed(applicator.matchAndRewrite(op, rewriter))) {
        op->emitOpError("cannot be lowered to branches");
        return signalPassFailure();
      }
      llvm::append_range(pending, llvm::reverse(created.ops));
      created.ops.clear();
    }
  }
};
} // namespace
