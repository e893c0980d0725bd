//===- ElementwiseToLinalg.cpp - arith and math on tensors ----------------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace kina {
#define GEN_PASS_DEF_KINAELEMENTWISETOLINALG
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

static bool isElementwiseOnTensors(Operation *op) {
  auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
  return OpTrait::hasElementwiseMappableTraits(op) &&
         op->getNumOperands() > 0 && op->getNumResults() > 0 &&
         llvm::all_of(op->getOperandTypes(), isTensor);
}

static void lower(Operation *op) {
  OpBuilder b(op);
  Location loc = op->getLoc();
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, loc, op->getOperand(0));
  SmallVector<Value> outs;
  SmallVector<Type> scalars;
  for (Type type : op->getResultTypes()) {
    auto tensor = cast<RankedTensorType>(type);
    scalars.push_back(tensor.getElementType());
    outs.push_back(tensor::EmptyOp::create(
        b, loc, sizes, tensor.getElementType(), tensor.getEncoding()));
    // The sizes may be known where the operand's are not.
    if (outs.back().getType() != type)
      outs.back() = tensor::CastOp::create(b, loc, type, outs.back());
  }
  unsigned rank = sizes.size();
  SmallVector<AffineMap> maps(op->getNumOperands() + outs.size(),
                              b.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, loc, op->getResultTypes(), op->getOperands(), outs, maps, loops,
      [&](OpBuilder &body, Location bodyLoc, ValueRange arguments) {
        Operation *scalar =
            body.create(bodyLoc, op->getName().getIdentifier(),
                        arguments.take_front(op->getNumOperands()), scalars,
                        op->getAttrs());
        linalg::YieldOp::create(body, bodyLoc, scalar->getResults());
      });
  op->replaceAllUsesWith(generic.getResults());
  op->erase();
}

namespace {
class ElementwiseToLinalg
    : public kina::impl::KinaElementwiseToLinalgBase<ElementwiseToLinalg> {
public:
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (isElementwiseOnTensors(op))
        lower(op);
    });
  }
};
} // namespace
