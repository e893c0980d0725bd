//===- Descriptors.cpp - Tensors as compiled functions see them -----------===//

#include "Descriptors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

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

/// The size and the alignment of a result in the struct of results.
static std::pair<size_t, size_t> getLayout(const kina::TensorSpec &spec) {
  if (spec.isScalar)
    return {getByteWidth(spec.elementType), getByteWidth(spec.elementType)};
  return {getNumWords(spec.shape.size()) * sizeof(int64_t), alignof(int64_t)};
}

kina::CallFrame::CallFrame(const Signature &signature,
                           MutableArrayRef<HostTensor> inputs)
    : signature(signature) {
  size_t end = 0;
  for (const TensorSpec &result : signature.results) {
    auto [size, alignment] = getLayout(result);
    offsets.push_back(alignTo(end, alignment));
    end = offsets.back() + size;
  }
  size_t numWords = divideCeil(end, sizeof(int64_t));
  size_t next = numWords;
  for (const TensorSpec &input : signature.inputs)
    if (!input.isScalar)
      numWords += getNumWords(input.shape.size());
  words.resize(numWords);

  // Pointers to values stay good.
  values.reserve(1 + inputs.size());
  auto pass = [&](void *pointer) {
    values.push_back(pointer);
    arguments.push_back(&values.back());
  };
  ArrayRef<TensorSpec> results = signature.results;
  bool isReturned = results.size() == 1 && results.front().isScalar;
  if (!results.empty() && !isReturned)
    pass(words.data());
  for (auto [spec, input] : zip_equal(signature.inputs, inputs)) {
    if (spec.isScalar) {
      arguments.push_back(input.getData());
      continue;
    }
    describe(input, &words[next]);
    pass(&words[next]);
    next += getNumWords(input.getRank());
  }
  if (isReturned)
    arguments.push_back(words.data());
}

Expected<SmallVector<kina::HostTensor>> kina::CallFrame::takeResults() {
  SmallVector<HostTensor> results;
  Error error = Error::success();
  for (auto [i, spec] : enumerate(signature.results)) {
    const char *data = getResult(i);
    ArrayRef<int64_t> shape;
    if (!spec.isScalar) {
      const auto *descriptor = reinterpret_cast<const int64_t *>(data);
      shape = ArrayRef(descriptor + 3, spec.shape.size());
      // Results are contiguous.
      data =
          toPointer(descriptor[1]) +
          descriptor[2] * static_cast<int64_t>(getByteWidth(spec.elementType));
    }
    auto result = HostTensor::create(spec.elementType, shape);
    if (!result) {
      error = joinErrors(std::move(error), result.takeError());
      continue;
    }
    if (size_t size = result->getSizeInBytes())
      std::memcpy(result->getData(), data, size);
    results.push_back(std::move(*result));
  }
  freeResults();
  if (error)
    return error;
  return results;
}

void kina::CallFrame::freeResults() {
  for (auto [i, spec] : enumerate(signature.results))
    if (!spec.isScalar)
      std::free(toPointer(*reinterpret_cast<const int64_t *>(getResult(i))));
}
