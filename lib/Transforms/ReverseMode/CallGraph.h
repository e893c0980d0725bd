//===- CallGraph.h - Order in which handlers are replaced -------*- C++ -*-===//

#ifndef KINA_LIB_TRANSFORMS_REVERSEMODE_CALLGRAPH_H
#define KINA_LIB_TRANSFORMS_REVERSEMODE_CALLGRAPH_H

#include "Kina/Dialect/Kina.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace kina {

/// The functions below an op with their calls and handlers, by strongly
/// connected components, callees before callers.
class CallGraph {
public:
  struct Component {
    llvm::DenseSet<mlir::Operation *> functions;
    /// In the order of the program.
    llvm::SmallVector<HandleOp> handlers;
  };

  explicit CallGraph(mlir::Operation *root);

  llvm::ArrayRef<Component> getComponents() const { return components; }

private:
  llvm::SmallVector<Component> components;
};

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_REVERSEMODE_CALLGRAPH_H
