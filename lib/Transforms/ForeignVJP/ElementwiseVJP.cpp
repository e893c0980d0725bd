//===- ElementwiseVJP.cpp - Derivative rules of arith and math ------------===//
//
// One row per op: the cotangents of its operands, for g of the result y.
// `scale` stops a zero cotangent.
//
//===----------------------------------------------------------------------===//

#include "ForeignVJP.h"
#include "Kina/Transforms/ForeignVJP.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kina;
using namespace llvm::numbers;

namespace {
/// The cotangent of one operand; null for zero. a, c and e are the operands.
using Rule = Value (*)(VJPBuilder &b, Value g, Value y, Value a, Value c,
                       Value e);

/// `rules` has one for each operand; null for those that have no cotangent.
template <typename OpTy, const auto &rules>
struct ElementwiseModel
    : VJPOpInterface::ExternalModel<ElementwiseModel<OpTy, rules>, OpTy> {
  bool hasVJP(Operation *op) const { return isOnKinaTensors(op); }

  void buildVJP(Operation *op, VJPContext &vjp) const {
    VJPBuilder b(vjp, op);
    auto operand = [&](unsigned i) {
      return i < op->getNumOperands() ? op->getOperand(i) : Value();
    };
    for (auto [i, rule] : llvm::enumerate(rules))
      if (rule)
        vjp.contribute(op->getOpOperand(i), [&, rule = rule] {
          return rule(b, vjp.getCotangent(), op->getResult(0), operand(0),
                      operand(1), operand(2));
        });
  }
};

/// Of two results, each of which is the other's derivative up to its sign.
struct SincosModel
    : VJPOpInterface::ExternalModel<SincosModel, math::SincosOp> {
  bool hasVJP(Operation *op) const { return isOnKinaTensors(op); }

  void buildVJP(Operation *op, VJPContext &vjp) const {
    VJPBuilder b(vjp, op);
    Value ofSin = vjp.getCotangent(0), ofCos = vjp.getCotangent(1);
    vjp.contribute(op->getOpOperand(0), [&] {
      Value first = ofSin ? b.scale(ofSin, op->getResult(1)) : Value();
      if (!ofCos)
        return first;
      Value second = b.scale(ofCos, b.neg(op->getResult(0)));
      return first ? b.add(first, second) : second;
    });
  }
};

//===----------------------------------------------------------------------===//
// Parts of formulas
//===----------------------------------------------------------------------===//

/// x * x
Value square(VJPBuilder &b, Value x) { return b.mul(x, x); }
/// k * x
Value times(VJPBuilder &b, double k, Value x) {
  return b.mul(b.splat(k, x), x);
}
/// k + x
Value plus(VJPBuilder &b, double k, Value x) { return b.add(b.splat(k, x), x); }
/// 1 - x * x, which keeps its digits near 1.
Value oneMinusSquare(VJPBuilder &b, Value x) {
  Value one = b.splat(1, x);
  return b.mul(b.sub(one, x), b.add(one, x));
}
/// exp(-x * x) * 2 / sqrt(pi)
Value gaussian(VJPBuilder &b, Value x) {
  return times(b, 2 * inv_sqrtpi, b.exp(b.neg(square(b, x))));
}
/// 1 / sqrt(x^2 + z^2) without overflow on the way: 1 / m / sqrt(1 + (n / m)^2)
/// with m the larger and n the smaller of |x| and |z|.
Value overNorm(VJPBuilder &b, Value x, Value z) {
  x = b.make<AbsOp>(x);
  z = b.make<AbsOp>(z);
  Value m = b.make<MaxOp>(x, z), n = b.make<MinOp>(x, z);
  Value ratio = plus(b, 1, square(b, b.div(n, m)));
  return b.div(b.make<RsqrtOp>(ratio), m);
}
/// of / (x^2 + z^2), 0 at the origin. The squares would leave the range: with m
/// the larger and n the smaller of |x| and |z|, of / m / (1 + (n / m)^2) / m.
Value overSquaredNorm(VJPBuilder &b, Value of, Value x, Value z) {
  x = b.make<AbsOp>(b.widen(x));
  z = b.make<AbsOp>(b.widen(z));
  Value m = b.make<MaxOp>(x, z), n = b.make<MinOp>(x, z);
  Value ratio = plus(b, 1, square(b, b.div(n, m)));
  Value partial = b.div(b.div(b.div(b.widen(of), m), ratio), m);
  Value zero = b.zeros(m);
  return b.select(b.compare(ComparePredicate::eq, m, zero), zero, partial);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

#define RULE(...)                                                              \
  [](VJPBuilder &b, Value g, [[maybe_unused]] Value y,                         \
     [[maybe_unused]] Value a, [[maybe_unused]] Value c,                       \
     [[maybe_unused]] Value e) -> Value { return __VA_ARGS__; }
#define ROW(OpTy, ...)                                                         \
  do {                                                                         \
    static constexpr Rule rules[] = {__VA_ARGS__};                             \
    OpTy::attachInterface<ElementwiseModel<OpTy, rules>>(*context);            \
  } while (false)
#define G RULE(g)
// Piecewise constant.
#define ZERO RULE((void)b, (void)g, Value())

void attachArith(MLIRContext *context, arith::ArithDialect *) {
  using namespace mlir::arith;
  constexpr auto gt = ComparePredicate::gt, lt = ComparePredicate::lt;
  ROW(AddFOp, G, G);
  ROW(SubFOp, G, RULE(b.neg(g)));
  ROW(NegFOp, RULE(b.neg(g)));
  ROW(MulFOp, RULE(b.scale(g, c)), RULE(b.scale(g, a)));
  ROW(DivFOp, RULE(b.scale(g, 1.0, c)), RULE(b.scale(g, b.neg(y), c)));
  ROW(RemFOp, G, RULE(b.remainderDivisor(g, y, a, c)));
  ROW(MaximumFOp, RULE(b.extremum(g, gt, a, c)), RULE(b.extremum(g, gt, c, a)));
  ROW(MaxNumFOp, RULE(b.extremum(g, gt, a, c)), RULE(b.extremum(g, gt, c, a)));
  ROW(MinimumFOp, RULE(b.extremum(g, lt, a, c)), RULE(b.extremum(g, lt, c, a)));
  ROW(MinNumFOp, RULE(b.extremum(g, lt, a, c)), RULE(b.extremum(g, lt, c, a)));
  // The condition may be one for all.
  ROW(arith::SelectOp, nullptr, RULE(b.make<arith::SelectOp>(a, g, b.zeros(g))),
      RULE(b.make<arith::SelectOp>(a, b.zeros(g), g)));
  ROW(ExtFOp, RULE(b.cast(g, getElementTypeOrSelf(a.getType()))));
  ROW(TruncFOp, RULE(b.cast(g, getElementTypeOrSelf(a.getType()))));
}

void attachMath(MLIRContext *context, math::MathDialect *) {
  ROW(math::ExpOp, RULE(b.scale(g, y)));
  ROW(math::Exp2Op, RULE(b.scale(g, times(b, ln2, y))));
  ROW(math::ExpM1Op, RULE(b.scale(g, b.exp(a))));
  ROW(math::LogOp, RULE(b.scale(g, 1.0, a)));
  ROW(math::Log2Op, RULE(b.scale(g, log2e, a)));
  ROW(math::Log10Op, RULE(b.scale(g, log10e, a)));
  ROW(math::Log1pOp, RULE(b.scale(g, 1.0, plus(b, 1, b.widen(a)))));
  ROW(math::SqrtOp, RULE(b.scale(g, 0.5, y)));
  ROW(math::RsqrtOp, RULE(b.scale(g, times(b, -0.5, y), a)));
  ROW(math::CbrtOp, RULE(b.scale(g, 1. / 3, square(b, b.widen(y)))));

  ROW(math::SinOp, RULE(b.scale(g, b.make<CosOp>(a))));
  ROW(math::CosOp, RULE(b.scale(g, b.neg(b.make<SinOp>(a)))));
  math::SincosOp::attachInterface<SincosModel>(*context);
  ROW(math::TanOp, RULE(b.scale(g, plus(b, 1, square(b, b.widen(y))))));
  ROW(math::AsinOp, RULE(b.scale(g, b.make<RsqrtOp>(oneMinusSquare(b, a)))));
  ROW(math::AcosOp,
      RULE(b.scale(g, b.neg(b.make<RsqrtOp>(oneMinusSquare(b, a))))));
  ROW(math::AtanOp,
      RULE(b.scale(g, overSquaredNorm(b, b.splat(1, a), a, b.splat(1, a)))));
  ROW(math::Atan2Op, RULE(b.scale(g, overSquaredNorm(b, c, a, c))),
      RULE(b.scale(g, b.neg(overSquaredNorm(b, a, a, c)))));
  ROW(math::SinhOp, RULE(b.scale(g, b.make<math::CoshOp>(a))));
  ROW(math::CoshOp, RULE(b.scale(g, b.make<math::SinhOp>(a))));
  ROW(math::TanhOp, RULE(b.scale(g, oneMinusSquare(b, y))));
  ROW(math::AsinhOp, RULE(b.scale(g, overNorm(b, a, b.splat(1, a)))));
  // Of a - 1 and a + 1, since a^2 - 1 overflows.
  ROW(math::AcoshOp, RULE(b.scale(g, b.mul(b.make<RsqrtOp>(plus(b, -1, a)),
                                           b.make<RsqrtOp>(plus(b, 1, a))))));
  ROW(math::AtanhOp, RULE(b.scale(g, 1.0, oneMinusSquare(b, b.widen(a)))));
  ROW(math::ErfOp, RULE(b.scale(g, gaussian(b, a))));
  ROW(math::ErfcOp, RULE(b.scale(g, b.neg(gaussian(b, a)))));

  ROW(math::AbsFOp, RULE(b.scale(g, b.make<SignOp>(a))));
  ROW(math::PowFOp, RULE(b.powBase(g, a, c)), RULE(b.powExponent(g, y, a, c)));
  ROW(math::FPowIOp, RULE(b.powBase(g, a, b.cast(c, b.getWideType(a)))),
      nullptr);
  // A magnitude with a sign: |a|' with the sign of the result.
  ROW(math::CopySignOp,
      RULE(b.scale(g, b.mul(b.make<SignOp>(y), b.make<SignOp>(a)))), ZERO);
  ROW(math::FmaOp, RULE(b.scale(g, c)), RULE(b.scale(g, a)), G);

  ROW(math::FloorOp, ZERO);
  ROW(math::CeilOp, ZERO);
  ROW(math::RoundOp, ZERO);
  ROW(math::RoundEvenOp, ZERO);
  ROW(math::TruncOp, ZERO);
}

#undef RULE
#undef ROW
#undef G
#undef ZERO
} // namespace

void kina::registerElementwiseVJPModels(DialectRegistry &registry) {
  registry.addExtension(attachArith);
  registry.addExtension(attachMath);
}

void kina::registerForeignVJPModels(DialectRegistry &registry) {
  registerElementwiseVJPModels(registry);
  registerTensorVJPModels(registry);
}
