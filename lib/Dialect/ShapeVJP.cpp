//===- ShapeVJP.cpp - Derivative rules of data movement -------------------===//

#include "VJPBuilder.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace kina;

void BroadcastOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  vjp.contribute(getOperandMutable(), [&] {
    Value summed =
        b.sum(vjp.getCotangent(), getRepeatedAxes(), /*keepdims=*/true);
    // Of one type, they have the same sizes: no `?` was expanded.
    return summed.getType() == getOperand().getType()
               ? summed
               : b.reshapeLike(summed, getOperand());
  });
}

void ReshapeOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  vjp.contribute(getOperandMutable(), [&] {
    return b.reshapeLike(vjp.getCotangent(), getOperand());
  });
}

void TransposeOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  vjp.contribute(getOperandMutable(), [&] {
    return b.make<TransposeOp>(getOperand().getType(), vjp.getCotangent(),
                               invertPermutationVector(getPerm()));
  });
}

void TransferOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  vjp.contribute(getOperandMutable(), [&] {
    return b.make<TransferOp>(getOperand().getType(), vjp.getCotangent());
  });
}

void SeedOp::buildVJP(VJPContext &vjp) {
  vjp.contribute(getSeedMutable(), [&] { return vjp.getCotangent(); });
}
