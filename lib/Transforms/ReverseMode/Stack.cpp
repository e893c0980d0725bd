//===- Stack.cpp - One value for each iteration of a loop -----------------===//

#include "Stack.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Transforms.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace kina;

bool kina::isStackable(Type type) {
  return isa<RankedTensorType>(type) || type.isIntOrIndexOrFloat();
}

static bool dividesByConstants(AffineMapAttr map) {
  bool known = map != nullptr;
  auto visit = [&](AffineExpr expr) {
    bool divides = expr.getKind() == AffineExprKind::Mod ||
                   expr.getKind() == AffineExprKind::FloorDiv ||
                   expr.getKind() == AffineExprKind::CeilDiv;
    if (!divides)
      return;
    auto divisor =
        dyn_cast<AffineConstantExpr>(cast<AffineBinaryOpExpr>(expr).getRHS());
    known &= divisor && divisor.getValue() > 0;
  };
  if (map)
    map.getValue().walkExprs(visit);
  return known;
}

/// Whether the op may run where it did not, on whatever operands. Upstream says
/// so of ops that are undefined for some: tensor.extract beyond the end,
/// arith.remsi by 0, affine.apply with a divisor of 0. So that is believed of
/// few.
static bool isTotal(Operation *op) {
  // A divisor that buildTripCount made.
  if (auto division = dyn_cast<arith::DivUIOp>(op))
    if (auto max = division.getRhs().getDefiningOp<arith::MaxUIOp>())
      return llvm::any_of(max->getOperands(), [](Value bound) {
        return getConstantIntValue(bound).value_or(0) != 0;
      });
  if (!isPure(op))
    return false;
  if (isa<arith::RemSIOp, arith::RemUIOp, arith::FloorDivSIOp>(op)) {
    std::optional<int64_t> divisor = getConstantIntValue(op->getOperand(1));
    return divisor && *divisor != 0 && *divisor != -1;
  }
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return llvm::all_of_zip(
        extract.getIndices(), extract.getTensor().getType().getShape(),
        [](Value index, int64_t size) {
          std::optional<int64_t> known = getConstantIntValue(index);
          return known && *known >= 0 && *known < size;
        });
  if (isa<affine::AffineDialect>(op->getDialect()))
    return dividesByConstants(op->getAttrOfType<AffineMapAttr>("map"));
  return isa<arith::ArithDialect, index::IndexDialect>(op->getDialect()) ||
         isa<tensor::DimOp>(op);
}

void kina::hoistSizes(scf::ForOp loop) {
  auto isOutside = [&](Value value) {
    return loop.isDefinedOutsideOfLoop(value);
  };
  auto isNumber = [](Type type) { return type.isIntOrIndex(); };
  for (Operation &op :
       llvm::make_early_inc_range(loop.getBody()->without_terminator()))
    if (op.getNumRegions() == 0 && op.getNumResults() != 0 &&
        llvm::all_of(op.getResultTypes(), isNumber) &&
        llvm::all_of(op.getOperands(), isOutside) && isTotal(&op))
      op.moveBefore(loop);
}

/// The size of a dimension, built before the loop, if the loop does not change
/// it.
static OpFoldResult findSize(OpBuilder &b, scf::ForOp loop, Value value,
                             int64_t dim) {
  auto isOutside = [&](Value bound, std::optional<int64_t>,
                       ValueBoundsConstraintSet &) {
    return loop.isDefinedOutsideOfLoop(bound);
  };
  FailureOr<OpFoldResult> size = arith::reifyShapedValueDimBound(
      b, value.getLoc(), presburger::BoundType::EQ, value, dim, isOutside);
  if (failed(size))
    return {};
  auto found = dyn_cast<Value>(*size);
  if (!found || found.getDefiningOp<tensor::DimOp>())
    return *size;
  // Where the loop does not run at all, the size may make no sense.
  Value zero = arith::ConstantIndexOp::create(b, value.getLoc(), 0);
  return arith::MaxSIOp::create(b, value.getLoc(), found, zero).getResult();
}

void Stack::findSizes(OpBuilder &b, scf::ForOp loop) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return;
  for (auto [dim, size] : llvm::enumerate(tensor.getShape())) {
    if (!ShapedType::isDynamic(size)) {
      sizes.push_back(b.getIndexAttr(size));
      continue;
    }
    sizes.push_back(findSize(b, loop, value, dim));
    if (!sizes.back())
      changing.push_back(dim);
  }
}

void Stack::setLargest(ValueRange largest) {
  for (auto [dim, size] : llvm::zip_equal(changing, largest))
    sizes[dim] = size;
}

static Value buildEmptyTensor(OpBuilder &b, Location loc,
                              ArrayRef<OpFoldResult> sizes, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor::EmptyOp::create(b, loc, sizes,
                                 tensor ? tensor.getElementType() : type,
                                 tensor ? tensor.getEncoding() : Attribute());
}

void Stack::buildEmpty(OpBuilder &b, Location loc,
                       SmallVectorImpl<Value> &stacks) {
  SmallVector<OpFoldResult> all = {getAsOpFoldResult(trips)};
  for (unsigned i = 0; i < changing.size(); ++i)
    stacks.push_back(buildEmptyTensor(b, loc, all, b.getIndexType()));
  if (isEmpty())
    return;
  llvm::append_range(all, sizes);
  stacks.insert(stacks.end() - changing.size(),
                buildEmptyTensor(b, loc, all, type));
}

/// One slice along the stack's first dimension: its place, and its extent.
static void getSlice(OpBuilder &b, Value index, ArrayRef<OpFoldResult> sizes,
                     SmallVectorImpl<OpFoldResult> &offsets,
                     SmallVectorImpl<OpFoldResult> &extents,
                     SmallVectorImpl<OpFoldResult> &strides) {
  offsets.assign(sizes.size() + 1, b.getIndexAttr(0));
  offsets[0] = index;
  extents.assign(1, b.getIndexAttr(1));
  llvm::append_range(extents, sizes);
  strides.assign(sizes.size() + 1, b.getIndexAttr(1));
}

void Stack::buildPush(OpBuilder &b, Location loc, Value index,
                      ValueRange stacks, SmallVectorImpl<Value> &pushed) {
  if (!isa<RankedTensorType>(type)) {
    pushed.push_back(tensor::InsertOp::create(b, loc, value, stacks[0], index));
    return;
  }
  SmallVector<OpFoldResult> actual = tensor::getMixedSizes(b, loc, value);
  if (!isEmpty()) {
    SmallVector<OpFoldResult> offsets, extents, strides;
    getSlice(b, index, actual, offsets, extents, strides);
    pushed.push_back(tensor::InsertSliceOp::create(b, loc, value, stacks[0],
                                                   offsets, extents, strides));
  }
  for (auto [dim, stack] :
       llvm::zip_equal(changing, stacks.take_back(changing.size())))
    pushed.push_back(tensor::InsertOp::create(b, loc, cast<Value>(actual[dim]),
                                              stack, index));
}

Value Stack::buildRead(OpBuilder &b, Location loc, Value index,
                       ValueRange stacks) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return tensor::ExtractOp::create(b, loc, stacks[0], index);
  SmallVector<OpFoldResult> actual = sizes;
  for (auto [dim, stack] :
       llvm::zip_equal(changing, stacks.take_back(changing.size())))
    actual[dim] = tensor::ExtractOp::create(b, loc, stack, index).getResult();
  if (isEmpty()) {
    Value empty = buildEmptyTensor(b, loc, actual, type);
    return empty.getType() == type
               ? empty
               : tensor::CastOp::create(b, loc, type, empty).getResult();
  }
  SmallVector<OpFoldResult> offsets, extents, strides;
  getSlice(b, index, actual, offsets, extents, strides);
  // The stack may know a size that the value's type does not tell.
  SmallVector<int64_t> shape = decomposeMixedValues(actual).first;
  Value slice = tensor::ExtractSliceOp::create(
      b, loc, tensor.clone(shape), stacks[0], offsets, extents, strides);
  return slice.getType() == type
             ? slice
             : tensor::CastOp::create(b, loc, type, slice).getResult();
}
