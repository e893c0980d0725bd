//===- Normalization.cpp - Lowering of softmax and log_softmax ------------===//

#include "Patterns.h"
#include "ScalarOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace kina;

namespace {
/// Both ops: the largest element m of each row, s = sum(exp(x - m)), and
/// exp(x - m) / s or (x - m) - log(s). f16 and bf16 are widened in the bodies
/// and rounded in the last one.
template <typename OpTy> struct NormalizationLowering : LoweringPattern<OpTy> {
  using LoweringPattern<OpTy>::LoweringPattern;
  static constexpr bool isLog = std::is_same_v<OpTy, LogSoftmaxOp>;

  Value lower(OpTy op, PatternRewriter &b) const override {
    Location loc = op.getLoc();
    Value x = op.getOperand();
    int64_t axis = op.getAxis(), rank = op.getType().getRank();
    Type type = op.getType().getElementType(), wide = getComputeType(type);
    Sizes sizes = getResultSizes(b, op);
    Sizes rowSizes = dropAxes<OpFoldResult>(sizes, axis);
    AffineMap each = b.getMultiDimIdentityMap(rank);
    AffineMap row = getMapWithoutAxes(b, rank, axis);

    auto shift = [](OpBuilder &b, Location loc, ValueRange x) -> Value {
      return arith::SubFOp::create(b, loc, buildWidened(b, loc, x[0]), x[1]);
    };
    Value max = buildReduction(b, loc, ReduceKind::max, x, axis, rowSizes);
    Value exp =
        buildParallel(b, loc, {x, max}, {each, row}, sizes, wide,
                      [&](OpBuilder &b, Location loc, ValueRange x) -> Value {
                        return math::ExpOp::create(b, loc, shift(b, loc, x));
                      });
    Value sum = buildReduction(b, loc, ReduceKind::sum, exp, axis, rowSizes);
    if (!isLog)
      return buildParallel(b, loc, {exp, sum}, {each, row}, sizes, type,
                           [&](OpBuilder &b, Location loc, ValueRange x) {
                             Value y =
                                 arith::DivFOp::create(b, loc, x[0], x[1]);
                             return buildNarrowed(b, loc, y, type);
                           });
    Value log =
        buildElementwise(b, loc, sum, rowSizes, wide,
                         [](OpBuilder &b, Location loc, ValueRange x) -> Value {
                           return math::LogOp::create(b, loc, x[0]);
                         });
    return buildParallel(b, loc, {x, max, log}, {each, row, row}, sizes, type,
                         [&](OpBuilder &b, Location loc, ValueRange x) {
                           Value y = arith::SubFOp::create(
                               b, loc, shift(b, loc, x), x[2]);
                           return buildNarrowed(b, loc, y, type);
                         });
  }
};
} // namespace

void kina::populateNormalizationToLinalgPatterns(RewritePatternSet &patterns,
                                                 CheckEmitter &checks) {
  patterns.add<NormalizationLowering<SoftmaxOp>,
               NormalizationLowering<LogSoftmaxOp>>(patterns.getContext(),
                                                    checks);
}
