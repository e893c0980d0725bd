//===- TensorVJP.cpp - Derivative rules of the tensor dialect -------------===//

#include "ForeignVJP.h"
#include "Kina/Transforms/ForeignVJP.h"

using namespace mlir;
using namespace kina;

namespace {
/// A model whose rule is the static function `pullBack` of `Rule`.
template <typename OpTy, typename Rule>
struct TensorModel
    : VJPOpInterface::ExternalModel<TensorModel<OpTy, Rule>, OpTy> {
  bool hasVJP(Operation *op) const { return isOnKinaTensors(op); }
  void buildVJP(Operation *op, VJPContext &vjp) const {
    VJPBuilder b(vjp, op);
    Rule::pullBack(cast<OpTy>(op), b, vjp, vjp.getCotangent());
  }
};

bool isKnownEmpty(Value tensor) {
  return llvm::is_contained(cast<ShapedType>(tensor.getType()).getShape(), 0);
}

/// g in the operand's type.
struct Cast {
  static void pullBack(tensor::CastOp op, VJPBuilder &b, VJPContext &vjp,
                       Value g) {
    vjp.contribute(op.getSourceMutable(), [&]() -> Value {
      auto from = cast<RankedTensorType>(g.getType());
      auto to = cast<RankedTensorType>(op.getSource().getType());
      // A cast to less static sizes cannot be wrong; others are compared.
      for (auto [fromSize, toSize] :
           llvm::zip_equal(from.getShape(), to.getShape()))
        if (ShapedType::isDynamic(fromSize) && !ShapedType::isDynamic(toSize))
          return b.broadcastLike(g, op.getSource());
      return b.make<tensor::CastOp>(to, g);
    });
  }
};

/// The same elements in the operand's shape.
struct Reshape {
  template <typename OpTy>
  static void pullBack(OpTy op, VJPBuilder &b, VJPContext &vjp, Value g) {
    vjp.contribute(op.getSrcMutable(),
                   [&] { return b.reshapeLike(g, op.getSrc()); });
  }
};

/// g in a tensor of zeros.
struct Extract {
  static void pullBack(tensor::ExtractSliceOp op, VJPBuilder &b,
                       VJPContext &vjp, Value g) {
    vjp.contribute(op.getSourceMutable(), [&]() -> Value {
      if (isKnownEmpty(op.getResult()) || isKnownEmpty(op.getSource()))
        return Value();
      return b.make<tensor::InsertSliceOp>(
          g, b.zeros(op.getSource()), op.getMixedOffsets(), op.getMixedSizes(),
          op.getMixedStrides());
    });
  }
};

/// The part of g for what was inserted, and zeros there for the rest.
struct Insert {
  static void pullBack(tensor::InsertSliceOp op, VJPBuilder &b, VJPContext &vjp,
                       Value g) {
    bool empty = isKnownEmpty(op.getSource()) || isKnownEmpty(op.getDest());
    vjp.contribute(op.getSourceMutable(), [&]() -> Value {
      if (empty)
        return Value();
      return b.make<tensor::ExtractSliceOp>(
          op.getSourceType(), g, op.getMixedOffsets(), op.getMixedSizes(),
          op.getMixedStrides());
    });
    vjp.contribute(op.getDestMutable(), [&]() -> Value {
      if (empty)
        return g;
      return b.make<tensor::InsertSliceOp>(
          b.zeros(op.getSource()), g, op.getMixedOffsets(), op.getMixedSizes(),
          op.getMixedStrides());
    });
  }
};

template <typename OpTy, typename Rule> void attach(MLIRContext *context) {
  OpTy::template attachInterface<TensorModel<OpTy, Rule>>(*context);
}

void attachTensor(MLIRContext *context, tensor::TensorDialect *) {
  attach<tensor::CastOp, Cast>(context);
  attach<tensor::CollapseShapeOp, Reshape>(context);
  attach<tensor::ExpandShapeOp, Reshape>(context);
  attach<tensor::ExtractSliceOp, Extract>(context);
  attach<tensor::InsertSliceOp, Insert>(context);
}
} // namespace

void kina::registerTensorVJPModels(DialectRegistry &registry) {
  registry.addExtension(attachTensor);
}
