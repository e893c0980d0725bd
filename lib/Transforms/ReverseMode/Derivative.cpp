//===- Derivative.cpp - Derivative functions of a function ----------------===//

#include "Derivative.h"
#include "FunctionDifferentiator.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace kina;

SmallVector<Value> Derivative::collectOperands(func::CallOp forwardCall) const {
  // Residuals follow the results, as many as the callee has.
  unsigned residuals = func::FuncOp(callee).getNumResults();
  return llvm::map_to_vector(operands, [&](BackwardOperand operand) -> Value {
    switch (operand.kind) {
    case BackwardOperand::Argument:
      return forwardCall.getOperand(operand.index);
    case BackwardOperand::Result:
      return forwardCall.getResult(operand.index);
    case BackwardOperand::Residual:
      return forwardCall.getResult(residuals + operand.index);
    }
    llvm_unreachable("unknown kind");
  });
}

unsigned Derivative::getNumResiduals() const {
  return llvm::count_if(operands, [](BackwardOperand operand) {
    return operand.kind == BackwardOperand::Residual;
  });
}

DerivativeBuilder::DerivativeBuilder(Operation *root) {
  root->walk([&](Operation *) { ++residualLimit; });
}

DerivativeKey DerivativeBuilder::getKey(func::CallOp call,
                                        const Activity &activity) {
  auto positions = [&](ValueRange values) {
    std::vector<int64_t> result;
    for (auto [i, value] : llvm::enumerate(values))
      if (activity.isActive(value) && isDifferentiable(value.getType()))
        result.push_back(i);
    return result;
  };
  auto callee =
      symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
  return {callee, positions(call.getOperands()), positions(call.getResults())};
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

void DerivativeBuilder::reportWithoutRule(Operation *op,
                                          const Activity &activity,
                                          const Twine &message) {
  errors = true;
  if (!reported.insert(op).second)
    return;
  InFlightDiagnostic diag = op->emitOpError(message);
  activity.explain(diag, op);
}

/// Why an op that writes a differentiated value somewhere is refused.
static constexpr llvm::StringLiteral hidesGradient =
    "has side effects on a value that is differentiated, and no derivative "
    "rule "
    "(VJPOpInterface)";

/// Whether something that the call reaches has effects, or is not known.
bool DerivativeBuilder::hasSideEffects(func::CallOp call) {
  llvm::DenseSet<Operation *> seen;
  SmallVector<func::CallOp> calls = {call};
  while (!calls.empty()) {
    func::CallOp next = calls.pop_back_val();
    auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
        next, next.getCalleeAttr());
    if (!callee || callee.isExternal())
      return true;
    if (!seen.insert(callee).second)
      continue;
    WalkResult result = callee.getBody().walk([&](Operation *op) {
      if (auto nested = dyn_cast<func::CallOp>(op)) {
        calls.push_back(nested);
        return WalkResult::advance();
      }
      bool harmless =
          isa<func::ReturnOp>(op) || isMemoryEffectFree(op) ||
          op->hasTrait<mlir::OpTrait::HasRecursiveMemoryEffects>() ||
          op->hasTrait<kina::OpTrait::NoDerivative>();
      return harmless ? WalkResult::advance() : WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return true;
  }
  return false;
}

void DerivativeBuilder::verifyDifferentiable(Task &task) {
  const Activity &activity = *task.activity;
  for (Operation &op : task.key.callee.front().without_terminator()) {
    bool reads = llvm::any_of(getReadValues(&op), [&](Value value) {
      return activity.isVaried(value);
    });
    if (!reads)
      continue;
    if (auto call = dyn_cast<func::CallOp>(op)) {
      if (!activity.isActive(&op)) {
        if (hasSideEffects(call)) {
          task.failed = true;
          reportWithoutRule(&op, activity, hidesGradient);
        }
        continue;
      }
      DerivativeKey key = getKey(call, activity);
      if (key.callee && !key.callee.isExternal()) {
        task.needed.push_back(std::move(key));
        continue;
      }
      task.failed = true;
      reportWithoutRule(
          &op, activity,
          "expected a callee with a body to differentiate, got the "
          "external function @" +
              call.getCallee());
      continue;
    }
    auto rule = dyn_cast<VJPOpInterface>(op);
    bool hasRule = rule && rule.hasVJP();
    if (activity.isActive(&op) && !hasRule) {
      task.failed = true;
      reportWithoutRule(
          &op, activity,
          Twine("has no derivative rule") + (rule ? " in this form" : "") +
              ", but a gradient must pass through it; give it one "
              "(VJPOpInterface), or leave the argument out with 'wrt'");
    } else if (!rule && !op.hasTrait<kina::OpTrait::NoDerivative>() &&
               !isMemoryEffectFree(&op)) {
      task.failed = true;
      reportWithoutRule(&op, activity, hidesGradient);
    }
  }
}

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

DerivativeBuilder::Task DerivativeBuilder::start(const DerivativeKey &key) {
  Derivative &derivative = derivatives.try_emplace(key).first->second;
  derivative.callee = key.callee;
  Task task{key, &derivative, nullptr, {}, 0, false};
  func::FuncOp callee = key.callee;
  if (!callee.getBody().hasOneBlock()) {
    callee.emitOpError(
        "expected one block in a function to differentiate, got ")
        << callee.getBody().getBlocks().size()
        << "; write control flow with scf ops";
    errors = task.failed = true;
    return task;
  }
  if (Operation *last = callee.front().getTerminator();
      !isa<func::ReturnOp>(last)) {
    last->emitOpError(
        "expected func.return at the end of a function to differentiate");
    errors = task.failed = true;
    return task;
  }
  task.activity =
      std::make_unique<Activity>(callee, key.arguments, key.results);
  verifyDifferentiable(task);
  return task;
}

void DerivativeBuilder::finish(Task &task) {
  for (const DerivativeKey &key : task.needed)
    task.failed |= derivatives.at(key).state == Derivative::Failed;
  if (!task.failed)
    task.failed = failed(FunctionDifferentiator(*this, task.key, *task.activity,
                                                *task.derivative)
                             .run());
  task.derivative->state = task.failed ? Derivative::Failed : Derivative::Done;
  errors |= task.failed;
}

// Depth first, with an own stack: call chains may be long.
Derivative *DerivativeBuilder::getOrBuild(const DerivativeKey &key) {
  if (auto it = derivatives.find(key); it == derivatives.end()) {
    SmallVector<Task> stack;
    stack.push_back(start(key));
    while (!stack.empty()) {
      Task &task = stack.back();
      if (task.next == task.needed.size()) {
        finish(task);
        stack.pop_back();
        continue;
      }
      DerivativeKey needed = task.needed[task.next++];
      auto found = derivatives.find(needed);
      if (found == derivatives.end())
        stack.push_back(start(needed));
      else if (found->second.state == Derivative::InProgress)
        found->second.isRecursive = true;
    }
  }
  Derivative &derivative = derivatives.at(key);
  return derivative.state == Derivative::Done ? &derivative : nullptr;
}
