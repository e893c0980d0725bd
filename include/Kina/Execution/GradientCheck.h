//===- GradientCheck.h - Gradients against differences ----------*- C++ -*-===//
//
// What kina-run's --check-grad computes: for a function y on tensors and random
// cotangents g, the gradient of sum(g * y) against finite differences of y. All
// tensors of floats are f64 here.
//===----------------------------------------------------------------------===//

#ifndef KINA_EXECUTION_GRADIENTCHECK_H
#define KINA_EXECUTION_GRADIENTCHECK_H

#include "Kina/Execution/Differences.h"
#include "Kina/Execution/HostTensor.h"

#include <vector>

namespace kina {

struct GradientCheckOptions {
  /// For cotangents, elements and directions.
  uint64_t seed = 0;
  /// An argument of more elements is checked at so many, drawn at random, and
  /// along some directions that move all its elements at once.
  int64_t samples = 64;
  SlopeTolerance tolerance;
};

/// A function on tensors, whose arguments may be moved about.
using TensorFunction =
    llvm::function_ref<llvm::Expected<llvm::SmallVector<HostTensor>>(
        llvm::MutableArrayRef<HostTensor>)>;

/// A value and one cotangent for each float result, in order.
struct Cotangents {
  llvm::SmallVector<HostTensor> results;
  llvm::SmallVector<HostTensor> seeds;
  /// Which results have elements without cotangent, and why.
  std::vector<std::string> notes;
};

/// Draws cotangents between 1/2 and 3/2 in size, of either sign; zero where a
/// result is NaN or infinite.
llvm::Expected<Cotangents> drawCotangents(llvm::SmallVector<HostTensor> results,
                                          const GradientCheckOptions &options);

/// What came out for one argument.
struct ArgumentCheck {
  unsigned argument = 0;
  int64_t elements = 0;
  /// Of those, the ones that were looked at; the rest of them either differs or
  /// was skipped.
  int64_t chosen = 0, agreeing = 0, differing = 0;
  /// Directions through all elements, likewise.
  int64_t directions = 0, agreeingDirections = 0, differingDirections = 0;
  double largestError = 0;
  /// What differed first; may be empty.
  std::string difference;
  /// What was skipped, and why.
  std::vector<std::string> notes;

  /// Whether there was something to check, and nothing could be.
  bool isUnchecked() const {
    return chosen > 0 && agreeing + differing == 0 && differingDirections == 0;
  }
  /// `argument 0: 6 of 6 elements agree, largest relative error 3.1e-11`.
  std::string getSummary() const;
  /// The message of the error; empty where nothing differs.
  std::string getError() const;
};

/// Checks the gradient of one float argument. Moves the elements of that input,
/// and restores them. Fails only where `function` does.
llvm::Expected<ArgumentCheck>
checkArgument(TensorFunction function, llvm::MutableArrayRef<HostTensor> inputs,
              unsigned argument, const Cotangents &cotangents,
              const HostTensor &gradient,
              const GradientCheckOptions &options = {});

/// The f64 tensor of the same values; other types than floats are copied.
llvm::Expected<HostTensor> toDouble(const HostTensor &tensor);

} // namespace kina

#endif // KINA_EXECUTION_GRADIENTCHECK_H
