//===- ShapeRuleOpInterface.h - Shape rule of an op -------------*- C++ -*-===//
//
// Sizes as small expressions over operands' dimensions, and what they must
// satisfy. Written once per op, read by inference, verifier, reification and
// run-time checks.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_INTERFACES_SHAPERULEOPINTERFACE_H
#define KINA_INTERFACES_SHAPERULEOPINTERFACE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <optional>

namespace mlir {
class ValueBoundsConstraintSet;
} // namespace mlir

namespace kina {

using EmitErrorFn = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// One size: a constant, a dimension of a tensor, or an index value.
class Size {
public:
  /// A size known now.
  static Size constant(int64_t value) { return Size(value, {}, 0); }
  /// Dimension `dim` of `tensor`; a constant where the type tells.
  static Size of(mlir::Value tensor, int64_t dim);
  /// An operand of type index.
  static Size value(mlir::Value index) { return Size({}, index, -1); }

  std::optional<int64_t> getStatic() const { return known; }
  /// The tensor whose dimension `getDim()` this is, or the index value.
  mlir::Value getSource() const { return source; }
  int64_t getDim() const { return dim; }

  /// Builds the size: an attribute where it is known, else an index value.
  mlir::OpFoldResult materialize(mlir::OpBuilder &b, mlir::Location loc) const;

private:
  Size(std::optional<int64_t> known, mlir::Value source, int64_t dim)
      : known(known), source(source), dim(dim) {}
  std::optional<int64_t> known;
  mlir::Value source;
  int64_t dim;
};

/// All dimensions of `tensor`, in order.
llvm::SmallVector<Size> getDimSizes(mlir::Value tensor);

/// The size of a result's dimension: (sum of terms) * factor + offset,
/// a factor of at least 1 and an offset of at least 0.
struct SizeExpr {
  SizeExpr(Size size, int64_t factor = 1, int64_t offset = 0)
      : terms({size}), factor(factor), offset(offset) {}
  explicit SizeExpr(llvm::ArrayRef<Size> terms) : terms(terms) {}

  /// The value where every term is known. Saturates to the largest int64_t, so
  /// that a size which does not fit never wraps.
  std::optional<int64_t> getStatic() const;
  /// Whether every term is known and the value does not fit in 63 bits.
  bool overflows() const;
  /// Whether a term is unknown and the value may not fit in 63 bits.
  bool mayOverflow() const;
  /// Builds whether the value does not fit in 63 bits, for one that may not.
  mlir::Value buildOverflows(mlir::OpBuilder &b, mlir::Location loc) const;
  /// Builds the value, which wraps where it does not fit.
  mlir::OpFoldResult materialize(mlir::OpBuilder &b, mlir::Location loc) const;

  llvm::SmallVector<Size, 1> terms;
  int64_t factor = 1;
  int64_t offset = 0;
};

/// Two sizes that must agree, checked at run time where they are not both
/// known. `dimension` is the one that the message names.
struct SizeConstraint {
  Size lhs, rhs;
  int64_t dimension;
  /// What disagrees, for the compile-time message: "leading dimensions".
  llvm::StringRef what = "dimensions";
};

/// `end`, one more than the last index read, must not exceed `size`.
struct BoundConstraint {
  int64_t end;
  Size size;
  int64_t dimension;
};

struct ShapeRule {
  /// The result's sizes, one per dimension.
  llvm::SmallVector<SizeExpr> result;
  llvm::SmallVector<SizeConstraint> equal;
  llvm::SmallVector<BoundConstraint> within;
  /// Two shapes of the same number of elements (reshape).
  llvm::SmallVector<Size> countLhs, countRhs;

  /// Every dimension of each other operand agrees with the first one's.
  void requireSameShape(mlir::ValueRange operands);
};

} // namespace kina

#include "Kina/Interfaces/ShapeRuleOpInterface.h.inc"

namespace kina {

/// Checks everything that is known now: sizes that must agree, and the
/// declared result type against the rule. Reports at the op.
llvm::LogicalResult verifyShapeRule(ShapeRuleOpInterface op);

/// Sizes that must agree and are only known at run time: the rule's own, and
/// those of result dimensions which the type fixes and the operands do not.
struct RuntimeChecks {
  struct Equal {
    SizeExpr lhs, rhs;
    int64_t dimension;
  };
  llvm::SmallVector<Equal> equal;
  llvm::SmallVector<BoundConstraint> within;
  llvm::SmallVector<Size> countLhs, countRhs;
  /// Sizes of the result that are operands and might be negative.
  struct Computed {
    Size size;
    int64_t dimension;
  };
  llvm::SmallVector<Computed> computed;
  /// Sizes of the result that may not fit in 63 bits.
  struct Growing {
    SizeExpr size;
    int64_t dimension;
  };
  llvm::SmallVector<Growing> growing;

  bool empty() const {
    return equal.empty() && within.empty() && countLhs.empty() &&
           countRhs.empty() && computed.empty() && growing.empty();
  }
};
RuntimeChecks getRuntimeChecks(ShapeRuleOpInterface op);

/// Not speculatable iff the op can trap for its types or its values.
mlir::Speculation::Speculatability
getShapeRuleSpeculatability(ShapeRuleOpInterface op);

/// The sizes of the op's only result: attributes where its type is static,
/// index values elsewhere.
llvm::SmallVector<mlir::OpFoldResult> getResultSizes(mlir::OpBuilder &b,
                                                     ShapeRuleOpInterface op);

/// Bounds a size of the op's only result by those of its operands.
void populateResultBounds(ShapeRuleOpInterface op, int64_t dim,
                          mlir::ValueBoundsConstraintSet &bounds);

/// The product of sizes that are not negative; of one beyond `limit`, a number
/// that is at most the limit, and less than one of the factors away from it.
mlir::OpFoldResult
buildSaturatingProduct(mlir::OpBuilder &b, mlir::Location loc,
                       llvm::ArrayRef<mlir::OpFoldResult> sizes,
                       int64_t limit = std::numeric_limits<int64_t>::max());

/// Whether an index value is a constant or a dimension, and not negative.
bool isKnownNonNegative(mlir::Value index);

/// The result's shape as far as the operands' types tell.
llvm::SmallVector<int64_t> getStaticShape(const ShapeRule &rule);

} // namespace kina

#endif // KINA_INTERFACES_SHAPERULEOPINTERFACE_H
