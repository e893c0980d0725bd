//===- ExpandFloatCasts.cpp - f64 to f16 and bf16 in plain operations -----===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace kina {
#define GEN_PASS_DEF_KINAEXPANDFLOATCASTS
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

/// `type` with the shape of `like`.
static Type withShapeOf(Type like, Type type) {
  auto shaped = dyn_cast<ShapedType>(like);
  return shaped ? shaped.clone(type) : type;
}

static Value constant(OpBuilder &b, Location loc, Type type, int64_t value) {
  TypedAttr attr = b.getIntegerAttr(getElementTypeOrSelf(type), value);
  if (auto shaped = dyn_cast<ShapedType>(type))
    attr = DenseElementsAttr::get(shaped, Attribute(attr));
  return arith::ConstantOp::create(b, loc, attr);
}

namespace {
/// f32 has at least two bits more than the narrow types, so rounding to odd
/// there loses nothing that the second rounding needs (Boldo and Melquiond,
/// "Emulation of a FMA and correctly rounded sums", 2008).
struct NarrowThroughF32 : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &b) const override {
    Value x = op.getIn();
    Type to = getElementTypeOrSelf(op.getType());
    if (!getElementTypeOrSelf(x.getType()).isF64() ||
        !(to.isF16() || to.isBF16()) || op.getRoundingmode())
      return failure();
    if (auto shaped = dyn_cast<ShapedType>(x.getType());
        shaped && !shaped.hasStaticShape())
      return failure();

    Location loc = op.getLoc();
    Type f32 = withShapeOf(x.getType(), b.getF32Type());
    Type i32 = withShapeOf(x.getType(), b.getI32Type());
    Value nearest = arith::TruncFOp::create(b, loc, f32, x);
    Value back = arith::ExtFOp::create(b, loc, x.getType(), nearest);
    // Ordered, so that NaN stays as it is.
    Value inexact =
        arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ONE, back, x);
    // Away from zero: |back| > |x|, which has the sign of x.
    Value above =
        arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, back, x);
    Value bits = arith::BitcastOp::create(b, loc, i32, nearest);
    Value zero = constant(b, loc, i32, 0);
    Value one = constant(b, loc, i32, 1);
    Value negative =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, bits, zero);
    Value away = arith::XOrIOp::create(b, loc, above, negative);
    Value down = arith::SubIOp::create(b, loc, bits, one);
    Value toZero = arith::SelectOp::create(b, loc, away, down, bits);
    Value odd = arith::OrIOp::create(b, loc, toZero, one);
    Value chosen = arith::SelectOp::create(b, loc, inexact, odd, bits);
    Value f32Value = arith::BitcastOp::create(b, loc, f32, chosen);
    b.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), f32Value);
    return success();
  }
};

class ExpandFloatCasts
    : public kina::impl::KinaExpandFloatCastsBase<ExpandFloatCasts> {
public:
  void runOnOperation() override {
    // LLVM's conversions have no flags; lowering would leave these as
    // attributes of a dialect that is gone.
    getOperation()->walk([](Operation *op) {
      if (auto extend = dyn_cast<arith::ExtFOp>(op))
        extend.removeFastmathAttr();
      else if (auto truncate = dyn_cast<arith::TruncFOp>(op))
        truncate.removeFastmathAttr();
    });
    RewritePatternSet patterns(&getContext());
    patterns.add<NarrowThroughF32>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
