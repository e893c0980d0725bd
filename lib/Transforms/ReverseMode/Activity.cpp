//===- Activity.cpp - Which values a derivative must pass -----------------===//

#include "Activity.h"
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
  propagateForward(arguments);
  propagateBackward(results);
}

void Activity::propagateForward(ArrayRef<int64_t> arguments) {
  for (int64_t i : arguments)
    cause.try_emplace(function.getArgument(i), Value());
  for (Operation &op : function.front()) {
    if (op.getNumResults() == 0 || op.hasTrait<kina::OpTrait::NoDerivative>())
      continue;
    SmallVector<Value> read = getReadValues(&op);
    const auto *varied =
        llvm::find_if(read, [&](Value v) { return isVaried(v); });
    if (varied == read.end())
      continue;
    for (Value result : op.getResults())
      if (mayCarryDerivative(result.getType()))
        cause.try_emplace(result, *varied);
  }
}

void Activity::propagateBackward(ArrayRef<int64_t> results) {
  auto mark = [&](Value value) {
    if (isVaried(value))
      active.insert(value);
  };
  for (int64_t i : results)
    mark(function.front().getTerminator()->getOperand(i));
  for (Operation &op : llvm::reverse(function.front()))
    if (llvm::any_of(op.getResults(), [&](Value v) { return isActive(v); }))
      llvm::for_each(getReadValues(&op), mark);
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
    if (i < shown || i + shown >= path.size())
      diag.attachNote(value.getLoc())
          << "it passes '" << value.getDefiningOp()->getName() << "' here";
  }
}
