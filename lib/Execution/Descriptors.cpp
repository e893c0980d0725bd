//===- Descriptors.cpp - Tensors as compiled functions see them -----------===//

#include "Descriptors.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>
#include <cstring>

using namespace llvm;

static_assert(sizeof(void *) == sizeof(int64_t),
              "a descriptor is a row of words only on 64-bit hosts");

static size_t getNumWords(size_t rank) { return 3 + 2 * rank; }

static int64_t toWord(const void *pointer) {
  return static_cast<int64_t>(reinterpret_cast<intptr_t>(pointer));
}

static char *toPointer(int64_t word) {
  return reinterpret_cast<char *>(static_cast<intptr_t>(word));
}

static void describe(kina::HostTensor &tensor, int64_t *words) {
  size_t rank = tensor.getRank();
  words[0] = words[1] = toWord(tensor.getData());
  words[2] = 0;
  int64_t stride = 1;
  for (size_t i = rank; i-- > 0;) {
    words[3 + i] = tensor.getShape()[i];
    words[3 + rank + i] = stride;
    stride *= tensor.getShape()[i];
  }
}

kina::CallFrame::CallFrame(const Signature &signature,
                           MutableArrayRef<HostTensor> inputs)
    : signature(signature) {
  size_t numWords = 0;
  for (const TensorSpec &result : signature.results)
    numWords += getNumWords(result.shape.size());
  for (const HostTensor &input : inputs)
    numWords += getNumWords(input.getRank());
  words.resize(numWords);

  int64_t *next = words.data();
  if (!signature.results.empty())
    values.push_back(next);
  for (const TensorSpec &result : signature.results)
    next += getNumWords(result.shape.size());
  for (HostTensor &input : inputs) {
    describe(input, next);
    values.push_back(next);
    next += getNumWords(input.getRank());
  }
  for (void *&value : values)
    arguments.push_back(&value);
}

Expected<SmallVector<kina::HostTensor>> kina::CallFrame::takeResults() {
  SmallVector<HostTensor> results;
  Error error = Error::success();
  const int64_t *next = words.data();
  for (const TensorSpec &spec : signature.results) {
    size_t rank = spec.shape.size();
    // Results are contiguous.
    auto result =
        HostTensor::create(spec.elementType, ArrayRef<int64_t>(next + 3, rank));
    if (result) {
      const char *data =
          toPointer(next[1]) +
          next[2] * static_cast<int64_t>(getByteWidth(spec.elementType));
      if (size_t size = result->getSizeInBytes())
        std::memcpy(result->getData(), data, size);
      results.push_back(std::move(*result));
    } else {
      error = joinErrors(std::move(error), result.takeError());
    }
    next += getNumWords(rank);
  }
  freeResults();
  if (error)
    return error;
  return results;
}

void kina::CallFrame::freeResults() {
  const int64_t *next = words.data();
  for (const TensorSpec &spec : signature.results) {
    std::free(toPointer(next[0]));
    next += getNumWords(spec.shape.size());
  }
}
