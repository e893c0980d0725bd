//===- Effects.cpp - Lowering of what handlers leave behind ---------------===//

#include "Patterns.h"

using namespace mlir;
using namespace kina;

namespace {
struct SeedLowering : LoweringPattern<SeedOp> {
  using LoweringPattern::LoweringPattern;
  Value lower(SeedOp op, PatternRewriter &) const override {
    return op.getSeed();
  }
};
} // namespace

void kina::populateEffectsToLinalgPatterns(RewritePatternSet &patterns,
                                           CheckEmitter &checks) {
  patterns.add<SeedLowering>(patterns.getContext(), checks);
}
