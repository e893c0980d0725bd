//===- Body.h - A block, differentiated like a function ---------*- C++ -*-===//

#ifndef KINA_LIB_TRANSFORMS_REVERSEMODE_BODY_H
#define KINA_LIB_TRANSFORMS_REVERSEMODE_BODY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace kina {

/// A block that is a function of its inputs: the block's arguments, and after
/// them the values from outside that it reads. Its results are what the
/// terminator hands on.
struct Body {
  explicit Body(mlir::func::FuncOp function)
      : block(&function.front()),
        inputs(llvm::to_vector_of<mlir::Value>(block->getArguments())) {}
  explicit Body(mlir::Region &region);

  mlir::ValueRange getResults() const {
    return block->getTerminator()->getOperands();
  }

  mlir::Block *block;
  llvm::SmallVector<mlir::Value> inputs;
};

/// Where an operand of a backward function comes from: an input of the body,
/// one of its results, or a value that only the forward function returns.
struct BackwardOperand {
  enum Kind { Argument, Result, Residual } kind;
  unsigned index;
};

/// The derivative of a body as two functions outside of any module. The forward
/// function takes the inputs and returns the body's results and then the
/// residuals; the backward function takes `operands` and then a cotangent for
/// each seeded result.
struct BodyDerivative {
  mlir::OwningOpRef<mlir::func::FuncOp> forward;
  mlir::OwningOpRef<mlir::func::FuncOp> backward;
  llvm::SmallVector<BackwardOperand> operands;
  /// For each differentiated input the backward function's result that is its
  /// cotangent; nothing where it is zero.
  llvm::SmallVector<std::optional<unsigned>> cotangents;
};

/// Moves the ops of `block` to the builder's insertion point, with values for
/// its arguments, and gives what its terminator, which is erased, handed on.
llvm::SmallVector<mlir::Value> moveBlock(mlir::OpBuilder &b, mlir::Block &block,
                                         mlir::ValueRange arguments);

/// Moves the body of `function`, which has no other use, to the builder's
/// insertion point, and gives what it returned.
llvm::SmallVector<mlir::Value>
inlineFunction(mlir::OpBuilder &b,
               mlir::OwningOpRef<mlir::func::FuncOp> function,
               mlir::ValueRange arguments);

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_REVERSEMODE_BODY_H
