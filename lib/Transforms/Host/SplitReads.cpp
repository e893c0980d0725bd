//===- SplitReads.cpp - Tensors with many readers -------------------------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace kina {
#define GEN_PASS_DEF_KINASPLITREADS
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;
using bufferization::BufferizationDialect;

/// Whether nothing that the program does can write to the buffer of `value`
/// once it is made, other than through uses of `value`.
static bool hasOwnBuffer(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
    if (!function || !argument.getOwner()->isEntryBlock())
      return false;
    auto writable = function.getArgAttrOfType<BoolAttr>(
        argument.getArgNumber(), BufferizationDialect::kWritableAttrName);
    return writable && !writable.getValue();
  }
  Operation *op = value.getDefiningOp();
  if (isa<arith::ConstantOp>(op))
    return true;
  auto destination = dyn_cast<DestinationStyleOpInterface>(op);
  if (!destination || isa<tensor::InsertSliceOp>(op))
    return false;
  OpOperand *init = destination.getTiedOpOperand(cast<OpResult>(value));
  return init->get().getDefiningOp<tensor::EmptyOp>() &&
         init->get().hasOneUse();
}

/// Gives each use of `value` a tensor of its own, all in the same buffer.
static void split(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  auto buffer = MemRefType::get(type.getShape(), type.getElementType());
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : value.getUses())
    uses.push_back(&use);

  OpBuilder b(value.getContext());
  b.setInsertionPointAfterValue(value);
  Value memory = bufferization::ToBufferOp::create(b, value.getLoc(), buffer,
                                                   value, /*read_only=*/true);
  for (OpOperand *use : uses) {
    // At the use: next to to_buffer the pair would fold away.
    b.setInsertionPoint(use->getOwner());
    use->set(bufferization::ToTensorOp::create(b, value.getLoc(), type, memory,
                                               /*restrict=*/true));
  }
}

namespace {
class SplitReads : public kina::impl::KinaSplitReadsBase<SplitReads> {
public:
  using KinaSplitReadsBase::KinaSplitReadsBase;

  void runOnOperation() override {
    SmallVector<Value> shared;
    auto visit = [&](Value value) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      if (type && !type.getEncoding() && value.hasNUsesOrMore(minUses) &&
          hasOwnBuffer(value))
        shared.push_back(value);
    };
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      llvm::for_each(op->getResults(), visit);
      if (auto function = dyn_cast<func::FuncOp>(op))
        llvm::for_each(function.getArguments(), visit);
    });
    llvm::for_each(shared, split);
  }
};
} // namespace
