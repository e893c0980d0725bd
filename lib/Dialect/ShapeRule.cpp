//===- ShapeRule.cpp - What follows from an op's shape rule ---------------===//

#include "Kina/Interfaces/ShapeRuleOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kina;

#include "Kina/Interfaces/ShapeRuleOpInterface.cpp.inc"

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

Size Size::of(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  std::optional<int64_t> known;
  if (!type.isDynamicDim(dim))
    known = type.getDimSize(dim);
  return Size(known, tensor, dim);
}

SmallVector<Size> kina::getDimSizes(Value tensor) {
  SmallVector<Size> sizes;
  for (int64_t d = 0, e = cast<RankedTensorType>(tensor.getType()).getRank();
       d < e; ++d)
    sizes.push_back(Size::of(tensor, d));
  return sizes;
}

OpFoldResult Size::materialize(OpBuilder &b, Location loc) const {
  if (known)
    return b.getIndexAttr(*known);
  if (dim < 0)
    return getAsOpFoldResult(source);
  return tensor::getMixedSize(b, loc, source, dim);
}

/// The value where every term is known; tells whether that does not fit.
static std::optional<int64_t> evaluate(const SizeExpr &size, bool &overflow) {
  int64_t value = 0;
  for (const Size &term : size.terms) {
    std::optional<int64_t> known = term.getStatic();
    if (!known)
      return std::nullopt;
    overflow |= llvm::AddOverflow(value, *known, value);
  }
  overflow |= llvm::MulOverflow(value, size.factor, value);
  overflow |= llvm::AddOverflow(value, size.offset, value);
  return value;
}

std::optional<int64_t> SizeExpr::getStatic() const {
  bool overflow = false;
  std::optional<int64_t> value = evaluate(*this, overflow);
  return value && overflow ? std::numeric_limits<int64_t>::max() : value;
}

bool SizeExpr::overflows() const {
  bool overflow = false;
  return evaluate(*this, overflow) && overflow;
}

/// The largest sum of the unknown terms with which the size fits; negative
/// where none does.
static int64_t getRoom(const SizeExpr &size) {
  constexpr int64_t max = std::numeric_limits<int64_t>::max();
  int64_t known = 0;
  for (const Size &term : size.terms)
    if (llvm::AddOverflow(known, term.getStatic().value_or(0), known))
      return -1;
  return (max - size.offset) / size.factor - known;
}

bool SizeExpr::mayOverflow() const {
  auto isUnknown = [](const Size &term) { return !term.getStatic(); };
  int64_t unknown = llvm::count_if(terms, isUnknown);
  return unknown > 1 ||
         (unknown == 1 && getRoom(*this) < std::numeric_limits<int64_t>::max());
}

Value SizeExpr::buildOverflows(OpBuilder &b, Location loc) const {
  int64_t room = getRoom(*this);
  if (room < 0)
    return arith::ConstantIntOp::create(b, loc, 1, /*width=*/1);
  Value limit = arith::ConstantIndexOp::create(b, loc, room);
  auto isBeyond = [&](Value sum) -> Value {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ugt, sum, limit);
  };
  SmallVector<Value> unknown;
  for (const Size &term : terms)
    if (!term.getStatic())
      unknown.push_back(cast<Value>(term.materialize(b, loc)));
  if (unknown.size() == 1)
    return isBeyond(unknown.front());
  // Each sum is of two numbers of 63 bits, or one before it is beyond: no
  // wrapping goes unnoticed.
  Value sum = unknown.front(), wrong;
  for (Value size : ArrayRef(unknown).drop_front()) {
    sum = arith::AddIOp::create(b, loc, sum, size);
    wrong = wrong ? arith::OrIOp::create(b, loc, wrong, isBeyond(sum))
                  : isBeyond(sum);
  }
  return wrong;
}

OpFoldResult SizeExpr::materialize(OpBuilder &b, Location loc) const {
  if (std::optional<int64_t> known = getStatic())
    return b.getIndexAttr(*known);
  Value sum;
  auto asValue = [&](OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(b, loc, size);
  };
  for (const Size &term : terms) {
    Value size = asValue(term.materialize(b, loc));
    sum = sum ? arith::AddIOp::create(b, loc, sum, size) : size;
  }
  if (factor != 1)
    sum = arith::MulIOp::create(b, loc, sum, asValue(b.getIndexAttr(factor)));
  if (offset != 0)
    sum = arith::AddIOp::create(b, loc, sum, asValue(b.getIndexAttr(offset)));
  return getAsOpFoldResult(sum);
}

void ShapeRule::requireSameShape(ValueRange operands) {
  SmallVector<Size> first = getDimSizes(operands[0]);
  result.append(first.begin(), first.end());
  for (Value other : operands.drop_front())
    for (auto [dim, size] : llvm::enumerate(first))
      equal.push_back({size, Size::of(other, dim), static_cast<int64_t>(dim)});
}

SmallVector<int64_t> kina::getStaticShape(const ShapeRule &rule) {
  return llvm::map_to_vector(rule.result, [](const SizeExpr &size) {
    return size.getStatic().value_or(ShapedType::kDynamic);
  });
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

namespace {
/// " (dimension 1 of operand #0)", or nothing for a size of another origin.
void printOrigin(InFlightDiagnostic &diag, Operation *op, const Size &size) {
  if (!size.getSource() || size.getDim() < 0)
    return;
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    if (operand == size.getSource()) {
      diag << " (dimension " << size.getDim() << " of operand #" << i << ")";
      return;
    }
}

/// Does not overflow: the tensors' types are countable.
std::optional<int64_t> getStaticProduct(ArrayRef<Size> sizes) {
  int64_t product = 1;
  bool unknown = false;
  for (const Size &size : sizes) {
    std::optional<int64_t> known = size.getStatic();
    if (known == 0)
      return 0;
    if (!known)
      unknown = true;
    else
      product *= *known;
  }
  return unknown ? std::nullopt : std::optional<int64_t>(product);
}

LogicalResult verifyConstraints(Operation *op, const ShapeRule &rule) {
  for (const SizeConstraint &c : rule.equal) {
    std::optional<int64_t> lhs = c.lhs.getStatic(), rhs = c.rhs.getStatic();
    if (!lhs || !rhs || *lhs == *rhs)
      continue;
    InFlightDiagnostic diag = op->emitOpError("expected equal ")
                              << c.what << ", got " << *lhs;
    printOrigin(diag, op, c.lhs);
    diag << " and " << *rhs;
    printOrigin(diag, op, c.rhs);
    return diag;
  }
  for (const BoundConstraint &c : rule.within) {
    std::optional<int64_t> size = c.size.getStatic();
    if (size && c.end > *size)
      return op->emitOpError("expected to stay within dimension ")
             << c.dimension << " of size " << *size << ", got the end "
             << c.end;
  }
  std::optional<int64_t> lhs = getStaticProduct(rule.countLhs);
  std::optional<int64_t> rhs = getStaticProduct(rule.countRhs);
  if (lhs && rhs && *lhs != *rhs)
    return op->emitOpError(
               "expected as many elements in the result as in the operand, ")
           << *lhs << ", got " << *rhs;
  return success();
}
} // namespace

LogicalResult kina::verifyShapeRule(ShapeRuleOpInterface op) {
  ShapeRule rule;
  if (failed(op.getShapeRule(rule, [&] { return op->emitOpError(); })) ||
      failed(verifyConstraints(op, rule)))
    return failure();
  for (auto [dim, size] : llvm::enumerate(rule.result))
    if (size.overflows())
      return op->emitOpError(
                 "expected a size that fits in 63 bits in dimension ")
             << dim << " of the result, got a larger one";
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<int64_t> expected = getStaticShape(rule);
  if (failed(verifyCompatibleShape(expected, type.getShape()))) {
    InFlightDiagnostic diag = op->emitOpError("expected a result of shape [");
    llvm::interleaveComma(expected, diag, [&](int64_t size) {
      if (ShapedType::isDynamic(size))
        diag << "?";
      else
        diag << size;
    });
    return diag << "], got " << type;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Run time
//===----------------------------------------------------------------------===//

RuntimeChecks kina::getRuntimeChecks(ShapeRuleOpInterface op) {
  RuntimeChecks checks;
  ShapeRule rule;
  if (failed(op.getShapeRule(rule, [&] { return op->emitOpError(); })))
    return checks; // The verifier has refused the op.
  auto same = [](const Size &a, const Size &b) {
    return (a.getStatic() && b.getStatic()) ||
           (a.getSource() == b.getSource() && a.getDim() == b.getDim());
  };
  for (const SizeConstraint &c : rule.equal)
    if (!same(c.lhs, c.rhs))
      checks.equal.push_back({c.lhs, c.rhs, c.dimension});
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  for (auto [dim, size] : llvm::enumerate(rule.result))
    if (!type.isDynamicDim(dim) && !size.getStatic())
      checks.equal.push_back({size, Size::constant(type.getDimSize(dim)),
                              static_cast<int64_t>(dim)});
  for (const BoundConstraint &c : rule.within)
    if (!c.size.getStatic())
      checks.within.push_back(c);
  for (auto [dim, size] : llvm::enumerate(rule.result))
    for (const Size &term : size.terms)
      if (Value index = term.getSource();
          index && index.getType().isIndex() && !isKnownNonNegative(index))
        checks.computed.push_back({term, static_cast<int64_t>(dim)});
  for (auto [dim, size] : llvm::enumerate(rule.result))
    if (size.mayOverflow())
      checks.growing.push_back({size, static_cast<int64_t>(dim)});
  if (!getStaticProduct(rule.countLhs) || !getStaticProduct(rule.countRhs)) {
    checks.countLhs = rule.countLhs;
    checks.countRhs = rule.countRhs;
  }
  return checks;
}

Speculation::Speculatability
kina::getShapeRuleSpeculatability(ShapeRuleOpInterface op) {
  return op.canTrapOnValues() || !getRuntimeChecks(op).empty()
             ? Speculation::NotSpeculatable
             : Speculation::Speculatable;
}

bool kina::isKnownNonNegative(Value index) {
  if (std::optional<int64_t> known = getConstantIntValue(index))
    return *known >= 0;
  return index.getDefiningOp<tensor::DimOp>() != nullptr;
}

OpFoldResult kina::buildSaturatingProduct(OpBuilder &b, Location loc,
                                          ArrayRef<OpFoldResult> sizes,
                                          int64_t limit) {
  int64_t known = 1;
  SmallVector<Value> unknown;
  for (OpFoldResult size : sizes) {
    std::optional<int64_t> constant = getConstantIntValue(size);
    if (constant == 0)
      return b.getIndexAttr(0);
    if (!constant)
      unknown.push_back(cast<Value>(size));
    else if (llvm::MulOverflow(known, *constant, known))
      known = limit;
  }
  known = std::min(known, limit);
  if (unknown.empty())
    return b.getIndexAttr(known);

  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  // Before each step the product is so small that the step cannot wrap.
  Value product = unknown.front();
  for (Value size : ArrayRef(unknown).drop_front()) {
    auto whole = arith::MulUIExtendedOp::create(b, loc, product, size);
    Value fits = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                       whole.getHigh(), constant(0));
    Value low = arith::MinUIOp::create(b, loc, whole.getLow(), constant(limit));
    product = arith::SelectOp::create(b, loc, fits, low, constant(limit));
  }
  // Alone, a size is as it is: it has 63 bits.
  if (limit / known < std::numeric_limits<int64_t>::max())
    product = arith::MinUIOp::create(b, loc, product, constant(limit / known));
  if (known != 1)
    product = arith::MulIOp::create(b, loc, product, constant(known));
  return product;
}

SmallVector<OpFoldResult> kina::getResultSizes(OpBuilder &b,
                                               ShapeRuleOpInterface op) {
  ShapeRule rule;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (failed(op.getShapeRule(rule, [&] { return op->emitOpError(); })))
    return {};
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, size] : llvm::enumerate(rule.result)) {
    if (!type.isDynamicDim(dim)) {
      sizes.push_back(b.getIndexAttr(type.getDimSize(dim)));
      continue;
    }
    // Reification wants a value for a `?`, also where the operands are static.
    OpFoldResult built = size.materialize(b, op->getLoc());
    sizes.push_back(getValueOrCreateConstantIndexOp(b, op->getLoc(), built));
  }
  return sizes;
}

void kina::populateResultBounds(ShapeRuleOpInterface op, int64_t dim,
                                ValueBoundsConstraintSet &bounds) {
  ShapeRule rule;
  if (failed(op.getShapeRule(rule, [&] { return op->emitOpError(); })))
    return;
  const SizeExpr &size = rule.result[dim];
  AffineExpr sum = bounds.getExpr(0);
  for (const Size &term : size.terms)
    sum = sum + (term.getStatic() ? bounds.getExpr(*term.getStatic())
                 : term.getDim() < 0
                     ? bounds.getExpr(term.getSource())
                     : bounds.getExpr(term.getSource(), term.getDim()));
  bounds.bound(op->getResult(0))[dim] == sum *size.factor + size.offset;
}
