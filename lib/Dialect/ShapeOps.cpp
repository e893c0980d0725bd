//===- ShapeOps.cpp - Constants and data movement -------------------------===//

#include "Kina/Dialect/Kina.h"
#include "ShapeChecks.h"

using namespace mlir;
using namespace kina;

LogicalResult
ConstantOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                             ValueRange, DictionaryAttr attributes,
                             OpaqueProperties properties, RegionRange,
                             SmallVectorImpl<Type> &types) {
  auto *held = properties.as<Properties *>();
  auto value = held ? held->getValue() : ElementsAttr();
  if (!value && attributes)
    value = attributes.getAs<ElementsAttr>("value");
  if (!value)
    return emitOptionalError(loc, "'kina.constant' op expected a value");
  types.push_back(value.getType());
  return success();
}

LogicalResult ConstantOp::verify() {
  if (getValue().getShapedType() != getType())
    return emitOpError("expected a result of the value's type ")
           << getValue().getShapedType() << ", got " << getType();
  return success();
}

LogicalResult IotaOp::shape(Adaptor adaptor, RankedTensorType result,
                            ShapeRule &rule, EmitErrorFn emitError) {
  int64_t axis = adaptor.getAxis();
  if (failed(verifyAxis(axis, result.getRank(), emitError)))
    return failure();
  SmallVector<Size> sizes;
  if (failed(getSpelledSizes(result, adaptor.getSizes(), sizes, emitError)))
    return failure();
  rule.result.append(sizes.begin(), sizes.end());
  return success();
}

LogicalResult BroadcastOp::shape(Adaptor adaptor, RankedTensorType result,
                                 ShapeRule &rule, EmitErrorFn emitError) {
  auto source = cast<RankedTensorType>(adaptor.getOperand().getType());
  int64_t added = result.getRank() - source.getRank();
  SmallVector<Size> sizes;
  if (failed(verifySameElementType(adaptor.getOperand(), result, emitError)) ||
      failed(getSpelledSizes(result, adaptor.getSizes(), sizes, emitError)))
    return failure();
  if (added < 0)
    return emitError() << "expected a result of rank " << source.getRank()
                       << " or more, got " << result;
  for (auto [dim, size] : llvm::enumerate(source.getShape()))
    if (size != 1)
      rule.equal.push_back({Size::of(adaptor.getOperand(), dim),
                            sizes[added + dim],
                            static_cast<int64_t>(added + dim),
                            "sizes where the operand's is not 1"});
  rule.result.append(sizes.begin(), sizes.end());
  return success();
}

SmallVector<int64_t> BroadcastOp::getRepeatedAxes() {
  RankedTensorType source = getOperand().getType(), result = getType();
  int64_t added = result.getRank() - source.getRank();
  SmallVector<int64_t> axes;
  for (int64_t axis = 0; axis < result.getRank(); ++axis)
    if (axis < added ||
        (source.getDimSize(axis - added) == 1 && result.getDimSize(axis) != 1))
      axes.push_back(axis);
  return axes;
}

LogicalResult ReshapeOp::shape(Adaptor adaptor, RankedTensorType result,
                               ShapeRule &rule, EmitErrorFn emitError) {
  if (failed(verifySameElementType(adaptor.getOperand(), result, emitError)) ||
      failed(getSpelledSizes(result, adaptor.getSizes(), rule.countRhs,
                             emitError)))
    return failure();
  rule.countLhs = getDimSizes(adaptor.getOperand());
  rule.result.append(rule.countRhs.begin(), rule.countRhs.end());
  return success();
}

LogicalResult TransposeOp::shape(Adaptor adaptor, RankedTensorType result,
                                 ShapeRule &rule, EmitErrorFn emitError) {
  ArrayRef<int64_t> perm = adaptor.getPerm();
  int64_t rank = getRank(adaptor.getOperand());
  if (failed(verifySameElementType(adaptor.getOperand(), result, emitError)) ||
      failed(verifyCount("entries of perm", perm, rank, emitError)))
    return failure();
  SmallVector<bool> seen(rank, false);
  for (int64_t dim : perm) {
    if (dim < 0 || dim >= rank || seen[dim])
      return emitError() << "expected perm to hold each dimension in [0, "
                         << rank << ") once, got [" << perm << "]";
    seen[dim] = true;
    rule.result.push_back(Size::of(adaptor.getOperand(), dim));
  }
  return success();
}

LogicalResult SliceOp::shape(Adaptor adaptor, RankedTensorType result,
                             ShapeRule &rule, EmitErrorFn emitError) {
  Value operand = adaptor.getOperand();
  int64_t rank = getRank(operand);
  if (failed(verifySameElementType(operand, result, emitError)) ||
      failed(verifyCount("offsets", adaptor.getOffsets(), rank, emitError)) ||
      failed(verifyCount("sizes", adaptor.getSizes(), rank, emitError)) ||
      failed(verifyCount("strides", adaptor.getStrides(), rank, emitError)))
    return failure();
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t offset = adaptor.getOffsets()[dim], size = adaptor.getSizes()[dim],
            stride = adaptor.getStrides()[dim];
    if (offset < 0 || size < 0 || stride < 1)
      return emitError()
             << "expected an offset and a size of at least 0 and a stride "
                "of at least 1 in dimension "
             << dim << ", got offset " << offset << ", size " << size
             << ", stride " << stride;
    int64_t end = offset;
    if (size > 0 && (llvm::MulOverflow(size - 1, stride, end) ||
                     llvm::AddOverflow(end, offset, end) ||
                     llvm::AddOverflow(end, int64_t(1), end)))
      end = std::numeric_limits<int64_t>::max();
    rule.within.push_back({end, Size::of(operand, dim), dim});
    rule.result.push_back(Size::constant(size));
  }
  return success();
}

LogicalResult PadOp::shape(Adaptor adaptor, RankedTensorType result,
                           ShapeRule &rule, EmitErrorFn emitError) {
  Value operand = adaptor.getOperand();
  auto value = cast<RankedTensorType>(adaptor.getValue().getType());
  int64_t rank = getRank(operand);
  if (failed(verifySameElementType(operand, result, emitError)) ||
      failed(verifyCount("low", adaptor.getLow(), rank, emitError)) ||
      failed(verifyCount("high", adaptor.getHigh(), rank, emitError)))
    return failure();
  if (value.getRank() != 0 ||
      value.getElementType() != getElementTypeOrSelf(operand.getType()))
    return emitError() << "expected a value of rank 0 and element type "
                       << getElementTypeOrSelf(operand.getType()) << ", got "
                       << value;
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t low = adaptor.getLow()[dim], high = adaptor.getHigh()[dim],
            both = 0;
    if (low < 0 || high < 0)
      return emitError() << "expected low and high of at least 0 in dimension "
                         << dim << ", got " << low << " and " << high;
    if (llvm::AddOverflow(low, high, both))
      return emitError() << "expected a sum of low and high that fits in 63 "
                            "bits in dimension "
                         << dim << ", got " << low << " and " << high;
    rule.result.push_back(SizeExpr(Size::of(operand, dim), 1, both));
  }
  return success();
}

LogicalResult ConcatOp::shape(Adaptor adaptor, RankedTensorType result,
                              ShapeRule &rule, EmitErrorFn emitError) {
  ValueRange inputs = adaptor.getInputs();
  if (inputs.empty())
    return emitError() << "expected at least one operand, got none";
  int64_t rank = getRank(inputs[0]), axis = adaptor.getAxis();
  if (failed(verifySameElementType(inputs[0], result, emitError)))
    return failure();
  if (failed(verifyAxis(axis, rank, emitError)))
    return failure();
  for (auto [i, input] : llvm::enumerate(inputs))
    if (getRank(input) != rank || getElementTypeOrSelf(input.getType()) !=
                                      getElementTypeOrSelf(inputs[0].getType()))
      return emitError() << "expected operand #" << i
                         << " of the rank and element "
                         << "type of " << inputs[0].getType() << ", got "
                         << input.getType();
  for (int64_t dim = 0; dim < rank; ++dim) {
    SmallVector<Size> sizes = llvm::map_to_vector(
        inputs, [&](Value input) { return Size::of(input, dim); });
    if (dim == axis) {
      rule.result.push_back(SizeExpr(sizes));
      continue;
    }
    rule.result.push_back(sizes[0]);
    for (const Size &size : ArrayRef(sizes).drop_front())
      rule.equal.push_back({sizes[0], size, dim, "sizes beside the axis"});
  }
  return success();
}
