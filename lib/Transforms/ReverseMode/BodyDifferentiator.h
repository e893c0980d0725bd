//===- BodyDifferentiator.h - The derivative of one block -------*- C++ -*-===//
//
// First the primal ops and the backward ops are built in one function, where
// the backward part uses primal values directly. Then that function is split in
// two.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_TRANSFORMS_REVERSEMODE_BODYDIFFERENTIATOR_H
#define KINA_LIB_TRANSFORMS_REVERSEMODE_BODYDIFFERENTIATOR_H

#include "Body.h"
#include "Derivative.h"
#include "Source.h"

namespace kina {

/// Which inputs of a body have a cotangent, and which results are given one, by
/// ascending positions.
struct BodyKey {
  std::vector<int64_t> inputs;
  std::vector<int64_t> results;
};

struct BodyOptions {
  /// The backward function takes inputs and cotangents alone, and computes
  /// again what it needs. There is no forward function.
  bool recompute = false;
  /// So many first inputs and all results change from one execution to the
  /// next: whatever the backward part needs of them is stored each time.
  unsigned numChanging = 0;
  /// So many first inputs get a cotangent also where it is zero.
  int64_t numExplicit = 0;
  /// The other inputs of the key come with a cotangent that the body adds to:
  /// the backward function takes it after those of the results.
  bool takesSums = false;
  /// Say what is kept: of functions. What regions keep is kept by their op.
  bool reports = false;
};

class BodyDifferentiator {
public:
  BodyDifferentiator(Source &source, const Body &body, const BodyKey &key,
                     const BodyOptions &options)
      : source(source), body(body), key(key), options(options),
        builder(source.getFunction().getContext()) {}

  /// Fails after reporting a rule that misbehaves.
  llvm::FailureOr<BodyDerivative> run();

  /// The same with recomputation, in a function that is declared already: it
  /// takes all inputs and gives all cotangents.
  llvm::LogicalResult runInto(mlir::func::FuncOp backward);

private:
  struct Call {
    Derivative *derivative;
    DerivativeKey key;
  };
  /// Something of the primal part that cotangents pass, with its results there.
  struct Step {
    mlir::Operation *op = nullptr;
    RegionRule *rule = nullptr;
    std::optional<Call> call;
    llvm::SmallVector<mlir::Value> results;
  };

  llvm::LogicalResult buildJointOps();
  llvm::LogicalResult clonePrimal();
  llvm::LogicalResult cloneOp(mlir::Operation &op);
  mlir::Operation *cloneCall(mlir::func::CallOp call, Step &step);
  llvm::LogicalResult pullBack();
  llvm::LogicalResult pullBackOp(mlir::Operation *op,
                                 llvm::ArrayRef<mlir::Value> cotangents);
  void pullBackCall(const Step &step, llvm::ArrayRef<mlir::Value> cotangents);
  void accumulate(mlir::Value value, mlir::Value cotangent, mlir::Location loc);
  bool takesSum(int64_t input) const {
    return options.takesSums && input >= options.numExplicit;
  }
  llvm::SmallVector<mlir::Value> collectCotangents(BodyDerivative &derivative);
  llvm::LogicalResult dropUnusedPrimal();
  void dropUnusedInputs(BodyDerivative &derivative);

  Source &source;
  const Body &body;
  const BodyKey &key;
  const BodyOptions &options;
  mlir::OpBuilder builder;

  mlir::func::FuncOp joint;
  mlir::IRMapping mapping;
  /// The primal's ops in the joint function, in order, and what it returns.
  llvm::SmallVector<mlir::Operation *> primal;
  llvm::SmallVector<mlir::Value> returned;
  llvm::SmallVector<Step> steps;
  llvm::DenseSet<mlir::Value> active;
  llvm::DenseMap<mlir::Value, mlir::Value> cotangents;
  class Sums;
};

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_REVERSEMODE_BODYDIFFERENTIATOR_H
