//===- ExpandToReshape.cpp - Groups with several unknown sizes ------------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace kina {
#define GEN_PASS_DEF_KINAEXPANDTORESHAPE
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

/// Whether one dimension becomes several of which two or more are `?`.
static bool hasUnknownGroup(tensor::ExpandShapeOp op) {
  RankedTensorType type = op.getResultType();
  return llvm::any_of(op.getReassociationIndices(),
                      [&](ArrayRef<int64_t> dims) {
                        return llvm::count_if(dims, [&](int64_t dim) {
                                 return type.isDynamicDim(dim);
                               }) > 1;
                      });
}

namespace {
class ExpandToReshape
    : public kina::impl::KinaExpandToReshapeBase<ExpandToReshape> {
public:
  void runOnOperation() override {
    getOperation()->walk([](tensor::ExpandShapeOp op) {
      if (!hasUnknownGroup(op))
        return;
      OpBuilder b(op);
      Location loc = op.getLoc();
      Value sizes = tensor::FromElementsOp::create(
          b, loc,
          getValueOrCreateConstantIndexOp(b, loc, op.getMixedOutputShape()));
      Value reshaped = tensor::ReshapeOp::create(b, loc, op.getResultType(),
                                                 op.getSrc(), sizes);
      op.replaceAllUsesWith(reshaped);
      op.erase();
    });
  }
};
} // namespace
