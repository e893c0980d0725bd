//===- NpyHeader.h - The dictionary at the start of a .npy file -*- C++ -*-===//

#ifndef KINA_LIB_EXECUTION_NPYHEADER_H
#define KINA_LIB_EXECUTION_NPYHEADER_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace kina {

/// What the dictionary says, not yet checked for meaning.
struct NpyHeader {
  /// The dtype, for example `<f4`, fit for printing: no dtype of ours is long
  /// or has control characters, and others need only be recognisable.
  std::string descr;
  bool fortranOrder = false;
  /// At least 0 each; the product may still overflow.
  llvm::SmallVector<int64_t, 4> shape;
};

/// Parses a Python literal such as
/// `{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }`: the three keys
/// in any order and each once, strings in either quotes, white space and
/// trailing commas as in Python. Fails, with the position of the first byte
/// that does not fit (from 0, counted from the start of the dictionary), for
/// everything else.
llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef text);

} // namespace kina

#endif // KINA_LIB_EXECUTION_NPYHEADER_H
