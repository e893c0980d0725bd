//===- Source.h - What is differentiated for one derivative -----*- C++ -*-===//

#ifndef KINA_LIB_TRANSFORMS_REVERSEMODE_SOURCE_H
#define KINA_LIB_TRANSFORMS_REVERSEMODE_SOURCE_H

#include "Activity.h"
#include "Derivative.h"
#include "RegionRule.h"
#include "mlir/IR/OwningOpRef.h"

namespace kina {

/// A function with its activity and the rules of its control flow. Loops that
/// are differentiated through another form (NormalizeLoops.h) are in that form,
/// in a copy of the function.
class Source {
public:
  Source(DerivativeBuilder &derivatives, const DerivativeKey &key);
  ~Source();

  /// The user's function.
  mlir::func::FuncOp getCallee() const { return callee; }
  /// The same function, or a copy without a parent.
  mlir::func::FuncOp getFunction() const {
    return copy ? mlir::func::FuncOp(*copy) : callee;
  }
  const Activity &getActivity() const { return *activity; }
  /// The activity of the user's function, which messages tell.
  const Activity &getCalleeActivity() const { return *calleeActivity; }
  DerivativeBuilder &getDerivatives() const { return derivatives; }

  /// Makes the rules of all active control flow; fails after an error.
  llvm::LogicalResult createRules();
  RegionRule *getRule(mlir::Operation *op) const {
    auto it = rules.find(op);
    return it == rules.end() ? nullptr : it->second.get();
  }

  /// The key of an active call of a function.
  DerivativeKey getKey(mlir::func::CallOp call) const;

private:
  DerivativeBuilder &derivatives;
  mutable mlir::func::FuncOp callee;
  mutable mlir::OwningOpRef<mlir::func::FuncOp> copy;
  std::shared_ptr<Activity> calleeActivity, activity;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<RegionRule>> rules;
};

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_REVERSEMODE_SOURCE_H
