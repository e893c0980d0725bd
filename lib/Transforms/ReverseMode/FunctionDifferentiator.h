//===- FunctionDifferentiator.h - One function's derivative -----*- C++ -*-===//
//
// First the primal ops and the backward ops are built in one function, where
// the backward part uses primal values directly. Then that function is split in
// two.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_TRANSFORMS_REVERSEMODE_FUNCTIONDIFFERENTIATOR_H
#define KINA_LIB_TRANSFORMS_REVERSEMODE_FUNCTIONDIFFERENTIATOR_H

#include "Derivative.h"

namespace kina {

class FunctionDifferentiator {
public:
  FunctionDifferentiator(DerivativeBuilder &derivatives,
                         const DerivativeKey &key, const Activity &activity,
                         Derivative &derivative);

  /// Fills the derivative. Fails after reporting a rule that misbehaves.
  llvm::LogicalResult run();

private:
  void createJointFunction();
  /// The declared backward function of a recursive derivative.
  mlir::func::FuncOp getRecursiveBackward(const DerivativeKey &key,
                                          Derivative &derivative);
  mlir::func::FuncOp createFunction(mlir::func::FuncOp callee,
                                    llvm::StringRef suffix,
                                    mlir::TypeRange arguments,
                                    mlir::TypeRange results);
  void clonePrimal();
  llvm::LogicalResult pullBack();
  llvm::LogicalResult pullBackOp(mlir::Operation *op,
                                 llvm::ArrayRef<mlir::Value> cotangents);
  void pullBackCall(mlir::func::CallOp call, Derivative &callee,
                    const DerivativeKey &key,
                    llvm::ArrayRef<mlir::Value> cotangents);
  void accumulate(mlir::Value value, mlir::Value cotangent, mlir::Location loc);
  void finishRecursive();
  void split();

  DerivativeBuilder &derivatives;
  const DerivativeKey &key;
  const Activity &activity;
  Derivative &derivative;
  mlir::OpBuilder builder;

  mlir::func::FuncOp joint;
  /// The primal's ops in the joint function, in order, and what it returns.
  llvm::SmallVector<mlir::Operation *> primal;
  llvm::SmallVector<mlir::Value> returned;
  llvm::DenseSet<mlir::Value> active;
  llvm::DenseMap<mlir::Operation *, std::pair<Derivative *, DerivativeKey>>
      calls;
  llvm::DenseMap<mlir::Value, mlir::Value> cotangents;
};

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_REVERSEMODE_FUNCTIONDIFFERENTIATOR_H
