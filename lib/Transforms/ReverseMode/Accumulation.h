//===- Accumulation.h - Sums of cotangents ----------------------*- C++ -*-===//

#ifndef KINA_LIB_TRANSFORMS_REVERSEMODE_ACCUMULATION_H
#define KINA_LIB_TRANSFORMS_REVERSEMODE_ACCUMULATION_H

#include "mlir/IR/Builders.h"

namespace kina {

/// The sum of two cotangents of one value. Where `more`, just made, is a part
/// put into zeros, it is added to that part of `sum` alone: a loop over parts
/// of a tensor would otherwise touch all of it in each iteration.
mlir::Value buildSum(mlir::OpBuilder &b, mlir::Location loc, mlir::Value sum,
                     mlir::Value more);

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_REVERSEMODE_ACCUMULATION_H
