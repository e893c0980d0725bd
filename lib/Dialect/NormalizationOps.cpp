//===- NormalizationOps.cpp - softmax and log_softmax -----------------------===//

#include "Kina/Dialect/Kina.h"
#include "ShapeChecks.h"

using namespace mlir;
using namespace kina;

static LogicalResult rowwiseShape(Value operand, int64_t axis, ShapeRule &rule,
                                  EmitErrorFn emitError) {
  if (failed(verifyAxis(axis, getRank(operand), emitError)))
    return failure();
  rule.requireSameShape(operand);
  return success();
}

LogicalResult SoftmaxOp::shape(Adaptor adaptor, RankedTensorType, ShapeRule &rule,
                               EmitErrorFn emitError) {
  return rowwiseShape(adaptor.getOperand(), adaptor.getAxis(), rule, emitError);
}

LogicalResult LogSoftmaxOp::shape(Adaptor adaptor, RankedTensorType, ShapeRule &rule,
                                  EmitErrorFn emitError) {
  return rowwiseShape(adaptor.getOperand(), adaptor.getAxis(), rule, emitError);
}
