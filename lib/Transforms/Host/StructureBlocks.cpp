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
      if (failed(runPipeline(lift, function)))
        return signalPassFailure();
    }
  }
};
} // namespace
