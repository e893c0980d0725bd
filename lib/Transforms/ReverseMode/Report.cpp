//===- Report.cpp - What --kina-ad-report says ----------------------------===//

#include "Report.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

using namespace mlir;
using namespace kina;

namespace {
/// A number of bytes as far as it is known: "96 bytes", "96 bytes x ? x ?".
struct Bytes {
  int64_t known = 0;
  unsigned unknown = 0;
};

InFlightDiagnostic &operator<<(InFlightDiagnostic &diag, Bytes bytes) {
  diag << bytes.known << " bytes";
  for (unsigned i = 0; i < bytes.unknown; ++i)
    diag << " x ?";
  return diag;
}
} // namespace

static Bytes getBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  Type element = tensor ? tensor.getElementType() : type;
  Bytes bytes{element.isIndex() ? 8
              : element.isIntOrFloat()
                  ? static_cast<int64_t>(
                        llvm::divideCeil(element.getIntOrFloatBitWidth(), 8))
                  : 0};
  if (!tensor)
    return bytes;
  for (int64_t size : tensor.getShape()) {
    if (ShapedType::isDynamic(size))
      ++bytes.unknown;
    else
      bytes.known *= size;
  }
  return bytes;
}

void Report::noteResiduals(Location loc, StringRef function,
                           ValueRange residuals) const {
  if (!isEnabled)
    return;
  Bytes total;
  unsigned dynamic = 0;
  for (Value value : residuals) {
    Bytes bytes = getBytes(value.getType());
    Operation *op = value.getDefiningOp();
    InFlightDiagnostic diag = mlir::emitRemark(value.getLoc());
    diag << "keeps " << bytes << " for the backward part of @" << function
         << ": ";
    if (op)
      diag << "a result of '" << op->getName() << "'";
    else
      diag << "a value";
    diag << ", neither an argument nor a result of the function, nor cheap";
    if (bytes.unknown)
      ++dynamic;
    else
      total.known += bytes.known;
  }
  InFlightDiagnostic diag = mlir::emitRemark(loc);
  diag << "@" << function << " keeps " << residuals.size()
       << " values for its backward part, " << total;
  if (dynamic)
    diag << " and " << dynamic << " of sizes known at run time";
}

void Report::noteCheap(Operation *op, StringRef function) const {
  // Of constants nobody needs to hear.
  if (isEnabled && !op->hasTrait<OpTrait::ConstantLike>())
    op->emitRemark("'") << op->getName()
                        << "' is computed again in the backward part of @"
                        << function << ", because it is cheap";
}

void Report::noteStack(Location loc, Type type, Value trips) const {
  if (!isEnabled)
    return;
  InFlightDiagnostic diag = mlir::emitRemark(loc);
  diag << "is kept for each iteration of a loop: " << getBytes(type)
       << " each, ";
  if (std::optional<int64_t> known = getConstantIntValue(trips))
    diag << *known << " iterations";
  else
    diag << "iterations known at run time";
}

void Report::noteAgain(Location loc, const Twine &what) const {
  if (isEnabled)
    mlir::emitRemark(loc) << what;
}
