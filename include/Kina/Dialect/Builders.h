//===- Builders.h - Helpers to build kina ops -------------------*- C++ -*-===//

#ifndef KINA_DIALECT_BUILDERS_H
#define KINA_DIALECT_BUILDERS_H

#include "mlir/IR/Builders.h"

namespace kina {

/// The sizes of the `?` dimensions of a tensor, in order, as the clause
/// `sizes(...)` takes them.
llvm::SmallVector<mlir::Value>
buildDynamicSizes(mlir::OpBuilder &b, mlir::Location loc, mlir::Value tensor);

/// A tensor of the sizes and placement of `like` that holds `element`
/// everywhere.
mlir::Value buildSplat(mlir::OpBuilder &b, mlir::Location loc,
                       mlir::TypedAttr element, mlir::Value like);

/// A float tensor of the type and sizes of `like` that holds `value`
/// everywhere.
mlir::Value buildSplat(mlir::OpBuilder &b, mlir::Location loc, double value,
                       mlir::Value like);

} // namespace kina

#endif // KINA_DIALECT_BUILDERS_H
