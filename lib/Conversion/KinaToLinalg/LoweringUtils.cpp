//===- LoweringUtils.cpp - What the lowerings of all families build -------===//

#include "LoweringUtils.h"
#include "ScalarOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace kina;

OpFoldResult kina::buildProduct(OpBuilder &b, Location loc,
                                ArrayRef<OpFoldResult> sizes) {
  int64_t known = 1;
  Value product;
  for (OpFoldResult size : sizes) {
    if (auto constant = dyn_cast<Attribute>(size)) {
      known *= cast<IntegerAttr>(constant).getInt();
      continue;
    }
    Value value = cast<Value>(size);
    product = product ? arith::MulIOp::create(b, loc, product, value) : value;
  }
  if (!product || known == 0)
    return b.getIndexAttr(known);
  if (known != 1)
    product = arith::MulIOp::create(
        b, loc, product, arith::ConstantIndexOp::create(b, loc, known));
  return product;
}

bool kina::isKnownEmpty(Type tensorType) {
  return llvm::is_contained(cast<RankedTensorType>(tensorType).getShape(), 0);
}

Value kina::castTo(OpBuilder &b, Location loc, Value tensor, Type type) {
  return tensor.getType() == type
             ? tensor
             : tensor::CastOp::create(b, loc, type, tensor);
}

AffineMap kina::getMapWithoutAxes(OpBuilder &b, int64_t rank,
                                  ArrayRef<int64_t> axes) {
  SmallVector<AffineExpr> dims;
  for (int64_t dim = 0; dim < rank; ++dim)
    dims.push_back(b.getAffineDimExpr(dim));
  return AffineMap::get(rank, 0, dropAxes<AffineExpr>(dims, axes),
                        b.getContext());
}

/// [0, .., count - 1], [count], .., [rank - 1]
static SmallVector<ReassociationIndices> groupLeading(int64_t rank,
                                                      int64_t count) {
  SmallVector<ReassociationIndices> groups(rank - count + 1);
  for (int64_t dim = 0; dim < rank; ++dim)
    groups[std::max<int64_t>(dim - count + 1, 0)].push_back(dim);
  return groups;
}

Value kina::buildLeadingCollapsed(OpBuilder &b, Location loc, Value tensor,
                                  int64_t count) {
  if (count == 0)
    return buildUnitAxesAdded(b, loc, tensor, 0);
  if (count == 1)
    return tensor;
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  return tensor::CollapseShapeOp::create(b, loc, tensor,
                                         groupLeading(rank, count));
}

Value kina::buildLeadingExpanded(OpBuilder &b, Location loc, Value tensor,
                                 int64_t count, ArrayRef<OpFoldResult> sizes) {
  auto [shape, dynamicSizes] =
      decomposeMixedValues(SmallVector<OpFoldResult>(sizes));
  auto type =
      RankedTensorType::get(shape, getElementTypeOrSelf(tensor.getType()));
  // expand-strided-metadata crashes on a group with two unknown sizes.
  if (llvm::count(ArrayRef(shape).take_front(count), ShapedType::kDynamic) >
      1) {
    Value target = tensor::FromElementsOp::create(
        b, loc, getValueOrCreateConstantIndexOp(b, loc, sizes));
    return tensor::ReshapeOp::create(b, loc, type, tensor, target);
  }
  SmallVector<ReassociationIndices> groups = groupLeading(sizes.size(), count);
  // A group with a `?` is one, with or without a size.
  RankedTensorType collapsed =
      tensor::CollapseShapeOp::inferCollapsedType(type, groups);
  return tensor::ExpandShapeOp::create(
      b, loc, type, castTo(b, loc, tensor, collapsed), groups, sizes);
}

Value kina::buildUnitAxesAdded(OpBuilder &b, Location loc, Value tensor,
                               ArrayRef<int64_t> axes) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Sizes kept = tensor::getMixedSizes(b, loc, tensor), sizes;
  SmallVector<int64_t> shape;
  SmallVector<ReassociationIndices> groups(type.getRank());
  int64_t rank = type.getRank() + axes.size(), next = 0;
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool added = llvm::is_contained(axes, dim);
    // Added dimensions go to the group before them, leading ones to the first.
    if (!groups.empty())
      groups[added ? std::max<int64_t>(next - 1, 0) : next].push_back(dim);
    shape.push_back(added ? 1 : type.getDimSize(next));
    sizes.push_back(added ? b.getIndexAttr(1) : kept[next]);
    next += !added;
  }
  return tensor::ExpandShapeOp::create(
      b, loc, RankedTensorType::get(shape, type.getElementType()), tensor,
      groups, sizes);
}

Value kina::buildFilled(OpBuilder &b, Location loc,
                        ArrayRef<OpFoldResult> sizes, Value value) {
  Value empty = tensor::EmptyOp::create(b, loc, sizes, value.getType());
  return linalg::FillOp::create(b, loc, value, empty).getResult(0);
}

Value kina::buildParallel(OpBuilder &b, Location loc, ValueRange operands,
                          ArrayRef<AffineMap> maps,
                          ArrayRef<OpFoldResult> sizes, Type elementType,
                          ElementFn element) {
  Value empty = tensor::EmptyOp::create(b, loc, sizes, elementType);
  SmallVector<AffineMap> allMaps(maps);
  allMaps.push_back(b.getMultiDimIdentityMap(sizes.size()));
  SmallVector<utils::IteratorType> iterators(sizes.size(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, empty.getType(), operands, empty, allMaps, iterators,
             [&](OpBuilder &b, Location loc, ValueRange elements) {
               linalg::YieldOp::create(b, loc,
                                       element(b, loc, elements.drop_back()));
             })
      .getResult(0);
}

Value kina::buildElementwise(OpBuilder &b, Location loc, ValueRange operands,
                             ArrayRef<OpFoldResult> sizes, Type elementType,
                             ElementFn element) {
  SmallVector<AffineMap> maps(operands.size(),
                              b.getMultiDimIdentityMap(sizes.size()));
  return buildParallel(b, loc, operands, maps, sizes, elementType, element);
}

Value kina::buildTruncation(OpBuilder &b, Location loc, Value tensor,
                            ArrayRef<OpFoldResult> sizes, Type elementType) {
  if (getElementTypeOrSelf(tensor.getType()) == elementType)
    return tensor;
  return buildElementwise(b, loc, tensor, sizes, elementType,
                          [&](OpBuilder &b, Location loc, ValueRange x) {
                            return buildNarrowed(b, loc, x[0], elementType);
                          });
}
