//===- Accumulation.cpp - Sums of cotangents ------------------------------===//

#include "Accumulation.h"
#include "Kina/Dialect/Kina.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kina;

static bool isZeros(Value value) {
  if (auto broadcast = value.getDefiningOp<BroadcastOp>())
    value = broadcast.getOperand();
  return matchPattern(value, m_AnyZeroFloat());
}

Value kina::buildSum(OpBuilder &b, Location loc, Value sum, Value more) {
  auto part = more.getDefiningOp<tensor::InsertSliceOp>();
  if (!part || !part->use_empty() || !isZeros(part.getDest()))
    return AddOp::create(b, loc, sum, more);
  SmallVector<OpFoldResult> offsets = part.getMixedOffsets();
  SmallVector<OpFoldResult> sizes = part.getMixedSizes();
  SmallVector<OpFoldResult> strides = part.getMixedStrides();
  Value before = tensor::ExtractSliceOp::create(b, loc, part.getSourceType(),
                                                sum, offsets, sizes, strides);
  Value after = AddOp::create(b, loc, before, part.getSource());
  return tensor::InsertSliceOp::create(b, loc, after, sum, offsets, sizes,
                                       strides);
}
