//===- VJPBuilder.cpp - Short names for what rules are made of ------------===//

#include "VJPBuilder.h"
#include "Kina/Dialect/Builders.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace kina;

Value VJPBuilder::cast(Value x, Type elementType) {
  auto type = mlir::cast<RankedTensorType>(x.getType());
  return type.getElementType() == elementType
             ? x
             : make<CastOp>(type.clone(elementType), x);
}

Value VJPBuilder::splat(double value, Value like) {
  return buildSplat(b, loc, value, like);
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

Value VJPBuilder::sum(Value x, ArrayRef<int64_t> axes, bool keepdims) {
  return axes.empty() ? x : make<ReduceOp>(ReduceKind::sum, x, axes, keepdims);
}

Value VJPBuilder::transpose(Value x, ArrayRef<int64_t> perm) {
  return make<TransposeOp>(x, perm);
}

SmallVector<Value> VJPBuilder::dynamicSizes(Value x) {
  return buildDynamicSizes(b, loc, x);
}

SmallVector<OpFoldResult> VJPBuilder::sizes(Value x) {
  return tensor::getMixedSizes(b, loc, x);
}
