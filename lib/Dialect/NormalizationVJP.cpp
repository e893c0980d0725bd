//===- NormalizationVJP.cpp - Derivative rules of softmax and log_softmax -===//

#include "Kina/Dialect/VJPBuilder.h"

using namespace mlir;
using namespace kina;

// y * (g - S(g * y)); both products stop zeros, so a row without cotangents
// gives zeros even where y is NaN.
void SoftmaxOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  vjp.contribute(getOperandMutable(), [&] {
    Value g = b.widen(vjp.getCotangent()), y = b.widen(getResult());
    Value dot = b.sum(b.scale(g, y), getAxis(), /*keepdims=*/true);
    Value partial = b.scale(b.sub(g, b.broadcastLike(dot, g)), y);
    return b.cast(partial, getType().getElementType());
  });
}

// g - exp(y) * S(g), which never divides by a softmax.
void LogSoftmaxOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  vjp.contribute(getOperandMutable(), [&] {
    Value g = b.widen(vjp.getCotangent()), y = b.widen(getResult());
    Value total = b.sum(g, getAxis(), /*keepdims=*/true);
    Value share = b.scale(b.broadcastLike(total, g), b.exp(y));
    return b.cast(b.sub(g, share), getType().getElementType());
  });
}
