//===- ScalarOps.cpp - Arithmetic on single elements ----------------------===//

#include "ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"
#include <cmath>

using namespace mlir;
using namespace kina;

bool kina::is16BitFloat(Type type) {
  return isa<Float16Type, BFloat16Type>(type);
}

Type kina::getComputeType(Type elementType) {
  return is16BitFloat(elementType) ? Float32Type::get(elementType.getContext())
                                   : elementType;
}

Value kina::buildConstant(OpBuilder &b, Location loc, Type type, double value) {
  TypedAttr attr;
  if (isa<FloatType>(type))
    attr = b.getFloatAttr(type, value);
  else
    attr = b.getIntegerAttr(type, static_cast<int64_t>(value));
  return arith::ConstantOp::create(b, loc, attr);
}

Value kina::buildWidened(OpBuilder &b, Location loc, Value x) {
  Type type = getComputeType(x.getType());
  return type == x.getType() ? x : arith::ExtFOp::create(b, loc, type, x);
}

Value kina::buildNarrowed(OpBuilder &b, Location loc, Value x, Type type) {
  return type == x.getType() ? x : arith::TruncFOp::create(b, loc, type, x);
}

Value kina::buildReassociableAdd(OpBuilder &b, Location loc, Value lhs,
                                 Value rhs) {
  if (isa<FloatType>(lhs.getType()))
    return arith::AddFOp::create(b, loc, lhs, rhs,
                                 arith::FastMathFlags::reassoc);
  return arith::AddIOp::create(b, loc, lhs, rhs);
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

namespace {
/// Converts one element.
struct Converter {
  OpBuilder &b;
  Location loc;

  Value constant(Type type, double value) {
    return buildConstant(b, loc, type, value);
  }
  Value compare(arith::CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(b, loc, predicate, x, y);
  }
  Value compare(arith::CmpIPredicate predicate, Value x, Value y) {
    return arith::CmpIOp::create(b, loc, predicate, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, loc, condition, x, y);
  }

  Value roundToOdd(Value x);
  Value collapseLowBits(Value x);
  Value floatToFloat(Value x, Type type);
  Value floatToInteger(Value x, IntegerType type);
  Value integerToFloat(Value x, Type type);
};
} // namespace

/// f64 to f32, inexact results to the neighbour whose last bit is 1. Rounding
/// that to 16 bits is rounding `x` itself: the last bit tells that something
/// was left of the places that decide (Boldo, Melquiond, 2008).
Value Converter::roundToOdd(Value x) {
  Type f32 = b.getF32Type(), i32 = b.getI32Type();
  Value nearest = arith::TruncFOp::create(b, loc, f32, x);
  Value back = arith::ExtFOp::create(b, loc, x.getType(), nearest);
  // Not so for NaN and infinities.
  Value inexact = compare(arith::CmpFPredicate::ONE, back, x);
  Value away =
      compare(arith::CmpFPredicate::OGT, math::AbsFOp::create(b, loc, back),
              math::AbsFOp::create(b, loc, x));
  Value bits = arith::BitcastOp::create(b, loc, i32, nearest);
  Value towardsZero = arith::SubIOp::create(
      b, loc, bits, arith::ExtUIOp::create(b, loc, i32, away));
  Value odd = arith::OrIOp::create(b, loc, towardsZero, constant(i32, 1));
  return arith::BitcastOp::create(b, loc, f32, select(inexact, odd, bits));
}

/// An i64 that f64 holds exactly and rounds to 16 bits as `x` does. Large
/// values keep the upper 52 bits, and one that says whether there was more.
Value Converter::collapseLowBits(Value x) {
  auto integer = [&](int64_t value) {
    return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(value));
  };
  constexpr int64_t low = 0xfff, limit = int64_t(1) << 52;
  // -2^52 <= x < 2^52, as one unsigned comparison.
  Value shifted = arith::AddIOp::create(b, loc, x, integer(limit));
  Value small = compare(arith::CmpIPredicate::ult, shifted, integer(2 * limit));
  Value upper = arith::AndIOp::create(b, loc, x, integer(~low));
  Value lower = arith::AndIOp::create(b, loc, x, integer(low));
  Value more = compare(arith::CmpIPredicate::ne, lower, integer(0));
  Value middle = select(more, integer((low + 1) / 2), integer(0));
  return select(small, x, arith::OrIOp::create(b, loc, upper, middle));
}

Value Converter::floatToFloat(Value x, Type type) {
  Value wide = buildWidened(b, loc, x); // Exact.
  unsigned from = wide.getType().getIntOrFloatBitWidth();
  unsigned to = type.getIntOrFloatBitWidth();
  if (from == 64 && to == 16)
    wide = roundToOdd(wide);
  else if (from < to)
    return arith::ExtFOp::create(b, loc, type, wide);
  return buildNarrowed(b, loc, wide, type);
}

Value Converter::floatToInteger(Value x, IntegerType type) {
  Value wide = buildWidened(b, loc, x);
  Type from = wide.getType();
  unsigned width = type.getWidth();
  // Powers of two, exact in every float type; the upper one is not in range.
  double bound = std::ldexp(1.0, width - 1);
  Value low = constant(from, -bound), high = constant(from, bound);
  Value notBelow = compare(arith::CmpFPredicate::OGE, wide, low);
  Value notAbove = compare(arith::CmpFPredicate::OLT, wide, high);
  Value inRange = arith::AndIOp::create(b, loc, notBelow, notAbove);
  // arith.fptosi of anything else is poison.
  Value safe = select(inRange, wide, constant(from, 0));
  Value truncated = arith::FPToSIOp::create(b, loc, type, safe);
  auto integer = [&](const APInt &value) {
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
  };
  Value below = compare(arith::CmpFPredicate::OLT, wide, low);
  Value above = compare(arith::CmpFPredicate::OGE, wide, high);
  Value saturated =
      select(below, integer(APInt::getSignedMinValue(width)), truncated);
  return select(above, integer(APInt::getSignedMaxValue(width)), saturated);
}

Value Converter::integerToFloat(Value x, Type type) {
  if (x.getType().isInteger(1)) {
    Value wide = arith::UIToFPOp::create(b, loc, getComputeType(type), x);
    return buildNarrowed(b, loc, wide, type);
  }
  if (isa<BFloat16Type>(type)) {
    // By way of a f64 that is exact, because f32 would round first.
    if (x.getType().isInteger(64))
      x = collapseLowBits(x);
    return floatToFloat(arith::SIToFPOp::create(b, loc, b.getF64Type(), x),
                        type);
  }
  // What f32 cannot hold is infinite in f16, so that this rounds once, too.
  Value wide = arith::SIToFPOp::create(b, loc, getComputeType(type), x);
  return buildNarrowed(b, loc, wide, type);
}

Value kina::buildCast(OpBuilder &b, Location loc, Value x, Type type) {
  Converter convert{b, loc};
  Type from = x.getType();
  if (from == type)
    return x;
  if (isa<FloatType>(from) && isa<FloatType>(type))
    return convert.floatToFloat(x, type);
  if (isa<FloatType>(type))
    return convert.integerToFloat(x, type);
  if (isa<FloatType>(from) && !type.isInteger(1))
    return convert.floatToInteger(x, cast<IntegerType>(type));
  if (isa<FloatType>(from)) {
    Value wide = buildWidened(b, loc, x);
    Value zero = convert.constant(wide.getType(), 0);
    return convert.compare(arith::CmpFPredicate::UNE, wide, zero);
  }
  if (type.isInteger(1))
    return convert.compare(arith::CmpIPredicate::ne, x,
                           convert.constant(from, 0));
  if (from.isInteger(1))
    return arith::ExtUIOp::create(b, loc, type, x);
  if (from.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtSIOp::create(b, loc, type, x);
  return arith::TruncIOp::create(b, loc, type, x);
}
