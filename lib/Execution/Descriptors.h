//===- Descriptors.h - Tensors as compiled functions see them ---*- C++ -*-===//
//
// A memref descriptor of rank r, as MLIR lays it out for 64-bit hosts, is 3 +
// 2r words: allocated pointer, aligned pointer, offset, r sizes, r strides. A
// function of the C interface takes a pointer to one for each argument. Its
// results, where it has any, lie one after the other behind one pointer, which
// is its first argument.
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

  /// What ExecutionEngine's packed functions take.
  void **getArguments() { return arguments.data(); }

  /// The results of the call that was made, as tensors of their own.
  llvm::Expected<llvm::SmallVector<HostTensor>> takeResults();

  /// Frees the results of the call that was made.
  void freeResults();

private:
  const Signature &signature;
  /// The words of all descriptors, results first.
  llvm::SmallVector<int64_t, 64> words;
  /// The values of the arguments: pointers into `words`.
  llvm::SmallVector<void *, 8> values;
  /// Pointers to `values`.
  llvm::SmallVector<void *, 8> arguments;
};

} // namespace kina

#endif // KINA_EXECUTION_DESCRIPTORS_H
