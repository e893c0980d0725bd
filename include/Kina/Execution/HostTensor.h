//===- HostTensor.h - A dense tensor in host memory -------------*- C++ -*-===//
//
// What kina-run reads, passes to compiled code, compares and prints.
//===----------------------------------------------------------------------===//

#ifndef KINA_EXECUTION_HOSTTENSOR_H
#define KINA_EXECUTION_HOSTTENSOR_H

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

namespace kina {

/// The element types of kina programs. In memory an i1 is one byte, 0 or 1, as
/// in a memref<...xi1>.
enum class ElementType : uint8_t { F16, BF16, F32, F64, I1, I32, I64 };

/// The name as MLIR spells it, for example `bf16`.
llvm::StringRef getName(ElementType type);

/// The type of that name, or nothing.
std::optional<ElementType> findElementType(llvm::StringRef name);

/// `f16, bf16, f32, ...`: every name, for diagnostics.
llvm::StringRef getElementTypeNames();

/// Bytes of one element in memory.
unsigned getByteWidth(ElementType type);

bool isFloat(ElementType type);

/// The format of a float type; asserts isFloat.
const llvm::fltSemantics &getSemantics(ElementType type);

/// An llvm::Error with a message and no error code, for the diagnostics of
/// this library: `expected <what>, got <what>`.
llvm::Error makeError(const llvm::Twine &message);

/// `2x3xf32`; `f32` for rank 0.
std::string getTypeString(ElementType type, llvm::ArrayRef<int64_t> shape);

/// `[1, 2]`, the position in each dimension of the element that is number
/// `index` in row-major order.
std::string getPosition(llvm::ArrayRef<int64_t> shape, int64_t index);

/// The number of elements of `shape` (1 for rank 0, 0 where a dimension is 0).
/// Fails for a negative dimension, and where the product of the dimensions
/// that are not 0, times the byte width, leaves int64_t: strides would wrap.
llvm::Expected<int64_t> countElements(ElementType type,
                                      llvm::ArrayRef<int64_t> shape);

/// A tensor that owns its elements: contiguous, row-major, aligned to
/// `alignment` bytes. Movable, not copyable; a moved-from tensor may only be
/// destroyed or assigned to.
class HostTensor {
public:
  /// Of the buffer, in bytes: a cache line, and the widest vector.
  static constexpr size_t alignment = 64;

  /// A tensor of zeros. Fails where countElements fails or memory runs out.
  static llvm::Expected<HostTensor> create(ElementType type,
                                           llvm::ArrayRef<int64_t> shape);

  ElementType getElementType() const { return elementType; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  size_t getRank() const { return shape.size(); }
  int64_t getNumElements() const { return numElements; }
  /// Bytes of all elements.
  size_t getSizeInBytes() const {
    return static_cast<size_t>(numElements) * getByteWidth(elementType);
  }
  /// `2x3xf32`; `f32` for rank 0.
  std::string getTypeString() const {
    return kina::getTypeString(elementType, shape);
  }

  /// The elements; never null, also for a tensor without elements.
  char *getData() { return buffer.get(); }
  const char *getData() const { return buffer.get(); }

  // Elements are numbered in row-major order from 0 to getNumElements() - 1.

  /// The element's bytes as the low bits of an integer, the rest 0.
  uint64_t getBits(int64_t index) const;
  /// Stores the low bits of `bits`; an i1 takes bit 0.
  void setBits(int64_t index, uint64_t bits);

  /// A float element, exactly; asserts isFloat.
  llvm::APFloat getAPFloat(int64_t index) const;

  /// The element as a double: exact, but for i64 rounded to nearest even.
  double getDouble(int64_t index) const;
  /// The element as an integer: a float is rounded toward zero and clamped to
  /// int64_t, NaN gives 0.
  int64_t getInt(int64_t index) const;

  /// Stores `value`, to a float type rounded once to nearest even, to an
  /// integer type rounded toward zero and clamped, NaN giving 0. An i1 is
  /// `value != 0`.
  void setDouble(int64_t index, double value);
  /// Stores `value`, to a float type rounded once to nearest even, to an
  /// integer type modulo its width. An i1 is `value != 0`.
  void setInt(int64_t index, int64_t value);

  /// Sets every element to the first one's value.
  void splatFirst();

private:
  struct Free {
    void operator()(char *pointer) const { std::free(pointer); }
  };

  HostTensor(ElementType elementType, llvm::ArrayRef<int64_t> shape,
             int64_t numElements, char *buffer)
      : elementType(elementType), shape(shape.begin(), shape.end()),
        numElements(numElements), buffer(buffer) {}

  ElementType elementType;
  llvm::SmallVector<int64_t, 4> shape;
  int64_t numElements;
  std::unique_ptr<char, Free> buffer;
};

} // namespace kina

#endif // KINA_EXECUTION_HOSTTENSOR_H
