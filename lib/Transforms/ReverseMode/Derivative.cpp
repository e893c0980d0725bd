//===- Derivative.cpp - Derivative functions of a function ----------------===//

#include "Derivative.h"
#include "BodyDifferentiator.h"
#include "NormalizeLoops.h"
#include "Source.h"
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

DerivativeBuilder::DerivativeBuilder(Operation *root, Report report)
    : report(report) {
  root->walk([&](Operation *) { ++residualLimit; });
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

func::FuncOp DerivativeBuilder::lookupCallee(func::CallOp call,
                                             func::FuncOp function) {
  return symbols.lookupNearestSymbolFrom<func::FuncOp>(function,
                                                       call.getCalleeAttr());
}

void DerivativeBuilder::insertFunction(func::FuncOp function,
                                       func::FuncOp callee, const Twine &name) {
  function.setName(name.str());
  symbols
      .getSymbolTable(SymbolTable::getNearestSymbolTable(callee->getParentOp()))
      .insert(function, std::next(Block::iterator(callee)));
}

template <typename Types>
static SmallVector<Type> pick(Types &&types, ArrayRef<int64_t> positions) {
  return llvm::map_to_vector(positions,
                             [&](int64_t i) -> Type { return types[i]; });
}

void DerivativeBuilder::declareRecursive(const DerivativeKey &key,
                                         Derivative &derivative) {
  if (derivative.backward)
    return;
  func::FuncOp callee = key.callee;
  SmallVector<Type> arguments = llvm::to_vector(callee.getArgumentTypes());
  llvm::append_range(arguments, pick(callee.getResultTypes(), key.results));
  derivative.forward = callee;
  derivative.backward = func::FuncOp::create(
      callee.getLoc(), callee.getSymName(),
      FunctionType::get(callee.getContext(), arguments,
                        pick(callee.getArgumentTypes(), key.arguments)));
  derivative.backward.setPrivate();
  for (unsigned i = 0, e = callee.getNumArguments(); i < e; ++i)
    derivative.operands.push_back({BackwardOperand::Argument, i});
  for (unsigned i = 0, e = key.arguments.size(); i < e; ++i)
    derivative.cotangents.push_back(i);
  insertFunction(derivative.backward, callee, callee.getSymName() + "_bwd");
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

bool DerivativeBuilder::hasSideEffects(func::CallOp call,
                                       func::FuncOp function) {
  llvm::DenseSet<Operation *> seen;
  SmallVector<func::FuncOp> callees = {lookupCallee(call, function)};
  while (!callees.empty()) {
    func::FuncOp callee = callees.pop_back_val();
    if (!callee || callee.isExternal())
      return true;
    if (!seen.insert(callee).second)
      continue;
    WalkResult result = callee.getBody().walk([&](Operation *op) {
      if (auto nested = dyn_cast<func::CallOp>(op)) {
        callees.push_back(lookupCallee(nested, callee));
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

LogicalResult DerivativeBuilder::verifyOp(Operation *op, const Source &source) {
  const Activity &activity = source.getCalleeActivity();
  bool isActive = activity.isActive(op);
  if (auto call = dyn_cast<func::CallOp>(op)) {
    func::FuncOp callee = lookupCallee(call, source.getCallee());
    if (isActive && (!callee || callee.isExternal()))
      reportWithoutRule(op, activity,
                        "expected a callee with a body to differentiate, got "
                        "the external function @" +
                            call.getCallee());
    else if (!isActive && hasSideEffects(call, source.getCallee()))
      reportWithoutRule(op, activity, hidesGradient);
    else
      return success();
    return failure();
  }
  auto rule = dyn_cast<VJPOpInterface>(op);
  if (isActive && !(rule && rule.hasVJP())) {
    reportWithoutRule(
        op, activity,
        Twine("has no derivative rule") + (rule ? " in this form" : "") +
            ", but a gradient must pass through it; give it one "
            "(VJPOpInterface), or leave the argument out with 'wrt'");
    return failure();
  }
  if (!rule && !op->hasTrait<kina::OpTrait::NoDerivative>() &&
      !isMemoryEffectFree(op)) {
    reportWithoutRule(op, activity, hidesGradient);
    return failure();
  }
  return success();
}

void DerivativeBuilder::verifyDifferentiable(Task &task) {
  const Activity &activity = task.source->getCalleeActivity();
  // Ops of control flow are nothing but their regions' ops.
  func::FuncOp(task.key.callee).walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (hasRegionRule(op) || op == task.key.callee)
      return WalkResult::advance();
    bool reads = llvm::any_of(getReadValues(op), [&](Value value) {
      return activity.isVaried(value);
    });
    if (reads && !op->hasTrait<mlir::OpTrait::IsTerminator>())
      task.failed |= failed(verifyOp(op, *task.source));
    return WalkResult::skip();
  });
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
  task.source = std::make_unique<Source>(*this, key);
  verifyDifferentiable(task);
  if (!task.failed)
    task.source->getFunction().walk([&](func::CallOp call) {
      if (task.source->getActivity().isActive(call))
        task.needed.push_back(task.source->getKey(call));
    });
  return task;
}

LogicalResult DerivativeBuilder::build(Task &task) {
  Source &source = *task.source;
  Derivative &derivative = *task.derivative;
  func::FuncOp callee = task.key.callee;
  if (failed(source.createRules()))
    return failure();
  BodyKey key{task.key.arguments, task.key.results};
  BodyOptions options;
  if (derivative.isRecursive) {
    report.noteAgain(callee.getLoc(),
                     "@" + callee.getSymName() +
                         " is recursive: its backward part gets the arguments "
                         "and computes everything again");
    options.recompute = true;
    options.numExplicit = callee.getNumArguments();
    declareRecursive(task.key, derivative);
    Body body(source.getFunction());
    if (failed(BodyDifferentiator(source, body, key, options)
                   .runInto(derivative.backward)))
      return failure();
    finishLoops(derivative.backward);
    return success();
  }

  options.reports = true;
  Body body(source.getFunction());
  FailureOr<BodyDerivative> parts =
      BodyDifferentiator(source, body, key, options).run();
  if (failed(parts))
    return failure();
  derivative.operands = std::move(parts->operands);
  derivative.cotangents = std::move(parts->cotangents);
  derivative.backward = parts->backward.release();
  finishLoops(derivative.backward);
  insertFunction(derivative.backward, callee, callee.getSymName() + "_bwd");
  derivative.forward = callee;
  if (derivative.getNumResiduals() != 0) {
    derivative.forward = parts->forward.release();
    finishLoops(derivative.forward);
    insertFunction(derivative.forward, callee, callee.getSymName() + "_fwd");
  }
  return success();
}

void DerivativeBuilder::finish(Task &task) {
  for (const DerivativeKey &key : task.needed)
    task.failed |= derivatives.at(key).state == Derivative::Failed;
  if (!task.failed)
    task.failed = failed(build(task));
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
