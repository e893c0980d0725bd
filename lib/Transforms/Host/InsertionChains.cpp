//===- InsertionChains.cpp - Tensors put together from many parts ---------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace kina {
#define GEN_PASS_DEF_KINAINSERTIONCHAINS
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

/// The insertion that writes into what `op` makes, where nothing else sees it.
static tensor::InsertSliceOp getNext(tensor::InsertSliceOp op) {
  if (!op->hasOneUse())
    return nullptr;
  OpOperand &use = *op->use_begin();
  auto next = dyn_cast<tensor::InsertSliceOp>(use.getOwner());
  return next && next->getBlock() == op->getBlock() &&
                 &use == &next.getDestMutable()
             ? next
             : nullptr;
}

/// Copies what `op` inserts into its place in `whole`.
static void copyPart(tensor::InsertSliceOp op, Value whole) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  RankedTensorType type = op.getSourceType();
  SmallVector<int64_t> strides(type.getRank(), ShapedType::kDynamic);
  // Whatever part of another buffer it may be.
  auto layout =
      StridedLayoutAttr::get(op.getContext(), ShapedType::kDynamic, strides);
  Value source = bufferization::ToBufferOp::create(
      b, loc, MemRefType::get(type.getShape(), type.getElementType(), layout),
      op.getSource(), /*read_only=*/true);
  auto place = memref::SubViewOp::inferRankReducedResultType(
      type.getShape(), cast<MemRefType>(whole.getType()), op.getMixedOffsets(),
      op.getMixedSizes(), op.getMixedStrides());
  Value target =
      memref::SubViewOp::create(b, loc, place, whole, op.getMixedOffsets(),
                                op.getMixedSizes(), op.getMixedStrides());
  memref::CopyOp::create(b, loc, source, target);
}

static void copyParts(ArrayRef<tensor::InsertSliceOp> chain) {
  tensor::InsertSliceOp first = chain.front(), last = chain.back();
  RankedTensorType type = last.getResultType();
  OpBuilder b(first);
  // Its own: bufferization would not see that what is read later, from the
  // buffer, must not be written by others that have the same start.
  Operation *start = b.clone(*first.getDest().getDefiningOp());
  Value whole = bufferization::ToBufferOp::create(
      b, first.getLoc(),
      MemRefType::get(type.getShape(), type.getElementType()),
      start->getResult(0));
  for (tensor::InsertSliceOp op : chain)
    copyPart(op, whole);
  b.setInsertionPoint(last);
  Value result = bufferization::ToTensorOp::create(
      b, last.getLoc(), type, whole, /*restrict=*/true, /*writable=*/true);
  last.replaceAllUsesWith(result);
  for (tensor::InsertSliceOp op : llvm::reverse(chain))
    op.erase();
}

namespace {
class InsertionChains
    : public kina::impl::KinaInsertionChainsBase<InsertionChains> {
public:
  using KinaInsertionChainsBase::KinaInsertionChainsBase;

  void runOnOperation() override {
    SmallVector<SmallVector<tensor::InsertSliceOp>> chains;
    getOperation()->walk([&](tensor::InsertSliceOp first) {
      if (!first.getDest().getDefiningOp<tensor::EmptyOp>() ||
          first.getResultType().getEncoding())
        return;
      SmallVector<tensor::InsertSliceOp> chain;
      for (auto op = first; op; op = getNext(op))
        chain.push_back(op);
      if (chain.size() >= minInsertions)
        chains.push_back(std::move(chain));
    });
    llvm::for_each(chains, copyParts);
  }
};
} // namespace
