//===- FunctionDifferentiator.cpp - Builds primal and backward ops --------===//

#include "FunctionDifferentiator.h"
#include "Kina/Dialect/Builders.h"
#include "Split.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace kina;

FunctionDifferentiator::FunctionDifferentiator(DerivativeBuilder &derivatives,
                                               const DerivativeKey &key,
                                               const Activity &activity,
                                               Derivative &derivative)
    : derivatives(derivatives), key(key), activity(activity),
      derivative(derivative), builder(derivative.callee.getContext()) {}

LogicalResult FunctionDifferentiator::run() {
  createJointFunction();
  clonePrimal();
  if (failed(pullBack())) {
    if (!derivative.isRecursive)
      joint.erase();
    return failure();
  }
  if (derivative.isRecursive)
    finishRecursive();
  else
    split();
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

template <typename Types>
static SmallVector<Type> pick(Types &&types, ArrayRef<int64_t> positions) {
  return llvm::map_to_vector(positions,
                             [&](int64_t i) -> Type { return types[i]; });
}

func::FuncOp FunctionDifferentiator::createFunction(func::FuncOp callee,
                                                    StringRef suffix,
                                                    TypeRange arguments,
                                                    TypeRange results) {
  auto function = func::FuncOp::create(
      callee.getLoc(), (callee.getSymName() + suffix).str(),
      builder.getFunctionType(arguments, results));
  function.setPrivate();
  return function;
}

func::FuncOp
FunctionDifferentiator::getRecursiveBackward(const DerivativeKey &key,
                                             Derivative &derivative) {
  func::FuncOp callee = key.callee;
  if (!derivative.backward) {
    SmallVector<Type> arguments = llvm::to_vector(callee.getArgumentTypes());
    llvm::append_range(arguments, pick(callee.getResultTypes(), key.results));
    derivative.forward = callee;
    derivative.backward =
        createFunction(callee, "_bwd", arguments,
                       pick(callee.getArgumentTypes(), key.arguments));
    for (unsigned i = 0, e = callee.getNumArguments(); i < e; ++i)
      derivative.operands.push_back({BackwardOperand::Argument, i});
    for (unsigned i = 0, e = key.arguments.size(); i < e; ++i)
      derivative.cotangents.push_back(i);
    derivatives.getSymbolTables()
        .getSymbolTable(
            SymbolTable::getNearestSymbolTable(callee->getParentOp()))
        .insert(derivative.backward, std::next(Block::iterator(callee)));
  }
  return derivative.backward;
}

void FunctionDifferentiator::createJointFunction() {
  func::FuncOp callee = key.callee;
  if (derivative.isRecursive) {
    joint = getRecursiveBackward(key, derivative);
  } else {
    SmallVector<Type> arguments = llvm::to_vector(callee.getArgumentTypes());
    llvm::append_range(arguments, pick(callee.getResultTypes(), key.results));
    joint = createFunction(callee, "_fwd", arguments, {});
  }
  joint.addEntryBlock();
  builder.setInsertionPointToEnd(&joint.front());
}

//===----------------------------------------------------------------------===//
// Primal and backward ops
//===----------------------------------------------------------------------===//

void FunctionDifferentiator::clonePrimal() {
  func::FuncOp callee = key.callee;
  IRMapping mapping;
  for (BlockArgument argument : callee.getArguments())
    mapping.map(argument, joint.getArgument(argument.getArgNumber()));
  for (Operation &op : callee.front().without_terminator()) {
    auto call = dyn_cast<func::CallOp>(op);
    if (!call || !activity.isActive(&op)) {
      primal.push_back(builder.clone(op, mapping));
      continue;
    }
    DerivativeKey calleeKey = derivatives.getKey(call, activity);
    Derivative &calleeDerivative = derivatives.derivatives.at(calleeKey);
    if (calleeDerivative.isRecursive)
      getRecursiveBackward(calleeKey, calleeDerivative);
    auto operands = llvm::map_to_vector(
        call.getOperands(), [&](Value v) { return mapping.lookup(v); });
    bool keep = calleeDerivative.getNumResiduals() <= derivatives.residualLimit;
    auto forward = func::CallOp::create(
        builder, op.getLoc(),
        keep ? calleeDerivative.forward : calleeKey.callee, operands);
    mapping.map(call.getResults(),
                forward.getResults().take_front(call.getNumResults()));
    calls.try_emplace(forward, &calleeDerivative, std::move(calleeKey));
    primal.push_back(forward);
  }
  for (Value value : callee.front().getTerminator()->getOperands())
    returned.push_back(mapping.lookup(value));
  for (Value value : activity.getActiveValues())
    active.insert(mapping.lookup(value));
}

void FunctionDifferentiator::accumulate(Value value, Value cotangent,
                                        Location loc) {
  Value &sum = cotangents[value];
  sum =
      sum ? AddOp::create(builder, loc, sum, cotangent).getResult() : cotangent;
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

LogicalResult FunctionDifferentiator::pullBackOp(Operation *op,
                                                 ArrayRef<Value> cotangents) {
  auto sink = [&](Value value, Value cotangent) {
    accumulate(value, cotangent, op->getLoc());
  };
  Pullback pullback(op, builder, cotangents, active, sink);
  cast<VJPOpInterface>(op).buildVJP(pullback);
  return failure(pullback.failed);
}

void FunctionDifferentiator::pullBackCall(func::CallOp call, Derivative &callee,
                                          const DerivativeKey &key,
                                          ArrayRef<Value> cotangents) {
  func::CallOp forward = call;
  if (call.getNumResults() <
      callee.forward.getNumResults()) // No residuals kept.
    forward = func::CallOp::create(builder, call.getLoc(), callee.forward,
                                   call.getOperands());
  SmallVector<Value> operands = callee.collectOperands(forward);
  for (int64_t result : key.results)
    operands.push_back(
        cotangents[result]
            ? cotangents[result]
            : buildSplat(builder, call.getLoc(), 0.0, call.getResult(result)));
  auto backward =
      func::CallOp::create(builder, call.getLoc(), callee.backward, operands);
  for (auto [argument, result] :
       llvm::zip_equal(key.arguments, callee.cotangents))
    if (result)
      accumulate(call.getOperand(argument), backward.getResult(*result),
                 call.getLoc());
}

LogicalResult FunctionDifferentiator::pullBack() {
  func::FuncOp callee = key.callee;
  unsigned numArguments = callee.getNumArguments();
  for (auto [i, result] : llvm::enumerate(key.results))
    if (active.contains(returned[result]))
      accumulate(returned[result], joint.getArgument(numArguments + i),
                 joint.getLoc());
  for (Operation *op : llvm::reverse(primal)) {
    auto given = llvm::map_to_vector(op->getResults(), [&](Value result) {
      return active.contains(result) ? cotangents.lookup(result) : Value();
    });
    if (!llvm::any_of(given,
                      [](Value value) { return static_cast<bool>(value); }))
      continue;
    if (auto it = calls.find(op); it != calls.end())
      pullBackCall(cast<func::CallOp>(op), *it->second.first, it->second.second,
                   given);
    else if (failed(pullBackOp(op, given)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void FunctionDifferentiator::finishRecursive() {
  SmallVector<Value> results;
  for (int64_t argument : key.arguments) {
    Value primalArgument = joint.getArgument(argument);
    Value cotangent = cotangents.lookup(primalArgument);
    results.push_back(
        cotangent ? cotangent
                  : buildSplat(builder, joint.getLoc(), 0.0, primalArgument));
  }
  func::ReturnOp::create(builder, joint.getLoc(), results);
}

void FunctionDifferentiator::split() {
  func::FuncOp callee = key.callee;
  SmallVector<Value> results;
  for (int64_t argument : key.arguments) {
    Value cotangent = cotangents.lookup(joint.getArgument(argument));
    derivative.cotangents.push_back(
        cotangent ? std::optional<unsigned>(results.size()) : std::nullopt);
    if (cotangent)
      results.push_back(cotangent);
  }
  SplitFunction parts = splitJointFunction(joint, callee.getNumArguments(),
                                           primal, returned, results);
  derivative.operands = parts.operands;
  derivative.backward = parts.backward;
  derivative.backward.setName((callee.getSymName() + "_bwd").str());

  SymbolTable &symbols = derivatives.getSymbolTables().getSymbolTable(
      SymbolTable::getNearestSymbolTable(callee->getParentOp()));
  symbols.insert(derivative.backward, std::next(Block::iterator(callee)));
  if (parts.hasResiduals) {
    derivative.forward = joint;
    symbols.insert(joint, std::next(Block::iterator(callee)));
  } else {
    derivative.forward = callee;
    joint.erase();
  }
}
