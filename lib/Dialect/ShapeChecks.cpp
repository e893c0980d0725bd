//===- ShapeChecks.cpp - Checks that several shape rules make -------------===//

#include "ShapeChecks.h"
#include "Advice.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace kina;

int64_t kina::getRank(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getRank();
}

LogicalResult kina::verifyAxis(int64_t axis, int64_t rank,
                               EmitErrorFn emitError) {
  if (axis >= 0 && axis < rank)
    return success();
  InFlightDiagnostic diag = emitError();
  diag << "expected an axis in [0, " << rank << "), got " << axis;
  adviseAxis(diag, axis, rank);
  return diag;
}

LogicalResult kina::verifyRank(StringRef what, Value tensor, int64_t expected,
                               EmitErrorFn emitError) {
  if (getRank(tensor) != expected)
    return emitError() << "expected " << what << " of rank " << expected
                       << ", got " << tensor.getType();
  return success();
}

LogicalResult kina::verifySameElementType(Value operand,
                                          RankedTensorType result,
                                          EmitErrorFn emitError) {
  Type expected = getElementTypeOrSelf(operand.getType());
  if (result && result.getElementType() != expected)
    return emitError() << "expected a result of element type " << expected
                       << ", got " << result.getElementType();
  return success();
}

LogicalResult kina::verifyCount(StringRef name, ArrayRef<int64_t> values,
                                int64_t rank, EmitErrorFn emitError) {
  if (static_cast<int64_t>(values.size()) != rank)
    return emitError() << "expected " << rank << " " << name
                       << ", one for each dimension of the operand, got "
                       << values.size();
  return success();
}

LogicalResult kina::getSpelledSizes(RankedTensorType result, ValueRange sizes,
                                    SmallVectorImpl<Size> &spelled,
                                    EmitErrorFn emitError) {
  int64_t dynamic = result.getNumDynamicDims();
  if (static_cast<int64_t>(sizes.size()) != dynamic)
    return emitError() << "expected " << dynamic
                       << " sizes, one for each '?' of the result " << result
                       << ", got " << sizes.size();
  for (int64_t size : result.getShape()) {
    if (!ShapedType::isDynamic(size)) {
      spelled.push_back(Size::constant(size));
      continue;
    }
    spelled.push_back(Size::value(sizes.front()));
    sizes = sizes.drop_front();
  }
  return success();
}
