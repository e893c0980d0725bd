//===- Reduction.cpp - Lowering of reductions -----------------------------===//

#include "Patterns.h"
#include "ScalarOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace kina;

/// The value that changes no other when combined with it.
static Value buildIdentity(OpBuilder &b, Location loc, ReduceKind kind,
                           Type type) {
  bool isMax = kind == ReduceKind::max;
  if (kind == ReduceKind::sum || kind == ReduceKind::mean)
    return buildConstant(b, loc, type, 0);
  if (kind == ReduceKind::prod)
    return buildConstant(b, loc, type, 1);
  if (auto floatType = dyn_cast<FloatType>(type)) {
    APFloat infinity =
        APFloat::getInf(floatType.getFloatSemantics(), /*Negative=*/isMax);
    return arith::ConstantOp::create(b, loc, b.getFloatAttr(type, infinity));
  }
  unsigned width = type.getIntOrFloatBitWidth();
  return arith::ConstantOp::create(
      b, loc,
      b.getIntegerAttr(type, isMax ? APInt::getSignedMinValue(width)
                                   : APInt::getSignedMaxValue(width)));
}

static Value buildCombination(OpBuilder &b, Location loc, ReduceKind kind,
                              Value x, Value y) {
  switch (kind) {
  case ReduceKind::sum:
  case ReduceKind::mean:
    return buildReassociableAdd(b, loc, x, y);
  case ReduceKind::prod:
    return buildFloatOrInteger<arith::MulFOp, arith::MulIOp>(b, loc, {x, y});
  case ReduceKind::max:
    return buildFloatOrInteger<arith::MaximumFOp, arith::MaxSIOp>(b, loc,
                                                                  {x, y});
  case ReduceKind::min:
    return buildFloatOrInteger<arith::MinimumFOp, arith::MinSIOp>(b, loc,
                                                                  {x, y});
  }
  llvm_unreachable("unknown kind of reduction");
}

Value kina::buildReduction(OpBuilder &b, Location loc, ReduceKind kind,
                           Value operand, ArrayRef<int64_t> axes,
                           ArrayRef<OpFoldResult> sizes) {
  Type type = getComputeType(getElementTypeOrSelf(operand.getType()));
  Value init = buildFilled(b, loc, sizes, buildIdentity(b, loc, kind, type));
  int64_t rank = cast<RankedTensorType>(operand.getType()).getRank();
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  for (int64_t axis : axes)
    iterators[axis] = utils::IteratorType::reduction;
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(rank),
                                 getMapWithoutAxes(b, rank, axes)};
  return linalg::GenericOp::create(
             b, loc, init.getType(), operand, init, maps, iterators,
             [&](OpBuilder &b, Location loc, ValueRange elements) {
               Value x = buildWidened(b, loc, elements[0]);
               linalg::YieldOp::create(
                   b, loc, buildCombination(b, loc, kind, x, elements[1]));
             })
      .getResult(0);
}

namespace {
struct ReduceLowering : LoweringPattern<ReduceOp> {
  using LoweringPattern::LoweringPattern;

  Value lower(ReduceOp op, PatternRewriter &b) const override {
    if (op.getAxes().empty())
      return op.getOperand();
    Location loc = op.getLoc();
    Sizes sizes = getResultSizes(b, op);
    if (op.getKeepdims())
      sizes = dropAxes<OpFoldResult>(sizes, op.getAxes());
    Sizes reduced;
    for (int64_t axis : op.getAxes())
      reduced.push_back(tensor::getMixedSize(b, loc, op.getOperand(), axis));
    if (op.canTrapOnValues())
      emitEmptyAxisCheck(op, b, buildSaturatingProduct(b, loc, reduced),
                         buildSaturatingProduct(b, loc, sizes));

    ReduceKind kind = op.getKind();
    Value result =
        buildReduction(b, loc, kind, op.getOperand(), op.getAxes(), sizes);
    Type type = op.getType().getElementType();
    result = kind == ReduceKind::mean
                 ? buildQuotient(b, loc, result, buildProduct(b, loc, reduced),
                                 sizes, type)
                 : buildTruncation(b, loc, result, sizes, type);
    return op.getKeepdims() ? buildUnitAxesAdded(b, loc, result, op.getAxes())
                            : result;
  }

  /// A maximum of nothing traps, where there is one to compute.
  void emitEmptyAxisCheck(ReduceOp op, PatternRewriter &b, OpFoldResult reduced,
                          OpFoldResult results) const {
    Location loc = op.getLoc();
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    auto compare = [&](arith::CmpIPredicate predicate,
                       OpFoldResult count) -> Value {
      return arith::CmpIOp::create(
          b, loc, predicate, getValueOrCreateConstantIndexOp(b, loc, count),
          zero);
    };
    Value nothing = compare(arith::CmpIPredicate::eq, reduced);
    Value some = compare(arith::CmpIPredicate::ne, results);
    Value wrong = arith::AndIOp::create(b, loc, nothing, some);
    checks.emitTrapIf(
        b, op, wrong, "kina_trap",
        ("reduce " + stringifyReduceKind(op.getKind()) + " over an empty axis")
            .str(),
        {});
  }

  /// `sum / count`, rounded to `type`.
  static Value buildQuotient(PatternRewriter &b, Location loc, Value sum,
                             OpFoldResult count, ArrayRef<OpFoldResult> sizes,
                             Type type) {
    Value integer = arith::IndexCastOp::create(
        b, loc, b.getI64Type(), getValueOrCreateConstantIndexOp(b, loc, count));
    Value divisor =
        buildCast(b, loc, integer, getElementTypeOrSelf(sum.getType()));
    return buildElementwise(b, loc, sum, sizes, type,
                            [&](OpBuilder &b, Location loc, ValueRange x) {
                              Value mean =
                                  arith::DivFOp::create(b, loc, x[0], divisor);
                              return buildNarrowed(b, loc, mean, type);
                            });
  }
};
} // namespace

void kina::populateReductionToLinalgPatterns(RewritePatternSet &patterns,
                                             CheckEmitter &checks) {
  patterns.add<ReduceLowering>(patterns.getContext(), checks);
}
