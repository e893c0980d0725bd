//===- NormalizeLoops.cpp - Loops in the form that rules treat ------------===//

#include "NormalizeLoops.h"
#include "Body.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include <cmath>

using namespace mlir;
using namespace kina;

/// Marks of this form; none is left in the program.
static constexpr llvm::StringLiteral pending = "kina.ad.pending";
static constexpr llvm::StringLiteral computed = "kina.ad.computed";
static constexpr llvm::StringLiteral segmented = "kina.ad.segmented";

bool kina::isComputed(Operation *checkpoint) {
  return checkpoint->hasAttr(computed);
}
bool kina::isSegmented(scf::ForOp loop) { return loop->hasAttr(segmented); }

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

static Value buildIndex(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Value kina::buildTripCount(OpBuilder &b, Location loc, scf::ForOp loop,
                           Value lower, Value upper, Value step) {
  bool isSigned = !loop.getUnsignedCmp();
  // Constants are seen at the loop itself: a body gets them as arguments.
  if (std::optional<APInt> known = constantTripCount(
          getAsOpFoldResult(loop.getLowerBound()),
          getAsOpFoldResult(loop.getUpperBound()),
          getAsOpFoldResult(loop.getStep()), isSigned,
          [](Value, Value, bool) { return std::optional<llvm::APSInt>(); }))
    return buildIndex(b, loc, known->getZExtValue());
  // The distance fits as an unsigned number, whatever the bounds.
  Type type = lower.getType();
  Value one = arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, 1));
  Value zero = arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, 0));
  Value runs = arith::CmpIOp::create(
      b, loc, isSigned ? arith::CmpIPredicate::slt : arith::CmpIPredicate::ult,
      lower, upper);
  Value distance = arith::SubIOp::create(b, loc, upper, lower);
  Value last = arith::SubIOp::create(b, loc, distance, one);
  // No step is 0; said so that the division may move out of loops.
  Value divisor = getConstantIntValue(step)
                      ? step
                      : arith::MaxUIOp::create(b, loc, step, one).getResult();
  Value steps = arith::DivUIOp::create(b, loc, last, divisor);
  Value count = arith::AddIOp::create(b, loc, steps, one);
  Value trips = arith::SelectOp::create(b, loc, runs, count, zero);
  return type.isIndex()
             ? trips
             : arith::IndexCastUIOp::create(b, loc, b.getIndexType(), trips)
                   .getResult();
}

Value kina::buildInduction(OpBuilder &b, Location loc, Value lower, Value step,
                           Value index) {
  Type type = lower.getType();
  if (!type.isIndex())
    index = b.createOrFold<arith::IndexCastUIOp>(loc, type, index);
  Value offset = b.createOrFold<arith::MulIOp>(loc, index, step);
  return b.createOrFold<arith::AddIOp>(loc, lower, offset);
}

/// About the square root of a number of trips, and at least 1.
static Value buildSegmentLength(OpBuilder &b, Location loc, Value trips) {
  if (std::optional<int64_t> known = getConstantIntValue(trips)) {
    double root = std::ceil(std::sqrt(static_cast<double>(*known)));
    return buildIndex(b, loc, std::max<int64_t>(1, static_cast<int64_t>(root)));
  }
  Type f64 = b.getF64Type(), i64 = b.getI64Type();
  Value number = arith::IndexCastUIOp::create(b, loc, i64, trips);
  Value root = math::SqrtOp::create(
      b, loc, arith::UIToFPOp::create(b, loc, f64, number));
  Value length =
      arith::FPToUIOp::create(b, loc, i64, math::CeilOp::create(b, loc, root));
  length = arith::IndexCastUIOp::create(b, loc, b.getIndexType(), length);
  return arith::MaxUIOp::create(b, loc, length, buildIndex(b, loc, 1));
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

/// The states that an iteration may change. The others are replaced by what
/// they start with, inside and behind the loop.
static SmallVector<unsigned> dropInvariantStates(scf::ForOp loop) {
  SmallVector<unsigned> changing;
  for (auto [i, state, init, next, result] :
       llvm::enumerate(loop.getRegionIterArgs(), loop.getInitArgs(),
                       loop.getYieldedValues(), loop.getResults())) {
    if (next != state) {
      changing.push_back(i);
      continue;
    }
    result.replaceAllUsesWith(init);
    state.replaceAllUsesWith(init);
  }
  return changing;
}

static Operation *normalizeSqrt(scf::ForOp loop) {
  OpBuilder b(loop);
  Location loc = loop.getLoc();
  Value zero = buildIndex(b, loc, 0), one = buildIndex(b, loc, 1);
  Value lower = loop.getLowerBound(), step = loop.getStep();
  Value trips = buildTripCount(b, loc, loop, lower, loop.getUpperBound(), step);
  Value length = buildSegmentLength(b, loc, trips);
  Value segments = b.createOrFold<arith::AddIOp>(
      loc, trips, b.createOrFold<arith::SubIOp>(loc, length, one));
  segments = b.createOrFold<arith::DivUIOp>(loc, segments, length);

  SmallVector<unsigned> changing = dropInvariantStates(loop);
  auto pick = [&](ValueRange values) {
    return llvm::map_to_vector(changing,
                               [&](unsigned i) -> Value { return values[i]; });
  };
  auto buildTrip = [&](OpBuilder &b, Location loc, Value trip,
                       ValueRange states) {
    SmallVector<Value> arguments = llvm::to_vector(loop.getInitArgs());
    for (auto [i, state] : llvm::zip_equal(changing, states))
      arguments[i] = state;
    arguments.insert(arguments.begin(),
                     buildInduction(b, loc, lower, step, trip));
    scf::YieldOp::create(b, loc,
                         pick(moveBlock(b, *loop.getBody(), arguments)));
  };
  auto buildSegment = [&](OpBuilder &b, Location loc, Value segment,
                          ValueRange states) {
    Value first = arith::MulIOp::create(b, loc, segment, length);
    Value rest = arith::SubIOp::create(b, loc, trips, first);
    Value count = arith::MinUIOp::create(b, loc, rest, length);
    auto inner = scf::ForOp::create(
        b, loc, zero, count, one, states,
        [&](OpBuilder &b, Location loc, Value index, ValueRange states) {
          buildTrip(b, loc, arith::AddIOp::create(b, loc, first, index),
                    states);
        });
    scf::YieldOp::create(b, loc, inner.getResults());
  };
  auto outer = scf::ForOp::create(b, loc, zero, segments, one,
                                  pick(loop.getInitArgs()), buildSegment);
  outer->setAttr(segmented, b.getUnitAttr());
  for (auto [i, result] : llvm::zip_equal(changing, outer.getResults()))
    loop.getResult(i).replaceAllUsesWith(result);
  loop.erase();
  return outer;
}

//===----------------------------------------------------------------------===//
// scf.while
//===----------------------------------------------------------------------===//

/// Copies `block` to the insertion point; gives what its terminator hands on.
static SmallVector<Value> cloneBlock(OpBuilder &b, Block &block,
                                     ValueRange arguments) {
  IRMapping mapping;
  mapping.map(block.getArguments(), arguments);
  for (Operation &op : block.without_terminator())
    b.clone(op, mapping);
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

static scf::WhileOp buildCounted(OpBuilder &b, scf::WhileOp loop) {
  Location loc = loop.getLoc();
  SmallVector<Value> inits = llvm::to_vector(loop.getInits());
  inits.push_back(buildIndex(b, loc, 0));
  SmallVector<Type> types = llvm::to_vector(loop.getResultTypes());
  types.push_back(b.getIndexType());
  auto counted = scf::WhileOp::create(
      b, loc, types, inits,
      [&](OpBuilder &b, Location loc, ValueRange arguments) {
        SmallVector<Value> passed =
            cloneBlock(b, *loop.getBeforeBody(), arguments.drop_back());
        passed.push_back(arguments.back());
        scf::ConditionOp::create(b, loc, passed.front(),
                                 ArrayRef(passed).drop_front());
      },
      [&](OpBuilder &b, Location loc, ValueRange arguments) {
        SmallVector<Value> next =
            cloneBlock(b, *loop.getAfterBody(), arguments.drop_back());
        next.push_back(arith::AddIOp::create(b, loc, arguments.back(),
                                             buildIndex(b, loc, 1)));
        scf::YieldOp::create(b, loc, next);
      });
  counted.walk([](Operation *op) { op->removeAttr(pending); });
  return counted;
}

static Operation *normalizeWhile(scf::WhileOp loop) {
  OpBuilder b(loop);
  Location loc = loop.getLoc();
  scf::WhileOp counted = buildCounted(b, loop);
  Value trips = counted.getResults().back();

  auto checkpoint = CheckpointOp::create(b, loc, loop.getResultTypes());
  checkpoint->setAttr(computed, b.getUnitAttr());
  b.setInsertionPointToStart(&checkpoint.getRegion().emplaceBlock());
  auto evaluateBefore = [&](OpBuilder &b, ValueRange arguments) {
    SmallVector<Value> passed = cloneBlock(b, *loop.getBeforeBody(), arguments);
    return llvm::to_vector(ArrayRef(passed).drop_front());
  };
  SmallVector<Value> states = llvm::to_vector(loop.getInits());
  if (!states.empty()) {
    auto trip = scf::ForOp::create(
        b, loc, buildIndex(b, loc, 0), trips, buildIndex(b, loc, 1), states,
        [&](OpBuilder &b, Location loc, Value, ValueRange arguments) {
          SmallVector<Value> passed = evaluateBefore(b, arguments);
          scf::YieldOp::create(b, loc,
                               cloneBlock(b, *loop.getAfterBody(), passed));
        });
    if (Attribute policy = loop->getAttr(recomputePolicyAttrName))
      trip->setAttr(recomputePolicyAttrName, policy);
    if (getRecomputePolicy(trip) == RecomputePolicy::Sqrt)
      trip->setAttr(pending, b.getUnitAttr());
    states = llvm::to_vector_of<Value>(trip.getResults());
  }
  YieldOp::create(b, loc, evaluateBefore(b, states));
  loop.replaceAllUsesWith(checkpoint.getResults());
  loop.erase();
  return checkpoint;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

OwningOpRef<func::FuncOp> kina::copyWithNormalLoops(func::FuncOp function,
                                                    const Activity &activity) {
  SmallVector<Operation *> loops;
  function.walk([&](Operation *op) {
    if (activity.isActive(op) &&
        (isa<scf::WhileOp>(op) ||
         (isa<scf::ForOp>(op) &&
          getRecomputePolicy(op) == RecomputePolicy::Sqrt)))
      loops.push_back(op);
  });
  if (loops.empty())
    return {};

  IRMapping mapping;
  auto copy = cast<func::FuncOp>(function->clone(mapping));
  for (Operation *loop : loops)
    mapping.lookup(loop)->setAttr(pending, UnitAttr::get(loop->getContext()));
  // From the outermost inwards: what is inside may be there twice afterwards.
  SmallVector<Operation *> roots = {copy};
  while (!roots.empty()) {
    SmallVector<Operation *> outermost;
    roots.pop_back_val()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!op->hasAttr(pending))
        return WalkResult::advance();
      outermost.push_back(op);
      return WalkResult::skip();
    });
    for (Operation *op : outermost) {
      auto loop = dyn_cast<scf::WhileOp>(op);
      roots.push_back(loop ? normalizeWhile(loop)
                           : normalizeSqrt(cast<scf::ForOp>(op)));
    }
  }
  return copy;
}

void kina::finishLoops(func::FuncOp function) {
  function.walk([](Operation *op) {
    op->removeAttr(pending);
    op->removeAttr(segmented);
    if (!op->hasAttr(computed))
      return;
    op->replaceAllUsesWith(
        op->getPrevNode()->getResults().take_front(op->getNumResults()));
    op->erase();
  });
}
