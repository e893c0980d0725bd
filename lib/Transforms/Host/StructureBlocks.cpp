//===- StructureBlocks.cpp - Branches between blocks become regions -------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/RegionUtils.h"

namespace kina {
#define GEN_PASS_DEF_KINASTRUCTUREBLOCKS
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

static bool hasBranches(func::FuncOp function) {
  auto isBranch = [](Block *block) {
    return block->getParent()->hasOneBlock() ? WalkResult::advance()
                                             : WalkResult::interrupt();
  };
  return function.walk(isBranch).wasInterrupted();
}

/// What upstream's pass cannot follow is reported here, in kina's words.
static LogicalResult verifyBranches(func::FuncOp function) {
  auto verify = [](Block *block) {
    Operation *op = block->getTerminator();
    if (block->getParent()->hasOneBlock() ||
        isa<cf::BranchOp, cf::CondBranchOp, cf::SwitchOp, ub::UnreachableOp>(
            op) ||
        op->hasTrait<OpTrait::ReturnLike>())
      return WalkResult::advance();
    op->emitOpError(
        "expected a branch of the cf dialect or a return at the end "
        "of one of several blocks");
    return WalkResult::interrupt();
  };
  return failure(function.walk(verify).wasInterrupted());
}

namespace {
class StructureBlocks
    : public kina::impl::KinaStructureBlocksBase<StructureBlocks> {
public:
  void runOnOperation() override {
    OpPassManager lift(func::FuncOp::getOperationName());
    lift.addPass(createLiftControlFlowToSCFPass());
    IRRewriter rewriter(&getContext());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!hasBranches(function))
        continue;
      // Upstream's pass refuses them.
      (void)eraseUnreachableBlocks(rewriter, function->getRegions());
      if (failed(verifyBranches(function)) ||
          failed(runPipeline(lift, function)))
        return signalPassFailure();
    }
  }
};
} // namespace
