//===- CheckAllocations.cpp - Allocations whose size cannot wrap ----------===//

#include "Kina/Interfaces/ShapeRuleOpInterface.h"
#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace kina {
#define GEN_PASS_DEF_KINACHECKALLOCATIONS
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

/// No program has as much memory, and there is room for what the alignment
/// adds.
static constexpr int64_t maxBytes = int64_t(1) << 62;

static void checkSize(memref::AllocOp alloc, const DataLayout &layout) {
  MemRefType type = alloc.getType();
  OpBuilder b(alloc);
  Location loc = alloc.getLoc();
  SmallVector<OpFoldResult> factors = alloc.getMixedSizes();
  factors.push_back(b.getIndexAttr(
      layout.getTypeSize(type.getElementType()).getFixedValue()));
  OpFoldResult bytes = kina::buildSaturatingProduct(b, loc, factors, maxBytes);
  std::optional<int64_t> known = getConstantIntValue(bytes);
  if (known && *known < maxBytes)
    return;
  auto raw =
      MemRefType::get(ShapedType::kDynamic, b.getI8Type(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace());
  Value memory = memref::AllocOp::create(
      b, loc, raw, getValueOrCreateConstantIndexOp(b, loc, bytes),
      alloc.getAlignmentAttr());
  Value start = arith::ConstantIndexOp::create(b, loc, 0);
  Value view = memref::ViewOp::create(b, loc, type, memory, start,
                                      alloc.getDynamicSizes());
  alloc.replaceAllUsesWith(view);
  alloc.erase();
}

namespace {
class CheckAllocations
    : public kina::impl::KinaCheckAllocationsBase<CheckAllocations> {
public:
  void runOnOperation() override {
    const DataLayout layout = DataLayout::closest(getOperation());
    SmallVector<memref::AllocOp> allocations;
    getOperation()->walk([&](memref::AllocOp alloc) {
      MemRefType type = alloc.getType();
      if (type.getLayout().isIdentity() &&
          type.getElementType().isIntOrIndexOrFloat())
        allocations.push_back(alloc);
    });
    for (memref::AllocOp alloc : allocations)
      checkSize(alloc, layout);
  }
};
} // namespace
