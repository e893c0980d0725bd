//===- NpyFuzzer.cpp - Fuzz target: .npy files and tensors as text --------===//
//
// The input is read as a file and as text. Reading ends in an error that says
// what is wrong, or in a tensor, which must survive being written as either and
// read again.
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "Kina/Execution/Npy.h"
#include "Kina/Execution/TensorText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace kina;
using llvm::Expected;
using llvm::StringRef;

/// The tensor, or nothing after a look at the error.
static std::optional<HostTensor> check(Expected<HostTensor> tensor) {
  if (tensor)
    return std::move(*tensor);
  std::string message = llvm::toString(tensor.takeError());
  require(!message.empty(), "an error without a message");
  return std::nullopt;
}

static bool isNaN(const HostTensor &tensor, int64_t i) {
  return isFloat(tensor.getElementType()) && tensor.getAPFloat(i).isNaN();
}

static void requireEqual(const HostTensor &a, const HostTensor &b,
                         bool anyNaN) {
  require(a.getTypeString() == b.getTypeString(), "another type",
          a.getTypeString() + " and " + b.getTypeString());
  for (int64_t i = 0, e = a.getNumElements(); i < e; ++i)
    require(a.getBits(i) == b.getBits(i) ||
                (anyNaN && isNaN(a, i) && isNaN(b, i)),
            "another element", llvm::Twine(i));
}

static void roundTripFile(const HostTensor &tensor) {
  int file = memfd_create("tensor", 0);
  std::string path = "/proc/self/fd/" + std::to_string(file);
  require(!writeNpy(path, tensor), "a tensor that cannot be written");
  Expected<HostTensor> again = readNpy(path, tensor.getElementType());
  require(static_cast<bool>(again), "a written file that cannot be read");
  requireEqual(tensor, *again, /*anyNaN=*/false);
  close(file);
}

static void roundTripText(const HostTensor &tensor) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printTensor(os, tensor, SIZE_MAX);
  Expected<HostTensor> again = parseTensorText(text);
  require(static_cast<bool>(again), "printed text that cannot be read", text);
  // Text has one NaN.
  requireEqual(tensor, *again, /*anyNaN=*/true);
  // However long, the abridged form ends.
  std::string abridged;
  llvm::raw_string_ostream abridgedOS(abridged);
  printTensor(abridgedOS, tensor, 3);
}

static void roundTrip(const std::optional<HostTensor> &tensor) {
  // Splats of few characters can be of any size.
  if (!tensor || tensor->getNumElements() > 4096)
    return;
  roundTripFile(*tensor);
  roundTripText(*tensor);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef bytes(reinterpret_cast<const char *>(data), size);
  roundTrip(check(parseNpy(bytes, "input")));
  roundTrip(check(parseNpy(bytes, "input", ElementType::BF16)));
  // No other files; and no tensor that fills the memory from one value.
  if (bytes.contains('@'))
    return 0;
  auto [type, values] = bytes.split('=');
  int64_t elements = 1;
  llvm::SmallVector<StringRef> parts;
  type.split(parts, 'x');
  for (StringRef part : parts) {
    int64_t number;
    if (!part.trim().getAsInteger(10, number) && number > 0 &&
        llvm::MulOverflow(elements, number, elements))
      elements = std::numeric_limits<int64_t>::max();
  }
  if (elements <= (1 << 20) || elements > (int64_t(1) << 50))
    roundTrip(check(parseTensorText(bytes)));
  return 0;
}
