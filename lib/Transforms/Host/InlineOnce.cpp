//===- InlineOnce.cpp - Inlining of functions that are called once --------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace kina {
#define GEN_PASS_DEF_KINAINLINEONCE
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

namespace {
/// What the module does with one function.
struct Usage {
  /// The calls in this function's body.
  SmallVector<func::CallOp> calls;
  /// Where it is named, in calls and elsewhere.
  unsigned numUses = 0;
  unsigned numCalls = 0;
};

class InlineOnce : public kina::impl::KinaInlineOnceBase<InlineOnce> {
public:
  void runOnOperation() override;

private:
  void collect();
  bool isInlinable(func::FuncOp function) const;

  /// By name; in the module's order, so that the result does not depend on
  /// addresses.
  llvm::MapVector<StringAttr, std::pair<func::FuncOp, Usage>> functions;
};
} // namespace

void InlineOnce::collect() {
  functions.clear();
  for (auto function : getOperation().getOps<func::FuncOp>())
    functions[function.getSymNameAttr()].first = function;

  getOperation()->walk([&](Operation *op) {
    op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
      auto used = functions.find(symbol.getRootReference());
      if (used != functions.end())
        ++used->second.second.numUses;
    });
    auto call = dyn_cast<func::CallOp>(op);
    if (!call)
      return;
    auto callee = functions.find(call.getCalleeAttr().getAttr());
    if (callee == functions.end())
      return;
    ++callee->second.second.numCalls;
    if (auto parent = call->getParentOfType<func::FuncOp>()) {
      auto caller = functions.find(parent.getSymNameAttr());
      if (caller != functions.end() && caller->second.first == parent)
        caller->second.second.calls.push_back(call);
    }
  });
}

bool InlineOnce::isInlinable(func::FuncOp function) const {
  const Usage &usage = functions.find(function.getSymNameAttr())->second.second;
  return function.isPrivate() && !function.isExternal() &&
         function.getBody().hasOneBlock() &&
         isa<func::ReturnOp>(function.front().getTerminator()) &&
         !function.getNoInline() && usage.numUses == 1 && usage.numCalls == 1;
}

/// Moves the body of `callee` to its only call. MLIR's inliner would split the
/// caller's block at each call, and walk what it moved again at each level of
/// the calls.
static void inlineCall(func::CallOp call, func::FuncOp callee) {
  Block &body = callee.getBody().front();
  Operation *terminator = body.getTerminator();
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), call.getOperands()))
    argument.replaceAllUsesWith(operand);
  call->replaceAllUsesWith(terminator->getOperands());
  terminator->erase();
  call->getBlock()->getOperations().splice(call->getIterator(),
                                           body.getOperations());
  call.erase();
  callee.erase();
}

void InlineOnce::runOnOperation() {
  collect();
  // From the functions that stay, inwards: each body moves straight to where it
  // remains. A cycle of functions that nothing else calls is never reached.
  SmallVector<func::CallOp> pending;
  for (auto &entry : functions) {
    func::FuncOp function = entry.second.first;
    if (!isInlinable(function))
      llvm::append_range(pending, entry.second.second.calls);
  }
  while (!pending.empty()) {
    func::CallOp call = pending.pop_back_val();
    auto callee = functions.find(call.getCalleeAttr().getAttr());
    if (callee == functions.end() || call.getNoInline() ||
        !isInlinable(callee->second.first))
      continue;
    llvm::append_range(pending, callee->second.second.calls);
    inlineCall(call, callee->second.first);
  }
}
