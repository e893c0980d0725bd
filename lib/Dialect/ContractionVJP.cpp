//===- ContractionVJP.cpp - Derivative rule of the matrix product ---------===//

#include "Kina/Dialect/VJPBuilder.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace kina;

void MatmulOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  Value g = vjp.getCotangent();
  // The result type is the operand's own, which may know more sizes.
  auto swapLast = [&](Value x) {
    auto perm = llvm::to_vector(llvm::seq<int64_t>(0, getType().getRank()));
    std::swap(perm[perm.size() - 2], perm[perm.size() - 1]);
    return b.transpose(x, perm);
  };
  vjp.contribute(getLhsMutable(), [&] {
    return b.make<MatmulOp>(getLhs().getType(), g, swapLast(getRhs()));
  });
  vjp.contribute(getRhsMutable(), [&] {
    return b.make<MatmulOp>(getRhs().getType(), swapLast(getLhs()), g);
  });
}
