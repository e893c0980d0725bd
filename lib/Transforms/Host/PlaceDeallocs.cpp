//===- PlaceDeallocs.cpp - Freeing buffers after their last use -----------===//
//
// Three steps for each function: number the uses (Ownership::collect), decide
// which buffers terminators and loops hand on, and copy where they cannot
// (handOn), free the rest (release).
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/MapVector.h"

namespace kina {
#define GEN_PASS_DEF_KINAPLACEDEALLOCS
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

static bool isBuffer(Value value) {
  return isa<BaseMemRefType>(value.getType());
}

namespace {
/// What is known of a buffer that this function must free or hand on.
struct Owned {
  /// Of all uses, the last in the block that owns the buffer: the op itself or
  /// the one around it.
  Operation *lastUse = nullptr;
  /// How many uses `lastUse` holds.
  unsigned numLastUses = 0;
  /// Freed by the program itself.
  bool freed = false;
  bool handedOn = false;
};

class Ownership {
public:
  explicit Ownership(func::FuncOp function) : function(function) {}

  LogicalResult place() {
    collect();
    for (OpOperand *operand : handOns)
      if (failed(handOn(*operand)))
        return failure();
    for (auto &[root, owned] : owned)
      if (!owned.handedOn && !owned.freed)
        release(root, owned);
    return success();
  }

private:
  void collect();
  void collectOp(Operation *op);
  void own(Value root) {
    owned.try_emplace(root);
    roots[root] = {root};
  }
  void use(OpOperand &operand);
  LogicalResult handOn(OpOperand &operand);
  bool canHandOn(OpOperand &operand, Value root);
  LogicalResult copy(OpOperand &operand);
  void release(Value root, const Owned &state);

  /// The buffers that `value` may lie in, owned ones and others.
  ArrayRef<Value> getRoots(Value value) {
    auto found = roots.find(value);
    return found == roots.end() ? ArrayRef<Value>() : found->second;
  }

  func::FuncOp function;
  llvm::MapVector<Value, Owned> owned;
  DenseMap<Value, SmallVector<Value, 1>> roots;
  /// Operands that become somebody else's value: of func.return, of the
  /// terminators of regions, and of loops, in the order of the program.
  SmallVector<OpOperand *> handOns;
};
} // namespace

/// The op in `block` that is or holds `op`; `op` is inside `block`.
static Operation *getAncestorIn(Block *block, Operation *op) {
  while (op->getBlock() != block)
    op = op->getParentOp();
  return op;
}

void Ownership::use(OpOperand &operand) {
  for (Value root : getRoots(operand.get())) {
    auto found = owned.find(root);
    if (found == owned.end())
      continue;
    Operation *user = getAncestorIn(root.getParentBlock(), operand.getOwner());
    Owned &state = found->second;
    state.numLastUses = state.lastUse == user ? state.numLastUses + 1 : 1;
    state.lastUse = user;
    if (isa<memref::DeallocOp>(operand.getOwner()))
      state.freed = true;
  }
}

void Ownership::collectOp(Operation *op) {
  for (OpOperand &operand : op->getOpOperands())
    if (isBuffer(operand.get()))
      use(operand);

  if (isa<func::ReturnOp>(op)) {
    for (OpOperand &operand : op->getOpOperands())
      if (isBuffer(operand.get()))
        handOns.push_back(&operand);
    return;
  }

  if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
    RegionBranchSuccessorMapping mapping;
    branch.getSuccessorOperandInputMapping(mapping);
    llvm::SmallDenseSet<Value> inputs;
    for (auto &entry : mapping)
      inputs.insert(entry.second.begin(), entry.second.end());
    // In the order of the program: the map's order is that of addresses.
    auto ownInputs = [&](ValueRange values) {
      for (Value value : values)
        if (isBuffer(value) && inputs.contains(value))
          own(value);
    };
    for (Region &region : op->getRegions())
      ownInputs(region.getArguments());
    ownInputs(op->getResults());
    // The terminators' operands come up when the walk reaches them.
    for (OpOperand &operand : op->getOpOperands())
      if (isBuffer(operand.get()) && mapping.count(&operand))
        handOns.push_back(&operand);
    return;
  }
  if (auto terminator = dyn_cast<RegionBranchTerminatorOpInterface>(op)) {
    auto parent = dyn_cast<RegionBranchOpInterface>(op->getParentOp());
    if (!parent)
      return;
    RegionBranchSuccessorMapping mapping;
    parent.getSuccessorOperandInputMapping(mapping,
                                           RegionBranchPoint(terminator));
    for (OpOperand &operand : op->getOpOperands())
      if (isBuffer(operand.get()) && mapping.count(&operand))
        handOns.push_back(&operand);
    return;
  }

  bool isNew = isa<memref::AllocOp, func::CallOp, func::CallIndirectOp>(op);
  for (OpResult result : op->getResults()) {
    if (!isBuffer(result))
      continue;
    if (isNew) {
      own(result);
      continue;
    }
    // A view, a cast, a selection: whatever it does, it makes no buffer.
    SmallVector<Value, 1> sources;
    for (Value operand : op->getOperands())
      if (isBuffer(operand))
        llvm::append_range(sources, getRoots(operand));
    roots[result] = sources;
  }
}

void Ownership::collect() {
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != function)
      collectOp(op);
  });
}

/// Whether `value` is `root`, perhaps under another shape, and all of it.
static bool isWholeBuffer(Value value, Value root) {
  while (value != root) {
    Operation *op = value.getDefiningOp();
    if (!op ||
        !isa<memref::CastOp, memref::ExpandShapeOp, memref::CollapseShapeOp>(
            op))
      return false;
    value = op->getOperand(0);
  }
  return true;
}

bool Ownership::canHandOn(OpOperand &operand, Value root) {
  auto found = owned.find(root);
  if (found == owned.end() || found->second.handedOn || found->second.freed ||
      !isWholeBuffer(operand.get(), root))
    return false;
  // An outer block's buffer is still needed where the region runs again.
  Operation *op = operand.getOwner();
  if (root.getParentBlock() != op->getBlock())
    return false;
  // What a terminator does not hand on itself ends with it. A loop or branch
  // may be followed by other uses, or read the buffer in its body.
  return op->hasTrait<OpTrait::IsTerminator>() ||
         (found->second.lastUse == op && found->second.numLastUses == 1);
}

LogicalResult Ownership::handOn(OpOperand &operand) {
  ArrayRef<Value> operandRoots = getRoots(operand.get());
  if (operandRoots.size() != 1 || !canHandOn(operand, operandRoots.front()))
    return copy(operand);
  owned[operandRoots.front()].handedOn = true;
  return success();
}

LogicalResult Ownership::copy(OpOperand &operand) {
  Value source = operand.get();
  Operation *op = operand.getOwner();
  auto type = dyn_cast<MemRefType>(source.getType());
  if (!type)
    return op->emitOpError("expected operand #")
           << operand.getOperandNumber()
           << ", which has to be copied, to be of known rank, got "
           << source.getType();
  OpBuilder b(op);
  operand.set(kina::buildCopy(b, op->getLoc(), type, source));
  return success();
}

void Ownership::release(Value root, const Owned &state) {
  OpBuilder b(function.getContext());
  Operation *last = state.lastUse;
  if (last && last->hasTrait<OpTrait::IsTerminator>())
    b.setInsertionPoint(last);
  else if (last)
    b.setInsertionPointAfter(last);
  else
    b.setInsertionPointAfterValue(root);
  memref::DeallocOp::create(b, root.getLoc(), root);
}

/// A clone is a buffer of its own. Upstream's lowering would allocate, for
/// strides that have gaps, as if there were none.
static void lowerClones(func::FuncOp function) {
  function.walk([](bufferization::CloneOp op) {
    auto type = dyn_cast<MemRefType>(op.getType());
    if (!type || type != op.getInput().getType())
      return;
    OpBuilder b(op);
    op.replaceAllUsesWith(kina::buildCopy(b, op.getLoc(), type, op.getInput()));
    op.erase();
  });
}

namespace {
class PlaceDeallocs : public kina::impl::KinaPlaceDeallocsBase<PlaceDeallocs> {
public:
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      lowerClones(function);
      if (failed(verifyStructured(function)) ||
          failed(Ownership(function).place()))
        return signalPassFailure();
    }
  }

private:
  /// Blocks may follow one another only by regions of ops that say how.
  static LogicalResult verifyStructured(func::FuncOp function) {
    auto verify = [](Block *block) {
      if (block->getParent()->hasOneBlock())
        return WalkResult::advance();
      Operation *branch = block->getTerminator();
      branch->emitOpError("expected structured control flow, got a region of "
                          "several blocks; run --kina-structure-blocks first");
      return WalkResult::interrupt();
    };
    return failure(function.walk(verify).wasInterrupted());
  }
};
} // namespace
