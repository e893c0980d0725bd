//===- ShapeVJP.cpp - Derivative rules of data movement -------------------===//

#include "Kina/Dialect/VJPBuilder.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

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

/// g with `strides - 1` zeros between its elements: [n] as [n, 1], padded to
/// [n, stride], as [n * stride], without the zeros at the end.
static Value spread(VJPBuilder &b, Value g, ArrayRef<int64_t> strides) {
  auto isOne = [](int64_t stride) { return stride == 1; };
  if (llvm::all_of(strides, isOne))
    return g;
  SmallVector<int64_t> pairs, added, joined, spreadShape;
  for (auto [size, stride] :
       llvm::zip_equal(cast<ShapedType>(g.getType()).getShape(), strides)) {
    // One element has none after it; its stride may be too large to multiply.
    int64_t step = size == 1 ? 1 : stride;
    pairs.append({size, 1});
    added.append({0, step - 1});
    joined.push_back(size * step);
    spreadShape.push_back((size - 1) * step + 1);
  }
  SmallVector<int64_t> zeros(strides.size(), 0), ones(strides.size(), 1);
  Value separate = b.reshape(g, pairs);
  Value padded = b.pad(separate, SmallVector<int64_t>(pairs.size(), 0), added);
  return b.make<SliceOp>(b.reshape(padded, joined), zeros, spreadShape, ones);
}

void SliceOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  vjp.contribute(getOperandMutable(), [&]() -> Value {
    if (llvm::is_contained(getSizes(), 0))
      return Value();
    Value x = getOperand();
    Value g =
        spread(b, b.reshape(vjp.getCotangent(), getSizes()), getStrides());
    auto read = cast<RankedTensorType>(g.getType());
    SmallVector<int64_t> after;
    for (auto [size, offset, part] : llvm::zip_equal(
             getOperand().getType().getShape(), getOffsets(), read.getShape()))
      after.push_back(ShapedType::isDynamic(size) ? 0 : size - offset - part);
    Value result = b.pad(g, getOffsets(), after);
    // What follows in a `?` dimension is known at run time. Its size would be
    // negative where the slice was out of bounds, and traps.
    for (int64_t dim = 0; dim < read.getRank(); ++dim) {
      if (!getOperand().getType().isDynamicDim(dim))
        continue;
      SmallVector<OpFoldResult> sizes = b.sizes(result);
      sizes[dim] = b.subtractSizes(b.sizes(x)[dim], sizes[dim]);
      Value rest = b.zeros(result, sizes);
      result = b.make<ConcatOp>(ValueRange{result, rest}, dim);
    }
    return result;
  });
}

void PadOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  Value x = getOperand(), g = vjp.getCotangent();
  vjp.contribute(getOperandMutable(), [&]() -> Value {
    if (llvm::is_contained(getOperand().getType().getShape(), 0))
      return Value();
    return b.sliceLike(
        g, getAsIndexOpFoldResult(b.builder().getContext(), getLow()), x);
  });
  vjp.contribute(getValueMutable(), [&]() -> Value {
    auto isZero = [](int64_t amount) { return amount == 0; };
    if (llvm::all_of(getLow(), isZero) && llvm::all_of(getHigh(), isZero))
      return Value();
    // The sum of all less that of the slice would keep what is infinite there.
    Value around =
        b.make<PadOp>(getBoolTypeLike(g.getType()), b.booleans(false, x),
                      b.booleans(true, getValue()), getLow(), getHigh());
    auto axes = llvm::to_vector(llvm::seq<int64_t>(0, getType().getRank()));
    return b.sum(b.select(around, g, b.zeros(g)), axes, /*keepdims=*/false);
  });
}

void ConcatOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  // Where each operand begins, as far as it was asked.
  SmallVector<OpFoldResult> begins = {b.builder().getIndexAttr(0)};
  for (OpOperand &input : getInputsMutable())
    vjp.contribute(input, [&]() -> Value {
      if (llvm::is_contained(cast<ShapedType>(input.get().getType()).getShape(),
                             0))
        return Value();
      for (size_t i = begins.size(); i <= input.getOperandNumber(); ++i)
        begins.push_back(
            b.addSizes(begins.back(), b.sizes(getInputs()[i - 1])[getAxis()]));
      SmallVector<OpFoldResult> offsets(getType().getRank(),
                                        b.builder().getIndexAttr(0));
      offsets[getAxis()] = begins[input.getOperandNumber()];
      return b.sliceLike(vjp.getCotangent(), offsets, input.get());
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
