//===- LowerCopies.cpp - Copies of strided buffers as loops ---------------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace kina {
#define GEN_PASS_DEF_KINALOWERCOPIES
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

static bool isContiguous(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  return type && type.getLayout().isIdentity();
}

namespace {
class LowerCopies : public kina::impl::KinaLowerCopiesBase<LowerCopies> {
public:
  void runOnOperation() override {
    getOperation()->walk([](memref::CopyOp op) {
      if (isContiguous(op.getSource()) && isContiguous(op.getTarget()))
        return;
      OpBuilder b(op);
      linalg::makeMemRefCopyOp(b, op.getLoc(), op.getSource(), op.getTarget());
      op.erase();
    });
  }
};
} // namespace
