//===- Advice.cpp - Notes that say how to put a program right -------------===//

#include "Advice.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

/// Whether two sizes may turn out to be the same.
static bool mayAgree(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}

/// Whether every pair of sizes of the last dimensions is as `allowed` says.
static bool allSizes(ArrayRef<int64_t> from, ArrayRef<int64_t> to,
                     function_ref<bool(int64_t, int64_t)> allowed) {
  return llvm::all_of(llvm::zip_equal(from, to.take_back(from.size())),
                      [&](auto sizes) {
                        return allowed(std::get<0>(sizes), std::get<1>(sizes));
                      });
}

/// Whether kina.broadcast takes the one shape to the other.
static bool canBroadcast(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  return from.size() <= to.size() &&
         allSizes(from, to, [](int64_t source, int64_t target) {
           return source == 1 || (target != 1 && mayAgree(source, target));
         });
}

/// Whether tensor.cast does.
static bool canCast(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  return from.size() == to.size() && allSizes(from, to, mayAgree);
}

/// Whether a size of 1 meets one that is not known: it would have to be
/// repeated, most likely.
static bool hasLoneOne(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  return !allSizes(from, to, [](int64_t source, int64_t target) {
    return (source == 1) == (target == 1);
  });
}

void kina::adviseConversion(InFlightDiagnostic &diag, Type from, Type to,
                            bool toFunction) {
  auto source = dyn_cast<RankedTensorType>(from);
  auto target = dyn_cast<RankedTensorType>(to);
  if (!source || !target)
    return;
  bool sameElements = source.getElementType() == target.getElementType();
  bool samePlacement = source.getEncoding() == target.getEncoding();
  bool sameShape = source.getShape() == target.getShape();
  if (sameElements && samePlacement) {
    if (canCast(source.getShape(), target.getShape()) &&
        (toFunction || !hasLoneOne(source.getShape(), target.getShape())))
      diag.attachNote() << "change its static sizes with tensor.cast";
    else if (canBroadcast(source.getShape(), target.getShape()))
      diag.attachNote() << "expand it with kina.broadcast";
  } else if (sameShape && samePlacement) {
    diag.attachNote() << "convert it with kina.cast";
  } else if (sameShape && sameElements) {
    diag.attachNote() << "copy it with kina.transfer";
  }
}

void kina::adviseAxis(InFlightDiagnostic &diag, int64_t axis, int64_t rank) {
  if (axis < 0 && axis >= -rank)
    diag.attachNote() << "axis " << axis << " counted from the last is "
                      << axis + rank;
}
