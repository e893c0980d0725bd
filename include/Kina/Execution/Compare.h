//===- Compare.h - Comparing tensors within tolerances ----------*- C++ -*-===//

#ifndef KINA_EXECUTION_COMPARE_H
#define KINA_EXECUTION_COMPARE_H

#include "Kina/Execution/HostTensor.h"

namespace kina {

/// How far a float may be from the expected one. Left out, both follow the
/// element type:
///
///   f32        1e-5 relative and 1e-6 absolute
///   f64        1e-12 relative and 1e-12 absolute
///   f16, bf16  one unit in the last place; where either number is given it
///              holds instead, and the other one is then 0
///
/// Integers and i1 are compared exactly, whatever is given.
struct Tolerance {
  std::optional<double> relative;
  std::optional<double> absolute;
};

/// Compares `got` with `expected`: element types and shapes must be equal, and
/// for each element |got - expected| <= absolute + relative * |expected|.
/// Infinities match only themselves, NaN matches every NaN, zeros match
/// whatever their sign.
///
/// Success where all match. The error's message is one line: the index of the
/// first element that differs (as `[1, 2]`, in each dimension from 0), got,
/// expected, and how many of how many differ. A tolerance that is negative or
/// NaN is an error too.
llvm::Error compareTensors(const HostTensor &got, const HostTensor &expected,
                           const Tolerance &tolerance = {});

} // namespace kina

#endif // KINA_EXECUTION_COMPARE_H
