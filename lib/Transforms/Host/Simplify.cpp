//===- Simplify.cpp - Canonicalization that knows of traps ----------------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/StringSwitch.h"

namespace kina {
#define GEN_PASS_DEF_KINASIMPLIFY
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

/// Whether a function of the run-time library never returns.
static bool neverReturns(StringRef name) {
  enum Result { NORETURN, PTR };
  struct Entry {
    StringRef name;
    Result result;
  };
  static const Entry table[] = {
#define KINA_RUNTIME_CALL(NAME, RESULT, ...) {#NAME, RESULT},
#include "kina/runtime_calls.def"
  };
  return llvm::any_of(table, [&](const Entry &entry) {
    return entry.name == name && entry.result == NORETURN;
  });
}

/// Some value of the type, for code that never runs.
static Value buildPlaceholder(OpBuilder &b, Location loc, Type type) {
  // Bufferization wants tensors that have a buffer.
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return ub::PoisonOp::create(b, loc, type);
  SmallVector<Value> sizes;
  if (tensor.getNumDynamicDims() > 0)
    sizes.assign(tensor.getNumDynamicDims(),
                 arith::ConstantIndexOp::create(b, loc, 0));
  return tensor::EmptyOp::create(b, loc, tensor, sizes);
}

namespace {
struct EraseAfterTrap : OpRewritePattern<func::CallOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(func::CallOp call,
                                PatternRewriter &b) const override {
    if (!neverReturns(call.getCallee()))
      return failure();
    Block *block = call->getBlock();
    if (!block->mightHaveTerminator() ||
        call->getNextNode() == block->getTerminator())
      return failure();
    b.setInsertionPoint(call);
    while (true) {
      Operation *last = block->getTerminator()->getPrevNode();
      if (last == call)
        return success();
      for (Value result : last->getResults())
        if (!result.use_empty())
          b.replaceAllUsesWith(
              result, buildPlaceholder(b, last->getLoc(), result.getType()));
      b.eraseOp(last);
    }
  }
};

class Simplify : public kina::impl::KinaSimplifyBase<Simplify> {
public:
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet all(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(all);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(all, context);
    // Before anything looks at the sizes behind the trap.
    all.add<EraseAfterTrap>(context, /*benefit=*/100);
    patterns = FrozenRewritePatternSet(std::move(all));
    return success();
  }

  void runOnOperation() override {
    // As canonicalize does by default: no fixed point is no failure.
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal(true);
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
    (void)applyPatternsGreedily(getOperation(), patterns, config);
  }

private:
  FrozenRewritePatternSet patterns;
};
} // namespace
