//===- ExpandCopies.cpp - Copies of strided buffers -----------------------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace kina {
#define GEN_PASS_DEF_KINAEXPANDCOPIES
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

/// Whether memcpy can read or write all of a buffer of this type.
static bool isContiguous(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  return type && type.getLayout().isIdentity();
}

namespace {
class ExpandCopies : public kina::impl::KinaExpandCopiesBase<ExpandCopies> {
public:
  void runOnOperation() override {
    getOperation()->walk([](memref::CopyOp copy) {
      if (isContiguous(copy.getSource()) && isContiguous(copy.getTarget()))
        return;
      OpBuilder b(copy);
      linalg::makeMemRefCopyOp(b, copy.getLoc(), copy.getSource(),
                               copy.getTarget());
      copy.erase();
    });
  }
};
} // namespace
