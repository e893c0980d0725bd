//===- ByteSource.h - Bytes in memory or from a stream ----------*- C++ -*-===//

#ifndef KINA_LIB_EXECUTION_BYTESOURCE_H
#define KINA_LIB_EXECUTION_BYTESOURCE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace kina {

/// Bytes of which a reader asks for as many as it needs: a stream may have no
/// end.
class ByteSource {
public:
  explicit ByteSource(llvm::StringRef bytes) : bytes(bytes), ended(true) {}
  explicit ByteSource(llvm::sys::fs::file_t stream) : stream(stream) {}

  /// The bytes from the first on: at least `size`, or all there are. Of a
  /// stream no more than the largest `size` so far is read. Fails where reading
  /// does, and where memory runs out.
  llvm::Expected<llvm::StringRef> getFirst(uint64_t size);

  /// Whether what getFirst gave last is all there is; false also where that is
  /// not known yet.
  bool hasEnded() const { return ended; }

private:
  llvm::Error grow(uint64_t size);

  llvm::StringRef bytes;
  llvm::sys::fs::file_t stream = llvm::sys::fs::kInvalidFile;
  std::unique_ptr<llvm::WritableMemoryBuffer> buffer;
  bool ended = false;
};

} // namespace kina

#endif // KINA_LIB_EXECUTION_BYTESOURCE_H
