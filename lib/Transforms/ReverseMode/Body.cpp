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

SmallVector<Value> kina::moveBlock(OpBuilder &b, Block &block,
                                   ValueRange arguments) {
  for (auto [argument, value] :
       llvm::zip_equal(block.getArguments(), arguments))
    argument.replaceAllUsesWith(value);
  Operation *terminator = block.getTerminator();
  SmallVector<Value> results = llvm::to_vector(terminator->getOperands());
  terminator->erase();
  b.getInsertionBlock()->getOperations().splice(b.getInsertionPoint(),
                                                block.getOperations());
  return results;
}

SmallVector<Value> kina::inlineFunction(OpBuilder &b,
                                        OwningOpRef<func::FuncOp> function,
                                        ValueRange arguments) {
  return moveBlock(b, function->front(), arguments);
}
