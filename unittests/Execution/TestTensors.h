//===- TestTensors.h - Helpers of the tests of tensors ----------*- C++ -*-===//

#ifndef KINA_UNITTESTS_EXECUTION_TESTTENSORS_H
#define KINA_UNITTESTS_EXECUTION_TESTTENSORS_H

#include "Kina/Execution/HostTensor.h"
#include "Kina/Execution/TensorText.h"

#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace kina {

/// The tensor, or (after a test failure) a scalar zero.
inline HostTensor unwrap(llvm::Expected<HostTensor> tensor) {
  if (tensor)
    return std::move(*tensor);
  ADD_FAILURE() << llvm::toString(tensor.takeError());
  return llvm::cantFail(HostTensor::create(ElementType::F32, {}));
}

inline HostTensor parsed(llvm::StringRef text) {
  return unwrap(parseTensorText(text));
}

/// The message of the error, or `no error`.
inline std::string messageOf(llvm::Error error) {
  return error ? llvm::toString(std::move(error)) : "no error";
}

inline std::string messageOf(llvm::Expected<HostTensor> tensor) {
  if (!tensor)
    return llvm::toString(tensor.takeError());
  return "no error, but " + tensor->getTypeString();
}

inline std::string print(const HostTensor &tensor, size_t limit = SIZE_MAX) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printTensor(os, tensor, limit);
  return text;
}

inline std::vector<int64_t> shapeOf(const HostTensor &tensor) {
  return tensor.getShape().vec();
}

inline std::vector<uint64_t> bitsOf(const HostTensor &tensor) {
  std::vector<uint64_t> bits;
  for (int64_t i = 0; i < tensor.getNumElements(); ++i)
    bits.push_back(tensor.getBits(i));
  return bits;
}

} // namespace kina

#endif // KINA_UNITTESTS_EXECUTION_TESTTENSORS_H
