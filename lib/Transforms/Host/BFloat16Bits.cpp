//===- BFloat16Bits.cpp - bf16 as integers --------------------------------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"

namespace kina {
#define GEN_PASS_DEF_KINABFLOAT16BITS
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

/// Whether the op only says where a value goes, so that integers of the same
/// bits do as well. Any other op computes.
static bool onlyMoves(Operation *op) {
  return op->hasTrait<OpTrait::IsTerminator>() ||
         op->hasTrait<OpTrait::ConstantLike>() ||
         isa<CallOpInterface, LLVM::LoadOp, LLVM::StoreOp, LLVM::BitcastOp,
             LLVM::SelectOp, LLVM::FreezeOp, LLVM::ExtractValueOp,
             LLVM::InsertValueOp, LLVM::ExtractElementOp, LLVM::InsertElementOp,
             LLVM::ShuffleVectorOp>(op);
}

namespace {
/// i16 for bf16, in types and in constants.
class BitsReplacer : public AttrTypeReplacer {
public:
  explicit BitsReplacer(MLIRContext *context) {
    Type i16 = IntegerType::get(context, 16);
    addReplacement([=](BFloat16Type) -> Type { return i16; });
    addReplacement([=](FloatAttr attr) -> std::optional<Attribute> {
      if (!isa<BFloat16Type>(attr.getType()))
        return std::nullopt;
      return IntegerAttr::get(i16, attr.getValue().bitcastToAPInt());
    });
    addReplacement([=](DenseElementsAttr attr) -> std::optional<Attribute> {
      if (!isa<BFloat16Type>(attr.getElementType()))
        return std::nullopt;
      return attr.bitcast(i16);
    });
  }

  bool concerns(Value value) {
    return replace(value.getType()) != value.getType();
  }
};

class BFloat16Bits : public kina::impl::KinaBFloat16BitsBase<BFloat16Bits> {
public:
  void runOnOperation() override {
    BitsReplacer bits(&getContext());
    getOperation()->walk(
        [&](LLVM::LLVMFuncOp function) { replaceIn(function, bits); });
  }

private:
  static void replaceIn(LLVM::LLVMFuncOp function, BitsReplacer &bits);
};
} // namespace

void BFloat16Bits::replaceIn(LLVM::LLVMFuncOp function, BitsReplacer &bits) {
  // Before any type changes.
  SmallVector<Operation *> moves = {function};
  SmallVector<std::pair<OpOperand *, Type>> inputs;
  SmallVector<OpResult> outputs;
  auto concerns = [&](Value value) { return bits.concerns(value); };
  function.getBody().walk([&](Operation *op) {
    if (onlyMoves(op)) {
      if (llvm::any_of(op->getOperands(), concerns) ||
          llvm::any_of(op->getResults(), concerns))
        moves.push_back(op);
      return;
    }
    for (OpOperand &operand : op->getOpOperands())
      if (concerns(operand.get()))
        inputs.emplace_back(&operand, operand.get().getType());
    llvm::append_range(outputs,
                       llvm::make_filter_range(op->getResults(), concerns));
  });

  OpBuilder b(function.getContext());
  for (OpResult result : outputs) {
    b.setInsertionPointAfterValue(result);
    Value moved = LLVM::BitcastOp::create(
        b, result.getLoc(), bits.replace(result.getType()), result);
    result.replaceAllUsesExcept(moved, moved.getDefiningOp());
  }
  for (auto [operand, type] : inputs) {
    b.setInsertionPoint(operand->getOwner());
    operand->set(LLVM::BitcastOp::create(b, operand->getOwner()->getLoc(), type,
                                         operand->get()));
  }
  for (Operation *op : moves)
    bits.replaceElementsIn(op, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                           /*replaceTypes=*/true);
}
