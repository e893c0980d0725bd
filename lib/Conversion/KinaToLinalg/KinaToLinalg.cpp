//===- KinaToLinalg.cpp - The pass --kina-to-linalg -----------------------===//

#include "Kina/Conversion/Passes.h"
#include "Patterns.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Rewrite/PatternApplicator.h"

namespace kina {
#define GEN_PASS_DEF_KINATOLINALG
#include "Kina/Conversion/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

static bool isOnDevice(Type type) { return static_cast<bool>(getDevice(type)); }

/// Reports what this lowering does not take.
static LogicalResult verifyLowerable(Operation *op) {
  if (isa<TransferOp>(op) || llvm::any_of(op->getOperandTypes(), isOnDevice) ||
      llvm::any_of(op->getResultTypes(), isOnDevice))
    return op->emitError() << op->getName()
                           << ": device lowering is not available";
  if (isa<HandleOp>(op))
    return op->emitOpError(
        "expected to be differentiated before this pass, got a "
        "handler; run --kina-ad first");
  if (auto constant = dyn_cast<ConstantOp>(op))
    return verifyConstantData(constant);
  return success();
}

/// Device types on ops of other dialects: functions that only hand a tensor on,
/// control flow. Left alone they would run on the host.
static LogicalResult verifyOnHost(Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (llvm::any_of(op->getResultTypes(), isOnDevice) ||
      (function && (llvm::any_of(function.getArgumentTypes(), isOnDevice) ||
                    llvm::any_of(function.getResultTypes(), isOnDevice))))
    return op->emitError() << op->getName()
                           << ": device lowering is not available";
  return success();
}

/// What only the backward part would have made use of: regions that are
/// evaluated where they stand, and how loops are to be differentiated.
static void dropRecomputation(Operation *root) {
  root->walk([](Operation *op) {
    op->removeDiscardableAttr(recomputePolicyAttrName);
    auto checkpoint = dyn_cast<CheckpointOp>(op);
    if (!checkpoint)
      return;
    Block &body = checkpoint.getRegion().front();
    Operation *yield = body.getTerminator();
    checkpoint.replaceAllUsesWith(yield->getOperands());
    yield->erase();
    checkpoint->getBlock()->getOperations().splice(checkpoint->getIterator(),
                                                   body.getOperations());
    checkpoint.erase();
  });
}

namespace {
struct KinaToLinalgPass : kina::impl::KinaToLinalgBase<KinaToLinalgPass> {
  using KinaToLinalgBase::KinaToLinalgBase;

  void runOnOperation() override {
    dropRecomputation(getOperation());
    SmallVector<Operation *> ops;
    SmallVector<tensor::CastOp> casts;
    bool lowerable = true;
    getOperation().walk([&](Operation *op) {
      if (isa_and_present<KinaDialect>(op->getDialect()))
        ops.push_back(op);
      else
        lowerable &= succeeded(verifyOnHost(op));
      if (auto cast = dyn_cast<tensor::CastOp>(op);
          cast && checkCasts && !cast->use_empty())
        casts.push_back(cast);
    });
    for (Operation *op : ops)
      lowerable &= succeeded(verifyLowerable(op));
    if (!lowerable)
      return signalPassFailure();

    CheckEmitter checks(uncheckedBounds);
    for (tensor::CastOp cast : casts) {
      OpBuilder b(cast);
      checks.emitCastChecks(b, cast);
    }
    RewritePatternSet patterns(&getContext());
    populateElementwiseToLinalgPatterns(patterns, checks);
    populateShapeToLinalgPatterns(patterns, checks);
    populateReductionToLinalgPatterns(patterns, checks);
    populateContractionToLinalgPatterns(patterns, checks);
    populateNormalizationToLinalgPatterns(patterns, checks);
    populateIndexingToLinalgPatterns(patterns, checks);
    populateEffectsToLinalgPatterns(patterns, checks);
    FrozenRewritePatternSet frozen(std::move(patterns));
    PatternApplicator applicator(frozen);
    applicator.applyDefaultCostModel();
    // Each op once, unreachable blocks included, which walkAndApplyPatterns
    // leaves alone.
    PatternRewriter rewriter(&getContext());
    for (Operation *op : ops) {
      // Possible in graph regions and unreachable blocks alone; patterns that
      // give an operand back would replace the op by itself.
      if (llvm::is_contained(op->getOperands(), op->getResult(0))) {
        op->emitOpError("expected operands that other ops make, got its own "
                        "result");
        return signalPassFailure();
      }
      rewriter.setInsertionPoint(op);
      if (failed(applicator.matchAndRewrite(op, rewriter))) {
        op->emitOpError("expected an op that has a lowering to linalg");
        return signalPassFailure();
      }
    }
    if (checks.hasFailed())
      signalPassFailure();
  }
};
} // namespace
