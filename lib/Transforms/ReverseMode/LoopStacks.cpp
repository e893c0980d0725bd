//===- LoopStacks.cpp - What a loop's iterations leave behind -------------===//

#include "LoopStacks.h"

#include "Effects.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace kina;

std::optional<unsigned> LoopStacks::add(Value value, Value trips) {
  if (!isStackable(value.getType()))
    return std::nullopt;
  stacks.emplace_back(value, trips);
  return stacks.size() - 1;
}

/// Runs the loop for its sizes alone. What does not bear on them is dead there.
LogicalResult LoopStacks::findLargestSizes(OpBuilder &b, scf::ForOp loop,
                                           Source &source) {
  if (failed(verifyRepeatable(loop, source)))
    return failure();
  IRMapping mapping;
  auto copy = cast<scf::ForOp>(b.clone(*loop, mapping));
  SmallVector<std::pair<Value, int64_t>> dims;
  for (const Stack &stack : stacks)
    for (int64_t dim : stack.getChangingDims())
      dims.push_back({mapping.lookupOrDefault(stack.getValue()), dim});
  SmallVector<Value> zeros(dims.size(),
                           arith::ConstantIndexOp::create(b, loop.getLoc(), 0));
  copy->moveAfter(zeros.front().getDefiningOp());
  dropEffects(copy, source);
  IRRewriter rewriter(b);
  auto yieldLargest = [&](OpBuilder &b, Location loc,
                          ArrayRef<BlockArgument> largest) {
    SmallVector<Value> next;
    for (auto [dim, size] : llvm::zip_equal(dims, largest))
      next.push_back(arith::MaxUIOp::create(
          b, loc, size, tensor::DimOp::create(b, loc, dim.first, dim.second)));
    return next;
  };
  copy = cast<scf::ForOp>(*copy.replaceWithAdditionalYields(
      rewriter, zeros, /*replaceInitOperandUsesInLoop=*/false, yieldLargest));
  ValueRange largest = copy.getResults().take_back(dims.size());
  for (Stack &stack : stacks) {
    unsigned count = stack.getChangingDims().size();
    stack.setLargest(largest.take_front(count));
    largest = largest.drop_front(count);
  }
  return success();
}

LogicalResult LoopStacks::build(OpBuilder &b, scf::ForOp &loop,
                                Source &source) {
  if (stacks.empty())
    return success();
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(loop);
  Location loc = loop.getLoc();
  bool changing = false;
  for (Stack &stack : stacks) {
    stack.findSizes(b, loop);
    changing |= !stack.getChangingDims().empty();
  }
  if (changing && failed(findLargestSizes(b, loop, source)))
    return failure();

  SmallVector<Value> more = {arith::ConstantIndexOp::create(b, loc, 0)};
  for (Stack &stack : stacks)
    stack.buildEmpty(b, loc, more);
  IRRewriter rewriter(b);
  auto yieldPushed = [&](OpBuilder &b, Location loc,
                         ArrayRef<BlockArgument> arguments) {
    Value trip = arguments.front();
    SmallVector<Value> next = {arith::AddIOp::create(
        b, loc, trip, arith::ConstantIndexOp::create(b, loc, 1))};
    SmallVector<Value> rest(arguments.drop_front());
    ArrayRef<Value> filled = rest;
    for (Stack &stack : stacks) {
      stack.buildPush(b, loc, trip, filled.take_front(stack.getNumTensors()),
                      next);
      filled = filled.drop_front(stack.getNumTensors());
    }
    return next;
  };
  loop = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, more, /*replaceInitOperandUsesInLoop=*/false, yieldPushed));
  ValueRange filled = loop.getResults().take_back(more.size() - 1);
  for (Stack &stack : stacks) {
    tensors.push_back(
        llvm::to_vector_of<Value>(filled.take_front(stack.getNumTensors())));
    filled = filled.drop_front(stack.getNumTensors());
  }
  return success();
}
