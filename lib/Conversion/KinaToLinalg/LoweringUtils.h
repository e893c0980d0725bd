//===- LoweringUtils.h - What all lowerings build ---------------*- C++ -*-===//

#ifndef KINA_LIB_CONVERSION_KINATOLINALG_LOWERINGUTILS_H
#define KINA_LIB_CONVERSION_KINATOLINALG_LOWERINGUTILS_H

#include "Kina/Dialect/Kina.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/PatternMatch.h"

namespace kina {

using Sizes = llvm::SmallVector<mlir::OpFoldResult>;
/// Builds one element from the operands' elements.
using ElementFn = llvm::function_ref<mlir::Value(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange)>;

/// The product of sizes: an attribute where all are known.
mlir::OpFoldResult buildProduct(mlir::OpBuilder &b, mlir::Location loc,
                                llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// Whether the type says that there is no element. Bufferization refuses to
/// collapse dimensions of which one is 0 and another `?`.
bool isKnownEmpty(mlir::Type tensorType);

/// `tensor` as exactly `type`, which differs in known sizes at most.
mlir::Value castTo(mlir::OpBuilder &b, mlir::Location loc, mlir::Value tensor,
                   mlir::Type type);

/// Like `sizes` without the positions `axes`, ascending.
template <typename T>
llvm::SmallVector<T> dropAxes(llvm::ArrayRef<T> sizes,
                              llvm::ArrayRef<int64_t> axes) {
  llvm::SmallVector<T> kept;
  for (auto [i, size] : llvm::enumerate(sizes))
    if (!llvm::is_contained(axes, static_cast<int64_t>(i)))
      kept.push_back(size);
  return kept;
}

/// (d0, .., dn) -> (d0, .., dn) without the results `axes`.
mlir::AffineMap getMapWithoutAxes(mlir::OpBuilder &b, int64_t rank,
                                  llvm::ArrayRef<int64_t> axes);

/// `tensor` with its first `count` dimensions as one; a dimension of size 1 in
/// front if `count` is 0.
mlir::Value buildLeadingCollapsed(mlir::OpBuilder &b, mlir::Location loc,
                                  mlir::Value tensor, int64_t count);

/// The reverse, for at least two dimensions: a tensor of `sizes`.
mlir::Value buildLeadingExpanded(mlir::OpBuilder &b, mlir::Location loc,
                                 mlir::Value tensor, int64_t count,
                                 llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// The dimensions at `axes` added to `tensor`, with size 1.
mlir::Value buildUnitAxesAdded(mlir::OpBuilder &b, mlir::Location loc,
                               mlir::Value tensor,
                               llvm::ArrayRef<int64_t> axes);

/// A fresh tensor full of `value`. Never shared: bufferization takes time
/// quadratic in the uses of one.
mlir::Value buildFilled(mlir::OpBuilder &b, mlir::Location loc,
                        llvm::ArrayRef<mlir::OpFoldResult> sizes,
                        mlir::Value value);

/// A tensor of `sizes`, each element computed from the operands' elements that
/// `maps` name.
mlir::Value buildParallel(mlir::OpBuilder &b, mlir::Location loc,
                          mlir::ValueRange operands,
                          llvm::ArrayRef<mlir::AffineMap> maps,
                          llvm::ArrayRef<mlir::OpFoldResult> sizes,
                          mlir::Type elementType, ElementFn element);

/// As `buildParallel`, for operands of the result's shape.
mlir::Value buildElementwise(mlir::OpBuilder &b, mlir::Location loc,
                             mlir::ValueRange operands,
                             llvm::ArrayRef<mlir::OpFoldResult> sizes,
                             mlir::Type elementType, ElementFn element);

/// `operand` combined over `axes` into a tensor of `sizes`, which lacks them,
/// in its compute type.
mlir::Value buildReduction(mlir::OpBuilder &b, mlir::Location loc,
                           ReduceKind kind, mlir::Value operand,
                           llvm::ArrayRef<int64_t> axes,
                           llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// `tensor` with its elements rounded to `elementType`; itself where they are
/// of that type.
mlir::Value buildTruncation(mlir::OpBuilder &b, mlir::Location loc,
                            mlir::Value tensor,
                            llvm::ArrayRef<mlir::OpFoldResult> sizes,
                            mlir::Type elementType);

} // namespace kina

#endif // KINA_LIB_CONVERSION_KINATOLINALG_LOWERINGUTILS_H
