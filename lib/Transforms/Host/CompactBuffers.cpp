//===- CompactBuffers.cpp - Contiguous buffers where the type says so -----===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace kina {
#define GEN_PASS_DEF_KINACOMPACTBUFFERS
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

/// Whether `source` may have gaps, another order of its elements or another
/// start than `target`, which is contiguous, has.
static bool losesStrides(MemRefType source, MemRefType target) {
  if (!target.getLayout().isIdentity() || source.getLayout().isIdentity())
    return false;
  SmallVector<int64_t> strides;
  int64_t offset;
  // memref.cast has compared what is known.
  return failed(source.getStridesAndOffset(strides, offset)) ||
         ShapedType::isDynamic(offset) ||
         llvm::any_of(strides, ShapedType::isDynamic);
}

static void copyInstead(memref::CastOp op, MemRefType target) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  SmallVector<Value> sizes;
  for (auto [axis, size] : llvm::enumerate(target.getShape()))
    if (ShapedType::isDynamic(size))
      sizes.push_back(memref::DimOp::create(b, loc, op.getSource(), axis));
  Value compact = memref::AllocOp::create(b, loc, target, sizes);
  memref::CopyOp::create(b, loc, op.getSource(), compact);
  op.replaceAllUsesWith(compact);
  op.erase();
}

namespace {
class CompactBuffers
    : public kina::impl::KinaCompactBuffersBase<CompactBuffers> {
public:
  void runOnOperation() override {
    getOperation()->walk([](memref::CastOp op) {
      auto source = dyn_cast<MemRefType>(op.getSource().getType());
      auto target = dyn_cast<MemRefType>(op.getType());
      if (source && target && losesStrides(source, target))
        copyInstead(op, target);
    });
  }
};
} // namespace
