//===- Descriptors.h - Tensors as compiled functions see them ---*- C++ -*-===//
//
// A memref descriptor of rank r, as MLIR lays it out for 64-bit hosts, is 3 +
// 2r words: allocated pointer, aligned pointer, offset, r sizes, r strides. A
// function of the C interface takes a pointer to one for each tensor, and
// scalars by value. Its results, where it has any, lie as in a C struct behind
// one pointer, which is its first argument; but a scalar alone is returned.
//===----------------------------------------------------------------------===//

#ifndef KINA_EXECUTION_DESCRIPTORS_H
#define KINA_EXECUTION_DESCRIPTORS_H

#include "Kina/Execution/Signature.h"

namespace kina {

/// The arguments of one call. Holds pointers into itself: neither copied nor
/// moved.
class CallFrame {
public:
  CallFrame(const Signature &signature,
            llvm::MutableArrayRef<HostTensor> inputs);
  CallFrame(const CallFrame &) = delete;
  CallFrame &operator=(const CallFrame &) = delete;

  /// What ExecutionEngine's packed functions take: pointers to the arguments,
  /// then to the place of what is returned.
  void **getArguments() { return arguments.data(); }

  /// The results of the call that was made, as tensors of their own.
  llvm::Expected<llvm::SmallVector<HostTensor>> takeResults();

  /// Frees the results of the call that was made.
  void freeResults();

private:
  const Signature &signature;
  const char *getResult(size_t index) const {
    return reinterpret_cast<const char *>(words.data()) + offsets[index];
  }

  /// The struct of results, then the descriptors of inputs.
  llvm::SmallVector<int64_t, 64> words;
  /// Of each result in the struct, in bytes.
  llvm::SmallVector<size_t, 8> offsets;
  /// The arguments that are pointers into `words`.
  llvm::SmallVector<void *, 8> values;
  llvm::SmallVector<void *, 8> arguments;
};

} // namespace kina

#endif // KINA_EXECUTION_DESCRIPTORS_H
