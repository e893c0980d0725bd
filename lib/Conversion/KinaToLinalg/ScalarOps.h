//===- ScalarOps.h - Arithmetic on single elements --------------*- C++ -*-===//

#ifndef KINA_LIB_CONVERSION_KINATOLINALG_SCALAROPS_H
#define KINA_LIB_CONVERSION_KINATOLINALG_SCALAROPS_H

#include "mlir/IR/Builders.h"

namespace kina {

/// Whether the type is f16 or bf16.
bool is16BitFloat(mlir::Type type);

/// `FloatOp` or `IntegerOp` of operands of one type, which is the result's.
template <typename FloatOp, typename IntegerOp>
mlir::Value buildFloatOrInteger(mlir::OpBuilder &b, mlir::Location loc,
                                mlir::ValueRange operands) {
  mlir::Type type = operands[0].getType();
  if (llvm::isa<mlir::FloatType>(type))
    return FloatOp::create(b, loc, type, operands);
  return IntegerOp::create(b, loc, type, operands);
}

/// f32 for f16 and bf16, else the type itself: what results are computed and
/// accumulated in, so that they are rounded once.
mlir::Type getComputeType(mlir::Type elementType);

/// A constant of a float or integer type.
mlir::Value buildConstant(mlir::OpBuilder &b, mlir::Location loc,
                          mlir::Type type, double value);

/// `x` in its compute type.
mlir::Value buildWidened(mlir::OpBuilder &b, mlir::Location loc, mlir::Value x);

/// `x`, of the compute type of `type`, rounded to `type`.
mlir::Value buildNarrowed(mlir::OpBuilder &b, mlir::Location loc, mlir::Value x,
                          mlir::Type type);

/// `x` converted to `type` by the rules of kina.cast: one rounding, to the
/// nearest; floats to integers truncate, saturate and take NaN to 0.
mlir::Value buildCast(mlir::OpBuilder &b, mlir::Location loc, mlir::Value x,
                      mlir::Type type);

/// `a + b`; a float sum that may be reassociated, as reductions need to
/// vectorise.
mlir::Value buildReassociableAdd(mlir::OpBuilder &b, mlir::Location loc,
                                 mlir::Value lhs, mlir::Value rhs);

} // namespace kina

#endif // KINA_LIB_CONVERSION_KINATOLINALG_SCALAROPS_H
