//===- VJPOpInterface.h - Derivative rule of an op --------------*- C++ -*-===//
//
// The contract between an op that has a derivative and the reverse-mode pass.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_INTERFACES_VJPOPINTERFACE_H
#define KINA_INTERFACES_VJPOPINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace kina {

/// What a derivative rule sees of the pass that calls it: the cotangents of the
/// op's results, which operands want one, and where to build.
class VJPContext {
public:
  virtual ~VJPContext() = default;

  /// Builds at the point where the backward part of the program continues, with
  /// the location of the differentiated op.
  mlir::OpBuilder &getBuilder() { return builder; }

  /// The cotangent of result `result`, of that result's type, or null where it
  /// is known to be zero (a symbolic zero). At least one is not null.
  mlir::Value getCotangent(unsigned result = 0) const {
    return cotangents[result];
  }

  /// Adds what `build` returns to the cotangent of `operand`'s value. `build`
  /// runs only if the operand is active, and may return null for zero.
  virtual void contribute(mlir::OpOperand &operand,
                          llvm::function_ref<mlir::Value()> build) = 0;

protected:
  VJPContext(mlir::OpBuilder &builder, llvm::ArrayRef<mlir::Value> cotangents)
      : builder(builder), cotangents(cotangents) {}

private:
  mlir::OpBuilder &builder;
  llvm::ArrayRef<mlir::Value> cotangents;
};

namespace OpTrait {

/// The op has no derivative: its results do not depend on its operands in a
/// differentiable way, so they are never active. The op's record gives the
/// reason.
template <typename ConcreteOp>
class NoDerivative : public mlir::OpTrait::TraitBase<ConcreteOp, NoDerivative> {
};

/// Cheaper to compute again in the backward function than to keep.
template <typename ConcreteOp>
class CheapToRecompute
    : public mlir::OpTrait::TraitBase<ConcreteOp, CheapToRecompute> {};

} // namespace OpTrait
} // namespace kina

#include "Kina/Interfaces/VJPOpInterface.h.inc"

#endif // KINA_INTERFACES_VJPOPINTERFACE_H
