//===- Compare.cpp - Comparing tensors within tolerances ------------------===//

#include "Kina/Execution/Compare.h"

#include "Kina/Execution/TensorText.h"

#include "llvm/Support/raw_ostream.h"

#include <cmath>

using llvm::Error;

namespace kina {

namespace {
/// The rule for one element type, with the defaults filled in.
struct Rule {
  enum Kind { Exact, OneUnit, Bounds } kind;
  double relative = 0, absolute = 0;
};

Rule getRule(ElementType type, const Tolerance &tolerance) {
  double relative = 0, absolute = 0;
  switch (type) {
  case ElementType::I1:
  case ElementType::I32:
  case ElementType::I64:
    return {Rule::Exact};
  case ElementType::F16:
  case ElementType::BF16:
    if (!tolerance.relative && !tolerance.absolute)
      return {Rule::OneUnit};
    break;
  case ElementType::F32:
    relative = 1e-5;
    absolute = 1e-6;
    break;
  case ElementType::F64:
    relative = absolute = 1e-12;
    break;
  }
  return {Rule::Bounds, tolerance.relative.value_or(relative),
          tolerance.absolute.value_or(absolute)};
}

/// Numbers the values of a 16-bit format in their order: neighbours differ by
/// one, and both zeros are 0.
int64_t getOrdinal(uint64_t bits) {
  int64_t magnitude = static_cast<int64_t>(bits & 0x7fff);
  return bits & 0x8000 ? -magnitude : magnitude;
}

bool matches(const Rule &rule, const HostTensor &got,
             const HostTensor &expected, int64_t index) {
  if (rule.kind == Rule::Exact)
    return got.getInt(index) == expected.getInt(index);
  double a = got.getDouble(index), b = expected.getDouble(index);
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  // Before any arithmetic: within a relative tolerance of an infinity lies
  // every number, and the largest number is one unit away from it.
  if (std::isinf(a) || std::isinf(b))
    return a == b;
  if (rule.kind == Rule::OneUnit)
    return std::abs(getOrdinal(got.getBits(index)) -
                    getOrdinal(expected.getBits(index))) <= 1;
  // Equal values match also where 0 times an infinite tolerance gives NaN.
  return a == b ||
         std::abs(a - b) <= rule.absolute + rule.relative * std::abs(b);
}

void printRule(llvm::raw_ostream &os, const Rule &rule) {
  switch (rule.kind) {
  case Rule::Exact:
    os << "exact";
    break;
  case Rule::OneUnit:
    os << "one unit in the last place";
    break;
  case Rule::Bounds:
    os << llvm::format("%g relative, %g absolute", rule.relative,
                       rule.absolute);
    break;
  }
}
} // namespace

Error compareTensors(const HostTensor &got, const HostTensor &expected,
                     const Tolerance &tolerance) {
  for (const std::optional<double> &bound :
       {tolerance.relative, tolerance.absolute})
    if (bound && !(*bound >= 0))
      return makeError("expected a tolerance of at least 0, got " +
                       std::to_string(*bound));
  if (got.getElementType() != expected.getElementType() ||
      got.getShape() != expected.getShape())
    return makeError("expected " + expected.getTypeString() + ", got " +
                     got.getTypeString());

  const Rule rule = getRule(got.getElementType(), tolerance);
  int64_t first = -1, differing = 0;
  for (int64_t i = 0, e = got.getNumElements(); i < e; ++i) {
    if (matches(rule, got, expected, i))
      continue;
    if (differing++ == 0)
      first = i;
  }
  if (differing == 0)
    return Error::success();

  std::string message;
  llvm::raw_string_ostream os(message);
  os << "values differ: first at " << getPosition(got.getShape(), first)
     << ": got ";
  printElement(os, got, first);
  os << ", expected ";
  printElement(os, expected, first);
  os << "; " << differing << " of " << got.getNumElements()
     << (got.getNumElements() == 1 ? " element differs" : " elements differ")
     << " (tolerance: ";
  printRule(os, rule);
  os << ")";
  return makeError(message);
}

} // namespace kina
