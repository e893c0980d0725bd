//===- CheckpointRule.cpp - Derivative of kina.checkpoint -----------------===//
//
// The backward part is a function of the values that the region reads, which
// computes again what it needs. It is a function so that nothing merges what it
// computes with what the forward part has.
//
//===----------------------------------------------------------------------===//

#include "Kina/Dialect/Builders.h"
#include "NormalizeLoops.h"
#include "RegionRules.h"

using namespace mlir;
using namespace kina;

namespace {
class CheckpointRule : public RegionRule {
public:
  CheckpointRule(CheckpointOp op, Source &source)
      : op(op), source(source), body(op.getRegion()) {}

  LogicalResult differentiate();
  FailureOr<SmallVector<Value>> buildForward(OpBuilder &b,
                                             const IRMapping &mapping) override;
  void buildBackward(OpBuilder &b, ArrayRef<Value> cotangents,
                     CotangentSums &sums) override;

private:
  SmallVector<Value> callBackward(OpBuilder &b, ArrayRef<Value> operands);

  CheckpointOp op;
  Source &source;
  Body body;
  BodyKey key;
  BodyDerivative derivative;
  SmallVector<Value> inputs;
  SmallVector<Value> results;
};
} // namespace

LogicalResult CheckpointRule::differentiate() {
  key.inputs = getActiveInputs(body, source);
  key.results = getActiveResults(op, body, source);
  BodyOptions options;
  options.recompute = true;
  FailureOr<BodyDerivative> made =
      BodyDifferentiator(source, body, key, options).run();
  if (failed(made))
    return failure();
  derivative = std::move(*made);
  return success();
}

FailureOr<SmallVector<Value>>
CheckpointRule::buildForward(OpBuilder &b, const IRMapping &mapping) {
  for (Value input : body.inputs)
    inputs.push_back(mapping.lookup(input));
  source.getDerivatives().getReport().noteAgain(
      op.getLoc(),
      isComputed(op) ? "runs again for its backward part, as a loop of so many "
                       "iterations as it had"
                     : "is computed again for its backward part");
  if (isComputed(op)) {
    Operation *computed = op->getPrevNode();
    for (unsigned i = 0, e = op.getNumResults(); i < e; ++i)
      results.push_back(mapping.lookup(computed->getResult(i)));
  } else {
    IRMapping copy(mapping);
    llvm::append_range(results, b.clone(*op, copy)->getResults());
  }
  return results;
}

/// A while loop's stands in the function itself: there is nothing in the
/// forward part that it could be merged with.
SmallVector<Value> CheckpointRule::callBackward(OpBuilder &b,
                                                ArrayRef<Value> operands) {
  if (isComputed(op))
    return inlineFunction(b, std::move(derivative.backward), operands);
  func::FuncOp callee = source.getCallee();
  func::FuncOp backward = derivative.backward.release();
  finishLoops(backward);
  source.getDerivatives().insertFunction(
      backward, callee, callee.getSymName() + "_checkpoint_bwd");
  backward.setNoInline(true);
  return func::CallOp::create(b, op.getLoc(), backward, operands).getResults();
}

void CheckpointRule::buildBackward(OpBuilder &b, ArrayRef<Value> cotangents,
                                   CotangentSums &sums) {
  if (derivative.backward->getNumResults() == 0)
    return;
  SmallVector<Value> operands;
  for (BackwardOperand operand : derivative.operands)
    operands.push_back(inputs[operand.index]);
  for (int64_t result : key.results)
    operands.push_back(cotangents[result]
                           ? cotangents[result]
                           : buildSplat(b, op.getLoc(), 0.0, results[result]));
  SmallVector<Value> given = callBackward(b, operands);
  for (auto [input, result] :
       llvm::zip_equal(key.inputs, derivative.cotangents))
    if (result)
      sums.add(inputs[input], given[*result]);
}

std::unique_ptr<RegionRule> kina::createCheckpointRule(CheckpointOp op,
                                                       Source &source) {
  auto rule = std::make_unique<CheckpointRule>(op, source);
  return succeeded(rule->differentiate()) ? std::move(rule) : nullptr;
}
