//===- SafeReshapes.cpp - Reshapes that upstream gets wrong on buffers ----===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace kina {
#define GEN_PASS_DEF_KINASAFERESHAPES
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

static int64_t countUnknown(RankedTensorType type, ArrayRef<int64_t> dims) {
  return llvm::count_if(dims,
                        [&](int64_t dim) { return type.isDynamicDim(dim); });
}

/// Whether one dimension becomes several of which two or more are `?`.
static bool isUnsafe(tensor::ExpandShapeOp op) {
  return llvm::any_of(op.getReassociationIndices(),
                      [&](ArrayRef<int64_t> dims) {
                        return countUnknown(op.getResultType(), dims) > 1;
                      });
}

/// Whether a 0 and a `?` become one dimension, also once casts have told of the
/// 0.
static bool isUnsafe(tensor::CollapseShapeOp op) {
  auto hasEmptyGroup = [&](RankedTensorType type) {
    return llvm::any_of(op.getReassociationIndices(),
                        [&](ArrayRef<int64_t> dims) {
                          return countUnknown(type, dims) > 0 &&
                                 llvm::any_of(dims, [&](int64_t dim) {
                                   return type.getDimSize(dim) == 0;
                                 });
                        });
  };
  Value source = op.getSrc();
  while (!hasEmptyGroup(cast<RankedTensorType>(source.getType()))) {
    auto cast = source.getDefiningOp<tensor::CastOp>();
    if (!cast || !isa<RankedTensorType>(cast.getSource().getType()))
      return false;
    source = cast.getSource();
  }
  return true;
}

static SmallVector<OpFoldResult> getSizes(OpBuilder &,
                                          tensor::ExpandShapeOp op) {
  return op.getMixedOutputShape();
}

static SmallVector<OpFoldResult> getSizes(OpBuilder &b,
                                          tensor::CollapseShapeOp op) {
  SmallVector<OpFoldResult> sizes;
  for (ArrayRef<int64_t> dims : op.getReassociationIndices()) {
    auto factors = llvm::map_to_vector(dims, [&](int64_t dim) -> Value {
      return getValueOrCreateConstantIndexOp(
          b, op.getLoc(),
          tensor::getMixedSize(b, op.getLoc(), op.getSrc(), dim));
    });
    sizes.push_back(arith::createProduct(b, op.getLoc(), factors));
  }
  return sizes;
}

template <typename OpTy> static void replaceUnsafe(OpTy op) {
  if (!isUnsafe(op))
    return;
  OpBuilder b(op);
  Value sizes = tensor::FromElementsOp::create(
      b, op.getLoc(),
      getValueOrCreateConstantIndexOp(b, op.getLoc(), getSizes(b, op)));
  Value reshaped = tensor::ReshapeOp::create(b, op.getLoc(), op.getResultType(),
                                             op.getSrc(), sizes);
  op.replaceAllUsesWith(reshaped);
  op.erase();
}

namespace {
class SafeReshapes : public kina::impl::KinaSafeReshapesBase<SafeReshapes> {
public:
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
        replaceUnsafe(expand);
      else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
        replaceUnsafe(collapse);
    });
  }
};
} // namespace
