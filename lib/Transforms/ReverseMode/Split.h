//===- Split.h - Forward and backward parts of a function -------*- C++ -*-===//

#ifndef KINA_LIB_TRANSFORMS_REVERSEMODE_SPLIT_H
#define KINA_LIB_TRANSFORMS_REVERSEMODE_SPLIT_H

#include "Derivative.h"

namespace kina {

struct SplitFunction {
  mlir::func::FuncOp backward;
  /// Of the backward function, before the cotangents.
  llvm::SmallVector<BackwardOperand> operands;
  /// Whether the forward part returns more than the primal.
  bool hasResiduals = false;
};

/// Splits `joint`, whose block holds the ops `primal` and then the backward
/// ops, without terminator. Its arguments are the primal's, `numArguments`, and
/// the cotangents. `joint` becomes the forward part: it returns `returned` and
/// the residuals. The backward part returns `gradients`.
///
/// A residual is a primal value that the backward part uses and that is neither
/// an argument nor returned nor cheap to compute again from such.
SplitFunction splitJointFunction(mlir::func::FuncOp joint,
                                 unsigned numArguments,
                                 llvm::ArrayRef<mlir::Operation *> primal,
                                 llvm::ArrayRef<mlir::Value> returned,
                                 llvm::ArrayRef<mlir::Value> gradients);

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_REVERSEMODE_SPLIT_H
