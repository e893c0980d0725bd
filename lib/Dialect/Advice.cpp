//===- Advice.cpp - Notes that say how to put a program right -------------===//

#include "Advice.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

/// Whether kina.broadcast takes the one shape to the other.
static bool canBroadcast(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  if (from.size() > to.size())
    return false;
  return llvm::all_of(llvm::zip_equal(from, to.take_back(from.size())),
                      [](auto sizes) {
                        auto [source, target] = sizes;
                        return source == 1 || source == target;
                      });
}

void kina::adviseConversion(InFlightDiagnostic &diag, Type from, Type to) {
  auto source = dyn_cast<RankedTensorType>(from);
  auto target = dyn_cast<RankedTensorType>(to);
  if (!source || !target)
    return;
  bool sameElements = source.getElementType() == target.getElementType();
  bool samePlacement = source.getEncoding() == target.getEncoding();
  bool sameShape = source.getShape() == target.getShape();
  if (sameElements && samePlacement) {
    if (succeeded(verifyCompatibleShape(source, target)))
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
