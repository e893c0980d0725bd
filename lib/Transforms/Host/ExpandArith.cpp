//===- ExpandArith.cpp - arith ops that LLVM has no instruction for -------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace kina {
#define GEN_PASS_DEF_KINAEXPANDARITH
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

namespace {
class ExpandArith : public kina::impl::KinaExpandArithBase<ExpandArith> {
public:
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateExpandBFloat16Patterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
