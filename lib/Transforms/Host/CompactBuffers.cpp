//===- CompactBuffers.cpp - Contiguous buffers where the type says so -----===//

#include "Buffers.h"
#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace kina {
#define GEN_PASS_DEF_KINACOMPACTBUFFERS
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

namespace {
class CompactBuffers
    : public kina::impl::KinaCompactBuffersBase<CompactBuffers> {
public:
  void runOnOperation() override {
    getOperation()->walk([](memref::CastOp op) {
      auto source = dyn_cast<MemRefType>(op.getSource().getType());
      auto target = dyn_cast<MemRefType>(op.getType());
      // memref.cast takes each unknown stride for the one that it needs.
      if (!source || !target || !target.getLayout().isIdentity() ||
          kina::isContiguous(source))
        return;
      OpBuilder b(op);
      op.replaceAllUsesWith(
          kina::buildCopy(b, op.getLoc(), target, op.getSource()));
      op.erase();
    });
  }
};
} // namespace
