//===- CallGraph.cpp - Order in which handlers are replaced ---------------===//

#include "CallGraph.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SCCIterator.h"

using namespace mlir;
using namespace kina;

namespace {
struct Node {
  func::FuncOp function;
  SmallVector<Node *> callees;
  SmallVector<HandleOp> handlers;
};
} // namespace

template <> struct llvm::GraphTraits<Node *> {
  using NodeRef = Node *;
  using ChildIteratorType = SmallVector<Node *>::iterator;
  static NodeRef getEntryNode(Node *node) { return node; }
  static ChildIteratorType child_begin(Node *node) {
    return node->callees.begin();
  }
  static ChildIteratorType child_end(Node *node) { return node->callees.end(); }
};

CallGraph::CallGraph(Operation *root) {
  llvm::MapVector<Operation *, Node> nodes;
  root->walk(
      [&](func::FuncOp function) { nodes[function].function = function; });
  SymbolTableCollection symbols;
  for (auto &entry : nodes) {
    Operation *op = entry.first;
    Node &caller = entry.second;
    auto addCallee = [&](Operation *user, FlatSymbolRefAttr name) {
      auto it = nodes.find(symbols.lookupNearestSymbolFrom(user, name));
      if (it != nodes.end())
        caller.callees.push_back(&it->second);
    };
    op->walk([&](Operation *nested) {
      // A function may hold a module with functions of its own.
      if (nested->getParentOfType<func::FuncOp>() != op)
        return;
      if (auto call = dyn_cast<func::CallOp>(nested)) {
        addCallee(nested, call.getCalleeAttr());
      } else if (auto handle = dyn_cast<HandleOp>(nested)) {
        addCallee(nested, handle.getCalleeAttr());
        caller.handlers.push_back(handle);
      }
    });
  }

  // One entry that reaches every function; it ends in a component of its own.
  Node entry;
  for (auto &[op, node] : nodes)
    entry.callees.push_back(&node);
  for (auto it = llvm::scc_begin(&entry); !it.isAtEnd(); ++it) {
    Component component;
    for (Node *node : *it) {
      if (!node->function)
        continue;
      component.functions.insert(node->function);
      llvm::append_range(component.handlers, node->handlers);
    }
    components.push_back(std::move(component));
  }
}
