//===- Npy.h - Reader and writer of .npy files ------------------*- C++ -*-===//
//
// NumPy's format for one array:
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
//
//   dtype in the file   element type
//   |b1                 i1, bytes 0 and 1
//   <i4 <i8             i32, i64
//   <f2 <f4 <f8         f16, f32, f64
//   <V2 |V2             bf16, only where the caller asks for it: NumPy has no
//                       bfloat16, and two opaque bytes may be anything
//===----------------------------------------------------------------------===//

#ifndef KINA_EXECUTION_NPY_H
#define KINA_EXECUTION_NPY_H

#include "Kina/Execution/HostTensor.h"

namespace kina {

/// Reads the file at `path`, `-` for the standard input: format versions 1, 2
/// and 3, in C order or (then converted) in Fortran order, little endian. With
/// `expected`, the dtype must be that type's.
///
/// Fails, naming the file, what was expected and what was got, for a missing or
/// unreadable file or a directory; for other magic bytes or versions; a header
/// that is truncated, longer than the file or malformed; a dtype outside the
/// table above; a negative or overflowing shape; fewer or more data bytes than
/// the shape needs; bool bytes other than 0 and 1. A shape is checked against
/// the size of the file before memory is allocated for it. Of a pipe or device,
/// which may have no end, no more is read than the start says there should be,
/// and one byte to see whether more follow.
llvm::Expected<HostTensor> readNpy(llvm::StringRef path,
                                   std::optional<ElementType> expected = {});

/// The same for a file's content in memory; `name` stands for the file in
/// messages.
llvm::Expected<HostTensor> parseNpy(llvm::StringRef bytes, llvm::StringRef name,
                                    std::optional<ElementType> expected = {});

/// Writes `tensor` to the file at `path`, replacing it: in C order, with the
/// dtypes above (`<V2` for bf16) and the header padded so that the data start
/// at a multiple of 64 bytes; format version 1.0, or 2.0 where a shape is too
/// long for it. Fails where the file cannot be created, and where writing
/// fails, a full disk included; the file may then be incomplete.
llvm::Error writeNpy(llvm::StringRef path, const HostTensor &tensor);

} // namespace kina

#endif // KINA_EXECUTION_NPY_H
