//===- VJPBuilder.cpp - Short names for what rules are made of ------------===//

#include "Kina/Dialect/VJPBuilder.h"
#include "Kina/Dialect/Builders.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace kina;

Value VJPBuilder::cast(Value x, Type elementType) {
  auto type = mlir::cast<RankedTensorType>(x.getType());
  return type.getElementType() == elementType
             ? x
             : make<CastOp>(type.clone(elementType), x);
}

FloatType VJPBuilder::getWideType(Value x) {
  auto type = mlir::cast<FloatType>(getElementTypeOrSelf(x.getType()));
  return type.getWidth() < 32 ? b.getF32Type() : type;
}

Value VJPBuilder::castLike(Value x, Value like) {
  return cast(x, getElementTypeOrSelf(like.getType()));
}

Value VJPBuilder::scale(Value g, Value partial) {
  return castLike(make<MulNoNanOp>(castLike(g, partial), partial), g);
}

Value VJPBuilder::scale(Value g, Value numerator, Value denominator) {
  return scale(g, div(widen(numerator), widen(denominator)));
}

Value VJPBuilder::scale(Value g, double numerator, Value denominator) {
  Value wide = widen(denominator);
  return scale(g, splat(numerator, wide), wide);
}

Value VJPBuilder::zeroScalar(RankedTensorType like) {
  auto type =
      RankedTensorType::get({}, like.getElementType(), like.getEncoding());
  return make<ConstantOp>(
      DenseElementsAttr::get(type, b.getZeroAttr(type.getElementType())));
}

Value VJPBuilder::splat(double value, Value like) {
  return buildSplat(b, loc, value, like);
}

Value VJPBuilder::zeros(Value like, ArrayRef<OpFoldResult> sizes) {
  auto type = mlir::cast<RankedTensorType>(like.getType());
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  dispatchIndexOpFoldResults(sizes, dynamic, shape);
  return make<BroadcastOp>(type.clone(shape), zeroScalar(type), dynamic);
}

Value VJPBuilder::booleans(bool value, Value like) {
  return buildSplat(b, loc, b.getBoolAttr(value), like);
}

Value VJPBuilder::broadcastLike(Value x, Value like) {
  auto type = mlir::cast<RankedTensorType>(like.getType());
  if (x.getType() == type && type.hasStaticShape())
    return x;
  return make<BroadcastOp>(type, x, dynamicSizes(like));
}

Value VJPBuilder::reshapeLike(Value x, Value like) {
  auto type = mlir::cast<RankedTensorType>(like.getType());
  // Equal types may still hide different sizes behind a `?`.
  if (x.getType() == type && type.hasStaticShape())
    return x;
  return make<ReshapeOp>(type, x, dynamicSizes(like));
}

Value VJPBuilder::reshape(Value x, ArrayRef<OpFoldResult> sizes) {
  auto type = mlir::cast<RankedTensorType>(x.getType());
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  dispatchIndexOpFoldResults(sizes, dynamic, shape);
  return make<ReshapeOp>(type.clone(shape), x, dynamic);
}

Value VJPBuilder::reshape(Value x, ArrayRef<int64_t> shape) {
  auto type = mlir::cast<RankedTensorType>(x.getType()).clone(shape);
  return x.getType() == type ? x : make<ReshapeOp>(type, x, ValueRange());
}

Value VJPBuilder::sum(Value x, ArrayRef<int64_t> axes, bool keepdims) {
  return axes.empty() ? x : make<ReduceOp>(ReduceKind::sum, x, axes, keepdims);
}

Value VJPBuilder::transpose(Value x, ArrayRef<int64_t> perm) {
  return make<TransposeOp>(x, perm);
}

Value VJPBuilder::pad(Value x, ArrayRef<int64_t> low, ArrayRef<int64_t> high) {
  Value zero = zeroScalar(mlir::cast<RankedTensorType>(x.getType()));
  return make<PadOp>(x, zero, low, high);
}

Value VJPBuilder::sliceLike(Value x, ArrayRef<OpFoldResult> offsets,
                            Value like) {
  auto type = mlir::cast<RankedTensorType>(like.getType());
  SmallVector<int64_t> ones(type.getRank(), 1);
  auto known = getConstantIntValues(offsets);
  if (known && type.hasStaticShape())
    return make<SliceOp>(type, x, *known, type.getShape(), ones);
  // Where sizes disagree, whose check may have gone with an unused primal, the
  // part is what there is, and the broadcast traps.
  SmallVector<OpFoldResult> parts = sizes(like), whole = sizes(x);
  for (auto [part, offset, size] : llvm::zip_equal(parts, offsets, whole)) {
    OpFoldResult room = subtractSizes(size, offset);
    if (isa<Attribute>(part) && isa<Attribute>(room))
      continue;
    Value zero = make<arith::ConstantIndexOp>(0);
    Value available = make<arith::MaxSIOp>(
        getValueOrCreateConstantIndexOp(b, loc, room), zero);
    part = make<arith::MinSIOp>(getValueOrCreateConstantIndexOp(b, loc, part),
                                available);
  }
  Value part = make<tensor::ExtractSliceOp>(
      x, offsets, parts, getAsIndexOpFoldResult(b.getContext(), ones));
  return broadcastLike(part, like);
}

Value VJPBuilder::extremum(Value g, ComparePredicate wins, Value x,
                           Value other) {
  Value half = mul(splat(0.5, g), g);
  Value tied = select(compare(ComparePredicate::eq, x, other), half, zeros(g));
  return select(compare(wins, x, other), g, tied);
}

Value VJPBuilder::remainderDivisor(Value g, Value remainder, Value dividend,
                                   Value divisor) {
  // dividend / divisor, rounded, may be the next integer: mod(1, 0.1) = 0.1.
  Value quotient = div(sub(widen(dividend), widen(remainder)), widen(divisor));
  Value integer = make<FloorOp>(add(splat(0.5, quotient), quotient));
  return scale(g, neg(integer));
}

Value VJPBuilder::powBase(Value g, Value base, Value exponent) {
  Value power = widen(exponent);
  Value lower = sub(power, splat(1, power));
  Value partial = mul(power, make<PowOp>(widen(base), lower));
  Value isZero = compare(ComparePredicate::eq, power, zeros(power));
  return scale(g, select(isZero, zeros(power), partial));
}

Value VJPBuilder::powExponent(Value g, Value y, Value base, Value exponent) {
  Value wide = widen(base);
  Value zero = zeros(wide);
  Value atZero =
      make<AndOp>(compare(ComparePredicate::eq, wide, zero),
                  compare(ComparePredicate::ge, widen(exponent), zero));
  Value partial = mul(widen(y), make<LogOp>(wide));
  return scale(g, select(atZero, zero, partial));
}

SmallVector<Value> VJPBuilder::dynamicSizes(Value x) {
  return buildDynamicSizes(b, loc, x);
}

SmallVector<OpFoldResult> VJPBuilder::sizes(Value x) {
  return tensor::getMixedSizes(b, loc, x);
}

template <typename OpTy, typename Fn>
OpFoldResult VJPBuilder::combineSizes(OpFoldResult x, OpFoldResult y, Fn fn) {
  auto known = [](OpFoldResult size) {
    auto attr = dyn_cast<Attribute>(size);
    return attr ? std::optional(mlir::cast<IntegerAttr>(attr).getInt())
                : std::nullopt;
  };
  if (known(x) && known(y))
    return b.getIndexAttr(fn(*known(x), *known(y)));
  return make<OpTy>(getValueOrCreateConstantIndexOp(b, loc, x),
                    getValueOrCreateConstantIndexOp(b, loc, y));
}

OpFoldResult VJPBuilder::addSizes(OpFoldResult x, OpFoldResult y) {
  return combineSizes<arith::AddIOp>(x, y, std::plus<int64_t>());
}

OpFoldResult VJPBuilder::subtractSizes(OpFoldResult x, OpFoldResult y) {
  return combineSizes<arith::SubIOp>(x, y, std::minus<int64_t>());
}
