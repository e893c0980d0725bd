//===- ElementwiseFolds.cpp - Folds of the elementwise ops ----------------===//
//
// A fold gives the bits that the run would give. So transcendental functions
// are not folded, x * 0 stays for floats, and a fold never drops a check of
// sizes.
//
//===----------------------------------------------------------------------===//

#include "Kina/Dialect/Kina.h"
#include "mlir/Dialect/CommonFolders.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kina;

namespace {
/// Folds integers by `onInts` and floats by `onFloats`, each an optional value
/// of two numbers.
template <typename IntFn, typename FloatFn>
Attribute foldBinary(ArrayRef<Attribute> operands, Type type, IntFn onInts,
                     FloatFn onFloats) {
  if (isa<FloatType>(getElementTypeOrSelf(type)))
    return constFoldBinaryOpConditional<FloatAttr, FloatAttr::ValueType, void>(
        operands, onFloats);
  return constFoldBinaryOpConditional<IntegerAttr, IntegerAttr::ValueType,
                                      void>(operands, onInts);
}

template <typename IntFn, typename FloatFn>
Attribute foldUnary(ArrayRef<Attribute> operands, Type type, IntFn onInts,
                    FloatFn onFloats) {
  if (isa<FloatType>(getElementTypeOrSelf(type)))
    return constFoldUnaryOp<FloatAttr, FloatAttr::ValueType, void>(operands,
                                                                   onFloats);
  return constFoldUnaryOp<IntegerAttr, IntegerAttr::ValueType, void>(operands,
                                                                     onInts);
}

bool isSplatOf(Attribute attr, double value) {
  auto dense = dyn_cast_or_null<SplatElementsAttr>(attr);
  if (!dense)
    return false;
  if (isa<FloatType>(dense.getElementType())) {
    // The sign of a zero matters: +0 and -0 differ.
    APFloat wanted(value);
    bool lossy;
    wanted.convert(dense.getSplatValue<APFloat>().getSemantics(),
                   APFloat::rmNearestTiesToEven, &lossy);
    return dense.getSplatValue<APFloat>().bitwiseIsEqual(wanted);
  }
  return dense.getSplatValue<APInt>().getSExtValue() ==
             static_cast<int64_t>(value) &&
         !std::signbit(value);
}

APFloat makeZero(const APFloat &like) {
  return APFloat::getZero(like.getSemantics());
}

bool isFloat(Value x) {
  return isa<FloatType>(getElementTypeOrSelf(x.getType()));
}

bool isStatic(Value x) {
  return cast<RankedTensorType>(x.getType()).hasStaticShape();
}

/// f(f(x)) is f(x) for these, x for an involution.
template <typename OpTy> Value foldTwice(OpTy op, bool involution) {
  auto inner = op.getOperand().template getDefiningOp<OpTy>();
  return !inner ? Value() : involution ? inner.getOperand() : inner.getResult();
}
} // namespace

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

OpFoldResult NegOp::foldOp(FoldAdaptor adaptor) {
  if (Value x = foldTwice(*this, /*involution=*/true))
    return x;
  return foldUnary(
      adaptor.getOperands(), getType(), [](APInt x) { return -x; },
      [](APFloat x) { return -x; });
}

OpFoldResult AbsOp::foldOp(FoldAdaptor adaptor) {
  if (Value x = foldTwice(*this, /*involution=*/false))
    return x;
  return foldUnary(
      adaptor.getOperands(), getType(), [](APInt x) { return x.abs(); },
      [](APFloat x) { return llvm::abs(x); });
}

OpFoldResult ReluOp::foldOp(FoldAdaptor adaptor) {
  if (Value x = foldTwice(*this, /*involution=*/false))
    return x;
  return foldUnary(
      adaptor.getOperands(), getType(),
      [](APInt x) {
        return x.isNegative() ? APInt::getZero(x.getBitWidth()) : x;
      },
      [](APFloat x) { return llvm::maximum(x, makeZero(x)); });
}

OpFoldResult FloorOp::foldOp(FoldAdaptor adaptor) {
  return constFoldUnaryOp<FloatAttr, FloatAttr::ValueType, void>(
      adaptor.getOperands(), [](APFloat x) {
        x.roundToIntegral(APFloat::rmTowardNegative);
        return x;
      });
}

OpFoldResult SignOp::foldOp(FoldAdaptor adaptor) {
  return foldUnary(
      adaptor.getOperands(), getType(),
      [](APInt x) {
        int64_t sign = x.isNegative() ? -1 : x.isZero() ? 0 : 1;
        return APInt(x.getBitWidth(), sign, /*isSigned=*/true);
      },
      [](APFloat x) {
        return x.isNaN() || x.isZero()
                   ? x
                   : APFloat::getOne(x.getSemantics(), x.isNegative());
      });
}

OpFoldResult NotOp::foldOp(FoldAdaptor adaptor) {
  if (Value x = foldTwice(*this, /*involution=*/true))
    return x;
  return constFoldUnaryOp<IntegerAttr, IntegerAttr::ValueType, void>(
      adaptor.getOperands(), [](APInt x) { return ~x; });
}

//===----------------------------------------------------------------------===//
// Binary
//===----------------------------------------------------------------------===//

OpFoldResult AddOp::foldOp(FoldAdaptor adaptor) {
  // x + -0 is x for every float; x + +0 is not, for x = -0.
  if (isSplatOf(adaptor.getRhs(), isFloat(getLhs()) ? -0.0 : 0.0))
    return getLhs();
  return foldBinary(
      adaptor.getOperands(), getType(),
      [](const APInt &a, const APInt &b) { return std::optional(a + b); },
      [](const APFloat &a, const APFloat &b) { return std::optional(a + b); });
}

OpFoldResult SubOp::foldOp(FoldAdaptor adaptor) {
  if (isSplatOf(adaptor.getRhs(), 0.0))
    return getLhs();
  return foldBinary(
      adaptor.getOperands(), getType(),
      [](const APInt &a, const APInt &b) { return std::optional(a - b); },
      [](const APFloat &a, const APFloat &b) { return std::optional(a - b); });
}

OpFoldResult MulOp::foldOp(FoldAdaptor adaptor) {
  if (isSplatOf(adaptor.getRhs(), 1.0))
    return getLhs();
  if (!isFloat(getLhs()) && isSplatOf(adaptor.getRhs(), 0.0))
    return adaptor.getRhs();
  return foldBinary(
      adaptor.getOperands(), getType(),
      [](const APInt &a, const APInt &b) { return std::optional(a * b); },
      [](const APFloat &a, const APFloat &b) { return std::optional(a * b); });
}

OpFoldResult DivOp::foldOp(FoldAdaptor adaptor) {
  if (isSplatOf(adaptor.getRhs(), 1.0))
    return getLhs();
  return foldBinary(
      adaptor.getOperands(), getType(),
      [](const APInt &a, const APInt &b) -> std::optional<APInt> {
        if (b.isZero())
          return std::nullopt; // Traps at run time.
        return a.sdiv(b);      // INT_MIN / -1 wraps to INT_MIN.
      },
      [](const APFloat &a, const APFloat &b) { return std::optional(a / b); });
}

OpFoldResult ModOp::foldOp(FoldAdaptor adaptor) {
  return foldBinary(
      adaptor.getOperands(), getType(),
      [](const APInt &a, const APInt &b) -> std::optional<APInt> {
        if (b.isZero())
          return std::nullopt;
        APInt rest = a.srem(b);
        return !rest.isZero() && rest.isNegative() != b.isNegative() ? rest + b
                                                                     : rest;
      },
      [](APFloat a, const APFloat &b) -> std::optional<APFloat> {
        a.mod(b);
        return !a.isZero() && a.isNegative() != b.isNegative() ? a + b : a;
      });
}

OpFoldResult MaxOp::foldOp(FoldAdaptor adaptor) {
  return foldBinary(
      adaptor.getOperands(), getType(),
      [](const APInt &a, const APInt &b) {
        return std::optional(llvm::APIntOps::smax(a, b));
      },
      [](const APFloat &a, const APFloat &b) {
        return std::optional(llvm::maximum(a, b));
      });
}

OpFoldResult MinOp::foldOp(FoldAdaptor adaptor) {
  return foldBinary(
      adaptor.getOperands(), getType(),
      [](const APInt &a, const APInt &b) {
        return std::optional(llvm::APIntOps::smin(a, b));
      },
      [](const APFloat &a, const APFloat &b) {
        return std::optional(llvm::minimum(a, b));
      });
}

OpFoldResult MulNoNanOp::foldOp(FoldAdaptor adaptor) {
  if (isSplatOf(adaptor.getLhs(), 0.0))
    return adaptor.getLhs();
  return constFoldBinaryOp<FloatAttr, FloatAttr::ValueType, void>(
      adaptor.getOperands(), [](const APFloat &a, const APFloat &b) {
        return a.isZero() ? makeZero(a) : a * b;
      });
}

// The run calls the C library's pow, whose last bit is its own.
OpFoldResult PowOp::foldOp(FoldAdaptor adaptor) {
  return isSplatOf(adaptor.getRhs(), 1.0) ? getLhs() : Value();
}

template <typename Fn>
static Attribute foldLogic(ArrayRef<Attribute> operands, Fn fn) {
  return constFoldBinaryOp<IntegerAttr, IntegerAttr::ValueType, void>(operands,
                                                                      fn);
}

OpFoldResult AndOp::foldOp(FoldAdaptor adaptor) {
  if (getLhs() == getRhs())
    return getLhs();
  return foldLogic(adaptor.getOperands(),
                   [](const APInt &a, const APInt &b) { return a & b; });
}

OpFoldResult OrOp::foldOp(FoldAdaptor adaptor) {
  if (getLhs() == getRhs())
    return getLhs();
  return foldLogic(adaptor.getOperands(),
                   [](const APInt &a, const APInt &b) { return a | b; });
}

OpFoldResult XorOp::foldOp(FoldAdaptor adaptor) {
  return foldLogic(adaptor.getOperands(),
                   [](const APInt &a, const APInt &b) { return a ^ b; });
}

//===----------------------------------------------------------------------===//
// Compare, select, cast
//===----------------------------------------------------------------------===//

static bool compareFloats(ComparePredicate predicate, const APFloat &a,
                          const APFloat &b) {
  APFloat::cmpResult order = a.compare(b);
  bool equal = order == APFloat::cmpEqual, less = order == APFloat::cmpLessThan,
       greater = order == APFloat::cmpGreaterThan;
  switch (predicate) {
  case ComparePredicate::eq:
    return equal;
  case ComparePredicate::ne:
    return !equal; // Also where unordered.
  case ComparePredicate::lt:
    return less;
  case ComparePredicate::le:
    return less || equal;
  case ComparePredicate::gt:
    return greater;
  case ComparePredicate::ge:
    return greater || equal;
  }
  llvm_unreachable("unknown predicate");
}

static bool compareInts(ComparePredicate predicate, const APInt &a,
                        const APInt &b) {
  switch (predicate) {
  case ComparePredicate::eq:
    return a == b;
  case ComparePredicate::ne:
    return a != b;
  case ComparePredicate::lt:
    return a.slt(b);
  case ComparePredicate::le:
    return a.sle(b);
  case ComparePredicate::gt:
    return a.sgt(b);
  case ComparePredicate::ge:
    return a.sge(b);
  }
  llvm_unreachable("unknown predicate");
}

OpFoldResult CompareOp::foldOp(FoldAdaptor adaptor) {
  auto lhs = dyn_cast_or_null<DenseElementsAttr>(adaptor.getLhs());
  auto rhs = dyn_cast_or_null<DenseElementsAttr>(adaptor.getRhs());
  if (!lhs || !rhs)
    return {};
  ComparePredicate predicate = getPredicate();
  auto compareAll = [&](auto lhsValues, auto rhsValues, auto compare) {
    SmallVector<bool> values;
    for (auto [a, b] : llvm::zip(lhsValues, rhsValues)) {
      values.push_back(compare(predicate, a, b));
      if (lhs.isSplat() && rhs.isSplat())
        break;
    }
    return DenseElementsAttr::get(cast<ShapedType>(getType()), values);
  };
  if (isFloat(getLhs()))
    return compareAll(lhs.getValues<APFloat>(), rhs.getValues<APFloat>(),
                      compareFloats);
  return compareAll(lhs.getValues<APInt>(), rhs.getValues<APInt>(),
                    compareInts);
}

OpFoldResult SelectOp::foldOp(FoldAdaptor adaptor) {
  // A `?` size is checked at run time: keep the check.
  if (!isStatic(getResult()))
    return {};
  if (getTrueValue() == getFalseValue())
    return getTrueValue();
  if (auto condition =
          dyn_cast_or_null<SplatElementsAttr>(adaptor.getCondition()))
    return condition.getSplatValue<bool>() ? getTrueValue() : getFalseValue();
  return {};
}

/// One conversion of a number, of the type of `from`, to `to`.
static Attribute castNumber(TypedAttr from, Type to) {
  auto toFloat = dyn_cast<FloatType>(to);
  if (auto x = dyn_cast<FloatAttr>(from)) {
    APFloat value = x.getValue();
    if (toFloat) {
      bool lossy;
      value.convert(toFloat.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &lossy);
      return FloatAttr::get(to, value);
    }
    if (to.isInteger(1))
      return IntegerAttr::get(to, value.isZero() ? 0 : 1); // NaN != 0.
    // convertToInteger saturates, and takes NaN to 0.
    llvm::APSInt result(to.getIntOrFloatBitWidth(), /*isUnsigned=*/false);
    bool exact;
    value.convertToInteger(result, APFloat::rmTowardZero, &exact);
    return IntegerAttr::get(to, result);
  }
  APInt value = cast<IntegerAttr>(from).getValue();
  bool isBool = value.getBitWidth() == 1;
  if (toFloat) {
    APFloat result(toFloat.getFloatSemantics());
    result.convertFromAPInt(value, /*IsSigned=*/!isBool,
                            APFloat::rmNearestTiesToEven);
    return FloatAttr::get(to, result);
  }
  if (to.isInteger(1))
    return IntegerAttr::get(to, value.isZero() ? 0 : 1);
  unsigned width = to.getIntOrFloatBitWidth();
  return IntegerAttr::get(to, isBool ? value.zextOrTrunc(width)
                                     : value.sextOrTrunc(width));
}

OpFoldResult CastOp::foldOp(FoldAdaptor adaptor) {
  if (getOperand().getType() == getType())
    return getOperand();
  auto source = dyn_cast_or_null<DenseElementsAttr>(adaptor.getOperand());
  if (!source || !getType().hasStaticShape())
    return {};
  Type to = getType().getElementType();
  if (source.isSplat())
    return DenseElementsAttr::get(
        getType(), castNumber(source.getSplatValue<TypedAttr>(), to));
  SmallVector<Attribute> values;
  for (Attribute value : source.getValues<Attribute>())
    values.push_back(castNumber(cast<TypedAttr>(value), to));
  return DenseElementsAttr::get(getType(), values);
}
