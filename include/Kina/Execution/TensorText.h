//===- TensorText.h - Tensors as text ---------------------------*- C++ -*-===//
//
// The values of kina-run's --input and --expected_output, and its printed
// results, in the notation of iree-run-module.
//===----------------------------------------------------------------------===//

#ifndef KINA_EXECUTION_TENSORTEXT_H
#define KINA_EXECUTION_TENSORTEXT_H

#include "Kina/Execution/HostTensor.h"

#include "llvm/Support/raw_ostream.h"

namespace kina {

/// Parses one tensor:
///
///   @x.npy              a file, `@-` the standard input; see readNpy
///   2x3xf32=@x.npy      a file that must hold this type, and the way to read
///                       bf16
///   2x3xf32=1 2 3 4 5 6 values in row-major order; blanks, commas and the
///                       brackets of `[1 2 3][4 5 6]` separate them
///   2x3xf32=0           one value stands for all
///   f32=3               rank 0
///   0x3xf32=            no elements
///
/// Float values are decimal or C's hexadecimal numbers, `inf`, `-inf` and
/// `nan`, rounded once to nearest even; integers are decimal; i1 values are 0,
/// 1, true and false.
///
/// Fails, saying what was expected and what was got, for an unknown element
/// type, dimensions that are not numbers from 0 on, too many elements, values
/// that are no number, that do not fit the type (a finite value beyond the
/// largest float included; write inf) or that have a fraction where the type
/// has none, and a wrong number of values; for files as readNpy does.
llvm::Expected<HostTensor> parseTensorText(llvm::StringRef text);

/// Parses one value of a float, integer or i1 type into element `index`.
llvm::Error parseElement(llvm::StringRef text, HostTensor &tensor,
                         int64_t index);

/// Prints one element: floats in the fewest digits that read back as the same
/// bits, whole numbers below 1e6 in full, NaN as `nan`; i1 as `true` or
/// `false`.
void printElement(llvm::raw_ostream &os, const HostTensor &tensor,
                  int64_t index);

/// Prints `2x3xf32=[1 2 3][4 5 6]`, the form that parseTensorText reads, on one
/// line without line break. Of a tensor of more than `maxElements` elements,
/// prints so many and then `...`, which cannot be read back.
void printTensor(llvm::raw_ostream &os, const HostTensor &tensor,
                 size_t maxElements);

} // namespace kina

#endif // KINA_EXECUTION_TENSORTEXT_H
