//===- TensorPrinter.cpp - Writing tensors as text ------------------------===//

#include "Kina/Execution/TensorText.h"

#include "llvm/ADT/StringRef.h"

#include <charconv>
#include <cmath>

using llvm::APFloat;
using llvm::raw_ostream;
using llvm::StringRef;

namespace kina {

/// The fewest digits that read back as the same value of type T, with an
/// exponent where printf's %g has one: below 1e-4 and from 1e6 on.
template <typename T> static void printShortest(raw_ostream &os, T value) {
  char buffer[64];
  auto [end, code] = std::to_chars(buffer, buffer + sizeof(buffer), value,
                                   std::chars_format::general);
  os << StringRef(buffer, static_cast<size_t>(end - buffer));
}

/// The same for the 16-bit formats, which <charconv> does not know.
static void printShortest(raw_ostream &os, const APFloat &value) {
  double decimal = value.convertToDouble();
  // Whole numbers are spelled out: 65504 would else be 65500, which is the same
  // f16 but does not look like it.
  if (std::trunc(decimal) == decimal && std::abs(decimal) < 1e6)
    return printShortest(os, decimal);
  const double exact = decimal;
  APFloat rounded(value.getSemantics());
  for (int digits = 1; !rounded.bitwiseIsEqual(value) && digits <= 17;
       ++digits) {
    char buffer[64];
    auto [end, code] = std::to_chars(buffer, buffer + sizeof(buffer), exact,
                                     std::chars_format::scientific, digits - 1);
    // The double nearest to a short decimal prints as that decimal.
    std::from_chars(buffer, end, decimal);
    rounded = APFloat(decimal);
    bool losesInfo;
    rounded.convert(value.getSemantics(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
  }
  printShortest(os, decimal);
}

void printElement(raw_ostream &os, const HostTensor &tensor, int64_t index) {
  ElementType type = tensor.getElementType();
  if (type == ElementType::I1) {
    os << (tensor.getInt(index) ? "true" : "false");
    return;
  }
  if (!isFloat(type)) {
    os << tensor.getInt(index);
    return;
  }
  APFloat value = tensor.getAPFloat(index);
  if (value.isNaN())
    os << "nan"; // Sign and payload say nothing to a reader.
  else if (type == ElementType::F32)
    printShortest(os, value.convertToFloat());
  else if (type == ElementType::F64)
    printShortest(os, value.convertToDouble());
  else
    printShortest(os, value);
}

namespace {
/// Walks the dimensions; the innermost one has no brackets of its own.
class Printer {
public:
  Printer(raw_ostream &os, const HostTensor &tensor, size_t budget)
      : os(os), tensor(tensor), budget(budget) {}

  void print(size_t dimension = 0) {
    bool innermost = dimension + 1 >= tensor.getRank();
    int64_t size = tensor.getRank() ? tensor.getShape()[dimension] : 1;
    for (int64_t i = 0; i < size; ++i) {
      if (innermost && i != 0)
        os << ' ';
      if (budget == 0) {
        os << "...";
        isCut = true;
        return;
      }
      if (innermost) {
        printElement(os, tensor, next++);
        --budget;
        continue;
      }
      os << '[';
      print(dimension + 1);
      os << ']';
      if (isCut)
        return;
    }
  }

private:
  raw_ostream &os;
  const HostTensor &tensor;
  size_t budget;
  int64_t next = 0;
  bool isCut = false;
};
} // namespace

void printTensor(raw_ostream &os, const HostTensor &tensor,
                 size_t maxElements) {
  os << tensor.getTypeString() << '=';
  // Brackets around nothing could be as many as the other dimensions say.
  if (tensor.getNumElements() != 0)
    Printer(os, tensor, maxElements).print();
}

} // namespace kina
