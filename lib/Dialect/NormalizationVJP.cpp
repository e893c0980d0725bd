//===- NormalizationVJP.cpp - Derivative rules of softmax and log_softmax -===//

#include "Kina/Dialect/VJPBuilder.h"

using namespace mlir;
using namespace kina;

// y * (g - S(g * y)); both products stop zeros, so a row without cotangents
// gives zeros even where y is NaN.
void SoftmaxOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  Value g = vjp.getCotangent(), y = getResult();
  vjp.contribute(getOperandMutable(), [&] {
    Value dot = b.sum(b.scale(g, y), getAxis(), /*keepdims=*/true);
    return b.scale(b.sub(g, b.broadcastLike(dot, g)), y);
  });
}

// g - exp(y) * S(g), which never divides by a softmax.
void LogSoftmaxOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  Value g = vjp.getCotangent(), y = getResult();
  vjp.contribute(getOperandMutable(), [&] {
    Value total = b.sum(g, getAxis(), /*keepdims=*/true);
    return b.sub(g, b.scale(b.broadcastLike(total, g), b.exp(y)));
  });
}
