//===- ElementwiseOps.cpp - Elementwise ops -------------------------------===//

#include "Kina/Dialect/Kina.h"

using namespace mlir;
using namespace kina;

LogicalResult CompareOp::shape(Adaptor adaptor, RankedTensorType,
                               ShapeRule &rule, EmitErrorFn emitError) {
  ComparePredicate predicate = adaptor.getPredicate();
  if (getElementTypeOrSelf(adaptor.getLhs().getType()).isInteger(1) &&
      predicate != ComparePredicate::eq && predicate != ComparePredicate::ne)
    return emitError() << "expected eq or ne for operands of i1, got "
                       << stringifyComparePredicate(predicate);
  rule.requireSameShape(adaptor.getOperands());
  return success();
}

/// Integer division by zero traps.
static bool dividesIntegers(Operation *op) {
  return getElementTypeOrSelf(op->getResult(0).getType()).isInteger();
}
bool DivOp::canTrapOnValues() { return dividesIntegers(*this); }
bool ModOp::canTrapOnValues() { return dividesIntegers(*this); }
