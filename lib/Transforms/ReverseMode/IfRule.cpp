//===- IfRule.cpp - Derivative of scf.if ----------------------------------===//
//
// Forward: both branches also give what their backward parts need; a value of
// one branch shares its result of the op with one of the other branch of the
// same type, or is a placeholder there. Backward: an scf.if on the same
// condition, which gives the cotangents of all values that a branch reads.
//
//===----------------------------------------------------------------------===//

#include "Kina/Dialect/Builders.h"
#include "RegionRules.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace kina;

namespace {
struct Branch {
  explicit Branch(Region &region) : region(region), body(region) {}

  Region &region;
  Body body;
  BodyKey key;
  BodyDerivative derivative;
  /// The values that it reads, and for each residual the op's result that
  /// holds it, in the function that is built.
  SmallVector<Value> inputs;
  SmallVector<unsigned> slots;
};

class IfRule : public RegionRule {
public:
  explicit IfRule(scf::IfOp op)
      : op(op),
        branches{Branch(op.getThenRegion()), Branch(op.getElseRegion())} {}

  LogicalResult differentiate(Source &source);
  FailureOr<SmallVector<Value>> buildForward(OpBuilder &b,
                                             const IRMapping &mapping) override;
  void buildBackward(OpBuilder &b, ArrayRef<Value> cotangents,
                     CotangentSums &sums) override;

private:
  SmallVector<Type> assignSlots();
  void buildForwardBranch(Branch &branch, Block *block,
                          ArrayRef<Type> slotTypes);
  void buildBackwardBranch(Branch &branch, Block *block,
                           ArrayRef<Value> cotangents, ArrayRef<Value> targets);

  scf::IfOp op;
  Branch branches[2];
  Value condition;
  scf::IfOp forward;
};
} // namespace

LogicalResult IfRule::differentiate(Source &source) {
  for (Branch &branch : branches) {
    branch.key.inputs = getActiveInputs(branch.body, source);
    branch.key.results = getActiveResults(op, branch.body, source);
    FailureOr<BodyDerivative> derivative =
        BodyDifferentiator(source, branch.body, branch.key, {}).run();
    if (failed(derivative))
      return failure();
    branch.derivative = std::move(*derivative);
  }
  return success();
}

/// Gives each residual a further result of the op: the first of its type that
/// the same branch does not use yet.
SmallVector<Type> IfRule::assignSlots() {
  SmallVector<Type> types;
  for (Branch &branch : branches) {
    llvm::BitVector used(types.size());
    auto residuals = branch.derivative.forward->getResultTypes().drop_front(
        op.getNumResults());
    for (Type type : residuals) {
      unsigned slot = 0;
      while (slot != types.size() && (types[slot] != type || used.test(slot)))
        ++slot;
      if (slot == types.size()) {
        types.push_back(type);
        used.push_back(false);
      }
      used.set(slot);
      branch.slots.push_back(slot);
    }
  }
  return types;
}

/// A value that is never read, as cheap as possible.
static Value buildPlaceholder(OpBuilder &b, Location loc, Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    SmallVector<Value> sizes;
    for (int64_t i = 0, e = tensor.getNumDynamicDims(); i < e; ++i)
      sizes.push_back(arith::ConstantIndexOp::create(b, loc, 0));
    return tensor::EmptyOp::create(b, loc, tensor, sizes);
  }
  if (type.isIntOrIndexOrFloat())
    return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  return ub::PoisonOp::create(b, loc, type);
}

void IfRule::buildForwardBranch(Branch &branch, Block *block,
                                ArrayRef<Type> slotTypes) {
  OpBuilder b = OpBuilder::atBlockEnd(block);
  SmallVector<Value> given =
      inlineFunction(b, std::move(branch.derivative.forward), branch.inputs);
  SmallVector<Value> yielded =
      llvm::to_vector(ArrayRef(given).take_front(op.getNumResults()));
  SmallVector<Value> kept(slotTypes.size());
  for (auto [slot, residual] : llvm::zip_equal(
           branch.slots, ArrayRef(given).drop_front(op.getNumResults())))
    kept[slot] = residual;
  for (auto [value, type] : llvm::zip_equal(kept, slotTypes))
    yielded.push_back(value ? value : buildPlaceholder(b, op.getLoc(), type));
  scf::YieldOp::create(b, op.getLoc(), yielded);
}

FailureOr<SmallVector<Value>> IfRule::buildForward(OpBuilder &b,
                                                   const IRMapping &mapping) {
  SmallVector<Type> slotTypes = assignSlots();
  SmallVector<Type> types = llvm::to_vector(op.getResultTypes());
  llvm::append_range(types, slotTypes);
  condition = mapping.lookup(op.getCondition());
  forward = scf::IfOp::create(b, op.getLoc(), types, condition,
                              /*addThenBlock=*/true, /*addElseBlock=*/true);
  forward->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  for (auto [branch, region] :
       llvm::zip_equal(branches, forward->getRegions())) {
    for (Value input : branch.body.inputs)
      branch.inputs.push_back(mapping.lookup(input));
    buildForwardBranch(branch, &region.front(), slotTypes);
  }
  return SmallVector<Value>(
      forward.getResults().take_front(op.getNumResults()));
}

void IfRule::buildBackwardBranch(Branch &branch, Block *block,
                                 ArrayRef<Value> cotangents,
                                 ArrayRef<Value> targets) {
  OpBuilder b = OpBuilder::atBlockEnd(block);
  Location loc = op.getLoc();
  SmallVector<Value> operands;
  for (BackwardOperand operand : branch.derivative.operands) {
    unsigned i = operand.index;
    operands.push_back(
        operand.kind == BackwardOperand::Argument ? branch.inputs[i]
        : operand.kind == BackwardOperand::Result
            ? Value(forward.getResult(i))
            : forward.getResult(op.getNumResults() + branch.slots[i]));
  }
  for (int64_t result : branch.key.results)
    operands.push_back(
        cotangents[result]
            ? cotangents[result]
            : buildSplat(b, loc, 0.0, forward.getResult(result)));
  SmallVector<Value> given =
      inlineFunction(b, std::move(branch.derivative.backward), operands);
  llvm::DenseMap<Value, Value> cotangentOf;
  for (auto [input, result] :
       llvm::zip_equal(branch.key.inputs, branch.derivative.cotangents))
    if (result)
      cotangentOf[branch.inputs[input]] = given[*result];
  SmallVector<Value> yielded = llvm::map_to_vector(targets, [&](Value target) {
    Value cotangent = cotangentOf.lookup(target);
    return cotangent ? cotangent : buildSplat(b, loc, 0.0, target);
  });
  scf::YieldOp::create(b, loc, yielded);
}

void IfRule::buildBackward(OpBuilder &b, ArrayRef<Value> cotangents,
                           CotangentSums &sums) {
  // Every value that some branch gives a cotangent.
  llvm::SetVector<Value> targets;
  for (Branch &branch : branches)
    for (auto [input, result] :
         llvm::zip_equal(branch.key.inputs, branch.derivative.cotangents))
      if (result)
        targets.insert(branch.inputs[input]);
  if (targets.empty())
    return;
  auto backward = scf::IfOp::create(
      b, op.getLoc(), ValueRange(targets.getArrayRef()).getTypes(), condition,
      /*addThenBlock=*/true, /*addElseBlock=*/true);
  for (auto [branch, region] :
       llvm::zip_equal(branches, backward->getRegions()))
    buildBackwardBranch(branch, &region.front(), cotangents,
                        targets.getArrayRef());
  for (auto [target, cotangent] :
       llvm::zip_equal(targets, backward.getResults()))
    sums.add(target, cotangent);
}

std::unique_ptr<RegionRule> kina::createIfRule(scf::IfOp op, Source &source) {
  auto rule = std::make_unique<IfRule>(op);
  return succeeded(rule->differentiate(source)) ? std::move(rule) : nullptr;
}
