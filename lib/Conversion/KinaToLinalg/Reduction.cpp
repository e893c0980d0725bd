//===- Reduction.cpp - Lowering of reductions and scans -------------------===//

#include "Patterns.h"
#include "ScalarOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

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

/// Loops over the axes before and along the axis, which carry the result so far
/// and its next part: one position along these axes, all along those after it,
/// so that memory is passed in order. Parts keep the axes with size 1: which of
/// several unit dimensions was dropped, upstream could only guess.
struct LinearScanLowering : LoweringPattern<LinearScanOp> {
  using LoweringPattern::LoweringPattern;

  Value lower(LinearScanOp op, PatternRewriter &b) const override {
    Location loc = op.getLoc();
    Type type = op.getType().getElementType();
    Sizes sizes = getResultSizes(b, op);
    Value result = tensor::EmptyOp::create(b, loc, sizes, type);
    // tensor.extract_slice would refuse a part of an empty tensor.
    if (isKnownEmpty(op.getType()))
      return result;
    int64_t axis = op.getAxis();
    Sizes partSizes = sizes;
    std::fill_n(partSizes.begin(), axis + 1, b.getIndexAttr(1));
    Value carry =
        tensor::EmptyOp::create(b, loc, partSizes, getComputeType(type));
    Value init = buildConstant(b, loc, getComputeType(type), op.getInit());

    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value one = arith::ConstantIndexOp::create(b, loc, 1);
    SmallVector<Value> ends = getValueOrCreateConstantIndexOp(
        b, loc, ArrayRef(sizes).take_front(axis + 1));
    Value last = arith::SubIOp::create(b, loc, ends.back(), one);
    // Also where emptiness is known late, in code that never runs.
    for (OpFoldResult size : sizes)
      if (auto value = dyn_cast<Value>(size)) {
        Value none = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                           value, zero);
        ends.back() = arith::SelectOp::create(b, loc, none, zero, ends.back());
      }
    auto alongAxis = [&](OpBuilder &b, Location loc, ValueRange before,
                         ValueRange carried) -> scf::ValueVector {
      Value first =
          linalg::FillOp::create(b, loc, init, carried[1]).getResult(0);
      auto loop = scf::ForOp::create(
          b, loc, zero, ends.back(), one, ValueRange{carried[0], first},
          [&](OpBuilder &b, Location loc, Value i, ValueRange carried) {
            SmallVector<Value> position(before);
            position.push_back(
                op.getReverse()
                    ? arith::SubIOp::create(b, loc, last, i).getResult()
                    : i);
            Part part{position, partSizes};
            Value rounded =
                buildTruncation(b, loc, carried[1], partSizes, type);
            Value filled = part.insert(b, loc, rounded, carried[0]);
            Value next =
                buildStep(b, loc, part.extract(b, loc, op.getFactors()),
                          part.extract(b, loc, op.getTerms()), carried[1]);
            scf::YieldOp::create(b, loc, ValueRange{filled, next});
          });
      return llvm::to_vector_of<Value>(loop.getResults());
    };
    SmallVector<Value> begins(axis, zero), steps(axis, one);
    return scf::buildLoopNest(b, loc, begins, ArrayRef(ends).drop_back(), steps,
                              {result, carry}, alongAxis)
        .results[0];
  }

  /// One position along the axes up to the scan's.
  struct Part {
    ArrayRef<Value> position;
    ArrayRef<OpFoldResult> sizes;

    Value extract(OpBuilder &b, Location loc, Value whole) const {
      return tensor::ExtractSliceOp::create(b, loc, whole, offsets(b), sizes,
                                            strides(b));
    }
    Value insert(OpBuilder &b, Location loc, Value part, Value whole) const {
      return tensor::InsertSliceOp::create(b, loc, part, whole, offsets(b),
                                           sizes, strides(b));
    }
    Sizes offsets(Builder &b) const {
      Sizes result(position.begin(), position.end());
      result.resize(sizes.size(), b.getIndexAttr(0));
      return result;
    }
    Sizes strides(Builder &b) const {
      return Sizes(sizes.size(), b.getIndexAttr(1));
    }
  };

  /// `factors * carry + terms`, in place.
  static Value buildStep(OpBuilder &b, Location loc, Value factors, Value terms,
                         Value carry) {
    int64_t rank = cast<RankedTensorType>(carry.getType()).getRank();
    SmallVector<AffineMap> maps(3, b.getMultiDimIdentityMap(rank));
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    return linalg::GenericOp::create(
               b, loc, carry.getType(), ValueRange{factors, terms}, carry, maps,
               iterators,
               [](OpBuilder &b, Location loc, ValueRange x) {
                 Value product = arith::MulFOp::create(
                     b, loc, buildWidened(b, loc, x[0]), x[2]);
                 Value sum = arith::AddFOp::create(b, loc, product,
                                                   buildWidened(b, loc, x[1]));
                 linalg::YieldOp::create(b, loc, sum);
               })
        .getResult(0);
  }
};
} // namespace

void kina::populateReductionToLinalgPatterns(RewritePatternSet &patterns,
                                             CheckEmitter &checks) {
  patterns.add<ReduceLowering, LinearScanLowering>(patterns.getContext(),
                                                   checks);
}
