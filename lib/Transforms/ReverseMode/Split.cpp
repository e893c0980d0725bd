//===- Split.cpp - Forward and backward parts of a function ---------------===//

#include "Split.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace kina;

namespace {
class Splitter {
public:
  Splitter(func::FuncOp joint, SplitInputs inputs, ArrayRef<Operation *> primal,
           ArrayRef<Value> returned)
      : joint(joint), block(joint.front()), inputs(inputs),
        primal(llvm::to_vector(primal)), returned(returned) {
    for (auto [i, value] : llvm::enumerate(returned))
      position.try_emplace(value, i);
    firstBackward = primal.empty() ? block.begin()
                                   : std::next(Block::iterator(primal.back()));
  }

  SplitFunction run(ArrayRef<Value> gradients);

private:
  void moveSizesForward();
  void markNeeded(ArrayRef<Value> gradients);
  void chooseSources();
  void moveBackwardOps(ArrayRef<Value> gradients);
  void finishForward();

  void eraseBackward(Operation *op) {
    if (firstBackward == Block::iterator(op))
      ++firstBackward;
    op->erase();
  }

  /// Defined by the primal part: an argument or a result of one of its ops.
  bool isPrimal(Value value) const {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return argument.getOwner() == &block &&
             argument.getArgNumber() < inputs.number;
    return primalOps.contains(value.getDefiningOp());
  }
  /// At hand where the backward function is called, without being stored.
  bool isFree(Value value) const {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return argument.getArgNumber() >= inputs.numChanging;
    return inputs.numChanging == 0 && position.contains(value);
  }

  func::FuncOp joint;
  Block &block;
  SplitInputs inputs;
  SmallVector<Operation *> primal;
  llvm::DenseSet<Operation *> primalOps;
  ArrayRef<Value> returned;
  llvm::DenseMap<Value, unsigned> position;
  Block::iterator firstBackward;

  llvm::DenseSet<Value> needed;
  SmallVector<Operation *> recomputed;
  SmallVector<Value> sources;
  SmallVector<Value> residuals;
  SplitFunction result;
};
} // namespace

static bool isCheap(Operation *op) {
  return op->hasTrait<mlir::OpTrait::ConstantLike>() ||
         op->hasTrait<kina::OpTrait::CheapToRecompute>();
}

/// The size of a tensor is an index; do not keep the tensor for it.
void Splitter::moveSizesForward() {
  SmallVector<tensor::DimOp> dims;
  for (Operation &op : llvm::make_range(firstBackward, block.end()))
    op.walk([&](tensor::DimOp dim) {
      if (isPrimal(dim.getSource()) && !isFree(dim.getSource()))
        dims.push_back(dim);
    });
  llvm::DenseMap<std::pair<Value, int64_t>, Value> known;
  for (tensor::DimOp dim : dims) {
    std::optional<int64_t> index = dim.getConstantIndex();
    if (!index)
      continue;
    Value &size = known[{dim.getSource(), *index}];
    if (!size) {
      OpBuilder builder(&block, firstBackward);
      auto constant =
          arith::ConstantIndexOp::create(builder, dim.getLoc(), *index);
      auto moved = tensor::DimOp::create(builder, dim.getLoc(), dim.getSource(),
                                         constant);
      for (Operation *created :
           {constant.getOperation(), moved.getOperation()}) {
        primalOps.insert(created);
        primal.push_back(created);
      }
      size = moved;
    }
    dim.replaceAllUsesWith(size);
    Operation *constant = dim.getIndex().getDefiningOp();
    eraseBackward(dim);
    if (constant && !isPrimal(constant->getResult(0)) && constant->use_empty())
      eraseBackward(constant);
  }
}

void Splitter::markNeeded(ArrayRef<Value> gradients) {
  auto need = [&](Value value) {
    if (isPrimal(value))
      needed.insert(value);
  };
  for (Operation &op : llvm::make_range(firstBackward, block.end()))
    op.walk([&](Operation *nested) {
      llvm::for_each(nested->getOperands(), need);
    });
  llvm::for_each(gradients, need);
}

/// Decides for each needed value where the backward part has it from.
void Splitter::chooseSources() {
  SmallVector<Value> results;
  for (Operation *op : llvm::reverse(primal)) {
    if (llvm::none_of(op->getResults(),
                      [&](Value v) { return needed.contains(v); }))
      continue;
    bool allFree =
        llvm::all_of(op->getResults(), [&](Value v) { return isFree(v); });
    if (op->hasTrait<mlir::OpTrait::ConstantLike>() ||
        (isCheap(op) && !allFree)) {
      recomputed.push_back(op);
      for (Value operand : op->getOperands())
        needed.insert(operand);
      continue;
    }
    for (Value value : llvm::reverse(op->getResults()))
      if (needed.contains(value))
        (position.contains(value) ? results : residuals).push_back(value);
  }
  std::reverse(recomputed.begin(), recomputed.end());
  std::reverse(results.begin(), results.end());
  std::reverse(residuals.begin(), residuals.end());

  for (BlockArgument argument : block.getArguments().take_front(inputs.number))
    if (needed.contains(argument)) {
      sources.push_back(argument);
      result.operands.push_back(
          {BackwardOperand::Argument, argument.getArgNumber()});
    }
  for (Value value : results) {
    sources.push_back(value);
    result.operands.push_back(
        {BackwardOperand::Result, position.lookup(value)});
  }
  for (auto [i, value] : llvm::enumerate(residuals)) {
    sources.push_back(value);
    result.operands.push_back(
        {BackwardOperand::Residual, static_cast<unsigned>(i)});
  }
}

void Splitter::moveBackwardOps(ArrayRef<Value> gradients) {
  auto seeds = block.getArguments().drop_front(inputs.number);
  SmallVector<Value> arguments = sources;
  arguments.append(seeds.begin(), seeds.end());

  OpBuilder builder(joint.getContext());
  auto backward = func::FuncOp::create(
      joint.getLoc(), joint.getSymName(),
      builder.getFunctionType(ValueRange(arguments).getTypes(),
                              ValueRange(gradients).getTypes()));
  backward.setPrivate();
  result.backward = backward;
  Block *body = backward.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  IRMapping mapping;
  for (auto [value, argument] :
       llvm::zip_equal(arguments, body->getArguments()))
    mapping.map(value, argument);
  for (Operation *op : recomputed)
    builder.clone(*op, mapping);

  auto moved =
      llvm::make_pointer_range(llvm::make_range(firstBackward, block.end()));
  SmallVector<Operation *> ops = llvm::to_vector(moved);
  body->getOperations().splice(body->end(), block.getOperations(),
                               firstBackward, block.end());
  for (Operation *op : ops)
    op->walk([&](Operation *nested) {
      for (OpOperand &operand : nested->getOpOperands())
        operand.set(mapping.lookupOrDefault(operand.get()));
    });
  builder.setInsertionPointToEnd(body);
  func::ReturnOp::create(builder, joint.getLoc(),
                         llvm::map_to_vector(gradients, [&](Value value) {
                           return mapping.lookupOrDefault(value);
                         }));
}

void Splitter::finishForward() {
  block.eraseArguments(inputs.number, block.getNumArguments() - inputs.number);
  SmallVector<Value> values = llvm::to_vector(returned);
  llvm::append_range(values, residuals);
  OpBuilder builder = OpBuilder::atBlockEnd(&block);
  func::ReturnOp::create(builder, joint.getLoc(), values);
  joint.setType(builder.getFunctionType(block.getArgumentTypes(),
                                        ValueRange(values).getTypes()));
}

SplitFunction Splitter::run(ArrayRef<Value> gradients) {
  primalOps.insert(primal.begin(), primal.end());
  moveSizesForward();
  markNeeded(gradients);
  chooseSources();
  moveBackwardOps(gradients);
  finishForward();
  result.residuals = std::move(residuals);
  result.recomputed = std::move(recomputed);
  return std::move(result);
}

SplitFunction kina::splitJointFunction(func::FuncOp joint, SplitInputs inputs,
                                       ArrayRef<Operation *> primal,
                                       ArrayRef<Value> returned,
                                       ArrayRef<Value> gradients) {
  return Splitter(joint, inputs, primal, returned).run(gradients);
}
