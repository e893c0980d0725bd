//===- Differences.h - Slopes by finite differences -------------*- C++ -*-===//
//
// Numerical differentiation along a line, with an estimate of its own error.
// See C. J. F. Ridders, "Accurate computation of F'(x) and F'(x)F''(x)",
// Advances in Engineering Software 4 (1982), for extrapolation over step sizes.
//===----------------------------------------------------------------------===//

#ifndef KINA_EXECUTION_DIFFERENCES_H
#define KINA_EXECUTION_DIFFERENCES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace kina {

/// How far a function's value at some place of a line is from that at 0.
struct Movement {
  /// The difference; NaN where there is no finite value.
  double change = 0;
  /// What was subtracted: the sum of the absolute values at 0 of all terms that
  /// changed. Its last bits are the rounding error of small changes.
  double magnitude = 0;
};

/// A function along a line: its movement from 0 to the place given.
using LineFunction = llvm::function_ref<llvm::Expected<Movement>(double place)>;

/// A slope at 0 that is to be checked.
struct SlopeClaim {
  double slope = 0;
  /// The places of the first try are a few thousandths of this away from 0;
  /// later ones come nearer, by a factor of 2^21, ...
  double scale = 1;
  /// ... and where this is not 0, to a few thousandths of it.
  double smallest = 0;
  /// The size of the argument where the line is at 0: places are rounded to its
  /// last bits.
  double position = 0;
  /// The size of similar slopes. One below a thousandth of it is compared as if
  /// it were that large.
  double typical = 0;
};

struct SlopeTolerance {
  double relative = 1e-6;
  double absolute = 0;
};

/// What differences say of a claim.
struct SlopeVerdict {
  enum Kind {
    Agrees,
    Differs,
    /// No verdict: the slopes to the left and to the right are not the same,
    Kink,
    /// a value next to 0 is NaN or infinite,
    NotFinite,
    /// or the error of the differences is larger than the tolerance.
    NotConverging
  };
  Kind kind = NotConverging;
  /// The slope by differences on both sides, and on each one alone.
  double expected = 0;
  double left = 0;
  double right = 0;
  /// Of an agreeing claim.
  double relativeError = 0;
};

/// Compares a claim with differences of fourth order, extrapolated from two
/// step sizes, which shrink until the estimated error is within the tolerance.
/// Fails only where `function` does.
llvm::Expected<SlopeVerdict> checkSlope(LineFunction function,
                                        const SlopeClaim &claim,
                                        const SlopeTolerance &tolerance = {});

} // namespace kina

#endif // KINA_EXECUTION_DIFFERENCES_H
