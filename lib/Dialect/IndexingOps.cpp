//===- IndexingOps.cpp - Ops that read or write by index ------------------===//

#include "Kina/Dialect/Kina.h"
#include "ShapeChecks.h"

using namespace mlir;
using namespace kina;

LogicalResult GatherOp::shape(Adaptor adaptor, RankedTensorType result,
                              ShapeRule &rule, EmitErrorFn emitError) {
  if (failed(verifySameElementType(adaptor.getValues(), result, emitError)) ||
      failed(verifyRank("values", adaptor.getValues(), 2, emitError)))
    return failure();
  for (const Size &size : getDimSizes(adaptor.getIndices()))
    rule.result.push_back(size);
  rule.result.push_back(Size::of(adaptor.getValues(), 1));
  return success();
}

LogicalResult ScatterAddOp::shape(Adaptor adaptor, RankedTensorType result,
                                  ShapeRule &rule, EmitErrorFn emitError) {
  Value updates = adaptor.getUpdates(), indices = adaptor.getIndices();
  int64_t rank = getRank(indices);
  SmallVector<Size> sizes;
  if (failed(verifySameElementType(updates, result, emitError)) ||
      failed(verifyRank("updates", updates, rank + 1, emitError)) ||
      failed(getSpelledSizes(result, adaptor.getSizes(), sizes, emitError)))
    return failure();
  if (result.getRank() != 2)
    return emitError() << "expected a result of rank 2, got " << result;
  for (int64_t dim = 0; dim < rank; ++dim)
    rule.equal.push_back({Size::of(updates, dim), Size::of(indices, dim), dim,
                          "sizes of updates and indices"});
  rule.equal.push_back({Size::of(updates, rank), sizes[1], 1,
                        "row lengths of updates and result"});
  rule.result.append(sizes.begin(), sizes.end());
  return success();
}

LogicalResult TakeAlongAxisOp::shape(Adaptor adaptor, RankedTensorType result,
                                     ShapeRule &rule, EmitErrorFn emitError) {
  Value values = adaptor.getValues(), indices = adaptor.getIndices();
  int64_t rank = getRank(values), axis = adaptor.getAxis();
  if (failed(verifySameElementType(values, result, emitError)))
    return failure();
  if (rank < 2)
    return emitError() << "expected values of rank 2 or more, got "
                       << values.getType();
  if (failed(verifyAxis(axis, rank, emitError)) ||
      failed(verifyRank("indices", indices, rank - 1, emitError)))
    return failure();
  for (int64_t dim = 0; dim < rank - 1; ++dim) {
    int64_t valuesDim = dim < axis ? dim : dim + 1;
    rule.equal.push_back({Size::of(values, valuesDim), Size::of(indices, dim),
                          valuesDim, "sizes of values and indices"});
    rule.result.push_back(Size::of(values, valuesDim));
  }
  return success();
}

LogicalResult ScatterAlongAxisOp::shape(Adaptor adaptor,
                                        RankedTensorType result,
                                        ShapeRule &rule,
                                        EmitErrorFn emitError) {
  Value updates = adaptor.getUpdates(), indices = adaptor.getIndices();
  int64_t rank = result.getRank(), axis = adaptor.getAxis();
  SmallVector<Size> sizes;
  if (failed(verifySameElementType(updates, result, emitError)))
    return failure();
  if (rank < 2)
    return emitError() << "expected a result of rank 2 or more, got " << result;
  if (failed(verifyAxis(axis, rank, emitError)) ||
      failed(verifyRank("updates", updates, rank - 1, emitError)) ||
      failed(verifyRank("indices", indices, rank - 1, emitError)) ||
      failed(getSpelledSizes(result, adaptor.getSizes(), sizes, emitError)))
    return failure();
  for (int64_t dim = 0; dim < rank - 1; ++dim)
    rule.equal.push_back({Size::of(updates, dim), Size::of(indices, dim), dim,
                          "sizes of updates and indices"});
  for (int64_t dim = 0; dim < rank - 1; ++dim) {
    int64_t resultDim = dim < axis ? dim : dim + 1;
    rule.equal.push_back({Size::of(updates, dim), sizes[resultDim], resultDim,
                          "sizes of updates and result"});
  }
  rule.result.append(sizes.begin(), sizes.end());
  return success();
}

LogicalResult RepeatInterleaveOp::shape(Adaptor adaptor,
                                        RankedTensorType result,
                                        ShapeRule &rule,
                                        EmitErrorFn emitError) {
  Value operand = adaptor.getOperand();
  int64_t rank = getRank(operand), axis = adaptor.getAxis(),
          repeats = adaptor.getRepeats();
  if (failed(verifySameElementType(operand, result, emitError)) ||
      failed(verifyAxis(axis, rank, emitError)))
    return failure();
  if (repeats < 1)
    return emitError() << "expected repeats of at least 1, got " << repeats;
  for (const Size &size : getDimSizes(operand))
    rule.result.push_back(size);
  rule.result[axis].factor = repeats;
  return success();
}

OpFoldResult RepeatInterleaveOp::foldOp(FoldAdaptor) {
  return getRepeats() == 1 && getOperand().getType() == getType()
             ? getOperand()
             : OpFoldResult();
}
