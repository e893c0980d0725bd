//===- Body.cpp - A block, differentiated like a function -----------------===//

#include "Body.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace kina;

Body::Body(Region &region)
    : block(&region.front()),
      inputs(llvm::to_vector_of<Value>(block->getArguments())) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(region, captured);
  llvm::append_range(inputs, captured);
}

SmallVector<Value> kina::inlineFunction(OpBuilder &b,
                                        OwningOpRef<func::FuncOp> function,
                                        ValueRange arguments) {
  Block &body = function->front();
  for (auto [argument, value] : llvm::zip_equal(body.getArguments(), arguments))
    argument.replaceAllUsesWith(value);
  Operation *terminator = body.getTerminator();
  SmallVector<Value> returned = llvm::to_vector(terminator->getOperands());
  terminator->erase();
  b.getInsertionBlock()->getOperations().splice(b.getInsertionPoint(),
                                                body.getOperations());
  return returned;
}
