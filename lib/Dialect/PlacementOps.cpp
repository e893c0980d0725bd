//===- PlacementOps.cpp - Copies between placements -----------------------===//

#include "Kina/Dialect/Kina.h"

using namespace mlir;
using namespace kina;

LogicalResult TransferOp::verify() {
  RankedTensorType from = getOperand().getType(), to = getType();
  if (RankedTensorType::get(from.getShape(), from.getElementType(),
                            to.getEncoding()) != to ||
      from == to)
    return emitOpError("expected types that differ in the encoding alone, got ")
           << from << " and " << to;
  return success();
}

LogicalResult TransferOp::reifyResultShapes(OpBuilder &b,
                                            ReifiedRankedShapedTypeDims &dims) {
  dims.push_back(tensor::getMixedSizes(b, getLoc(), getOperand()));
  return success();
}
