//===- Activity.cpp - Which values a derivative must pass -----------------===//

#include "Activity.h"
#include "RegionRule.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace kina;

SmallVector<Value> kina::getReadValues(Operation *op) {
  SmallVector<Value> values = llvm::to_vector(op->getOperands());
  if (op->getNumRegions() != 0) {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    llvm::append_range(values, captured);
  }
  return values;
}

/// A type through which a derivative could pass: anything but integers. A float
/// that is no tensor counts too, so that it is reported and not taken for zero.
static bool mayCarryDerivative(Type type) {
  return !getElementTypeOrSelf(type).isIntOrIndex();
}

Activity::Activity(func::FuncOp function, ArrayRef<int64_t> arguments,
                   ArrayRef<int64_t> results)
    : function(function) {
  collectFlows();
  propagateForward(arguments);
  propagateBackward(results);
}

void Activity::collectFlows() {
  function.walk([&](Operation *op) {
    if (!hasRegionRule(op))
      return;
    RegionBranchSuccessorMapping flows;
    cast<RegionBranchOpInterface>(op).getSuccessorOperandInputMapping(flows);
    for (auto &[operand, inputs] : flows) {
      for (Value input : inputs)
        sources[input].push_back(operand);
      targets[operand] = std::move(inputs);
    }
  });
}

/// The op that a use belongs to as the analysis sees it: one whose regions have
/// no rule is taken as a whole.
Operation *Activity::getReader(OpOperand &use) const {
  Operation *reader = use.getOwner();
  for (Operation *op = reader->getParentOp(); op != function;
       op = op->getParentOp())
    if (!hasRegionRule(op))
      reader = op;
  return reader;
}

void Activity::propagateForward(ArrayRef<int64_t> arguments) {
  // First in, first out: the paths that `explain` tells are short ones.
  SmallVector<Value> queue;
  auto mark = [&](Value value, Value from) {
    if (mayCarryDerivative(value.getType()) &&
        cause.try_emplace(value, from).second)
      queue.push_back(value);
  };
  for (int64_t i : arguments)
    mark(function.getArgument(i), Value());
  for (size_t next = 0; next != queue.size(); ++next) {
    Value value = queue[next];
    for (OpOperand &use : value.getUses()) {
      Operation *reader = getReader(use);
      if (reader == use.getOwner()) {
        for (Value target : targets.lookup(&use))
          mark(target, value);
        if (hasRegionRule(reader) ||
            reader->hasTrait<kina::OpTrait::NoDerivative>())
          continue;
      }
      for (Value result : reader->getResults())
        mark(result, value);
    }
  }
}

void Activity::propagateBackward(ArrayRef<int64_t> results) {
  SmallVector<Value> worklist;
  auto mark = [&](Value value) {
    if (isVaried(value) && active.insert(value).second)
      worklist.push_back(value);
  };
  for (int64_t i : results)
    mark(function.front().getTerminator()->getOperand(i));
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    for (OpOperand *source : sources.lookup(value))
      mark(source->get());
    Operation *op = value.getDefiningOp();
    if (op && !hasRegionRule(op))
      llvm::for_each(getReadValues(op), mark);
  }
}

bool Activity::isActive(Operation *op) const {
  return llvm::any_of(op->getResults(), [&](Value v) { return isActive(v); });
}

void Activity::explain(InFlightDiagnostic &diag, Operation *op) const {
  // From the op back to the argument.
  SmallVector<Value> path;
  for (Value read : getReadValues(op))
    if (isVaried(read)) {
      for (Value value = read; value; value = cause.lookup(value))
        path.push_back(value);
      break;
    }
  if (path.empty())
    return;
  auto argument = cast<BlockArgument>(path.pop_back_val());
  diag.attachNote(argument.getLoc())
      << "the path starts at argument " << argument.getArgNumber() << " of @"
      << func::FuncOp(function).getSymName() << ", which is differentiated";
  // Long paths are told by their ends.
  constexpr size_t shown = 4;
  for (auto [i, value] : llvm::enumerate(llvm::reverse(path))) {
    if (path.size() > 2 * shown && i == shown)
      diag.attachNote(op->getLoc())
          << "and " << path.size() - 2 * shown << " more ops";
    if (i >= shown && i + shown < path.size())
      continue;
    Operation *passed = value.getDefiningOp();
    if (!passed)
      passed = value.getParentBlock()->getParentOp();
    diag.attachNote(value.getLoc())
        << "it passes '" << passed->getName() << "' here";
  }
}
