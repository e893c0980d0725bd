//===- Effects.h - Side effects of what is computed again -------*- C++ -*-===//
//
// Effects happened in the forward part and must not happen again: ops that have
// some and whose results nobody needs are left out of what is computed again;
// others are an error.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_TRANSFORMS_REVERSEMODE_EFFECTS_H
#define KINA_LIB_TRANSFORMS_REVERSEMODE_EFFECTS_H

#include "Source.h"

namespace kina {

/// Reports each op, `op` itself or in its regions, that has effects and results
/// that are used.
llvm::LogicalResult verifyRepeatable(mlir::Operation *op, const Source &source);

/// Erases the other ops that have effects from the regions of a copy of what
/// has been verified.
void dropEffects(mlir::Operation *copy, const Source &source);

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_REVERSEMODE_EFFECTS_H
