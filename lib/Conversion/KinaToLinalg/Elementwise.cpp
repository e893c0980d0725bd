//===- Elementwise.cpp - Lowering of elementwise ops ----------------------===//

#include "Patterns.h"
#include "ScalarOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace kina;

namespace {
//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Builds the scalar ops of one element; the operands of one call are of one
/// type.
struct ElementBuilder {
  OpBuilder &b;
  Location loc;

  static bool isFloat(Value x) { return isa<FloatType>(x.getType()); }

  template <typename OpTy> Value make(ValueRange operands) {
    return OpTy::create(b, loc, operands[0].getType(), operands);
  }
  template <typename FloatOp, typename IntegerOp>
  Value either(ValueRange operands) {
    return buildFloatOrInteger<FloatOp, IntegerOp>(b, loc, operands);
  }
  Value constantLike(Value x, double value) {
    return buildConstant(b, loc, x.getType(), value);
  }
  Value add(Value x, Value y) {
    return either<arith::AddFOp, arith::AddIOp>({x, y});
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, loc, condition, x, y);
  }
  Value oneOf(Value x, Value y) { return arith::OrIOp::create(b, loc, x, y); }
  Value both(Value x, Value y) { return arith::AndIOp::create(b, loc, x, y); }

  Value compare(ComparePredicate predicate, Value x, Value y) {
    using F = arith::CmpFPredicate;
    using I = arith::CmpIPredicate;
    static constexpr std::pair<F, I> predicates[] = {
        {F::OEQ, I::eq},  {F::UNE, I::ne},  {F::OLT, I::slt},
        {F::OLE, I::sle}, {F::OGT, I::sgt}, {F::OGE, I::sge}};
    auto [forFloats, forIntegers] =
        predicates[static_cast<unsigned>(predicate)];
    if (isFloat(x))
      return arith::CmpFOp::create(b, loc, forFloats, x, y);
    return arith::CmpIOp::create(b, loc, forIntegers, x, y);
  }
  Value compare(ComparePredicate predicate, Value x, double value) {
    return compare(predicate, x, constantLike(x, value));
  }
};

/// The bits of an f16 or bf16 combined with a mask. LLVM would widen the float
/// op, and call what not every target's library has to narrow the result.
template <typename OpTy>
Value maskBits(ElementBuilder &e, Value x, int64_t mask) {
  Type bits = e.b.getIntegerType(16);
  Value integer = arith::BitcastOp::create(e.b, e.loc, bits, x);
  Value masked = e.make<OpTy>({integer, buildConstant(e.b, e.loc, bits, mask)});
  return arith::BitcastOp::create(e.b, e.loc, x.getType(), masked);
}

// One overload for each op: the element of the result from the elements of the
// operands.

Value element(NegOp, ElementBuilder &e, ValueRange x) {
  if (is16BitFloat(x[0].getType()))
    return maskBits<arith::XOrIOp>(e, x[0], -0x8000);
  if (e.isFloat(x[0]))
    return e.make<arith::NegFOp>(x);
  return e.make<arith::SubIOp>({e.constantLike(x[0], 0), x[0]});
}
Value element(AbsOp, ElementBuilder &e, ValueRange x) {
  if (is16BitFloat(x[0].getType()))
    return maskBits<arith::AndIOp>(e, x[0], 0x7fff);
  if (e.isFloat(x[0]))
    return e.make<math::AbsFOp>(x);
  // math.absi of the least integer is poison to some, here it wraps.
  Value negated = e.make<arith::SubIOp>({e.constantLike(x[0], 0), x[0]});
  return e.select(e.compare(ComparePredicate::lt, x[0], 0), negated, x[0]);
}

#define KINA_MATH_ELEMENT(OpTy, MathOp)                                        \
  Value element(OpTy, ElementBuilder &e, ValueRange x) {                       \
    return e.make<MathOp>(x);                                                  \
  }
KINA_MATH_ELEMENT(ExpOp, math::ExpOp)
KINA_MATH_ELEMENT(LogOp, math::LogOp)
KINA_MATH_ELEMENT(SqrtOp, math::SqrtOp)
KINA_MATH_ELEMENT(RsqrtOp, math::RsqrtOp)
KINA_MATH_ELEMENT(SinOp, math::SinOp)
KINA_MATH_ELEMENT(CosOp, math::CosOp)
KINA_MATH_ELEMENT(TanhOp, math::TanhOp)
KINA_MATH_ELEMENT(ErfOp, math::ErfOp)
KINA_MATH_ELEMENT(FloorOp, math::FloorOp)
#undef KINA_MATH_ELEMENT

Value element(SigmoidOp, ElementBuilder &e, ValueRange x) {
  // exp never overflows, and keeps its relative accuracy where x is very
  // negative.
  Value one = e.constantLike(x[0], 1);
  Value exp =
      e.make<math::ExpOp>(e.make<arith::NegFOp>(e.make<math::AbsFOp>(x[0])));
  Value numerator =
      e.select(e.compare(ComparePredicate::ge, x[0], 0), one, exp);
  return e.make<arith::DivFOp>({numerator, e.add(one, exp)});
}
Value element(ReluOp, ElementBuilder &e, ValueRange x) {
  return e.either<arith::MaximumFOp, arith::MaxSIOp>(
      {x[0], e.constantLike(x[0], 0)});
}
Value element(SignOp, ElementBuilder &e, ValueRange x) {
  Value negative = e.compare(ComparePredicate::lt, x[0], 0);
  Value positive = e.compare(ComparePredicate::gt, x[0], 0);
  Value notPositive = e.select(negative, e.constantLike(x[0], -1), x[0]);
  return e.select(positive, e.constantLike(x[0], 1), notPositive);
}

Value element(AddOp, ElementBuilder &e, ValueRange x) {
  return e.add(x[0], x[1]);
}
Value element(SubOp, ElementBuilder &e, ValueRange x) {
  return e.either<arith::SubFOp, arith::SubIOp>(x);
}
Value element(MulOp, ElementBuilder &e, ValueRange x) {
  return e.either<arith::MulFOp, arith::MulIOp>(x);
}
Value element(MaxOp, ElementBuilder &e, ValueRange x) {
  return e.either<arith::MaximumFOp, arith::MaxSIOp>(x);
}
Value element(MinOp, ElementBuilder &e, ValueRange x) {
  return e.either<arith::MinimumFOp, arith::MinSIOp>(x);
}
Value element(PowOp, ElementBuilder &e, ValueRange x) {
  return e.make<math::PowFOp>(x);
}
Value element(MulNoNanOp, ElementBuilder &e, ValueRange x) {
  return e.select(e.compare(ComparePredicate::eq, x[0], 0),
                  e.constantLike(x[0], 0), e.make<arith::MulFOp>(x));
}

/// A divisor for which division is defined: 0 has trapped, unless its check was
/// dead, and -1 is the caller's.
Value getSafeDivisor(ElementBuilder &e, Value divisor) {
  Value unsafe = e.oneOf(e.compare(ComparePredicate::eq, divisor, 0),
                         e.compare(ComparePredicate::eq, divisor, -1));
  return e.select(unsafe, e.constantLike(divisor, 1), divisor);
}
Value element(DivOp, ElementBuilder &e, ValueRange x) {
  if (e.isFloat(x[0]))
    return e.make<arith::DivFOp>(x);
  Value quotient = e.make<arith::DivSIOp>({x[0], getSafeDivisor(e, x[1])});
  Value negated = e.make<arith::SubIOp>({e.constantLike(x[0], 0), x[0]});
  return e.select(e.compare(ComparePredicate::eq, x[1], -1), negated, quotient);
}
Value element(ModOp, ElementBuilder &e, ValueRange x) {
  bool isFloat = e.isFloat(x[0]);
  // The remainder by 1 is that by -1.
  Value remainder =
      isFloat ? e.make<arith::RemFOp>(x)
              : e.make<arith::RemSIOp>({x[0], getSafeDivisor(e, x[1])});
  Value nonZero = e.compare(ComparePredicate::ne, remainder, 0);
  Value signsDiffer =
      arith::CmpIOp::create(e.b, e.loc, arith::CmpIPredicate::ne,
                            e.compare(ComparePredicate::lt, remainder, 0),
                            e.compare(ComparePredicate::lt, x[1], 0));
  return e.select(e.both(nonZero, signsDiffer), e.add(remainder, x[1]),
                  remainder);
}

Value element(AndOp, ElementBuilder &e, ValueRange x) {
  return e.both(x[0], x[1]);
}
Value element(OrOp, ElementBuilder &e, ValueRange x) {
  return e.oneOf(x[0], x[1]);
}
Value element(XorOp, ElementBuilder &e, ValueRange x) {
  return e.make<arith::XOrIOp>(x);
}
Value element(NotOp, ElementBuilder &e, ValueRange x) {
  return e.make<arith::XOrIOp>({x[0], e.constantLike(x[0], -1)});
}
Value element(CompareOp op, ElementBuilder &e, ValueRange x) {
  return e.compare(op.getPredicate(), x[0], x[1]);
}
Value element(SelectOp, ElementBuilder &e, ValueRange x) {
  return e.select(x[0], x[1], x[2]);
}
Value element(CastOp op, ElementBuilder &e, ValueRange x) {
  return buildCast(e.b, e.loc, x[0], op.getType().getElementType());
}

//===----------------------------------------------------------------------===//
// Pattern
//===----------------------------------------------------------------------===//

/// Ops that are exact in every type, or see to their own roundings. The others
/// compute f16 and bf16 in f32, and round once.
template <typename OpTy>
constexpr bool keepsElementType =
    llvm::is_one_of<OpTy, NegOp, AbsOp, SelectOp, CastOp>::value;

template <typename OpTy> struct ElementwiseLowering : LoweringPattern<OpTy> {
  using LoweringPattern<OpTy>::LoweringPattern;

  Value lower(OpTy op, PatternRewriter &b) const override {
    if constexpr (llvm::is_one_of<OpTy, DivOp, ModOp>::value)
      if (op.canTrapOnValues())
        this->checks.emitDivisorChecks(b, op, op.getRhs());
    Type type = op.getType().getElementType();
    return buildElementwise(
        b, op.getLoc(), op->getOperands(), getResultSizes(b, op), type,
        [&](OpBuilder &b, Location loc, ValueRange operands) -> Value {
          ElementBuilder builder{b, loc};
          if constexpr (keepsElementType<OpTy>) {
            return element(op, builder, operands);
          } else {
            auto widen = [&](Value x) { return buildWidened(b, loc, x); };
            Value result =
                element(op, builder, llvm::map_to_vector(operands, widen));
            return buildNarrowed(b, loc, result, type);
          }
        });
  }
};
} // namespace

void kina::populateElementwiseToLinalgPatterns(RewritePatternSet &patterns,
                                               CheckEmitter &checks) {
  patterns.add<ElementwiseLowering<NegOp>, ElementwiseLowering<AbsOp>,
               ElementwiseLowering<ExpOp>, ElementwiseLowering<LogOp>,
               ElementwiseLowering<SqrtOp>, ElementwiseLowering<RsqrtOp>,
               ElementwiseLowering<SinOp>, ElementwiseLowering<CosOp>,
               ElementwiseLowering<TanhOp>, ElementwiseLowering<SigmoidOp>,
               ElementwiseLowering<ReluOp>, ElementwiseLowering<ErfOp>,
               ElementwiseLowering<FloorOp>, ElementwiseLowering<SignOp>,
               ElementwiseLowering<AddOp>, ElementwiseLowering<SubOp>,
               ElementwiseLowering<MulOp>, ElementwiseLowering<DivOp>,
               ElementwiseLowering<MaxOp>, ElementwiseLowering<MinOp>,
               ElementwiseLowering<PowOp>, ElementwiseLowering<ModOp>,
               ElementwiseLowering<MulNoNanOp>, ElementwiseLowering<AndOp>,
               ElementwiseLowering<OrOp>, ElementwiseLowering<XorOp>,
               ElementwiseLowering<NotOp>, ElementwiseLowering<CompareOp>,
               ElementwiseLowering<SelectOp>, ElementwiseLowering<CastOp>>(
      patterns.getContext(), checks);
}
