//===- LoopStacks.h - What a loop's iterations leave behind -----*- C++ -*-===//

#ifndef KINA_LIB_TRANSFORMS_REVERSEMODE_LOOPSTACKS_H
#define KINA_LIB_TRANSFORMS_REVERSEMODE_LOOPSTACKS_H

#include "Stack.h"
#include "mlir/Support/LLVM.h"

namespace kina {

class Source;

/// The stacks that a forward loop fills, a value of each iteration on each.
class LoopStacks {
public:
  /// Adds a stack for a value in the loop's body, and gives its number; nothing
  /// where values of its type cannot be stored.
  std::optional<unsigned> add(mlir::Value value, mlir::Value trips);

  /// Makes `loop` fill the stacks, as more results behind those it has. Its
  /// iterations are `trips`. Fails, with an error, where sizes must be found by
  /// running the loop once more and it must not run again.
  mlir::LogicalResult build(mlir::OpBuilder &b, mlir::scf::ForOp &loop,
                            Source &source);

  /// The value of one iteration of the loop that was built.
  mlir::Value buildRead(mlir::OpBuilder &b, mlir::Location loc, unsigned stack,
                        mlir::Value trip) {
    return stacks[stack].buildRead(b, loc, trip, tensors[stack]);
  }

private:
  mlir::LogicalResult findLargestSizes(mlir::OpBuilder &b,
                                       mlir::scf::ForOp loop, Source &source);

  llvm::SmallVector<Stack> stacks;
  /// For each stack, what holds it after the loop.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> tensors;
};

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_REVERSEMODE_LOOPSTACKS_H
