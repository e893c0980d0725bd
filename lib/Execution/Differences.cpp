//===- Differences.cpp - Slopes by finite differences ---------------------===//

#include "Kina/Execution/Differences.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

using llvm::Error;
using llvm::Expected;

namespace kina {

namespace {
constexpr double unit = std::numeric_limits<double>::epsilon();
/// The first step, of the claim's scale; what each later one is of the one
/// before; and how many there are at least and at most.
constexpr double firstStep = 0x1p-8;
constexpr double shrinking = 0x1p-3;
constexpr unsigned minSteps = 8;
constexpr unsigned maxSteps = 16;
/// The least that counts as a slope, of what is typical.
constexpr double significant = 1e-3;

/// Slopes estimated with one step size, and how far each may be off.
struct Estimate {
  double both, left, right;
  double bothError, sideError;
  /// What the last bits of the values at 0 may do, and what those of changes
  /// may: to both sides these may cancel, and leave nothing else.
  double valueRounding, changeRounding;
  /// An error that means nothing for the function as a whole.
  double negligible;

  bool isFinite() const { return std::isfinite(both); }
};

/// An extrapolated value and its error. Differences of the values that it was
/// made from, for it is better than these only where the function is smooth.
struct Extrapolated {
  double value, error;
};

/// Of one-sided differences at a step and its double and its fourfold, where
/// the error is a series in all powers of the step.
Extrapolated extrapolateSide(double one, double two, double four) {
  double fine = 2 * one - two, coarse = 2 * two - four;
  return {(4 * fine - coarse) / 3, std::abs(fine - coarse)};
}

/// Of central ones, where it is one in the even powers. The intermediate values
/// are the differences of fourth order.
Extrapolated extrapolateBoth(double one, double two, double four) {
  double fine = (4 * one - two) / 3, coarse = (4 * two - four) / 3;
  return {(16 * fine - coarse) / 15, std::abs(fine - coarse)};
}

/// Differences at half of `step`, at it and at its double. `magnitude` is the
/// largest of any step so far: where a small one changes nothing, that may be
/// because of rounding.
Expected<Estimate> estimate(LineFunction function, double step,
                            const SlopeClaim &claim, double &magnitude) {
  double right[3], left[3], both[3], change = 0;
  for (int i = 0; i < 3; ++i) {
    double place = step * (i == 0 ? 0.5 : i);
    Expected<Movement> ahead = function(place);
    if (!ahead)
      return ahead.takeError();
    Expected<Movement> behind = function(-place);
    if (!behind)
      return behind.takeError();
    right[i] = ahead->change / place;
    left[i] = behind->change / -place;
    both[i] = (right[i] + left[i]) / 2;
    change =
        std::max({change, std::abs(ahead->change), std::abs(behind->change)});
    magnitude = std::max({magnitude, ahead->magnitude, behind->magnitude});
  }
  Extrapolated center = extrapolateBoth(both[0], both[1], both[2]);
  Extrapolated ahead = extrapolateSide(right[0], right[1], right[2]);
  Extrapolated behind = extrapolateSide(left[0], left[1], left[2]);
  Estimate result;
  result.both = center.value;
  result.right = ahead.value;
  result.left = behind.value;
  // Of the values at 0, and of the places: x + step is rounded, too.
  result.valueRounding = 4 * unit * magnitude / step;
  double rounding = result.valueRounding +
                    4 * unit * std::abs(center.value) * claim.position / step;
  result.negligible = 1e-9 * magnitude / claim.scale;
  result.bothError = center.error + rounding;
  result.sideError = ahead.error + behind.error + 4 * rounding;
  // Not where the function outgrows its slopes: there any claim would do.
  double secant = change / step;
  result.changeRounding = result.sideError <= secant / 8
                              ? 2 * unit * secant * (1 + claim.position / step)
                              : 0;
  return result;
}

/// The claim, and what the estimates so far say of it.
class Judge {
public:
  Judge(const SlopeClaim &claim, const SlopeTolerance &tolerance)
      : claim(claim), tolerance(tolerance) {}

  /// Takes account of the next, smaller step size. True where the verdict
  /// cannot change any more.
  bool consider(const Estimate &estimate) {
    if (!estimate.isFinite()) {
      if (!finite)
        verdict.left = estimate.left, verdict.right = estimate.right;
      return false;
    }
    if (!finite)
      rounding = 2 * estimate.valueRounding / (shrinking * shrinking);
    finite = true;

    double size = getSize(estimate);
    double bound = std::max({tolerance.absolute, tolerance.relative * size,
                             rounding + estimate.changeRounding});
    double off = std::abs(claim.slope - estimate.both);
    bool kink = isKink(estimate, bound);
    if (estimate.bothError > std::max(bound, estimate.negligible)) {
      // Far off is wrong even so. (Stairs seen from afar are a ramp, too, but a
      // rough one.)
      bool wrong = !kink && !(off <= bound + 1000 * estimate.bothError);
      if (!converged && estimate.bothError < leastError) {
        leastError = estimate.bothError;
        set(wrong ? SlopeVerdict::Differs : SlopeVerdict::NotConverging,
            estimate);
      }
      return false;
    }
    // The smallest step that tells something has the last word: a kink next to
    // 0 is not one at 0.
    if (kink) {
      converged = true;
      set(SlopeVerdict::Kink, estimate);
    } else if (off <= bound) {
      set(SlopeVerdict::Agrees, estimate);
      // Both may be nothing but rounding errors.
      bool meant = off <= tolerance.relative * size && size > 0;
      verdict.relativeError = meant ? off / size : 0;
      return true;
    } else if (!(off <= bound + 4 * estimate.bothError)) {
      converged = true;
      set(SlopeVerdict::Differs, estimate);
    }
    return false;
  }

  SlopeVerdict getVerdict() const {
    SlopeVerdict result = verdict;
    if (!finite)
      result.kind = SlopeVerdict::NotFinite;
    return result;
  }

private:
  double getSize(const Estimate &estimate) const {
    double size =
        std::max(std::abs(estimate.both), significant * claim.typical);
    return std::isfinite(claim.slope) ? std::max(size, std::abs(claim.slope))
                                      : size;
  }

  /// Whether the slopes to both sides differ, and by so much that the claim may
  /// be one of them, or what a convention makes of them.
  bool isKink(const Estimate &estimate, double bound) const {
    double jump = std::abs(estimate.right - estimate.left);
    if (jump <= 4 * estimate.sideError + bound)
      return false;
    // NaN is no convention.
    return !std::isfinite(jump) ||
           std::abs(claim.slope - estimate.both) <= 4 * jump + bound;
  }

  void set(SlopeVerdict::Kind kind, const Estimate &estimate) {
    verdict.kind = kind;
    verdict.expected = estimate.both;
    verdict.left = estimate.left;
    verdict.right = estimate.right;
  }

  SlopeClaim claim;
  SlopeTolerance tolerance;
  SlopeVerdict verdict;
  bool finite = false, converged = false;
  /// What rounding may do two steps after the first one that gave numbers. No
  /// slope is known better.
  double rounding = 0;
  double leastError = std::numeric_limits<double>::infinity();
};
} // namespace

Expected<SlopeVerdict> checkSlope(LineFunction function,
                                  const SlopeClaim &claim,
                                  const SlopeTolerance &tolerance) {
  Judge judge(claim, tolerance);
  double step = firstStep * claim.scale, magnitude = 0;
  for (unsigned i = 0; i < maxSteps; ++i, step *= shrinking) {
    bool small = claim.smallest == 0 || step < firstStep * claim.smallest;
    if (i >= minSteps && small)
      break;
    Expected<Estimate> next = estimate(function, step, claim, magnitude);
    if (!next)
      return next.takeError();
    if (judge.consider(*next))
      break;
  }
  return judge.getVerdict();
}

} // namespace kina
