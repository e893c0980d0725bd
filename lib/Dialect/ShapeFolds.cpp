//===- ShapeFolds.cpp - Folds and canonicalizations of data movement ------===//

#include "Kina/Dialect/Kina.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace kina;

/// The splat of `attr`'s value in a static `type`, else null.
static Attribute resplat(Attribute attr, RankedTensorType type) {
  auto splat = dyn_cast_or_null<SplatElementsAttr>(attr);
  if (!splat || !type.hasStaticShape())
    return {};
  return DenseElementsAttr::get(type, splat.getSplatValue<Attribute>());
}

/// The op gives its operand back: equal types, with nothing to check.
template <typename OpTy> static bool isStaticIdentity(OpTy op) {
  return op.getOperand().getType() == op.getType() &&
         op.getType().hasStaticShape();
}

/// The op that `op` can be merged with, or null: the same kind of op behind it,
/// unless that one has sizes to check. Chains are merged from the source on, so
/// that a cycle, which has no first op, is left alone; from any op on, merging
/// would go round it for ever.
template <typename OpTy> static OpTy getMergeable(OpTy op) {
  auto behind = [](OpTy op) {
    auto inner = op.getOperand().template getDefiningOp<OpTy>();
    return inner && isSpeculatable(inner) ? inner : OpTy();
  };
  OpTy inner = behind(op);
  return inner && !behind(inner) ? inner : OpTy();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

OpFoldResult BroadcastOp::foldOp(FoldAdaptor adaptor) {
  if (isStaticIdentity(*this))
    return getOperand();
  return resplat(adaptor.getOperand(), getType());
}

OpFoldResult ReshapeOp::foldOp(FoldAdaptor adaptor) {
  if (isStaticIdentity(*this))
    return getOperand();
  if (auto dense = dyn_cast_or_null<DenseElementsAttr>(adaptor.getOperand()))
    if (getType().hasStaticShape())
      return dense.reshape(getType());
  return {};
}

LogicalResult ReshapeOp::canonicalize(ReshapeOp op, PatternRewriter &rewriter) {
  ReshapeOp inner = getMergeable(op);
  if (!inner)
    return failure();
  rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), inner.getOperand(),
                                         op.getSizes());
  return success();
}

OpFoldResult TransposeOp::foldOp(FoldAdaptor adaptor) {
  if (isIdentityPermutation(getPerm()) && getOperand().getType() == getType())
    return getOperand();
  return resplat(adaptor.getOperand(), getType());
}

LogicalResult TransposeOp::canonicalize(TransposeOp op,
                                        PatternRewriter &rewriter) {
  TransposeOp inner = getMergeable(op);
  if (!inner)
    return failure();
  SmallVector<int64_t> perm = llvm::map_to_vector(
      op.getPerm(), [&](int64_t dim) { return inner.getPerm()[dim]; });
  // Sizes that disagree behind a `?` trap; without the `?` they are no valid
  // op.
  RankedTensorType source = inner.getOperand().getType();
  auto shape = llvm::map_to_vector(
      perm, [&](int64_t dim) { return source.getDimSize(dim); });
  if (failed(verifyCompatibleShape(shape, op.getType().getShape())))
    return failure();
  rewriter.replaceOpWithNewOp<TransposeOp>(op, op.getType(), inner.getOperand(),
                                           perm);
  return success();
}

OpFoldResult SliceOp::foldOp(FoldAdaptor adaptor) {
  // Of the operand's own size, it can only start at 0 with stride 1.
  if (isStaticIdentity(*this))
    return getOperand();
  return resplat(adaptor.getOperand(), getType());
}

OpFoldResult PadOp::foldOp(FoldAdaptor) {
  auto isZero = [](int64_t x) { return x == 0; };
  return llvm::all_of(getLow(), isZero) && llvm::all_of(getHigh(), isZero) &&
                 getOperand().getType() == getType()
             ? getOperand()
             : Value();
}

OpFoldResult ConcatOp::foldOp(FoldAdaptor) {
  return getInputs().size() == 1 && getInputs()[0].getType() == getType()
             ? getInputs()[0]
             : Value();
}
