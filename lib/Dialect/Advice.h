//===- Advice.h - Notes that say how to put a program right -----*- C++ -*-===//

#ifndef KINA_LIB_DIALECT_ADVICE_H
#define KINA_LIB_DIALECT_ADVICE_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Types.h"

namespace kina {

/// Names the op that turns a value of type `from` into one of type `to`, where
/// one op does. An argument `toFunction` needs no sizes of another value, so
/// that a 1 there is not meant to be repeated.
void adviseConversion(mlir::InFlightDiagnostic &diag, mlir::Type from,
                      mlir::Type to, bool toFunction = false);

/// Translates a negative axis, which counts from the last elsewhere.
void adviseAxis(mlir::InFlightDiagnostic &diag, int64_t axis, int64_t rank);

} // namespace kina

#endif // KINA_LIB_DIALECT_ADVICE_H
