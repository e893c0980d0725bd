//===- VJPBuilder.h - Short names for what rules are made of ----*- C++ -*-===//
//
// Lets a derivative rule, of kina's ops or of another dialect's, read like its
// formula: b.scale(g, b.make<CosOp>(x)). All ops that it builds have rules.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_DIALECT_VJPBUILDER_H
#define KINA_DIALECT_VJPBUILDER_H

#include "Kina/Dialect/Kina.h"

namespace kina {

class VJPBuilder {
public:
  using Value = mlir::Value;

  VJPBuilder(VJPContext &vjp, mlir::Operation *op)
      : b(vjp.getBuilder()), loc(op->getLoc()) {}

  /// Builds any op whose result type is inferred.
  template <typename OpTy, typename... Args> Value make(Args &&...args) {
    return OpTy::create(b, loc, std::forward<Args>(args)...);
  }

  Value neg(Value x) { return make<NegOp>(x); }
  Value exp(Value x) { return make<ExpOp>(x); }
  Value add(Value x, Value y) { return make<AddOp>(x, y); }
  Value sub(Value x, Value y) { return make<SubOp>(x, y); }
  Value mul(Value x, Value y) { return make<MulOp>(x, y); }
  Value div(Value x, Value y) { return make<DivOp>(x, y); }
  Value compare(ComparePredicate predicate, Value x, Value y) {
    return make<CompareOp>(predicate, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return make<SelectOp>(condition, x, y);
  }
  Value cast(Value x, mlir::Type elementType);
  /// f32, or the element type of x where that is wider. Rules of several
  /// roundings compute in it: what is between x and its cotangent may leave the
  /// range or the precision that both are within.
  mlir::FloatType getWideType(Value x);
  Value widen(Value x) { return cast(x, getWideType(x)); }
  /// x in the element type of `like`.
  Value castLike(Value x, Value like);

  /// The product of a cotangent and a partial derivative: 0 where g is 0. Of
  /// the type of g, computed in that of the partial derivative.
  Value scale(Value g, Value partial);
  /// The same for a quotient, in the wide type.
  Value scale(Value g, Value numerator, Value denominator);
  Value scale(Value g, double numerator, Value denominator);

  /// `value` in every element, of the type and sizes of `like`.
  Value splat(double value, Value like);
  Value zeros(Value like) { return splat(0.0, like); }
  /// Zeros of the element type and placement of `like`, of other sizes.
  Value zeros(Value like, llvm::ArrayRef<mlir::OpFoldResult> sizes);
  /// i1 of the sizes and placement of `like`.
  Value booleans(bool value, Value like);

  /// x in the sizes of `like`; x's dimensions are aligned at the last one.
  Value broadcastLike(Value x, Value like);
  Value reshapeLike(Value x, Value like);
  /// x as [sizes...], in a type with the sizes' static and `?` dimensions.
  Value reshape(Value x, llvm::ArrayRef<mlir::OpFoldResult> sizes);
  Value reshape(Value x, llvm::ArrayRef<int64_t> shape);
  Value sum(Value x, llvm::ArrayRef<int64_t> axes, bool keepdims);
  Value transpose(Value x, llvm::ArrayRef<int64_t> perm);
  /// x with zeros around it.
  Value pad(Value x, llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> high);
  /// The part of x at `offsets`, of the sizes and the type of `like`.
  Value sliceLike(Value x, llvm::ArrayRef<mlir::OpFoldResult> offsets,
                  Value like);

  /// The cotangent of x in the maximum or minimum of x and `other`, where x
  /// compared with it `wins`: g, half of it at a tie, else 0.
  Value extremum(Value g, ComparePredicate wins, Value x, Value other);
  /// The cotangent of the divisor of a remainder, g times the quotient that was
  /// rounded to an integer, negated.
  Value remainderDivisor(Value g, Value remainder, Value dividend,
                         Value divisor);
  /// The cotangents of y = base^exponent: 0 for the base where the exponent is
  /// 0, and for the exponent where base^exponent log(base) tends to 0 with the
  /// base; 0^0 is taken as constant.
  Value powBase(Value g, Value base, Value exponent);
  Value powExponent(Value g, Value y, Value base, Value exponent);

  /// The sizes of x's `?` dimensions, in order, as `sizes(...)` takes them.
  llvm::SmallVector<Value> dynamicSizes(Value x);
  llvm::SmallVector<mlir::OpFoldResult> sizes(Value x);
  mlir::OpFoldResult addSizes(mlir::OpFoldResult x, mlir::OpFoldResult y);
  mlir::OpFoldResult subtractSizes(mlir::OpFoldResult x, mlir::OpFoldResult y);

  mlir::OpBuilder &builder() { return b; }
  mlir::Location location() const { return loc; }

private:
  Value zeroScalar(mlir::RankedTensorType like);
  template <typename OpTy, typename Fn>
  mlir::OpFoldResult combineSizes(mlir::OpFoldResult x, mlir::OpFoldResult y,
                                  Fn fn);

  mlir::OpBuilder &b;
  mlir::Location loc;
};

} // namespace kina

#endif // KINA_DIALECT_VJPBUILDER_H
