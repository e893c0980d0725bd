//===- ForRule.cpp - Derivative of scf.for --------------------------------===//
//
// Backward: a loop over the iterations from the last to the first. It carries
// the cotangents of the loop's state and, to which each iteration adds, those
// of the values that the body reads from outside. So contributions are added in
// the same order, whatever the policy. What an iteration's backward part needs
// comes from stacks that the forward loop filled, or, with the policy
// "recompute", from running the loop again up to there.
//
//===----------------------------------------------------------------------===//

#include "Effects.h"
#include "Kina/Dialect/Builders.h"
#include "LoopStacks.h"
#include "NormalizeLoops.h"
#include "RegionRules.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace kina;

namespace {
/// Where an operand of an iteration's backward part comes from.
struct Access {
  enum Kind {
    Induction, // The induction variable.
    Init,      // A state that the loop hands on as it is.
    Captured,  // A value from outside.
    State,     // A state as the iteration gets it, from running it again.
    Stored,    // A stack.
    Outside,   // A number that is made before the loop.
    Next,      // A state as the iteration leaves it: as the next one got it.
  } kind;
  unsigned index;
};

class ForRule : public RegionRule {
public:
  ForRule(scf::ForOp op, Source &source)
      : op(op), source(source), report(source.getDerivatives().getReport()),
        body(op.getRegion()), numStates(op.getNumRegionIterArgs()),
        runsAgain(getRecomputePolicy(op) == RecomputePolicy::Recompute) {
    chooseKey(source.getActivity());
  }

  LogicalResult differentiate();
  FailureOr<SmallVector<Value>> buildForward(OpBuilder &b,
                                             const IRMapping &mapping) override;
  void buildBackward(OpBuilder &b, ArrayRef<Value> cotangents,
                     CotangentSums &sums) override;

private:
  void chooseKey(const Activity &activity);
  bool isInvariant(unsigned state) {
    return op.getYieldedValues()[state] == op.getRegionIterArg(state);
  }
  bool needs(BackwardOperand::Kind kind, unsigned index) const {
    return llvm::any_of(derivative.operands, [&](BackwardOperand operand) {
      return operand.kind == kind && operand.index == index;
    });
  }

  void cloneIteration(OpBuilder &b, scf::ForOp loop);
  /// Of derivatives of derivatives: what the user wanted of this loop.
  void copyPolicy(scf::ForOp loop) {
    if (runsAgain)
      loop->setAttr(recomputePolicyAttrName,
                    op->getAttr(recomputePolicyAttrName));
  }
  SmallVector<Value> buildLoopOnce(OpBuilder &b, scf::ForOp &loop);
  LogicalResult chooseAccess(scf::ForOp loop, ArrayRef<Value> given);

  SmallVector<Value> getOperands(OpBuilder &b, Value trip, ValueRange next);
  void buildIteration(OpBuilder &b, Value trip, ValueRange carried);

  scf::ForOp op;
  Source &source;
  const Report &report;
  Body body;
  BodyKey key;
  BodyDerivative derivative;
  unsigned numStates;
  bool runsAgain;
  /// The states that the loop in reverse carries a cotangent of.
  SmallVector<unsigned> states;

  // In the function that is built:
  Value lower, upper, step, trips;
  SmallVector<Value> inits, captured, hoisted, results;
  SmallVector<Access> accesses;
  LoopStacks stacks;
  /// A value from outside that has a cotangent: its position in `captured`, and
  /// the result of the body's backward function, if that adds to it.
  struct Sum {
    unsigned position;
    std::optional<unsigned> result;
  };
  SmallVector<Sum> outside;
  /// The states read through `Access::Next`.
  SmallVector<unsigned> nextStates;
};
} // namespace

//===----------------------------------------------------------------------===//
// The body's derivative
//===----------------------------------------------------------------------===//

void ForRule::chooseKey(const Activity &activity) {
  for (unsigned i = 0; i < numStates; ++i) {
    Value argument = op.getRegionIterArg(i);
    if (!activity.hasCotangent(argument) &&
        !activity.hasCotangent(op.getResult(i)))
      continue;
    states.push_back(i);
    key.inputs.push_back(1 + i);
    if (activity.isActive(op.getYieldedValues()[i]))
      key.results.push_back(i);
  }
}

LogicalResult ForRule::differentiate() {
  if (runsAgain && failed(verifyRepeatable(op, source)))
    return failure();
  llvm::append_range(key.inputs, getActiveInputs(body, source, 1 + numStates));
  BodyOptions options;
  options.recompute = runsAgain || isSegmented(op);
  options.numChanging = options.numExplicit = 1 + numStates;
  options.takesSums = true;
  FailureOr<BodyDerivative> made =
      BodyDifferentiator(source, body, key, options).run();
  if (failed(made))
    return failure();
  derivative = std::move(*made);
  return success();
}

//===----------------------------------------------------------------------===//
// Forward
//===----------------------------------------------------------------------===//

/// Copies the body into an empty loop over the same states.
void ForRule::cloneIteration(OpBuilder &b, scf::ForOp loop) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  IRMapping mapping;
  mapping.map(op.getBody()->getArguments(), loop.getBody()->getArguments());
  mapping.map(ArrayRef(body.inputs).drop_front(1 + numStates),
              ArrayRef(captured));
  for (Operation &inner : op.getBody()->without_terminator())
    b.clone(inner, mapping);
  scf::YieldOp::create(b, op.getLoc(),
                       llvm::map_to_vector(op.getYieldedValues(), [&](Value v) {
                         return mapping.lookupOrDefault(v);
                       }));
}

/// Builds the forward loop without stacks; gives what its body computes.
SmallVector<Value> ForRule::buildLoopOnce(OpBuilder &b, scf::ForOp &loop) {
  loop = scf::ForOp::create(b, op.getLoc(), lower, upper, step, inits, nullptr,
                            op.getUnsignedCmp());
  loop->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  if (!derivative.forward) {
    cloneIteration(b, loop);
    return {};
  }
  OpBuilder inner = OpBuilder::atBlockEnd(loop.getBody());
  SmallVector<Value> arguments =
      llvm::to_vector_of<Value>(loop.getBody()->getArguments());
  llvm::append_range(arguments, captured);
  SmallVector<Value> given =
      inlineFunction(inner, std::move(derivative.forward), arguments);
  scf::YieldOp::create(inner, op.getLoc(),
                       ArrayRef(given).take_front(numStates));
  return given;
}

/// Decides where each operand comes from, and what is stored.
LogicalResult ForRule::chooseAccess(scf::ForOp loop, ArrayRef<Value> given) {
  auto store = [&](Value value) -> LogicalResult {
    if (loop.isDefinedOutsideOfLoop(value)) {
      accesses.push_back(
          {Access::Outside, static_cast<unsigned>(hoisted.size())});
      hoisted.push_back(value);
      return success();
    }
    std::optional<unsigned> stack = stacks.add(value, trips);
    if (!stack)
      return op.emitOpError("expected the backward part to need tensors and "
                            "numbers of each iteration, got ")
             << value.getType();
    report.noteStack(isa<BlockArgument>(value) ? op.getLoc() : value.getLoc(),
                     value.getType(), trips);
    accesses.push_back({Access::Stored, *stack});
    return success();
  };
  for (BackwardOperand operand : derivative.operands) {
    unsigned i = operand.index;
    LogicalResult stored = success();
    if (operand.kind == BackwardOperand::Residual) {
      stored = store(given[numStates + i]);
    } else if (operand.kind == BackwardOperand::Result) {
      if (isInvariant(i)) {
        accesses.push_back({Access::Init, i});
      } else if (needs(BackwardOperand::Argument, 1 + i)) {
        accesses.push_back(
            {Access::Next, static_cast<unsigned>(nextStates.size())});
        nextStates.push_back(i);
      } else {
        stored = store(given[i]);
      }
    } else if (i == 0) {
      accesses.push_back({Access::Induction, 0});
    } else if (i > numStates) {
      accesses.push_back({Access::Captured, i - 1 - numStates});
    } else if (isInvariant(i - 1)) {
      accesses.push_back({Access::Init, i - 1});
    } else if (runsAgain) {
      accesses.push_back({Access::State, i - 1});
    } else {
      stored = store(loop.getRegionIterArg(i - 1));
    }
    if (failed(stored))
      return failure();
  }
  return success();
}

FailureOr<SmallVector<Value>> ForRule::buildForward(OpBuilder &b,
                                                    const IRMapping &mapping) {
  auto mapped = [&](Value value) { return mapping.lookup(value); };
  lower = mapped(op.getLowerBound());
  upper = mapped(op.getUpperBound());
  step = mapped(op.getStep());
  inits = llvm::map_to_vector(op.getInitArgs(), mapped);
  captured = llvm::map_to_vector(
      ArrayRef(body.inputs).drop_front(1 + numStates), mapped);
  trips = buildTripCount(b, op.getLoc(), op, lower, upper, step);
  if (isSegmented(op))
    report.noteAgain(op.getLoc(),
                     "runs again for its backward part, segment by "
                     "segment: the policy is \"sqrt\"");
  if (runsAgain)
    report.noteAgain(op.getLoc(), "runs again up to each iteration, for that "
                                  "iteration's backward part: the policy is "
                                  "\"recompute\"");

  scf::ForOp loop;
  SmallVector<Value> given = buildLoopOnce(b, loop);
  hoistSizes(loop);
  if (failed(chooseAccess(loop, given)))
    return failure();
  if (failed(stacks.build(b, loop, source)))
    return failure();
  results = llvm::to_vector_of<Value>(loop.getResults().take_front(numStates));
  return results;
}

//===----------------------------------------------------------------------===//
// Backward
//===----------------------------------------------------------------------===//

SmallVector<Value> ForRule::getOperands(OpBuilder &b, Value trip,
                                        ValueRange next) {
  Location loc = op.getLoc();
  Value induction = buildInduction(b, loc, lower, step, trip);
  scf::ForOp again;
  if (runsAgain) {
    again = scf::ForOp::create(b, loc, lower, induction, step, inits, nullptr,
                               op.getUnsignedCmp());
    cloneIteration(b, again);
    dropEffects(again, source);
    copyPolicy(again);
  }
  return llvm::map_to_vector(accesses, [&](Access access) -> Value {
    switch (access.kind) {
    case Access::Induction:
      return induction;
    case Access::Init:
      return inits[access.index];
    case Access::Captured:
      return captured[access.index];
    case Access::State:
      return again.getResult(access.index);
    case Access::Stored:
      return stacks.buildRead(b, loc, access.index, trip);
    case Access::Outside:
      return hoisted[access.index];
    case Access::Next:
      return next[access.index];
    }
    llvm_unreachable("unknown kind");
  });
}

/// The backward part of one iteration. `carried` has the cotangents of the
/// states, those of values from outside, and the states after the iteration.
void ForRule::buildIteration(OpBuilder &b, Value trip, ValueRange carried) {
  SmallVector<Value> operands =
      getOperands(b, trip, carried.take_back(nextStates.size()));
  SmallVector<Value> before = llvm::map_to_vector(nextStates, [&](unsigned i) {
    for (auto [operand, value] : llvm::zip_equal(derivative.operands, operands))
      if (operand.kind == BackwardOperand::Argument && operand.index == 1 + i)
        return value;
    llvm_unreachable("the state before the iteration is an operand");
  });
  for (auto [state, cotangent] : llvm::zip(states, carried))
    if (llvm::is_contained(key.results, state))
      operands.push_back(cotangent);
  ValueRange sums = carried.drop_front(states.size());
  for (const Sum &sum : outside) {
    // Where the body adds nothing, nothing reads it either.
    operands.push_back(sum.result ? sums.front() : captured[sum.position]);
    sums = sums.drop_front(sum.result ? 1 : 0);
  }
  SmallVector<Value> made =
      inlineFunction(b, std::move(derivative.backward), operands);

  SmallVector<Value> next;
  for (unsigned i = 0, e = states.size(); i < e; ++i)
    next.push_back(made[*derivative.cotangents[i]]);
  for (const Sum &sum : outside)
    if (sum.result)
      next.push_back(made[*sum.result]);
  llvm::append_range(next, before);
  scf::YieldOp::create(b, op.getLoc(), next);
}

void ForRule::buildBackward(OpBuilder &b, ArrayRef<Value> cotangents,
                            CotangentSums &sums) {
  Location loc = op.getLoc();
  SmallVector<Value> carried;
  for (unsigned i : states)
    carried.push_back(cotangents[i] ? cotangents[i]
                                    : buildSplat(b, loc, 0.0, results[i]));
  for (auto [input, result] : llvm::drop_begin(
           llvm::zip_equal(key.inputs, derivative.cotangents), states.size())) {
    unsigned position = input - 1 - numStates;
    outside.push_back({position, result});
    if (!result)
      continue;
    Value sum = sums.get(captured[position]);
    carried.push_back(sum ? sum : buildSplat(b, loc, 0.0, captured[position]));
  }
  for (unsigned i : nextStates)
    carried.push_back(results[i]);

  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  auto buildBody = [&](OpBuilder &b, Location loc, Value index,
                       ValueRange arguments) {
    Value last = arith::SubIOp::create(b, loc, trips, one);
    buildIteration(b, arith::SubIOp::create(b, loc, last, index), arguments);
  };
  auto loop = scf::ForOp::create(b, loc, zero, trips, one, carried, buildBody);
  copyPolicy(loop);
  // Totals first: the same value may be where a state starts.
  ValueRange totals = loop.getResults().drop_front(states.size());
  for (const Sum &sum : outside) {
    if (!sum.result)
      continue;
    sums.set(captured[sum.position], totals.front());
    totals = totals.drop_front();
  }
  for (auto [state, cotangent] : llvm::zip(states, loop.getResults()))
    sums.add(inits[state], cotangent);
}

std::unique_ptr<RegionRule> kina::createForRule(scf::ForOp op, Source &source) {
  auto rule = std::make_unique<ForRule>(op, source);
  return succeeded(rule->differentiate()) ? std::move(rule) : nullptr;
}
