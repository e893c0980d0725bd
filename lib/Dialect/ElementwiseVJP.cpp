//===- ElementwiseVJP.cpp - Derivative rules of the elementwise ops -------===//
//
// g is the cotangent of the result y. `scale` stops a zero cotangent; a finite
// constant factor needs no stop.
//
//===----------------------------------------------------------------------===//

#include "Kina/Dialect/VJPBuilder.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kina;

/// A unary op's cotangent is a function of (builder, g, x, y).
template <typename OpTy, typename Rule>
static void contributeUnary(OpTy op, VJPContext &vjp, Rule rule) {
  vjp.contribute(op.getOperandMutable(), [&]() -> Value {
    VJPBuilder b(vjp, op);
    return rule(b, vjp.getCotangent(), op.getOperand(), op.getResult());
  });
}

#define KINA_UNARY_VJP(OpTy, expression)                                       \
  void OpTy::buildVJP(VJPContext &vjp) {                                       \
    contributeUnary(                                                           \
        *this, vjp,                                                            \
        [](VJPBuilder &b, Value g, [[maybe_unused]] Value x,                   \
           [[maybe_unused]] Value y) -> Value { return expression; });         \
  }

KINA_UNARY_VJP(NegOp, b.neg(g))
KINA_UNARY_VJP(ExpOp, b.scale(g, y))
KINA_UNARY_VJP(LogOp, b.scale(g, 1.0, x))
KINA_UNARY_VJP(SqrtOp, b.scale(g, 0.5, y))
KINA_UNARY_VJP(RsqrtOp, b.scale(g, b.mul(b.splat(-0.5, y), y), x))
KINA_UNARY_VJP(SinOp, b.scale(g, b.make<CosOp>(x)))
KINA_UNARY_VJP(CosOp, b.scale(g, b.neg(b.make<SinOp>(x))))
KINA_UNARY_VJP(TanhOp, b.scale(g, b.sub(b.splat(1, y), b.mul(y, y))))
KINA_UNARY_VJP(SigmoidOp, b.scale(g, b.mul(y, b.sub(b.splat(1, y), y))))
KINA_UNARY_VJP(ErfOp,
               b.scale(g, b.mul(b.splat(2 * llvm::numbers::inv_sqrtpi, x),
                                b.exp(b.neg(b.mul(x, x))))))
KINA_UNARY_VJP(ReluOp, b.select(b.compare(ComparePredicate::gt, x, b.zeros(x)),
                                g, b.zeros(g)))
KINA_UNARY_VJP(AbsOp, b.scale(g, b.make<SignOp>(x)))

#undef KINA_UNARY_VJP

void AddOp::buildVJP(VJPContext &vjp) {
  vjp.contribute(getLhsMutable(), [&] { return vjp.getCotangent(); });
  vjp.contribute(getRhsMutable(), [&] { return vjp.getCotangent(); });
}

void SubOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  vjp.contribute(getLhsMutable(), [&] { return vjp.getCotangent(); });
  vjp.contribute(getRhsMutable(), [&] { return b.neg(vjp.getCotangent()); });
}

void MulOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  Value g = vjp.getCotangent();
  vjp.contribute(getLhsMutable(), [&] { return b.scale(g, getRhs()); });
  vjp.contribute(getRhsMutable(), [&] { return b.scale(g, getLhs()); });
}

void DivOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  Value g = vjp.getCotangent();
  vjp.contribute(getLhsMutable(), [&] { return b.scale(g, 1.0, getRhs()); });
  vjp.contribute(getRhsMutable(),
                 [&] { return b.scale(g, b.neg(getResult()), getRhs()); });
}

/// max and min: all of g to the winner, half to each at a tie.
template <typename OpTy>
static void contributeExtremum(OpTy op, VJPContext &vjp,
                               ComparePredicate wins) {
  VJPBuilder b(vjp, op);
  Value g = vjp.getCotangent();
  vjp.contribute(op.getLhsMutable(),
                 [&] { return b.extremum(g, wins, op.getLhs(), op.getRhs()); });
  vjp.contribute(op.getRhsMutable(),
                 [&] { return b.extremum(g, wins, op.getRhs(), op.getLhs()); });
}

void MaxOp::buildVJP(VJPContext &vjp) {
  contributeExtremum(*this, vjp, ComparePredicate::gt);
}
void MinOp::buildVJP(VJPContext &vjp) {
  contributeExtremum(*this, vjp, ComparePredicate::lt);
}

void PowOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  Value g = vjp.getCotangent();
  vjp.contribute(getLhsMutable(),
                 [&] { return b.powBase(g, getLhs(), getRhs()); });
  vjp.contribute(getRhsMutable(), [&] {
    return b.powExponent(g, getResult(), getLhs(), getRhs());
  });
}

void ModOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  Value g = vjp.getCotangent();
  vjp.contribute(getLhsMutable(), [&] { return g; });
  vjp.contribute(getRhsMutable(), [&] {
    return b.remainderDivisor(g, getResult(), getLhs(), getRhs());
  });
}

void MulNoNanOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  Value t = vjp.getCotangent();
  vjp.contribute(getLhsMutable(), [&] {
    // Where the partial is not finite, only the stopped product is known: 0.
    Value zero = b.zeros(t);
    Value finite =
        b.compare(ComparePredicate::eq, b.sub(getRhs(), getRhs()), zero);
    return b.select(finite, b.scale(t, getRhs()), zero);
  });
  vjp.contribute(getRhsMutable(), [&] { return b.scale(t, getLhs()); });
}

void SelectOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  Value g = vjp.getCotangent();
  vjp.contribute(getTrueValueMutable(),
                 [&] { return b.select(getCondition(), g, b.zeros(g)); });
  vjp.contribute(getFalseValueMutable(),
                 [&] { return b.select(getCondition(), b.zeros(g), g); });
}

void CastOp::buildVJP(VJPContext &vjp) {
  VJPBuilder b(vjp, *this);
  // The operand's own type, which may know other sizes than the result's.
  vjp.contribute(getOperandMutable(), [&] {
    return b.make<CastOp>(getOperand().getType(), vjp.getCotangent());
  });
}
