//===- ReductionVJP.cpp - Derivative rules of reductions and scans --------===//

#include "Kina/Dialect/VJPBuilder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace kina;

namespace {
/// How many elements each result element of `op` combines, as a tensor of rank
/// 0 and of element type `type`.
Value buildCount(VJPBuilder &b, ReduceOp op, FloatType type) {
  RankedTensorType operand = op.getOperand().getType();
  auto scalar = RankedTensorType::get({}, type, operand.getEncoding());
  OpBuilder &builder = b.builder();
  Location loc = b.location();
  double known = 1;
  Value count;
  for (int64_t axis : op.getAxes()) {
    if (!operand.isDynamicDim(axis)) {
      known *= static_cast<double>(operand.getDimSize(axis));
      continue;
    }
    Value size = arith::IndexCastOp::create(
        builder, loc, builder.getI64Type(),
        tensor::DimOp::create(builder, loc, op.getOperand(), axis));
    count = count ? arith::MulIOp::create(builder, loc, count, size).getResult()
                  : size;
  }
  Value factor = ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(scalar, builder.getFloatAttr(type, known)));
  if (!count)
    return factor;
  Value onHost = tensor::FromElementsOp::create(
      builder, loc, RankedTensorType::get({}, type),
      ValueRange{arith::SIToFPOp::create(builder, loc, type, count)});
  if (scalar.getEncoding())
    onHost = b.make<TransferOp>(scalar, onHost);
  return b.mul(onHost, factor);
}

/// g as if the reduced axes had been kept, which aligns it with the operand.
/// Kept ones may be `?` in the result's type; the size 1 must be known.
Value keepAxes(VJPBuilder &b, ReduceOp op, Value g) {
  SmallVector<OpFoldResult> sizes = b.sizes(op.getOperand());
  for (int64_t axis : op.getAxes())
    sizes[axis] = b.builder().getIndexAttr(1);
  SmallVector<int64_t> shape = decomposeMixedValues(sizes).first;
  if (op.getKeepdims() &&
      cast<ShapedType>(g.getType()).getShape() == ArrayRef(shape))
    return g;
  return b.reshape(g, sizes);
}

/// For each element of x the product of all others along `axes`, without a
/// division: what zeros there are does not matter.
Value buildProductOfOthers(VJPBuilder &b, Value x, ArrayRef<int64_t> axes) {
  Value others, current = x;
  for (int64_t axis : axes) {
    // The axes before are reduced already, to products that x is part of.
    Value zeros = b.zeros(current);
    Value before = b.make<LinearScanOp>(current, zeros, axis, /*reverse=*/false,
                                        /*init=*/1);
    Value after = b.make<LinearScanOp>(current, zeros, axis, /*reverse=*/true,
                                       /*init=*/1);
    Value factor = b.broadcastLike(b.mul(before, after), x);
    others = others ? b.mul(others, factor) : factor;
    if (axis != axes.back())
      current = b.make<ReduceOp>(ReduceKind::prod, current, axis,
                                 /*keepdims=*/true);
  }
  return others ? others : b.splat(1, x);
}
} // namespace

void ReduceOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  Value x = getOperand(), g = vjp.getCotangent();
  // Counts are made and divided by in the type that accumulates: 70000 is no
  // f16.
  Type type = getType().getElementType();
  FloatType wide = b.getWideType(x);
  vjp.contribute(getOperandMutable(), [&]() -> Value {
    switch (getKind()) {
    case ReduceKind::sum:
      return b.broadcastLike(keepAxes(b, *this, g), x);
    case ReduceKind::mean: {
      Value wideG = b.widen(g);
      Value count = b.broadcastLike(buildCount(b, *this, wide), wideG);
      Value share = b.cast(b.div(wideG, count), type);
      return b.broadcastLike(keepAxes(b, *this, share), x);
    }
    case ReduceKind::max:
    case ReduceKind::min: {
      // Tied elements share evenly.
      Value y = b.broadcastLike(keepAxes(b, *this, getResult()), x);
      Value tied = b.compare(ComparePredicate::eq, x, y);
      Value count = b.sum(b.cast(tied, wide), getAxes(), /*keepdims=*/true);
      Value share = b.div(b.widen(keepAxes(b, *this, g)), count);
      return b.select(tied, b.broadcastLike(b.cast(share, type), x),
                      b.zeros(x));
    }
    case ReduceKind::prod: {
      Value others = buildProductOfOthers(b, b.widen(x), getAxes());
      Value wideG = b.widen(keepAxes(b, *this, g));
      return b.cast(b.mul(b.broadcastLike(wideG, others), others), type);
    }
    }
    llvm_unreachable("unknown kind of reduction");
  });
}

void LinearScanOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  // Both cotangents have it; built for the first that is asked for.
  Value d;
  auto pulledBack = [&] {
    if (!d)
      d = b.make<LinearScanOp>(getFactors(), vjp.getCotangent(), getAxis(),
                               !getReverse(), /*init=*/0);
    return d;
  };
  vjp.contribute(getFactorsMutable(),
                 [&] { return b.mul(pulledBack(), getResult()); });
  vjp.contribute(getTermsMutable(), pulledBack);
}
