//===- Split.h - Forward and backward parts of a function -------*- C++ -*-===//

#ifndef KINA_LIB_TRANSFORMS_REVERSEMODE_SPLIT_H
#define KINA_LIB_TRANSFORMS_REVERSEMODE_SPLIT_H

#include "Body.h"
#include "Kina/Dialect/Kina.h"

namespace kina {

struct SplitFunction {
  mlir::OwningOpRef<mlir::func::FuncOp> backward;
  /// Of the backward function, before the cotangents.
  llvm::SmallVector<BackwardOperand> operands;
  /// What the forward part returns after the primal's results, in it.
  llvm::SmallVector<mlir::Value> residuals;
  /// The primal's ops that the backward part has as well, in the forward part.
  llvm::SmallVector<mlir::Operation *> recomputed;
};

/// The primal's inputs among the arguments of a joint function.
struct SplitInputs {
  unsigned number;
  /// So many first ones, and what the primal returns, change from one execution
  /// to the next, as in a loop: they are no cheaper to have than other values.
  unsigned numChanging = 0;
};

/// Splits `joint`, whose block holds the ops `primal` and then the backward
/// ops, without terminator. Its arguments are the primal's inputs and then the
/// cotangents. `joint` becomes the forward part: it returns `returned` and the
/// residuals. The backward part returns `gradients`.
///
/// A residual is a primal value that the backward part uses and that is neither
/// an input nor returned nor cheap to compute again from such.
SplitFunction splitJointFunction(mlir::func::FuncOp joint, SplitInputs inputs,
                                 llvm::ArrayRef<mlir::Operation *> primal,
                                 llvm::ArrayRef<mlir::Value> returned,
                                 llvm::ArrayRef<mlir::Value> gradients);

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_REVERSEMODE_SPLIT_H
