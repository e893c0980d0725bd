//===- Indexing.cpp - Lowering of ops that read or write by index ---------===//

#include "Patterns.h"
#include "ScalarOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kina;

namespace {
/// Indices as positions in a dimension of `bound` elements. Where the op
/// stands, its check has seen to that. But upstream has it that tensor.extract
/// is defined for any position, and moves it out of loops, to before the check:
/// so that positions stay within bounds also there, if there is one within.
class Positions {
public:
  Positions(OpBuilder &b, Location loc, OpFoldResult bound, bool checked) {
    if (checked)
      end = getValueOrCreateConstantIndexOp(b, loc, bound);
  }
  Value get(OpBuilder &b, Location loc, Value index) const {
    Value position =
        arith::IndexCastOp::create(b, loc, b.getIndexType(), index);
    if (!end)
      return position;
    Value within =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, position, end);
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    return arith::SelectOp::create(b, loc, within, position, zero);
  }

private:
  Value end;
};

/// gather and take_along_axis: the element of the values at the result's own
/// position, but for one axis that the indices give.
struct GatherLowering : LoweringPattern<GatherOp> {
  using LoweringPattern::LoweringPattern;
  Value lower(GatherOp op, PatternRewriter &b) const override {
    Location loc = op.getLoc();
    Value values = op.getValues();
    OpFoldResult bound = tensor::getMixedSize(b, loc, values, 0);
    checks.emitIndexChecks(b, op, op.getIndices(), op.getBounds(), bound);
    Positions rows(b, loc, bound, checks.checksIndices(op.getBounds()));
    int64_t column = op.getType().getRank() - 1;
    return buildParallel(
        b, loc, op.getIndices(), getMapWithoutAxes(b, column + 1, column),
        getResultSizes(b, op), op.getType().getElementType(),
        [&](OpBuilder &b, Location loc, ValueRange index) -> Value {
          Value position[] = {rows.get(b, loc, index[0]),
                              linalg::IndexOp::create(b, loc, column)};
          return tensor::ExtractOp::create(b, loc, values, position);
        });
  }
};

struct TakeAlongAxisLowering : LoweringPattern<TakeAlongAxisOp> {
  using LoweringPattern::LoweringPattern;
  Value lower(TakeAlongAxisOp op, PatternRewriter &b) const override {
    Location loc = op.getLoc();
    Value values = op.getValues();
    int64_t axis = op.getAxis(), rank = op.getType().getRank();
    OpFoldResult bound = tensor::getMixedSize(b, loc, values, axis);
    checks.emitIndexChecks(b, op, op.getIndices(), op.getBounds(), bound);
    Positions positions(b, loc, bound, checks.checksIndices(op.getBounds()));
    return buildElementwise(
        b, loc, op.getIndices(), getResultSizes(b, op),
        op.getType().getElementType(),
        [&](OpBuilder &b, Location loc, ValueRange index) -> Value {
          SmallVector<Value> position;
          for (int64_t dim = 0; dim < rank; ++dim)
            position.push_back(linalg::IndexOp::create(b, loc, dim));
          position.insert(position.begin() + axis,
                          positions.get(b, loc, index[0]));
          return tensor::ExtractOp::create(b, loc, values, position);
        });
  }
};

/// Each element of the result looks whether the index points at it: nothing is
/// written by index, so this is parallel.
struct ScatterAlongAxisLowering : LoweringPattern<ScatterAlongAxisOp> {
  using LoweringPattern::LoweringPattern;
  Value lower(ScatterAlongAxisOp op, PatternRewriter &b) const override {
    Location loc = op.getLoc();
    int64_t axis = op.getAxis(), rank = op.getType().getRank();
    Type type = op.getType().getElementType();
    Sizes sizes = getResultSizes(b, op);
    checks.emitIndexChecks(b, op, op.getIndices(), op.getBounds(), sizes[axis]);
    Value zero = buildConstant(b, loc, type, 0);
    AffineMap map = getMapWithoutAxes(b, rank, axis);
    return buildParallel(
        b, loc, {op.getUpdates(), op.getIndices()}, {map, map}, sizes, type,
        [&](OpBuilder &b, Location loc, ValueRange x) -> Value {
          Value position = arith::IndexCastOp::create(
              b, loc, b.getI64Type(), linalg::IndexOp::create(b, loc, axis));
          Value here = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                             x[1], position);
          return arith::SelectOp::create(b, loc, here, x[0], zero);
        });
  }
};

/// Row by row, in order: rows may repeat.
struct ScatterAddLowering : LoweringPattern<ScatterAddOp> {
  using LoweringPattern::LoweringPattern;
  Value lower(ScatterAddOp op, PatternRewriter &b) const override {
    Location loc = op.getLoc();
    Type type = op.getType().getElementType(), wide = getComputeType(type);
    Sizes sizes = getResultSizes(b, op);
    checks.emitIndexChecks(b, op, op.getIndices(), op.getBounds(), sizes[0]);
    Value result = buildFilled(b, loc, sizes, buildConstant(b, loc, wide, 0));
    // tensor.extract_slice would refuse a row of an empty result.
    if (llvm::any_of(
            op->getOperandTypes(),
            [](Type type) { return !type.isIndex() && isKnownEmpty(type); }) ||
        isKnownEmpty(op.getType()))
      return buildTruncation(b, loc, result, sizes, type);

    int64_t leading = op.getIndices().getType().getRank();
    Value updates = buildLeadingCollapsed(b, loc, op.getUpdates(), leading);
    Value indices = buildLeadingCollapsed(b, loc, op.getIndices(), leading);
    auto constant = [&](int64_t value) {
      return arith::ConstantIndexOp::create(b, loc, value);
    };
    Value count = getValueOrCreateConstantIndexOp(
        b, loc, tensor::getMixedSize(b, loc, indices, 0));
    // Upstream refuses a row of a table that is known later to have none, also
    // in code that never runs.
    for (OpFoldResult size : sizes)
      if (auto value = dyn_cast<Value>(size)) {
        Value none = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                           value, constant(0));
        count = arith::SelectOp::create(b, loc, none, constant(0), count);
      }
    Positions rows(b, loc, sizes[0], checks.checksIndices(op.getBounds()));
    auto loop = scf::ForOp::create(
        b, loc, constant(0), count, constant(1), result,
        [&](OpBuilder &b, Location loc, Value i, ValueRange sum) {
          Value row =
              rows.get(b, loc, tensor::ExtractOp::create(b, loc, indices, i));
          Row from{i, sizes[1]}, to{row, sizes[1]};
          Value added = buildRowSum(b, loc, from.extract(b, loc, updates),
                                    to.extract(b, loc, sum[0]));
          scf::YieldOp::create(b, loc, to.insert(b, loc, added, sum[0]));
        });
    return buildTruncation(b, loc, loop.getResult(0), sizes, type);
  }

  /// A row of a matrix of `size` columns.
  struct Row {
    Value index;
    OpFoldResult size;

    Value extract(OpBuilder &b, Location loc, Value matrix) const {
      int64_t columns =
          getConstantIntValue(size).value_or(ShapedType::kDynamic);
      if (isa<Value>(size))
        columns = ShapedType::kDynamic;
      auto type = RankedTensorType::get(columns,
                                        getElementTypeOrSelf(matrix.getType()));
      return tensor::ExtractSliceOp::create(b, loc, type, matrix, offsets(b),
                                            sizes(b), strides(b));
    }
    Value insert(OpBuilder &b, Location loc, Value row, Value matrix) const {
      return tensor::InsertSliceOp::create(b, loc, row, matrix, offsets(b),
                                           sizes(b), strides(b));
    }
    Sizes offsets(Builder &b) const { return {index, b.getIndexAttr(0)}; }
    Sizes sizes(Builder &b) const { return {b.getIndexAttr(1), size}; }
    static Sizes strides(Builder &b) {
      return {b.getIndexAttr(1), b.getIndexAttr(1)};
    }
  };

  /// `row` added to `sum`, in place.
  static Value buildRowSum(OpBuilder &b, Location loc, Value row, Value sum) {
    SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(1));
    return linalg::GenericOp::create(
               b, loc, sum.getType(), row, sum, maps,
               utils::IteratorType::parallel,
               [](OpBuilder &b, Location loc, ValueRange x) {
                 Value update = buildWidened(b, loc, x[0]);
                 Value total =
                     isa<FloatType>(update.getType())
                         ? arith::AddFOp::create(b, loc, x[1], update)
                               .getResult()
                         : arith::AddIOp::create(b, loc, x[1], update);
                 linalg::YieldOp::create(b, loc, total);
               })
        .getResult(0);
  }
};

struct RepeatInterleaveLowering : LoweringPattern<RepeatInterleaveOp> {
  using LoweringPattern::LoweringPattern;
  Value lower(RepeatInterleaveOp op, PatternRewriter &b) const override {
    int64_t rank = op.getType().getRank(), axis = op.getAxis();
    AffineMap map = b.getMultiDimIdentityMap(rank);
    AffineExpr dim = b.getAffineDimExpr(axis);
    map = map.replace(dim, dim.floorDiv(op.getRepeats()), rank, 0);
    return buildParallel(
        b, op.getLoc(), op.getOperand(), map, getResultSizes(b, op),
        op.getType().getElementType(),
        [](OpBuilder &, Location, ValueRange x) { return x[0]; });
  }
};
} // namespace

void kina::populateIndexingToLinalgPatterns(RewritePatternSet &patterns,
                                            CheckEmitter &checks) {
  patterns.add<GatherLowering, TakeAlongAxisLowering, ScatterAlongAxisLowering,
               ScatterAddLowering, RepeatInterleaveLowering>(
      patterns.getContext(), checks);
}
