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

/// Whether the call is one of the run-time library's functions that never
/// return.
static bool neverReturns(func::CallOp call) {
  enum Result { NORETURN, PTR };
  struct Entry {
    StringRef name;
    Result result;
  };
  static const Entry table[] = {
#define KINA_RUNTIME_CALL(NAME, RESULT, ...) {#NAME, RESULT},
#include "kina/runtime_calls.def"
  };
  if (llvm::none_of(table, [&](const Entry &entry) {
        return entry.name == call.getCallee() && entry.result == NORETURN;
      }))
    return false;
  // The module may define a function of that name, which is not the library's.
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  return callee && callee.isExternal();
}

/// Some value of the type, for what no result depends on.
static Value buildPlaceholder(OpBuilder &b, Location loc, Type type) {
  // Bufferization wants tensors that have a buffer.
  if (auto unranked = dyn_cast<UnrankedTensorType>(type)) {
    auto scalar = RankedTensorType::get({}, unranked.getElementType());
    return tensor::CastOp::create(b, loc, type,
                                  buildPlaceholder(b, loc, scalar));
  }
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
    Block *block = call->getBlock();
    if (!block->mightHaveTerminator() ||
        call->getNextNode() == block->getTerminator() || !neverReturns(call))
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

/// ub.poison of a tensor, which bufferization does not know: a placeholder for
/// each use, and there, so that no buffer is kept, or copied to be handed on.
struct PlacePoison : OpRewritePattern<ub::PoisonOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ub::PoisonOp op,
                                PatternRewriter &b) const override {
    if (!isa<TensorType>(op.getType()))
      return failure();
    for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
      b.setInsertionPoint(use.getOwner());
      Value place = buildPlaceholder(b, op.getLoc(), op.getType());
      b.modifyOpInPlace(use.getOwner(), [&] { use.set(place); });
    }
    b.eraseOp(op);
    return success();
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
    all.add<PlacePoison>(context);
    // It moves what a tensor.cast guesses to before the check of it, into the
    // op that makes the tensor.
    static const std::string guess =
        "(anonymous namespace)::FoldTensorCastConsumerOp";
    patterns = FrozenRewritePatternSet(std::move(all), {guess});
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
