//===- NpyHeader.cpp - The dictionary at the start of a .npy file ---------===//

#include "NpyHeader.h"

#include "Kina/Execution/HostTensor.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace kina {

namespace {

/// A recursive-descent parser of the part of Python's literals that NumPy
/// writes. The first error wins and stops the parse.
class Parser {
public:
  explicit Parser(StringRef text) : text(text) {}

  Expected<NpyHeader> parse() {
    NpyHeader header;
    if (Error error = parseDictionary(header))
      return error;
    return header;
  }

private:
  Error parseDictionary(NpyHeader &header) {
    bool hasDescr = false, hasOrder = false, hasShape = false;
    if (!consume('{'))
      return unexpected("'{'");
    while (!consume('}')) {
      Expected<StringRef> key = parseString("a key in quotes or '}'");
      if (!key)
        return key.takeError();
      bool *seen = *key == "descr"           ? &hasDescr
                   : *key == "fortran_order" ? &hasOrder
                   : *key == "shape"         ? &hasShape
                                             : nullptr;
      if (!seen)
        return makeError("expected the keys 'descr', 'fortran_order' and "
                         "'shape', got '" +
                         printable(*key) + "'");
      if (*seen)
        return makeError("expected the key '" + *key + "' once, got it twice");
      *seen = true;
      if (!consume(':'))
        return unexpected("':'");
      if (Error error = seen == &hasDescr   ? parseDescr(header)
                        : seen == &hasOrder ? parseOrder(header)
                                            : parseShape(header))
        return error;
      if (!consume(',') && peek() != '}')
        return unexpected("',' or '}'");
    }
    if (!atEnd())
      return unexpected("nothing but white space after '}'");
    for (auto [seen, key] :
         {std::pair(hasDescr, "descr"), std::pair(hasOrder, "fortran_order"),
          std::pair(hasShape, "shape")})
      if (!seen)
        return makeError("expected the key '" + Twine(key) +
                         "', got a header without it");
    return Error::success();
  }

  Error parseDescr(NpyHeader &header) {
    if (peek() == '[')
      return makeError("expected a dtype of numbers, got a structured one");
    Expected<StringRef> descr = parseString("a dtype in quotes");
    if (!descr)
      return descr.takeError();
    header.descr = printable(*descr);
    return Error::success();
  }

  Error parseOrder(NpyHeader &header) {
    skipSpace();
    if (text.substr(position).starts_with("True")) {
      header.fortranOrder = true;
      position += 4;
      return Error::success();
    }
    if (text.substr(position).starts_with("False")) {
      header.fortranOrder = false;
      position += 5;
      return Error::success();
    }
    return unexpected("True or False");
  }

  Error parseShape(NpyHeader &header) {
    if (!consume('('))
      return unexpected("a tuple");
    bool hasComma = false;
    while (!consume(')')) {
      if (!header.shape.empty() && !hasComma)
        return unexpected("',' or ')'");
      skipSpace();
      StringRef digits = text.substr(position);
      bool negative = digits.consume_front("-");
      digits = digits.take_while(llvm::isDigit);
      if (digits.empty())
        return unexpected("a dimension or ')'");
      if (negative)
        return makeError("expected dimensions of at least 0, got -" +
                         shorten(digits));
      int64_t size;
      if (digits.getAsInteger(10, size))
        return makeError("expected dimensions below 2^63, got " +
                         shorten(digits));
      header.shape.push_back(size);
      position += digits.size();
      // Python 2 wrote its long integers so.
      if (text.substr(position).starts_with("L"))
        ++position;
      hasComma = consume(',');
    }
    // (3) is a number in Python, (3,) a tuple.
    if (header.shape.size() == 1 && !hasComma)
      return makeError("expected a tuple as the shape, got the number (" +
                       Twine(header.shape[0]) + ")");
    return Error::success();
  }

  Expected<StringRef> parseString(StringRef what) {
    char quote = peek();
    if (quote != '\'' && quote != '"')
      return unexpected(what);
    size_t begin = position + 1;
    // No dtype of ours and no key has an escape in it.
    size_t end = text.find(quote, begin);
    if (end == StringRef::npos)
      return makeError("expected a closing quote for the string at byte " +
                       Twine(position) + ", got the end of the header");
    position = end + 1;
    return text.slice(begin, end);
  }

  void skipSpace() {
    while (position < text.size() && llvm::isSpace(text[position]))
      ++position;
  }

  bool atEnd() {
    skipSpace();
    return position == text.size();
  }

  /// The next character that is not white space; a blank at the end.
  char peek() { return atEnd() ? ' ' : text[position]; }

  bool consume(char c) {
    if (atEnd() || text[position] != c)
      return false;
    ++position;
    return true;
  }

  Error unexpected(StringRef what) {
    if (atEnd())
      return makeError("expected " + what + ", got the end of the header");
    return makeError("expected " + what + " at byte " + Twine(position) +
                     " of the header, got '" +
                     printable(text.substr(position, 1)) + "'");
  }

  static std::string shorten(StringRef digits) {
    return digits.size() <= 40 ? digits.str()
                               : digits.take_front(40).str() + "...";
  }

  /// At most 40 bytes, what a terminal would interpret made visible.
  static std::string printable(StringRef bytes) {
    std::string result;
    for (char c : bytes.take_front(40)) {
      if (llvm::isPrint(c)) {
        result += c;
        continue;
      }
      unsigned char byte = c;
      result += "\\x";
      result += llvm::hexdigit(byte >> 4, /*LowerCase=*/true);
      result += llvm::hexdigit(byte & 15, /*LowerCase=*/true);
    }
    return result;
  }

  StringRef text;
  size_t position = 0;
};

} // namespace

Expected<NpyHeader> parseNpyHeader(StringRef text) {
  return Parser(text).parse();
}

} // namespace kina
