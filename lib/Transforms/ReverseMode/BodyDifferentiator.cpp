//===- BodyDifferentiator.cpp - Builds primal and backward ops ------------===//

#include "BodyDifferentiator.h"
#include "Accumulation.h"
#include "Effects.h"
#include "Kina/Dialect/Builders.h"
#include "Split.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace kina;

//===----------------------------------------------------------------------===//
// The joint function
//===----------------------------------------------------------------------===//

FailureOr<BodyDerivative> BodyDifferentiator::run() {
  SmallVector<Type> types = llvm::to_vector(ValueRange(body.inputs).getTypes());
  for (int64_t result : key.results)
    types.push_back(body.getResults()[result].getType());
  for (int64_t input : key.inputs)
    if (takesSum(input))
      types.push_back(body.inputs[input].getType());
  func::FuncOp callee = source.getCallee();
  OwningOpRef<func::FuncOp> owner = func::FuncOp::create(
      callee.getLoc(), callee.getSymName(), builder.getFunctionType(types, {}));
  joint = *owner;
  joint.setPrivate();
  if (failed(buildJointOps()))
    return failure();

  BodyDerivative derivative;
  SmallVector<Value> gradients = collectCotangents(derivative);
  if (options.recompute) {
    func::ReturnOp::create(builder, joint.getLoc(), gradients);
    derivative.backward = std::move(owner);
    if (failed(dropUnusedPrimal()))
      return failure();
    dropUnusedInputs(derivative);
    return derivative;
  }
  SplitFunction parts = splitJointFunction(
      joint, {static_cast<unsigned>(body.inputs.size()), options.numChanging},
      primal, returned, gradients);
  if (options.reports) {
    const Report &report = source.getDerivatives().getReport();
    StringRef name = source.getCallee().getSymName();
    for (Operation *op : parts.recomputed)
      report.noteCheap(op, name);
    report.noteResiduals(joint.getLoc(), name, parts.residuals);
  }
  derivative.operands = std::move(parts.operands);
  derivative.backward = std::move(parts.backward);
  derivative.forward = std::move(owner);
  return derivative;
}

LogicalResult BodyDifferentiator::runInto(func::FuncOp backward) {
  joint = backward;
  if (failed(buildJointOps()))
    return failure();
  BodyDerivative derivative;
  func::ReturnOp::create(builder, joint.getLoc(),
                         collectCotangents(derivative));
  return dropUnusedPrimal();
}

LogicalResult BodyDifferentiator::buildJointOps() {
  builder.setInsertionPointToEnd(joint.addEntryBlock());
  for (auto [i, input] : llvm::enumerate(body.inputs)) {
    mapping.map(input, joint.getArgument(i));
    if (source.getActivity().isActive(input))
      active.insert(joint.getArgument(i));
  }
  unsigned sum = body.inputs.size() + key.results.size();
  for (int64_t input : key.inputs)
    if (takesSum(input))
      cotangents[joint.getArgument(input)] = joint.getArgument(sum++);
  return failure(failed(clonePrimal()) || failed(pullBack()));
}

//===----------------------------------------------------------------------===//
// Primal ops
//===----------------------------------------------------------------------===//

LogicalResult BodyDifferentiator::clonePrimal() {
  for (Operation &op : body.block->without_terminator())
    if (failed(cloneOp(op)))
      return failure();
  for (Operation &op : joint.front())
    primal.push_back(&op);
  for (Value value : body.getResults())
    returned.push_back(mapping.lookup(value));
  return success();
}

LogicalResult BodyDifferentiator::cloneOp(Operation &op) {
  if (!source.getActivity().isActive(&op)) {
    builder.clone(op, mapping);
    return success();
  }
  Step step;
  if (auto call = dyn_cast<func::CallOp>(op)) {
    step.op = cloneCall(call, step);
  } else if ((step.rule = source.getRule(&op))) {
    FailureOr<SmallVector<Value>> results =
        step.rule->buildForward(builder, mapping);
    if (failed(results))
      return failure();
    mapping.map(op.getResults(), *results);
  } else {
    step.op = builder.clone(op, mapping);
  }
  for (Value result : op.getResults()) {
    step.results.push_back(mapping.lookup(result));
    if (source.getActivity().isActive(result))
      active.insert(step.results.back());
  }
  steps.push_back(std::move(step));
  return success();
}

Operation *BodyDifferentiator::cloneCall(func::CallOp call, Step &step) {
  DerivativeBuilder &derivatives = source.getDerivatives();
  DerivativeKey calleeKey = source.getKey(call);
  Derivative &callee = derivatives.lookup(calleeKey);
  if (callee.isRecursive)
    derivatives.declareRecursive(calleeKey, callee);
  auto operands = llvm::map_to_vector(
      call.getOperands(), [&](Value v) { return mapping.lookup(v); });
  bool keep = !options.recompute && derivatives.keepsResidualsOf(callee);
  if (!keep)
    derivatives.getReport().noteAgain(
        call.getLoc(),
        "runs @" + call.getCallee() +
            (options.recompute
                 ? " again for its backward part, as all around it"
                 : " again for its backward part, for which it would keep "
                   "more values than the program has ops"));
  auto forward =
      func::CallOp::create(builder, call.getLoc(),
                           keep ? callee.forward : calleeKey.callee, operands);
  mapping.map(call.getResults(),
              forward.getResults().take_front(call.getNumResults()));
  step.call = Call{&callee, std::move(calleeKey)};
  return forward;
}

//===----------------------------------------------------------------------===//
// Backward ops
//===----------------------------------------------------------------------===//

void BodyDifferentiator::accumulate(Value value, Value cotangent,
                                    Location loc) {
  if (!active.contains(value))
    return;
  Value &sum = cotangents[value];
  sum = sum ? buildSum(builder, loc, sum, cotangent) : cotangent;
}

namespace {
/// Gathers what a rule contributes, and checks it.
class Pullback : public VJPContext {
public:
  using Sink = llvm::function_ref<void(Value value, Value cotangent)>;

  Pullback(Operation *op, OpBuilder &builder, ArrayRef<Value> cotangents,
           const llvm::DenseSet<Value> &active, Sink sink)
      : VJPContext(builder, cotangents), op(op), active(active), sink(sink) {}

  void contribute(OpOperand &operand,
                  llvm::function_ref<Value()> build) override {
    if (!active.contains(operand.get()))
      return;
    Value cotangent = build();
    if (!cotangent)
      return;
    if (cotangent.getType() == operand.get().getType())
      return sink(operand.get(), cotangent);
    failed = true;
    op->emitOpError("expected its derivative rule to give operand #")
        << operand.getOperandNumber() << " a cotangent of type "
        << operand.get().getType() << ", got " << cotangent.getType();
  }

  bool failed = false;

private:
  Operation *op;
  const llvm::DenseSet<Value> &active;
  Sink sink;
};
} // namespace

LogicalResult BodyDifferentiator::pullBackOp(Operation *op,
                                             ArrayRef<Value> cotangents) {
  auto sink = [&](Value value, Value cotangent) {
    accumulate(value, cotangent, op->getLoc());
  };
  Pullback pullback(op, builder, cotangents, active, sink);
  cast<VJPOpInterface>(op).buildVJP(pullback);
  return failure(pullback.failed);
}

void BodyDifferentiator::pullBackCall(const Step &step,
                                      ArrayRef<Value> cotangents) {
  auto forward = cast<func::CallOp>(step.op);
  Location loc = forward.getLoc();
  Derivative &callee = *step.call->derivative;
  // Where no residuals were kept, the callee runs forward once more.
  if (forward.getNumResults() < callee.forward.getNumResults())
    forward = func::CallOp::create(builder, loc, callee.forward,
                                   forward.getOperands());
  SmallVector<Value> operands = callee.collectOperands(forward);
  for (int64_t result : step.call->key.results)
    operands.push_back(cotangents[result] ? cotangents[result]
                                          : buildSplat(builder, loc, 0.0,
                                                       step.results[result]));
  auto backward = func::CallOp::create(builder, loc, callee.backward, operands);
  for (auto [argument, result] :
       llvm::zip_equal(step.call->key.arguments, callee.cotangents))
    if (result)
      accumulate(forward.getOperand(argument), backward.getResult(*result),
                 loc);
}

/// What a rule of control flow sees of the cotangents.
class BodyDifferentiator::Sums : public CotangentSums {
public:
  explicit Sums(BodyDifferentiator &owner) : owner(owner) {}

  Value get(Value value) const override {
    return owner.cotangents.lookup(value);
  }
  void set(Value value, Value sum) override {
    if (owner.active.contains(value))
      owner.cotangents[value] = sum;
  }
  void add(Value value, Value cotangent) override {
    owner.accumulate(value, cotangent, cotangent.getLoc());
  }

private:
  BodyDifferentiator &owner;
};

LogicalResult BodyDifferentiator::pullBack() {
  for (auto [i, result] : llvm::enumerate(key.results))
    accumulate(returned[result], joint.getArgument(body.inputs.size() + i),
               joint.getLoc());
  for (const Step &step : llvm::reverse(steps)) {
    auto given = llvm::map_to_vector(step.results, [&](Value result) {
      return active.contains(result) ? cotangents.lookup(result) : Value();
    });
    if (!llvm::any_of(given,
                      [](Value value) { return static_cast<bool>(value); }))
      continue;
    if (step.rule) {
      Sums sums(*this);
      step.rule->buildBackward(builder, given, sums);
    } else if (step.call) {
      pullBackCall(step, given);
    } else if (failed(pullBackOp(step.op, given))) {
      return failure();
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

SmallVector<Value>
BodyDifferentiator::collectCotangents(BodyDerivative &derivative) {
  SmallVector<Value> results;
  for (int64_t input : key.inputs) {
    Value argument = joint.getArgument(input);
    Value cotangent = cotangents.lookup(argument);
    if (cotangent && takesSum(input) && isa<BlockArgument>(cotangent))
      cotangent = Value(); // Nothing was added.
    if (!cotangent && input < options.numExplicit)
      cotangent = buildSplat(builder, joint.getLoc(), 0.0, argument);
    derivative.cotangents.push_back(
        cotangent ? std::optional<unsigned>(results.size()) : std::nullopt);
    if (cotangent)
      results.push_back(cotangent);
  }
  return results;
}

/// What is computed once more is only what the backward part needs.
LogicalResult BodyDifferentiator::dropUnusedPrimal() {
  bool failed = false;
  for (Operation *op : llvm::reverse(primal)) {
    if (op->use_empty()) {
      op->erase();
      continue;
    }
    failed |= mlir::failed(verifyRepeatable(op, source));
    dropEffects(op, source);
  }
  return failure(failed);
}

void BodyDifferentiator::dropUnusedInputs(BodyDerivative &derivative) {
  llvm::BitVector unused(joint.getNumArguments());
  for (unsigned i = 0, e = body.inputs.size(); i < e; ++i) {
    if (joint.getArgument(i).use_empty())
      unused.set(i);
    else
      derivative.operands.push_back({BackwardOperand::Argument, i});
  }
  (void)joint.eraseArguments(unused);
  // The function type had no results yet.
  Block &block = joint.front();
  joint.setType(builder.getFunctionType(
      block.getArgumentTypes(), block.getTerminator()->getOperandTypes()));
}
