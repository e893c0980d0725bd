//===- BFloat16Bits.cpp - bf16 in memory as integers ----------------------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace kina {
#define GEN_PASS_DEF_KINABFLOAT16BITS
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

static void loadBits(LLVM::LoadOp op) {
  Type type = op.getType();
  if (!isa<BFloat16Type>(type))
    return;
  OpBuilder b(op);
  b.setInsertionPointAfter(op);
  op.getResult().setType(b.getI16Type());
  auto loaded = LLVM::BitcastOp::create(b, op.getLoc(), type, op.getResult());
  op.getResult().replaceAllUsesExcept(loaded, loaded);
}

static void storeBits(LLVM::StoreOp op) {
  Value stored = op.getValue();
  if (!isa<BFloat16Type>(stored.getType()))
    return;
  OpBuilder b(op);
  op.getValueMutable().assign(
      LLVM::BitcastOp::create(b, op.getLoc(), b.getI16Type(), stored));
}

namespace {
class BFloat16Bits : public kina::impl::KinaBFloat16BitsBase<BFloat16Bits> {
public:
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto load = dyn_cast<LLVM::LoadOp>(op))
        loadBits(load);
      else if (auto store = dyn_cast<LLVM::StoreOp>(op))
        storeBits(store);
    });
  }
};
} // namespace
