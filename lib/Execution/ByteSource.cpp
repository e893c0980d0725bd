//===- ByteSource.cpp - Bytes in memory or from a stream ------------------===//

#include "ByteSource.h"

#include "Kina/Execution/HostTensor.h"

#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <cstring>

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace kina {

/// Makes room for more bytes: twice as many as before, since what a header says
/// of the size need not be true.
Error ByteSource::grow(uint64_t size) {
  uint64_t capacity =
      std::min(size, std::max<uint64_t>(2 * bytes.size(), 4096));
  auto larger = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(capacity);
  if (!larger)
    return makeError("cannot read: not enough memory for " + Twine(capacity) +
                     " bytes");
  llvm::copy(bytes, larger->getBufferStart());
  bytes = StringRef(larger->getBufferStart(), bytes.size());
  buffer = std::move(larger);
  return Error::success();
}

Expected<StringRef> ByteSource::getFirst(uint64_t size) {
  while (!ended && bytes.size() < size) {
    if (!buffer || bytes.size() == buffer->getBufferSize())
      if (Error error = grow(size))
        return error;
    uint64_t end = std::min<uint64_t>(size, buffer->getBufferSize());
    Expected<size_t> count = llvm::sys::fs::readNativeFile(
        stream, buffer->getBuffer().slice(bytes.size(), end - bytes.size()));
    if (!count)
      return makeError("cannot read: " + llvm::toString(count.takeError()));
    ended = *count == 0;
    bytes = StringRef(buffer->getBufferStart(), bytes.size() + *count);
  }
  return bytes;
}

} // namespace kina
