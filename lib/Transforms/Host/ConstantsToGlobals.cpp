//===- ConstantsToGlobals.cpp - Constant tensors in program order ---------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferUtils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace kina {
#define GEN_PASS_DEF_KINACONSTANTSTOGLOBALS
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

namespace {
struct ConstantsToGlobals
    : kina::impl::KinaConstantsToGlobalsBase<ConstantsToGlobals> {
  void runOnOperation() override {
    SmallVector<arith::ConstantOp> constants;
    getOperation().walk([&](arith::ConstantOp op) {
      auto type = dyn_cast<RankedTensorType>(op.getType());
      if (type && !type.getEncoding())
        constants.push_back(op);
    });
    // What bufferization aligns its buffers to.
    constexpr uint64_t alignment = 64;
    SymbolTableCollection symbols;
    OpBuilder b(&getContext());
    for (arith::ConstantOp op : constants) {
      FailureOr<memref::GlobalOp> global =
          bufferization::getGlobalFor(op, symbols, alignment);
      if (failed(global))
        return signalPassFailure();
      b.setInsertionPoint(op);
      Value buffer = memref::GetGlobalOp::create(
          b, op.getLoc(), global->getType(), global->getSymName());
      // Not writable.
      op.replaceAllUsesWith(
          bufferization::ToTensorOp::create(b, op.getLoc(), op.getType(),
                                            buffer, /*restrict=*/true)
              .getResult());
      op.erase();
    }
  }
};
} // namespace
