//===- Builders.cpp - Helpers to build kina ops ---------------------------===//

#include "Kina/Dialect/Builders.h"
#include "Kina/Dialect/Kina.h"

using namespace mlir;
using namespace kina;

SmallVector<Value> kina::buildDynamicSizes(OpBuilder &b, Location loc,
                                           Value tensor) {
  SmallVector<Value> sizes;
  auto type = cast<RankedTensorType>(tensor.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(b, loc, tensor, dim));
  return sizes;
}

Value kina::buildSplat(OpBuilder &b, Location loc, TypedAttr element,
                       Value like) {
  auto type = cast<RankedTensorType>(like.getType()).clone(element.getType());
  if (type.hasStaticShape())
    return ConstantOp::create(b, loc, DenseElementsAttr::get(type, element));
  auto scalarType =
      RankedTensorType::get({}, type.getElementType(), type.getEncoding());
  Value scalar =
      ConstantOp::create(b, loc, DenseElementsAttr::get(scalarType, element));
  return BroadcastOp::create(b, loc, type, scalar,
                             buildDynamicSizes(b, loc, like));
}

Value kina::buildSplat(OpBuilder &b, Location loc, double value, Value like) {
  Type type = getElementTypeOrSelf(like.getType());
  return buildSplat(b, loc, b.getFloatAttr(type, value), like);
}
