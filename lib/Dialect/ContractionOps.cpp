//===- ContractionOps.cpp - Matrix products -------------------------------===//

#include "Kina/Dialect/Kina.h"

using namespace mlir;
using namespace kina;

LogicalResult MatmulOp::shape(Adaptor adaptor, RankedTensorType result,
                              ShapeRule &rule, EmitErrorFn emitError) {
  Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
  auto lhsType = cast<RankedTensorType>(lhs.getType());
  auto rhsType = cast<RankedTensorType>(rhs.getType());
  int64_t rank = lhsType.getRank();
  if (rank < 2 || rhsType.getRank() != rank)
    return emitError() << "expected operands of one rank, at least 2, got "
                       << lhsType << " and " << rhsType;
  if (rhsType.getElementType() != lhsType.getElementType() ||
      (result && result.getElementType() != lhsType.getElementType()))
    return emitError()
           << "expected operands and result of one element type, got "
           << lhsType.getElementType() << " and "
           << (rhsType.getElementType() != lhsType.getElementType()
                   ? rhsType.getElementType()
                   : result.getElementType());
  for (int64_t dim = 0; dim < rank - 2; ++dim) {
    rule.equal.push_back(
        {Size::of(lhs, dim), Size::of(rhs, dim), dim, "leading dimensions"});
    rule.result.push_back(Size::of(lhs, dim));
  }
  rule.equal.push_back({Size::of(lhs, rank - 1), Size::of(rhs, rank - 2),
                        rank - 1, "contracted dimensions"});
  rule.result.push_back(Size::of(lhs, rank - 2));
  rule.result.push_back(Size::of(rhs, rank - 1));
  return success();
}
