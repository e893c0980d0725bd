//===- IndexingVJP.cpp - Derivative rules of the indexing ops -------------===//
//
// gather and scatter_add, and take_along_axis and scatter_along_axis, are each
// other's transpose. The derivative keeps the primal's bounds mode.
//
//===----------------------------------------------------------------------===//

#include "Kina/Dialect/VJPBuilder.h"

using namespace mlir;
using namespace kina;

void GatherOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  vjp.contribute(getValuesMutable(), [&] {
    return b.make<ScatterAddOp>(getValues().getType(), vjp.getCotangent(),
                                getIndices(), getBounds(),
                                b.dynamicSizes(getValues()));
  });
}

void ScatterAddOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  vjp.contribute(getUpdatesMutable(), [&] {
    return b.make<GatherOp>(getUpdates().getType(), vjp.getCotangent(),
                            getIndices(), getBounds());
  });
}

void TakeAlongAxisOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  vjp.contribute(getValuesMutable(), [&] {
    return b.make<ScatterAlongAxisOp>(getValues().getType(), vjp.getCotangent(),
                                      getIndices(), getAxis(), getBounds(),
                                      b.dynamicSizes(getValues()));
  });
}

void ScatterAlongAxisOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  vjp.contribute(getUpdatesMutable(), [&] {
    return b.make<TakeAlongAxisOp>(getUpdates().getType(), vjp.getCotangent(),
                                   getIndices(), getAxis(), getBounds());
  });
}

void RepeatInterleaveOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  vjp.contribute(getOperandMutable(), [&]() -> Value {
    // [.., N, repeats, ..], summed over the repeats.
    int64_t axis = getAxis();
    SmallVector<OpFoldResult> sizes = b.sizes(getOperand());
    sizes.insert(sizes.begin() + axis + 1,
                 b.builder().getIndexAttr(getRepeats()));
    Value grouped = b.reshape(vjp.getCotangent(), sizes);
    return b.make<ReduceOp>(getOperand().getType(), ReduceKind::sum, grouped,
                            ArrayRef<int64_t>{axis + 1}, /*keepdims=*/false);
  });
}
