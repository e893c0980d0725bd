//===- TokenMutator.cpp - Mutations of programs, by words and lines -------===//
//
// Half of all mutations are libFuzzer's own, of bytes and words of its
// dictionary; they mostly end in the lexer. The others keep words whole, so
// that more programs reach the parsers, the verifiers and the passes.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstring>
#include <random>
#include <string>

/// MLIR's libraries are not instrumented: containers that they fill look
/// overflown to code that is, and memory that a bump allocator of instrumented
/// code has poisoned is handed out by code that does not unpoison it. And
/// running out of memory is an error like any other.
extern "C" const char *__asan_default_options() {
  return "detect_container_overflow=0:allow_user_poisoning=0:"
         "allocator_may_return_null=1";
}

using llvm::SmallVector;
using llvm::StringRef;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

using Pieces = SmallVector<StringRef, 0>;

static Pieces splitLines(StringRef text) {
  Pieces lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n') + 1, text.size());
    lines.push_back(text.take_front(end == 0 ? text.size() : end));
    text = text.drop_front(lines.back().size());
  }
  return lines;
}

/// Words (with their sigil), numbers, and other characters one by one.
static Pieces splitWords(StringRef text) {
  auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; };
  Pieces words;
  while (!text.empty()) {
    size_t length = StringRef("%@#!^-").contains(text[0]) ? 1 : 0;
    while (length < text.size() && isWord(text[length]))
      ++length;
    words.push_back(text.take_front(std::max<size_t>(length, 1)));
    text = text.drop_front(words.back().size());
  }
  return words;
}

static const StringRef numbers[] = {"0",
                                    "1",
                                    "-1",
                                    "?",
                                    "2147483648",
                                    "4294967297",
                                    "9223372036854775807",
                                    "-9223372036854775808",
                                    "9223372036854775808",
                                    "18446744073709551616",
                                    "1.0",
                                    "0x7FC00001",
                                    "-0.0"};

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  std::minstd_rand random(seed);
  auto pick = [&](size_t count) { return random() % count; };
  if (size == 0 || pick(2) == 0)
    return LLVMFuzzerMutate(data, size, maxSize);

  std::string text(reinterpret_cast<char *>(data), size);
  Pieces pieces = pick(3) == 0 ? splitLines(text) : splitWords(text);
  for (size_t i = 0, changes = 1 + pick(3); i < changes && !pieces.empty();
       ++i) {
    size_t at = pick(pieces.size()), other = pick(pieces.size());
    StringRef moved = pieces[other];
    switch (pick(6)) {
    case 0:
      pieces.erase(pieces.begin() + at);
      break;
    case 1:
      pieces.insert(pieces.begin() + at, moved);
      break;
    case 2:
      std::swap(pieces[at], pieces[other]);
      break;
    case 3:
      pieces[at] = moved;
      break;
    case 4: // The same word everywhere.
      std::replace(pieces.begin(), pieces.end(), StringRef(pieces[at]), moved);
      break;
    case 5:
      // The next number, if there is one.
      while (at < pieces.size() && !llvm::isDigit(pieces[at][0]))
        ++at;
      if (at < pieces.size())
        pieces[at] = numbers[pick(std::size(numbers))];
      break;
    }
  }
  std::string mutated;
  for (StringRef piece : pieces)
    mutated += piece;
  size = std::min(mutated.size(), maxSize);
  std::memcpy(data, mutated.data(), size);
  return size;
}
