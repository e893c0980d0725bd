//===- Buffers.cpp - Buffers that the host passes make --------------------===//

#include "Buffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

/// The alignment that bufferization gives every buffer.
static constexpr int64_t bufferAlignment = 64;

bool kina::isContiguous(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return succeeded(type.getStridesAndOffset(strides, offset)) && offset == 0 &&
         type.areTrailingDimsContiguous(type.getRank());
}

static MemRefType getContiguousType(MemRefType type) {
  return MemRefType::get(type.getShape(), type.getElementType(),
                         MemRefLayoutAttrInterface(), type.getMemorySpace());
}

/// Whether a contiguous buffer has the offset and the strides that `type`
/// fixes. That memref.cast allows the cast says less: it takes an unknown
/// stride for any number, also one that follows from the sizes.
static bool admitsContiguous(MemRefType type) {
  SmallVector<int64_t> wanted, strides;
  int64_t wantedOffset, offset;
  if (failed(type.getStridesAndOffset(wanted, wantedOffset)) ||
      failed(getContiguousType(type).getStridesAndOffset(strides, offset)))
    return false;
  auto admits = [](int64_t wanted, int64_t value) {
    return ShapedType::isDynamic(wanted) || wanted == value;
  };
  return admits(wantedOffset, offset) &&
         llvm::all_of_zip(wanted, strides, admits);
}

static Value allocContiguous(OpBuilder &b, Location loc, MemRefType type,
                             ValueRange sizes) {
  return memref::AllocOp::create(b, loc, type, sizes,
                                 b.getI64IntegerAttr(bufferAlignment));
}

Value kina::buildAlloc(OpBuilder &b, Location loc, MemRefType type,
                       Value source) {
  if (admitsContiguous(type)) {
    MemRefType contiguous = getContiguousType(type);
    SmallVector<Value> sizes;
    for (int64_t i = 0, e = type.getRank(); i < e; ++i)
      if (type.isDynamicDim(i))
        sizes.push_back(memref::DimOp::create(b, loc, source, i));
    Value buffer = allocContiguous(b, loc, contiguous, sizes);
    return contiguous == type ? buffer
                              : memref::CastOp::create(b, loc, type, buffer);
  }
  // The type fixes an offset or strides that have gaps: allocate as much as
  // lies between the base of `source` and its last element.
  auto layout = memref::ExtractStridedMetadataOp::create(b, loc, source);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value extent = arith::AddIOp::create(b, loc, layout.getOffset(), one);
  // A negative stride leads back from the offset, which has been counted.
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  for (auto [size, stride] :
       llvm::zip_equal(layout.getSizes(), layout.getStrides())) {
    Value forward = arith::MaxSIOp::create(b, loc, stride, zero);
    Value product = arith::MulIOp::create(b, loc, size, forward);
    extent = arith::AddIOp::create(b, loc, extent, product);
  }
  auto flat =
      MemRefType::get({ShapedType::kDynamic}, type.getElementType(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace());
  Value buffer = allocContiguous(b, loc, flat, extent);
  return memref::ReinterpretCastOp::create(
      b, loc, type, buffer, layout.getConstifiedMixedOffset(),
      layout.getConstifiedMixedSizes(), layout.getConstifiedMixedStrides());
}

Value kina::buildCopy(OpBuilder &b, Location loc, MemRefType type,
                      Value source) {
  Value buffer = buildAlloc(b, loc, type, source);
  memref::CopyOp::create(b, loc, source, buffer);
  return buffer;
}
