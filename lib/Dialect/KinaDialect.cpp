//===- KinaDialect.cpp - Dialect, attributes, types and traits ------------===//

#include "Advice.h"
#include "Kina/Dialect/Kina.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kina;

#include "Kina/Dialect/KinaDialect.cpp.inc"
#include "Kina/Dialect/KinaEnums.cpp.inc"
#include "Kina/Interfaces/VJPOpInterface.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "Kina/Dialect/KinaAttrs.cpp.inc"

void KinaDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Kina/Dialect/KinaAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Kina/Dialect/KinaOps.cpp.inc"
      >();
}

Operation *KinaDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  return elements && elements.getType() == type
             ? ConstantOp::create(builder, loc, elements)
             : nullptr;
}

LogicalResult DeviceAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 int64_t ordinal) {
  if (ordinal < 0)
    return emitError() << "expected a device ordinal of at least 0, got "
                       << ordinal;
  return success();
}

LogicalResult
DeviceAttr::verifyEncoding(ArrayRef<int64_t>, Type,
                           function_ref<InFlightDiagnostic()>) const {
  return success(); // Element types are the ops' business.
}

bool kina::isPlacedAndCountable(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  if (tensor.getEncoding() && !isa<DeviceAttr>(tensor.getEncoding()))
    return false;
  // A zero among huge sizes still leaves strides that must be computed, so
  // zeros count as ones.
  int64_t bytes = llvm::divideCeil(tensor.getElementTypeBitWidth(), 8);
  for (int64_t size : tensor.getShape()) {
    if (ShapedType::isDynamic(size) || size == 0)
      continue;
    if (llvm::MulOverflow(bytes, size, bytes))
      return false;
  }
  return true;
}

DeviceAttr kina::getDevice(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? dyn_cast_or_null<DeviceAttr>(tensor.getEncoding())
                : DeviceAttr();
}

Type kina::getBoolTypeLike(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.clone(IntegerType::get(type.getContext(), 1));
}

bool kina::isDifferentiable(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<FloatType>(tensor.getElementType());
}

SmallVector<Attribute>
kina::detail::dropLargeSparse(ArrayRef<Attribute> operands) {
  return llvm::map_to_vector(operands, [](Attribute operand) {
    auto sparse = dyn_cast_if_present<SparseElementsAttr>(operand);
    return sparse && sparse.getNumElements() > maxSpelledOut ? Attribute()
                                                             : operand;
  });
}

OpFoldResult kina::detail::dropOwnResult(Operation *op, OpFoldResult folded) {
  auto value = dyn_cast_if_present<Value>(folded);
  return value && value.getDefiningOp() == op ? OpFoldResult() : folded;
}

namespace {
/// "operand #2" or "result #0", counted over all operands and results.
std::string nameOfValue(Operation *op, unsigned i) {
  unsigned operands = op->getNumOperands();
  return i < operands ? ("operand #" + Twine(i)).str()
                      : ("result #" + Twine(i - operands)).str();
}
} // namespace

LogicalResult kina::OpTrait::impl::verifySamePlacement(Operation *op) {
  auto types = llvm::to_vector(
      llvm::concat<const Type>(llvm::to_vector(op->getOperandTypes()),
                               llvm::to_vector(op->getResultTypes())));
  std::optional<unsigned> first;
  for (auto [i, type] : llvm::enumerate(types)) {
    if (!isa<RankedTensorType>(type))
      continue;
    if (!first) {
      first = i;
      continue;
    }
    DeviceAttr expected = getDevice(types[*first]), got = getDevice(type);
    if (expected == got)
      continue;
    auto print = [](InFlightDiagnostic &diag, DeviceAttr device) {
      if (device)
        diag << "on " << device;
      else
        diag << "on the host";
    };
    InFlightDiagnostic diag = op->emitOpError("expected ")
                              << nameOfValue(op, i) << " ";
    print(diag, expected);
    diag << " as " << nameOfValue(op, *first) << ", got " << type << " ";
    print(diag, got);
    diag.attachNote() << "copy it with kina.transfer";
    return diag;
  }
  return success();
}

LogicalResult kina::OpTrait::impl::verifySameTypes(Operation *op,
                                                   int boolValue) {
  auto types = llvm::to_vector(
      llvm::concat<const Type>(llvm::to_vector(op->getOperandTypes()),
                               llvm::to_vector(op->getResultTypes())));
  // The result tells what the op is about, unless it is the i1 one.
  unsigned last = types.size() - 1;
  unsigned reference = static_cast<int>(last) == boolValue ? 0 : last;
  for (auto [i, type] : llvm::enumerate(types)) {
    bool isBool = static_cast<int>(i) == boolValue;
    Type expected =
        isBool ? getBoolTypeLike(types[reference]) : types[reference];
    if (type == expected)
      continue;
    InFlightDiagnostic diag =
        op->emitOpError("expected ")
        << nameOfValue(op, i) << " of "
        << (reference == last ? "the result's type "
                              : "the first operand's type ")
        << types[reference] << (isBool ? " with elements of i1" : "")
        << ", got " << type;
    if (i < op->getNumOperands())
      adviseConversion(diag, type, expected);
    return diag;
  }
  return success();
}
