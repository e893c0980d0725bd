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
/// A selection between bf16 is one between their bits: LLVM may do it in f32,
/// and narrow what it chose by an instruction that takes subnormals to zero.
struct SelectBits : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &b) const override {
    if (!isa<BFloat16Type>(op.getType()))
      return failure();
    Location loc = op.getLoc();
    auto toBits = [&](Value x) -> Value {
      return arith::BitcastOp::create(b, loc, b.getI16Type(), x);
    };
    Value chosen = arith::SelectOp::create(b, loc, op.getCondition(),
                                           toBits(op.getTrueValue()),
                                           toBits(op.getFalseValue()));
    b.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), chosen);
    return success();
  }
};

class ExpandArith : public kina::impl::KinaExpandArithBase<ExpandArith> {
public:
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateExpandBFloat16Patterns(patterns);
    patterns.add<SelectBits>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
