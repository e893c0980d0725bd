//===- ShapeChecks.h - Checks that several shape rules make -----*- C++ -*-===//
//
// Each reports "expected ..., got ..." through `emitError` and fails.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_DIALECT_SHAPECHECKS_H
#define KINA_LIB_DIALECT_SHAPECHECKS_H

#include "Kina/Interfaces/ShapeRuleOpInterface.h"

namespace kina {

int64_t getRank(mlir::Value tensor);

/// `axis` is a dimension of a tensor of rank `rank`.
llvm::LogicalResult verifyAxis(int64_t axis, int64_t rank,
                               EmitErrorFn emitError);

llvm::LogicalResult verifyRank(llvm::StringRef what, mlir::Value tensor,
                               int64_t expected, EmitErrorFn emitError);

/// The result, where it is spelled, has the element type of `operand`.
llvm::LogicalResult verifySameElementType(mlir::Value operand,
                                          mlir::RankedTensorType result,
                                          EmitErrorFn emitError);

/// There is one entry for each dimension of the operand, of rank `rank`.
llvm::LogicalResult verifyCount(llvm::StringRef name,
                                llvm::ArrayRef<int64_t> values, int64_t rank,
                                EmitErrorFn emitError);

/// The sizes that a spelled result type gives: its own where they are static,
/// and one operand of `sizes` for each `?`.
llvm::LogicalResult getSpelledSizes(mlir::RankedTensorType result,
                                    mlir::ValueRange sizes,
                                    llvm::SmallVectorImpl<Size> &spelled,
                                    EmitErrorFn emitError);

} // namespace kina

#endif // KINA_LIB_DIALECT_SHAPECHECKS_H
