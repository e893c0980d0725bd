//===- NormalizationOps.cpp - softmax and log_softmax ---------------------===//

#include "Kina/Dialect/Kina.h"
#include "ShapeChecks.h"

using namespace mlir;
using namespace kina;

static LogicalResult rowwiseShape(Value operand, int64_t axis,
                                  RankedTensorType result, ShapeRule &rule,
                                  EmitErrorFn emitError) {
  if (failed(verifySameElementType(operand, result, emitError)) ||
      failed(verifyAxis(axis, getRank(operand), emitError)))
    return failure();
  rule.requireSameShape(operand);
  return success();
}

LogicalResult SoftmaxOp::shape(Adaptor adaptor, RankedTensorType result,
                               ShapeRule &rule, EmitErrorFn emitError) {
  return rowwiseShape(adaptor.getOperand(), adaptor.getAxis(), result, rule,
                      emitError);
}

LogicalResult LogSoftmaxOp::shape(Adaptor adaptor, RankedTensorType result,
                                  ShapeRule &rule, EmitErrorFn emitError) {
  return rowwiseShape(adaptor.getOperand(), adaptor.getAxis(), result, rule,
                      emitError);
}
