//===- HostTensor.cpp - A dense tensor in host memory ---------------------===//

#include "Kina/Execution/HostTensor.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>

using llvm::APFloat;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace kina {

StringRef getName(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return "f16";
  case ElementType::BF16:
    return "bf16";
  case ElementType::F32:
    return "f32";
  case ElementType::F64:
    return "f64";
  case ElementType::I1:
    return "i1";
  case ElementType::I32:
    return "i32";
  case ElementType::I64:
    return "i64";
  }
  llvm_unreachable("unknown element type");
}

std::optional<ElementType> findElementType(StringRef name) {
  for (ElementType type :
       {ElementType::F16, ElementType::BF16, ElementType::F32, ElementType::F64,
        ElementType::I1, ElementType::I32, ElementType::I64})
    if (getName(type) == name)
      return type;
  return std::nullopt;
}

StringRef getElementTypeNames() { return "f16, bf16, f32, f64, i1, i32, i64"; }

unsigned getByteWidth(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return 1;
  case ElementType::F16:
  case ElementType::BF16:
    return 2;
  case ElementType::F32:
  case ElementType::I32:
    return 4;
  case ElementType::F64:
  case ElementType::I64:
    return 8;
  }
  llvm_unreachable("unknown element type");
}

bool isFloat(ElementType type) {
  return type != ElementType::I1 && type != ElementType::I32 &&
         type != ElementType::I64;
}

const llvm::fltSemantics &getSemantics(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return APFloat::IEEEhalf();
  case ElementType::BF16:
    return APFloat::BFloat();
  case ElementType::F32:
    return APFloat::IEEEsingle();
  case ElementType::F64:
    return APFloat::IEEEdouble();
  default:
    llvm_unreachable("not a float type");
  }
}

Error makeError(const Twine &message) {
  return llvm::make_error<llvm::StringError>(message,
                                             llvm::inconvertibleErrorCode());
}

std::string getTypeString(ElementType type, ArrayRef<int64_t> shape) {
  std::string text;
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + getName(type).str();
}

std::string getPosition(ArrayRef<int64_t> shape, int64_t index) {
  llvm::SmallVector<int64_t, 4> position(shape.size());
  for (size_t d = shape.size(); d-- > 0; index /= shape[d])
    position[d] = index % shape[d];
  std::string text = "[";
  for (size_t d = 0; d < position.size(); ++d)
    text += (d ? ", " : "") + std::to_string(position[d]);
  return text + "]";
}

Expected<int64_t> countElements(ElementType type, ArrayRef<int64_t> shape) {
  int64_t bytes = getByteWidth(type), count = 1;
  for (int64_t size : shape) {
    if (size < 0)
      return makeError("expected dimensions of at least 0, got " + Twine(size) +
                       " in " + getTypeString(type, shape));
    if (size != 0 && llvm::MulOverflow(bytes, size, bytes))
      return makeError("expected a tensor of fewer than 2^63 bytes, got " +
                       getTypeString(type, shape));
    count *= size; // At most the bytes, so it does not overflow either.
  }
  return count;
}

Expected<HostTensor> HostTensor::create(ElementType type,
                                        ArrayRef<int64_t> shape) {
  Expected<int64_t> count = countElements(type, shape);
  if (!count)
    return count.takeError();
  size_t size = static_cast<size_t>(*count) * getByteWidth(type);
  // aligned_alloc wants a multiple of the alignment; one byte at least, so that
  // the pointer of an empty tensor is as valid as any other.
  size_t rounded = llvm::alignTo(std::max<size_t>(size, 1), alignment);
  char *buffer = static_cast<char *>(std::aligned_alloc(alignment, rounded));
  if (!buffer)
    return makeError("out of memory: " + Twine(size) + " bytes for " +
                     kina::getTypeString(type, shape));
  std::memset(buffer, 0, rounded);
  return HostTensor(type, shape, *count, buffer);
}

namespace {
template <typename T> T load(const char *data, int64_t index) {
  T value;
  std::memcpy(&value, data + index * sizeof(T), sizeof(T));
  return value;
}

template <typename T> void store(char *data, int64_t index, T value) {
  std::memcpy(data + index * sizeof(T), &value, sizeof(T));
}

/// Toward zero, clamped to T; NaN gives 0.
template <typename T> T truncate(double value) {
  if (std::isnan(value))
    return 0;
  // The bounds of T as doubles: -2^(n-1) and 2^(n-1), both exact.
  const double lower = static_cast<double>(std::numeric_limits<T>::min());
  if (value <= lower)
    return std::numeric_limits<T>::min();
  if (value >= -lower)
    return std::numeric_limits<T>::max();
  return static_cast<T>(value);
}

uint64_t toBits(const APFloat &value) {
  return value.bitcastToAPInt().getZExtValue();
}
} // namespace

uint64_t HostTensor::getBits(int64_t index) const {
  assert(index >= 0 && index < numElements && "element out of range");
  switch (getByteWidth(elementType)) {
  case 1:
    return load<uint8_t>(getData(), index);
  case 2:
    return load<uint16_t>(getData(), index);
  case 4:
    return load<uint32_t>(getData(), index);
  default:
    return load<uint64_t>(getData(), index);
  }
}

void HostTensor::setBits(int64_t index, uint64_t bits) {
  assert(index >= 0 && index < numElements && "element out of range");
  switch (getByteWidth(elementType)) {
  case 1:
    return store<uint8_t>(getData(), index, bits & 1);
  case 2:
    return store<uint16_t>(getData(), index, static_cast<uint16_t>(bits));
  case 4:
    return store<uint32_t>(getData(), index, static_cast<uint32_t>(bits));
  default:
    return store<uint64_t>(getData(), index, bits);
  }
}

APFloat HostTensor::getAPFloat(int64_t index) const {
  unsigned width = 8 * getByteWidth(elementType);
  return APFloat(getSemantics(elementType), llvm::APInt(width, getBits(index)));
}

double HostTensor::getDouble(int64_t index) const {
  switch (elementType) {
  case ElementType::F16:
  case ElementType::BF16:
    return getAPFloat(index).convertToDouble();
  case ElementType::F32:
    return load<float>(getData(), index);
  case ElementType::F64:
    return load<double>(getData(), index);
  default:
    return static_cast<double>(getInt(index));
  }
}

int64_t HostTensor::getInt(int64_t index) const {
  switch (elementType) {
  case ElementType::I1:
    return load<uint8_t>(getData(), index) != 0;
  case ElementType::I32:
    return load<int32_t>(getData(), index);
  case ElementType::I64:
    return load<int64_t>(getData(), index);
  default:
    return truncate<int64_t>(getDouble(index));
  }
}

void HostTensor::setDouble(int64_t index, double value) {
  switch (elementType) {
  case ElementType::F16:
  case ElementType::BF16:
  case ElementType::F32: {
    // For f32 a cast would do, were it defined beyond the largest float.
    APFloat rounded(value);
    bool losesInfo;
    rounded.convert(getSemantics(elementType), APFloat::rmNearestTiesToEven,
                    &losesInfo);
    return setBits(index, toBits(rounded));
  }
  case ElementType::F64:
    return store<double>(getData(), index, value);
  case ElementType::I1:
    return setBits(index, value != 0);
  case ElementType::I32:
    return store<int32_t>(getData(), index, truncate<int32_t>(value));
  case ElementType::I64:
    return store<int64_t>(getData(), index, truncate<int64_t>(value));
  }
}

void HostTensor::setInt(int64_t index, int64_t value) {
  if (isFloat(elementType)) {
    // Straight to the format: by way of a double it could round twice.
    APFloat rounded(getSemantics(elementType));
    rounded.convertFromAPInt(
        llvm::APInt(64, static_cast<uint64_t>(value), /*isSigned=*/true),
        /*IsSigned=*/true, APFloat::rmNearestTiesToEven);
    return setBits(index, toBits(rounded));
  }
  setBits(index, elementType == ElementType::I1 ? value != 0
                                                : static_cast<uint64_t>(value));
}

void HostTensor::splatFirst() {
  for (int64_t i = 1; i < numElements; ++i)
    setBits(i, getBits(0));
}

} // namespace kina
