//===- Shape.cpp - Lowering of constants and data movement ----------------===//

#include "Patterns.h"
#include "ScalarOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace kina;

LogicalResult kina::verifyConstantData(ConstantOp op) {
  ElementsAttr value = op.getValue();
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return op.emitOpError("expected the data of resource '")
             << resource.getRawHandle().getKey() << "', got none";
    // In a resource an i1 takes a byte, too.
    ShapedType type = value.getShapedType();
    uint64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8) *
                     static_cast<uint64_t>(type.getNumElements());
    if (blob->getData().size() != bytes)
      return op.emitOpError("expected ") << bytes << " bytes in resource '"
                                         << resource.getRawHandle().getKey()
                                         << "', got " << blob->getData().size();
    return success();
  }
  if (!isa<DenseElementsAttr>(value) && !value.try_value_begin<Attribute>())
    return op.emitOpError("expected a value whose elements can be read, got ")
           << value;
  return success();
}

namespace {
Sizes getIndexAttrs(Builder &b, ArrayRef<int64_t> values) {
  return llvm::map_to_vector(values, [&](int64_t value) -> OpFoldResult {
    return b.getIndexAttr(value);
  });
}

/// Zeros, and the other elements put in from the last to the first: of one
/// position given twice, the first counts.
Value buildSparse(OpBuilder &b, Location loc, SparseElementsAttr sparse) {
  auto type = cast<RankedTensorType>(sparse.getType());
  Type elementType = type.getElementType();
  int64_t count = sparse.getValues().getNumElements();
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(elementType));
  Value zeros = buildFilled(b, loc, getIndexAttrs(b, type.getShape()), zero);
  Value values = arith::ConstantOp::create(
      b, loc,
      sparse.getValues().reshape(RankedTensorType::get(count, elementType)));
  Value positions = arith::ConstantOp::create(
      b, loc,
      sparse.getIndices().reshape(
          RankedTensorType::get({count, type.getRank()}, b.getI64Type())));
  auto index = [](OpBuilder &b, Location loc, int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  Value last = index(b, loc, count - 1), one = index(b, loc, 1);
  auto loop = scf::ForOp::create(
      b, loc, index(b, loc, 0), index(b, loc, count), one, zeros,
      [&](OpBuilder &b, Location loc, Value i, ValueRange tensor) {
        Value row = arith::SubIOp::create(b, loc, last, i);
        SmallVector<Value> position;
        for (int64_t dim = 0; dim < type.getRank(); ++dim)
          position.push_back(arith::IndexCastOp::create(
              b, loc, b.getIndexType(),
              tensor::ExtractOp::create(b, loc, positions,
                                        ValueRange{row, index(b, loc, dim)})));
        Value value = tensor::ExtractOp::create(b, loc, values, row);
        Value next =
            tensor::InsertOp::create(b, loc, value, tensor[0], position);
        scf::YieldOp::create(b, loc, next);
      });
  return loop.getResult(0);
}

struct ConstantLowering : LoweringPattern<ConstantOp> {
  using LoweringPattern::LoweringPattern;
  Value lower(ConstantOp op, PatternRewriter &b) const override {
    ElementsAttr value = op.getValue();
    if (auto splat = dyn_cast<SplatElementsAttr>(value);
        splat && splat.getNumElements() > maxSpelledOut) {
      Value element = arith::ConstantOp::create(
          b, op.getLoc(), splat.getSplatValue<TypedAttr>());
      return buildFilled(b, op.getLoc(),
                         getIndexAttrs(b, splat.getType().getShape()), element);
    }
    if (auto sparse = dyn_cast<SparseElementsAttr>(value);
        sparse && sparse.getNumElements() > maxSpelledOut)
      return buildSparse(b, op.getLoc(), sparse);
    // Others are not taken by bufferization.
    if (!isa<DenseElementsAttr, DenseResourceElementsAttr>(value))
      value = DenseElementsAttr::get(
          value.getShapedType(), llvm::to_vector(value.getValues<Attribute>()));
    return arith::ConstantOp::create(b, op.getLoc(), cast<TypedAttr>(value));
  }
};

struct IotaLowering : LoweringPattern<IotaOp> {
  using LoweringPattern::LoweringPattern;
  Value lower(IotaOp op, PatternRewriter &b) const override {
    Type type = op.getType().getElementType();
    return buildElementwise(b, op.getLoc(), {}, getResultSizes(b, op), type,
                            [&](OpBuilder &b, Location loc, ValueRange) {
                              Value index =
                                  linalg::IndexOp::create(b, loc, op.getAxis());
                              Value position = arith::IndexCastOp::create(
                                  b, loc, b.getI64Type(), index);
                              return buildCast(b, loc, position, type);
                            });
  }
};

struct BroadcastLowering : LoweringPattern<BroadcastOp> {
  using LoweringPattern::LoweringPattern;
  Value lower(BroadcastOp op, PatternRewriter &b) const override {
    int64_t rank = op.getType().getRank();
    SmallVector<int64_t> repeated = op.getRepeatedAxes();
    SmallVector<AffineExpr> source;
    for (int64_t dim = rank - op.getOperand().getType().getRank(); dim < rank;
         ++dim)
      source.push_back(llvm::is_contained(repeated, dim)
                           ? b.getAffineConstantExpr(0)
                           : b.getAffineDimExpr(dim));
    AffineMap map = AffineMap::get(rank, 0, source, b.getContext());
    return buildParallel(
        b, op.getLoc(), op.getOperand(), map, getResultSizes(b, op),
        op.getType().getElementType(),
        [](OpBuilder &, Location, ValueRange x) { return x[0]; });
  }
};

struct TransposeLowering : LoweringPattern<TransposeOp> {
  using LoweringPattern::LoweringPattern;
  Value lower(TransposeOp op, PatternRewriter &b) const override {
    Location loc = op.getLoc();
    RankedTensorType type = op.getType();
    // The identity; linalg.transpose does not survive rank 0, moreover.
    if (isIdentityPermutation(op.getPerm()))
      return op.getOperand();
    // linalg.transpose wants the same sizes to be known on both sides.
    SmallVector<int64_t> shape(type.getRank());
    for (auto [dim, source] : llvm::enumerate(op.getPerm()))
      shape[source] = type.getDimSize(dim);
    Value source = castTo(b, loc, op.getOperand(),
                          RankedTensorType::get(shape, type.getElementType()));
    Value empty = tensor::EmptyOp::create(b, loc, getResultSizes(b, op),
                                          type.getElementType());
    return linalg::TransposeOp::create(b, loc, source, empty, op.getPerm())
        ->getResult(0);
  }
};

/// A size that its check has let through, as a type may hold it when it turns
/// out to be a constant: code after a failed check never runs, but has to make
/// sense.
OpFoldResult buildNonNegative(OpBuilder &b, Location loc, OpFoldResult size) {
  auto value = dyn_cast<Value>(size);
  if (!value || isKnownNonNegative(value))
    return size;
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  return arith::MaxSIOp::create(b, loc, value, zero).getResult();
}

struct ReshapeLowering : LoweringPattern<ReshapeOp> {
  using LoweringPattern::LoweringPattern;
  Value lower(ReshapeOp op, PatternRewriter &b) const override {
    Location loc = op.getLoc();
    RankedTensorType from = op.getOperand().getType(), to = op.getType();
    if (isKnownEmpty(from) || isKnownEmpty(to))
      return tensor::EmptyOp::create(b, loc, getResultSizes(b, op),
                                     to.getElementType());
    // Collapses or expands alone keep more of the structure.
    if (from.hasStaticShape() && to.hasStaticShape() &&
        from.getRank() != to.getRank())
      if (auto groups = getReassociationIndicesForReshape(from, to)) {
        if (from.getRank() > to.getRank())
          return tensor::CollapseShapeOp::create(b, loc, to, op.getOperand(),
                                                 *groups);
        return tensor::ExpandShapeOp::create(b, loc, to, op.getOperand(),
                                             *groups);
      }
    Value flat = buildLeadingCollapsed(b, loc, op.getOperand(), from.getRank());
    if (to.getRank() > 1) {
      Sizes sizes = getResultSizes(b, op);
      if (to.getNumDynamicDims() == 1)
        for (OpFoldResult &size : sizes)
          size = buildNonNegative(b, loc, size);
      return buildLeadingExpanded(b, loc, flat, to.getRank(), sizes);
    }
    if (to.getRank() == 1)
      return flat;
    Value one =
        castTo(b, loc, flat, RankedTensorType::get(1, to.getElementType()));
    return tensor::CollapseShapeOp::create(b, loc, to, one,
                                           ArrayRef<ReassociationIndices>());
  }
};

struct SliceLowering : LoweringPattern<SliceOp> {
  using LoweringPattern::LoweringPattern;
  Value lower(SliceOp op, PatternRewriter &b) const override {
    Sizes sizes = getIndexAttrs(b, op.getSizes());
    // tensor.extract_slice refuses an empty part at the end.
    if (llvm::is_contained(op.getSizes(), 0))
      return tensor::EmptyOp::create(b, op.getLoc(), sizes,
                                     op.getType().getElementType());
    return tensor::ExtractSliceOp::create(
        b, op.getLoc(), op.getOperand(), getIndexAttrs(b, op.getOffsets()),
        sizes, getIndexAttrs(b, op.getStrides()));
  }
};

/// `part` written into `whole` at `offsets`. A part without elements, as its
/// own type or the room for it tells, is none: tensor.insert_slice refuses it
/// at the end.
Value buildInsertion(OpBuilder &b, Location loc, Value part, Value whole,
                     ArrayRef<OpFoldResult> offsets) {
  auto partType = cast<RankedTensorType>(part.getType());
  auto wholeType = cast<RankedTensorType>(whole.getType());
  for (auto [offset, partSize, wholeSize] :
       llvm::zip_equal(offsets, partType.getShape(), wholeType.getShape())) {
    auto known = dyn_cast<Attribute>(offset);
    if (partSize == 0 || (known && !ShapedType::isDynamic(wholeSize) &&
                          cast<IntegerAttr>(known).getInt() >= wholeSize))
      return whole;
  }
  Sizes strides(offsets.size(), b.getIndexAttr(1));
  return tensor::InsertSliceOp::create(b, loc, part, whole, offsets,
                                       tensor::getMixedSizes(b, loc, part),
                                       strides);
}

struct PadLowering : LoweringPattern<PadOp> {
  using LoweringPattern::LoweringPattern;
  Value lower(PadOp op, PatternRewriter &b) const override {
    Location loc = op.getLoc();
    auto isZero = [](int64_t amount) { return amount == 0; };
    if (llvm::all_of(op.getLow(), isZero) && llvm::all_of(op.getHigh(), isZero))
      return op.getOperand();
    Value value =
        tensor::ExtractOp::create(b, loc, op.getValue(), ValueRange());
    Value filled = buildFilled(b, loc, getResultSizes(b, op), value);
    return buildInsertion(b, loc, op.getOperand(), filled,
                          getIndexAttrs(b, op.getLow()));
  }
};

OpFoldResult buildSum(OpBuilder &b, Location loc, OpFoldResult x,
                      OpFoldResult y) {
  if (isa<Attribute>(x) && isa<Attribute>(y))
    return b.getIndexAttr(*getConstantIntValue(x) + *getConstantIntValue(y));
  return arith::AddIOp::create(b, loc,
                               getValueOrCreateConstantIndexOp(b, loc, x),
                               getValueOrCreateConstantIndexOp(b, loc, y))
      .getResult();
}

struct ConcatLowering : LoweringPattern<ConcatOp> {
  using LoweringPattern::LoweringPattern;
  Value lower(ConcatOp op, PatternRewriter &b) const override {
    Location loc = op.getLoc();
    if (op.getInputs().size() == 1)
      return op.getInputs()[0];
    Value whole = tensor::EmptyOp::create(b, loc, getResultSizes(b, op),
                                          op.getType().getElementType());
    Sizes offsets(op.getType().getRank(), b.getIndexAttr(0));
    for (Value input : op.getInputs()) {
      whole = buildInsertion(b, loc, input, whole, offsets);
      OpFoldResult size = tensor::getMixedSize(b, loc, input, op.getAxis());
      offsets[op.getAxis()] = buildSum(b, loc, offsets[op.getAxis()], size);
    }
    return whole;
  }
};
} // namespace

void kina::populateShapeToLinalgPatterns(RewritePatternSet &patterns,
                                         CheckEmitter &checks) {
  patterns
      .add<ConstantLowering, IotaLowering, BroadcastLowering, TransposeLowering,
           ReshapeLowering, SliceLowering, PadLowering, ConcatLowering>(
          patterns.getContext(), checks);
}
