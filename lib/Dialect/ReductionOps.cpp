//===- ReductionOps.cpp - Reductions and scans ----------------------------===//

#include "Advice.h"
#include "Kina/Dialect/Builders.h"
#include "Kina/Dialect/Kina.h"
#include "ShapeChecks.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace kina;

/// Whether some result element reduces nothing.
enum class EmptyRows { never, always, unknown };
static EmptyRows getEmptyRows(RankedTensorType operand,
                              ArrayRef<int64_t> axes) {
  bool emptyRow = false, mayBeEmptyRow = false, mayHaveNoRow = false;
  for (auto [dim, size] : llvm::enumerate(operand.getShape())) {
    bool reduced = llvm::is_contained(axes, static_cast<int64_t>(dim));
    if (size == 0 && !reduced)
      return EmptyRows::never;
    emptyRow |= reduced && size == 0;
    mayBeEmptyRow |= reduced && ShapedType::isDynamic(size);
    mayHaveNoRow |= !reduced && ShapedType::isDynamic(size);
  }
  if (emptyRow)
    return mayHaveNoRow ? EmptyRows::unknown : EmptyRows::always;
  return mayBeEmptyRow ? EmptyRows::unknown : EmptyRows::never;
}

static bool isExtremum(ReduceKind kind) {
  return kind == ReduceKind::max || kind == ReduceKind::min;
}

LogicalResult ReduceOp::shape(Adaptor adaptor, RankedTensorType result,
                              ShapeRule &rule, EmitErrorFn emitError) {
  auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
  ArrayRef<int64_t> axes = adaptor.getAxes();
  if (failed(verifySameElementType(adaptor.getOperand(), result, emitError)))
    return failure();
  int64_t last = -1;
  for (int64_t axis : axes) {
    if (axis < 0 || axis >= type.getRank()) {
      InFlightDiagnostic diag = emitError();
      diag << "expected axes in [0, " << type.getRank() << "), got " << axis;
      adviseAxis(diag, axis, type.getRank());
      return diag;
    }
    if (axis <= last)
      return emitError() << "expected distinct, ascending axes, got [" << axes
                         << "]";
    last = axis;
  }
  if (adaptor.getKind() == ReduceKind::mean &&
      !isa<FloatType>(type.getElementType()))
    return emitError() << "expected a float element type for mean, got "
                       << type.getElementType();
  if (isExtremum(adaptor.getKind()) &&
      getEmptyRows(type, axes) == EmptyRows::always)
    return emitError() << "expected at least one element to reduce to a "
                       << stringifyReduceKind(adaptor.getKind())
                       << ", got an empty axis in " << type;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (!llvm::is_contained(axes, dim))
      rule.result.push_back(Size::of(adaptor.getOperand(), dim));
    else if (adaptor.getKeepdims())
      rule.result.push_back(Size::constant(1));
  }
  return success();
}

bool ReduceOp::canTrapOnValues() {
  return isExtremum(getKind()) &&
         getEmptyRows(getOperand().getType(), getAxes()) == EmptyRows::unknown;
}

OpFoldResult ReduceOp::foldOp(FoldAdaptor) {
  // No axes: the identity.
  return getAxes().empty() && getOperand().getType() == getType()
             ? getOperand()
             : OpFoldResult();
}

LogicalResult LinearScanOp::shape(Adaptor adaptor, RankedTensorType result,
                                  ShapeRule &rule, EmitErrorFn emitError) {
  if (failed(verifyAxis(adaptor.getAxis(), getRank(adaptor.getFactors()),
                        emitError)))
    return failure();
  if (adaptor.getInit() != 0 && adaptor.getInit() != 1)
    return emitError() << "expected an init of 0 or 1, got "
                       << adaptor.getInit();
  rule.requireSameShape(adaptor.getOperands());
  return success();
}

/// The sum along the axis of a scatter_along_axis is its updates, added to the
/// 0 that sums start from: each row has one of them. With this the derivative
/// of picking from a log_softmax needs no tensor but its result. A cast between
/// may as well come first: zeros stay zeros.
LogicalResult ReduceOp::canonicalize(ReduceOp op, PatternRewriter &rewriter) {
  auto cast = op.getOperand().getDefiningOp<CastOp>();
  Value summed = cast ? cast.getOperand() : op.getOperand();
  auto scatter = summed.getDefiningOp<ScatterAlongAxisOp>();
  if (!scatter || op.getKind() != ReduceKind::sum ||
      op.getAxes() != ArrayRef<int64_t>(scatter.getAxis()))
    return failure();
  Value updates = scatter.getUpdates();
  RankedTensorType type =
      scatter.getUpdates().getType().clone(op.getType().getElementType());
  SmallVector<int64_t> shape = llvm::to_vector(type.getShape());
  if (op.getKeepdims())
    shape.insert(shape.begin() + scatter.getAxis(), 1);
  // Sizes that one of them does not tell would have to be compared.
  if (op.getType() != type.clone(shape))
    return failure();
  if (cast)
    updates = CastOp::create(rewriter, op.getLoc(), type, updates);
  if (isa<FloatType>(type.getElementType()))
    updates = AddOp::create(rewriter, op.getLoc(), updates,
                            buildSplat(rewriter, op.getLoc(), 0.0, updates));
  if (!op.getKeepdims())
    rewriter.replaceOp(op, updates);
  else
    rewriter.replaceOpWithNewOp<ReshapeOp>(
        op, op.getType(), updates,
        buildDynamicSizes(rewriter, op.getLoc(), updates));
  return success();
}
