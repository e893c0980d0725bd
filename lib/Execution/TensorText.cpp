//===- TensorText.cpp - Reading tensors from text -------------------------===//

#include "Kina/Execution/TensorText.h"

#include "Kina/Execution/Npy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using llvm::APFloat;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;

namespace kina {

namespace {
struct TensorType {
  ElementType elementType;
  SmallVector<int64_t, 4> shape;
};

/// Text as it may stand in a message.
std::string quote(StringRef text) {
  const size_t limit = 60;
  return "'" + text.take_front(limit).str() +
         (text.size() > limit ? "...'" : "'");
}

/// Removes and returns the digits that `text` starts with.
StringRef consumeDigits(StringRef &text, bool hex = false) {
  StringRef digits = text.take_while(
      [&](char c) { return hex ? llvm::isHexDigit(c) : llvm::isDigit(c); });
  text = text.drop_front(digits.size());
  return digits;
}

/// The part of a type's text after its dimensions: a name may have an x too.
StringRef dropDimensions(StringRef text) {
  StringRef rest = text;
  while (!consumeDigits(rest).empty() && rest.consume_front("x"))
    text = rest;
  return text;
}

/// `2x3xf32`.
Expected<TensorType> parseType(StringRef text) {
  SmallVector<StringRef, 4> parts;
  text.split(parts, 'x');
  std::optional<ElementType> elementType = findElementType(parts.back());
  if (!elementType) {
    StringRef name = dropDimensions(text);
    return makeError("expected an element type of " + getElementTypeNames() +
                     ", got " + quote(name) + " in " + quote(text) +
                     (name == "index" ? "; an index is given as i64" : ""));
  }
  TensorType type{*elementType, {}};
  for (StringRef part : llvm::drop_end(parts)) {
    int64_t size;
    if (part.empty() || !llvm::all_of(part, llvm::isDigit) ||
        part.getAsInteger(10, size))
      return makeError("expected dimensions from 0 to 2^63 - 1, got " +
                       quote(part) + " in " + quote(text));
    type.shape.push_back(size);
  }
  return type;
}

bool isSeparator(char c) {
  return llvm::isSpace(c) || c == ',' || c == '[' || c == ']';
}

/// Whether `text` is a float literal without sign. APFloat's own reader also
/// takes forms that nobody means to type.
bool isFloatLiteral(StringRef text) {
  bool hex = text.consume_front_insensitive("0x");
  bool hasDigits = !consumeDigits(text, hex).empty();
  if (text.consume_front("."))
    hasDigits |= !consumeDigits(text, hex).empty();
  if (!hasDigits)
    return false;
  // Hexadecimal literals always have an exponent, so that 0x1f is no float.
  if (!text.consume_front_insensitive(hex ? "p" : "e"))
    return !hex && text.empty();
  if (!text.consume_front("-"))
    text.consume_front("+");
  return !consumeDigits(text).empty() && text.empty();
}

Error parseFloat(StringRef text, HostTensor &tensor, int64_t index) {
  ElementType type = tensor.getElementType();
  const llvm::fltSemantics &semantics = getSemantics(type);
  StringRef magnitude = text;
  bool negative = magnitude.consume_front("-");
  if (!negative)
    magnitude.consume_front("+");

  APFloat value(semantics);
  if (magnitude.equals_insensitive("inf") ||
      magnitude.equals_insensitive("infinity")) {
    value = APFloat::getInf(semantics);
  } else if (magnitude.equals_insensitive("nan")) {
    value = APFloat::getQNaN(semantics);
  } else {
    if (!isFloatLiteral(magnitude))
      return makeError("expected a number, inf or nan, got " + quote(text));
    // Straight to the format: by way of a double it could round twice.
    Expected<APFloat::opStatus> status =
        value.convertFromString(magnitude, APFloat::rmNearestTiesToEven);
    if (!status)
      return makeError("expected a number, inf or nan, got " + quote(text) +
                       ": " + llvm::toString(status.takeError()));
    if (value.isInfinity())
      return makeError("expected a value that " + getName(type) +
                       " can hold, or inf, got " + quote(text));
  }
  if (negative)
    value.changeSign();
  tensor.setBits(index, value.bitcastToAPInt().getZExtValue());
  return Error::success();
}

Error parseInteger(StringRef text, HostTensor &tensor, int64_t index) {
  ElementType type = tensor.getElementType();
  StringRef digits = text;
  bool hasPlus = digits.consume_front("+");
  StringRef magnitude = digits;
  if (!hasPlus)
    magnitude.consume_front("-");
  if (magnitude.empty() || !llvm::all_of(magnitude, llvm::isDigit))
    return makeError("expected an integer, got " + quote(text));
  int64_t value;
  bool fits = !digits.getAsInteger(10, value);
  if (type == ElementType::I32)
    fits = fits && llvm::isInt<32>(value);
  if (!fits)
    return makeError("expected an integer from " +
                     Twine(type == ElementType::I32 ? "-2^31 to 2^31 - 1"
                                                    : "-2^63 to 2^63 - 1") +
                     " for " + getName(type) + ", got " + quote(text));
  tensor.setInt(index, value);
  return Error::success();
}

Expected<HostTensor> parseValues(const TensorType &type, StringRef text) {
  SmallVector<StringRef> values;
  while (true) {
    text = text.drop_while(isSeparator);
    if (text.empty())
      break;
    values.push_back(text.take_until(isSeparator));
    text = text.drop_front(values.back().size());
  }

  // Before memory is allocated: the count tells a typing error in the shape.
  Expected<int64_t> count = countElements(type.elementType, type.shape);
  if (!count)
    return count.takeError();
  if (values.size() != 1 && values.size() != static_cast<uint64_t>(*count))
    return makeError("expected " + Twine(*count) +
                     (*count == 1 ? " value" : " values, or one for all,") +
                     " for " + getTypeString(type.elementType, type.shape) +
                     ", got " + Twine(values.size()));

  // One value is checked also where there is no element to store it in.
  Expected<HostTensor> single = HostTensor::create(type.elementType, {});
  if (!single)
    return single.takeError();
  Expected<HostTensor> tensor =
      HostTensor::create(type.elementType, type.shape);
  if (!tensor)
    return tensor.takeError();
  for (auto [index, value] : llvm::enumerate(values)) {
    if (Error error = parseElement(value, *count == 0 ? *single : *tensor,
                                   static_cast<int64_t>(index)))
      return makeError("value " + Twine(index) + ": " +
                       llvm::toString(std::move(error)));
  }
  if (values.size() == 1)
    tensor->splatFirst();
  return tensor;
}
} // namespace

Error parseElement(StringRef text, HostTensor &tensor, int64_t index) {
  ElementType type = tensor.getElementType();
  if (isFloat(type))
    return parseFloat(text, tensor, index);
  if (type != ElementType::I1)
    return parseInteger(text, tensor, index);
  bool isTrue = text == "1" || text == "true";
  if (!isTrue && text != "0" && text != "false")
    return makeError("expected 0, 1, true or false, got " + quote(text));
  tensor.setBits(index, isTrue);
  return Error::success();
}

Expected<HostTensor> parseTensorText(StringRef text) {
  text = text.trim();
  StringRef path = text;
  if (path.consume_front("@"))
    return readNpy(path);

  size_t equals = text.find('=');
  if (equals == StringRef::npos)
    return makeError("expected @FILE.npy or TYPE=VALUES, such as "
                     "2x3xf32=1 2 3 4 5 6, got " +
                     quote(text));
  Expected<TensorType> type = parseType(text.take_front(equals).trim());
  if (!type)
    return type.takeError();
  StringRef value = text.drop_front(equals + 1).trim();
  if (!value.consume_front("@"))
    return parseValues(*type, value);

  Expected<HostTensor> tensor = readNpy(value, type->elementType);
  if (tensor && tensor->getShape() != llvm::ArrayRef(type->shape))
    return makeError((value == "-" ? "<stdin>" : value) + ": expected " +
                     getTypeString(type->elementType, type->shape) + ", got " +
                     tensor->getTypeString());
  return tensor;
}

} // namespace kina
