//===- GradientCheck.cpp - Gradients against differences ------------------===//

#include "Kina/Execution/GradientCheck.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <set>

using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::MutableArrayRef;
using llvm::SmallVector;
using llvm::Twine;

namespace kina {

namespace {
/// Directions through all elements of an argument too large to check each.
constexpr int64_t numDirections = 4;

ArrayRef<double> getValues(const HostTensor &tensor) {
  assert(tensor.getElementType() == ElementType::F64 && "expected f64");
  return {reinterpret_cast<const double *>(tensor.getData()),
          static_cast<size_t>(tensor.getNumElements())};
}

MutableArrayRef<double> getValues(HostTensor &tensor) {
  assert(tensor.getElementType() == ElementType::F64 && "expected f64");
  return {reinterpret_cast<double *>(tensor.getData()),
          static_cast<size_t>(tensor.getNumElements())};
}

/// Random numbers that are the same everywhere, which the standard library's
/// distributions are not.
class Random {
public:
  Random(uint64_t seed, uint64_t stream) : engine(seed ^ (stream << 32)) {}

  /// From `low` on, below `low + 1`, of either sign.
  double getSigned(double low) {
    uint64_t bits = engine();
    double size = low + static_cast<double>(bits >> 11) * 0x1p-53;
    return bits & 1 ? -size : size;
  }

  /// Different numbers below `count`.
  std::set<int64_t> choose(int64_t number, int64_t count) {
    std::set<int64_t> chosen;
    // Floyd's way: each step adds one number.
    for (int64_t i = count - number; i < count; ++i) {
      auto drawn =
          static_cast<int64_t>(engine() % (static_cast<uint64_t>(i) + 1));
      if (!chosen.insert(drawn).second)
        chosen.insert(i);
    }
    return chosen;
  }

private:
  std::mt19937_64 engine;
};

/// `result`'s distance from `base`, weighted with the cotangents.
Movement measure(ArrayRef<double> base, ArrayRef<double> result,
                 ArrayRef<double> seeds) {
  // Wider than double where there is something wider.
  long double change = 0, magnitude = 0;
  for (size_t i = 0; i < base.size(); ++i) {
    if (base[i] == result[i] || seeds[i] == 0)
      continue;
    if (!std::isfinite(result[i]))
      return {std::numeric_limits<double>::quiet_NaN(), 0};
    change += static_cast<long double>(seeds[i]) * (result[i] - base[i]);
    magnitude += std::abs(seeds[i] * base[i]);
  }
  return {static_cast<double>(change), static_cast<double>(magnitude)};
}

/// Of the finite numbers, 1 where that gives no measure.
double getRootMeanSquare(ArrayRef<double> values) {
  double largest = 0;
  for (double value : values)
    if (std::isfinite(value))
      largest = std::max(largest, std::abs(value));
  if (largest == 0)
    return 1;
  double sum = 0, count = 0;
  for (double value : values)
    if (std::isfinite(value))
      sum += (value / largest) * (value / largest), ++count;
  return std::max(largest * std::sqrt(sum / count),
                  std::numeric_limits<double>::min());
}

/// How differences at one element, or along one direction, are told.
std::string explain(const SlopeVerdict &verdict) {
  std::string text;
  llvm::raw_string_ostream os(text);
  switch (verdict.kind) {
  case SlopeVerdict::Kink:
    os << "kink";
    break;
  case SlopeVerdict::NotFinite:
    os << "results nearby are not finite";
    break;
  case SlopeVerdict::NotConverging:
    os << "differences do not converge";
    break;
  default:
    return text;
  }
  os << llvm::format(", slope %.6g to the left and %.6g to the right",
                     verdict.left, verdict.right);
  return text;
}

/// The check of one argument.
class Checker {
public:
  Checker(TensorFunction function, MutableArrayRef<HostTensor> inputs,
          unsigned argument, const Cotangents &cotangents,
          const HostTensor &gradient, const GradientCheckOptions &options)
      : function(function), inputs(inputs), input(inputs[argument]),
        cotangents(cotangents), gradient(getValues(gradient)), options(options),
        original(getValues(inputs[argument]).vec()),
        rootMeanSquare(getRootMeanSquare(original)) {
    check.argument = argument;
    check.elements = input.getNumElements();
    for (double value : this->gradient)
      if (std::isfinite(value))
        largestSlope = std::max(largestSlope, std::abs(value));
  }

  Expected<ArgumentCheck> run() {
    Random random(options.seed, check.argument + 1);
    check.chosen = std::min(check.elements, options.samples);
    for (int64_t i : random.choose(check.chosen, check.elements))
      if (Error error = checkElement(i))
        return error;
    if (check.chosen < check.elements)
      for (int64_t i = 0; i < numDirections; ++i)
        if (Error error = checkDirection(random))
          return error;
    return std::move(check);
  }

private:
  /// The size of steps at an element, before they shrink.
  double getScale(int64_t i) const {
    return std::max(std::abs(original[i]), rootMeanSquare);
  }

  /// The function with the input as it now stands.
  Expected<Movement> evaluate() {
    auto results = function(inputs);
    if (!results)
      return results.takeError();
    Movement total;
    unsigned next = 0;
    for (const HostTensor &result : *results) {
      if (!isFloat(result.getElementType()))
        continue;
      const HostTensor &base = cotangents.results[next];
      const HostTensor &seeds = cotangents.seeds[next++];
      // A size that follows from a value may move with it.
      if (result.getShape() != base.getShape())
        return Movement{std::numeric_limits<double>::quiet_NaN(), 0};
      Movement part =
          measure(getValues(base), getValues(result), getValues(seeds));
      total.change += part.change;
      total.magnitude += part.magnitude;
    }
    return total;
  }

  Error checkElement(int64_t i) {
    std::string name = getPosition(input.getShape(), i);
    double value = original[i];
    if (!std::isfinite(value)) {
      note(name, "the argument is not finite");
      return Error::success();
    }
    SlopeClaim claim;
    claim.slope = gradient[i];
    claim.scale = getScale(i);
    claim.smallest = claim.position = std::abs(value);
    claim.typical = largestSlope;
    auto verdict = checkSlope(
        [&](double place) {
          getValues(input)[i] = value + place;
          auto movement = evaluate();
          getValues(input)[i] = value;
          return movement;
        },
        claim, options.tolerance);
    if (!verdict)
      return verdict.takeError();
    // Of results that are left out nothing is known.
    if (verdict->kind == SlopeVerdict::Agrees && claim.slope == 0 &&
        verdict->expected == 0 && !cotangents.notes.empty())
      note(name, "no finite result depends on it");
    else
      count(*verdict, name, claim.slope, check.agreeing, check.differing);
    return Error::success();
  }

  Error checkDirection(Random &random) {
    std::vector<double> direction(original.size());
    // Steps are relative to the direction.
    SlopeClaim claim;
    claim.scale = claim.smallest = claim.position = 1;
    double squares = 0;
    for (size_t i = 0; i < original.size(); ++i) {
      double size = random.getSigned(0.5);
      if (!std::isfinite(original[i]))
        continue;
      double scale = getScale(i);
      direction[i] = size * scale;
      double part = gradient[i] * direction[i];
      claim.slope += part;
      squares += part * part;
      if (original[i] != 0)
        claim.smallest =
            std::min(claim.smallest, std::abs(original[i]) / scale);
    }
    if (std::isfinite(squares))
      claim.typical = std::sqrt(squares);
    auto verdict = checkSlope(
        [&](double place) {
          MutableArrayRef<double> values = getValues(input);
          for (size_t i = 0; i < direction.size(); ++i)
            if (direction[i] != 0)
              values[i] = original[i] + place * direction[i];
          auto movement = evaluate();
          llvm::copy(original, values.begin());
          return movement;
        },
        claim, options.tolerance);
    if (!verdict)
      return verdict.takeError();
    std::string name = "direction " + std::to_string(check.directions++);
    count(*verdict, name, claim.slope, check.agreeingDirections,
          check.differingDirections);
    return Error::success();
  }

  void count(const SlopeVerdict &verdict, llvm::StringRef name, double got,
             int64_t &agreeing, int64_t &differing) {
    if (verdict.kind == SlopeVerdict::Agrees) {
      ++agreeing;
      check.largestError = std::max(check.largestError, verdict.relativeError);
    } else if (verdict.kind == SlopeVerdict::Differs) {
      ++differing;
      if (check.difference.empty())
        llvm::raw_string_ostream(check.difference)
            << "first at " << name
            << llvm::format(": got %.9g, expected %.9g", got, verdict.expected);
    } else {
      note(name, explain(verdict));
    }
  }

  void note(llvm::StringRef name, const Twine &why) {
    check.notes.push_back(
        ("argument " + Twine(check.argument) + ": " + name + " skipped: " + why)
            .str());
  }

  TensorFunction function;
  MutableArrayRef<HostTensor> inputs;
  HostTensor &input;
  const Cotangents &cotangents;
  ArrayRef<double> gradient;
  const GradientCheckOptions &options;
  const std::vector<double> original;
  double rootMeanSquare, largestSlope = 0;
  ArgumentCheck check;
};

/// `1 element`, `2 elements`.
std::string countOf(int64_t count, llvm::StringRef what) {
  return (Twine(count) + " " + what + (count == 1 ? "" : "s")).str();
}
} // namespace

Expected<Cotangents> drawCotangents(SmallVector<HostTensor> results,
                                    const GradientCheckOptions &options) {
  Cotangents cotangents;
  Random random(options.seed, 0);
  for (auto [i, result] : llvm::enumerate(results)) {
    if (!isFloat(result.getElementType()))
      continue;
    auto seeds = HostTensor::create(ElementType::F64, result.getShape());
    if (!seeds)
      return seeds.takeError();
    int64_t left = 0;
    for (auto [value, seed] : llvm::zip(getValues(result), getValues(*seeds))) {
      double drawn = random.getSigned(0.5);
      if (std::isfinite(value))
        seed = drawn;
      else
        ++left;
    }
    if (left)
      cotangents.notes.push_back("result " + std::to_string(i) + ": " +
                                 std::to_string(left) + " of " +
                                 countOf(result.getNumElements(), "element") +
                                 " not finite, left out of the check");
    cotangents.seeds.push_back(std::move(*seeds));
    cotangents.results.push_back(std::move(result));
  }
  return cotangents;
}

Expected<ArgumentCheck>
checkArgument(TensorFunction function, MutableArrayRef<HostTensor> inputs,
              unsigned argument, const Cotangents &cotangents,
              const HostTensor &gradient, const GradientCheckOptions &options) {
  const HostTensor &input = inputs[argument];
  if (input.getElementType() != ElementType::F64 ||
      gradient.getElementType() != ElementType::F64 ||
      input.getShape() != gradient.getShape())
    return makeError("argument " + Twine(argument) +
                     ": expected a gradient of type " +
                     getTypeString(ElementType::F64, input.getShape()) +
                     ", got " + gradient.getTypeString());
  return Checker(function, inputs, argument, cotangents, gradient, options)
      .run();
}

std::string ArgumentCheck::getSummary() const {
  std::string text = "argument " + std::to_string(argument) + ": ";
  if (elements == 0)
    return text + "no elements";
  if (isUnchecked() && agreeingDirections == 0)
    return text + "nothing could be checked of " + countOf(elements, "element");
  text += std::to_string(agreeing) + " of " + countOf(chosen, "element");
  if (directions)
    text += " and " + std::to_string(agreeingDirections) + " of " +
            countOf(directions, "direction");
  text += chosen == 1 && !directions ? " agrees" : " agree";
  if (chosen < elements)
    text += " (drawn from " + std::to_string(elements) + " elements)";
  if (int64_t skipped = notes.size())
    text += ", " + std::to_string(skipped) + " skipped";
  if (differing + differingDirections)
    text += ", " + std::to_string(differing + differingDirections) + " differ";
  llvm::raw_string_ostream(text)
      << llvm::format(", largest relative error %.1e", largestError);
  return text;
}

std::string ArgumentCheck::getError() const {
  if (difference.empty())
    return "";
  std::string text = "argument " + std::to_string(argument) +
                     ": reverse mode and differences disagree: " + difference +
                     "; " + std::to_string(differing) + " of " +
                     countOf(chosen, "element");
  if (directions)
    text += " and " + std::to_string(differingDirections) + " of " +
            countOf(directions, "direction");
  return text + " differ";
}

Expected<HostTensor> toDouble(const HostTensor &tensor) {
  bool convert = isFloat(tensor.getElementType());
  auto result = HostTensor::create(
      convert ? ElementType::F64 : tensor.getElementType(), tensor.getShape());
  if (!result)
    return result;
  if (!convert || tensor.getElementType() == ElementType::F64) {
    if (size_t size = tensor.getSizeInBytes())
      std::memcpy(result->getData(), tensor.getData(), size);
    return result;
  }
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
    result->setDouble(i, tensor.getDouble(i));
  return result;
}

} // namespace kina
