//===- Activity.h - Which values a derivative must pass ---------*- C++ -*-===//

#ifndef KINA_LIB_TRANSFORMS_REVERSEMODE_ACTIVITY_H
#define KINA_LIB_TRANSFORMS_REVERSEMODE_ACTIVITY_H

#include "Kina/Dialect/Kina.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace kina {

/// The active values of a function, those in regions of control flow included:
/// values that depend on a differentiated argument in a differentiable way, and
/// on which a seeded result depends.
class Activity {
public:
  /// `function` has one block. `arguments` and `results` are positions.
  Activity(mlir::func::FuncOp function, llvm::ArrayRef<int64_t> arguments,
           llvm::ArrayRef<int64_t> results);

  bool isActive(mlir::Value value) const { return active.contains(value); }
  /// Whether the cotangents of some result must reach some operand.
  bool isActive(mlir::Operation *op) const;
  /// Active, and of a type that has cotangents.
  bool hasCotangent(mlir::Value value) const {
    return isActive(value) && isDifferentiable(value.getType());
  }

  /// Whether the value depends on a differentiated argument.
  bool isVaried(mlir::Value value) const { return cause.contains(value); }

  /// Notes at the ops through which `op` depends on a differentiated argument.
  void explain(mlir::InFlightDiagnostic &diag, mlir::Operation *op) const;

private:
  void collectFlows();
  void propagateForward(llvm::ArrayRef<int64_t> arguments);
  void propagateBackward(llvm::ArrayRef<int64_t> results);
  mlir::Operation *getReader(mlir::OpOperand &use) const;

  mlir::func::FuncOp function;
  /// Where control flow hands an operand on to, and where its values come from.
  mlir::RegionBranchSuccessorMapping targets;
  mlir::RegionBranchInverseSuccessorMapping sources;
  /// For each varied value the operand that made it so; null for arguments.
  llvm::DenseMap<mlir::Value, mlir::Value> cause;
  llvm::DenseSet<mlir::Value> active;
};

/// The values that an op reads: operands, and what its regions capture.
llvm::SmallVector<mlir::Value> getReadValues(mlir::Operation *op);

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_REVERSEMODE_ACTIVITY_H
