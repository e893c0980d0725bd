//===- DoublePrecision.cpp - A program with every float as f64 ------------===//

#include "Kina/Dialect/Kina.h"
#include "Kina/Execution/GradientProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;

namespace {
APFloat toDouble(APFloat value) {
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value;
}

/// Replaces types and attributes. What cannot be replaced stays; `problem` then
/// says what was expected, and what was got.
class Replacer {
public:
  explicit Replacer(MLIRContext *context) : f64(Float64Type::get(context)) {
    replacer.addReplacement([this](FloatType type) -> std::optional<Type> {
      if (type.getWidth() > 64)
        return fail("floats of at most 64 bits", type), type;
      return f64;
    });
    addAttribute<FloatAttr>([this](FloatAttr attr) -> Attribute {
      if (attr.getType().getIntOrFloatBitWidth() > 64)
        return fail("floats of at most 64 bits", attr), attr;
      return FloatAttr::get(f64, toDouble(attr.getValue()));
    });
    addAttribute<DenseElementsAttr>(
        [this](DenseElementsAttr attr) { return convert(attr); });
    addAttribute<DenseResourceElementsAttr>(
        [this](DenseResourceElementsAttr attr) { return convert(attr); });
    // Data of an op's own, which no value of the program has.
    addAttribute<DenseArrayAttr>([](DenseArrayAttr attr) { return attr; });
  }

  bool changes(TypeRange types) {
    return llvm::any_of(
        types, [&](Type type) { return replacer.replace(type) != type; });
  }

  void replaceIn(Operation *op) {
    // A module's attributes are about its target.
    replacer.replaceElementsIn(op, /*replaceAttrs=*/!isa<ModuleOp>(op),
                               /*replaceLocs=*/false, /*replaceTypes=*/true);
  }

  StringRef getProblem() const { return problem; }

private:
  template <typename AttrT, typename Fn> void addAttribute(Fn fn) {
    replacer.addReplacement(
        [fn](AttrT attr) -> std::optional<std::pair<Attribute, WalkResult>> {
          return std::make_pair(Attribute(fn(attr)), WalkResult::skip());
        });
  }

  template <typename T> void fail(StringRef expected, T got) {
    if (problem.empty())
      llvm::raw_string_ostream(problem)
          << "expected " << expected << ", got " << got;
  }

  Attribute convert(DenseElementsAttr attr) {
    Type element = attr.getElementType();
    if (element.isIntOrIndex())
      return attr;
    auto values = dyn_cast<DenseFPElementsAttr>(attr);
    if (!values || element.getIntOrFloatBitWidth() > 64)
      return fail("elements that are integers or floats of at most 64 bits",
                  element),
             attr;
    return values.mapValues(f64, [](const APFloat &value) {
      return toDouble(value).bitcastToAPInt();
    });
  }

  Attribute convert(DenseResourceElementsAttr attr) {
    ShapedType type = attr.getShapedType();
    if (type.getElementType().isIntOrIndex())
      return attr;
    StringRef key = attr.getRawHandle().getKey();
    AsmResourceBlob *blob = attr.getRawHandle().getBlob();
    if (!blob)
      return fail("the data of resource '" + key.str() + "'", "none"), attr;
    ArrayRef<char> data = blob->getData();
    bool splat = false;
    if (!DenseElementsAttr::isValidRawBuffer(type, data, splat) ||
        (splat && type.getNumElements() != 1))
      return fail("data of type " + typeText(type) + " in resource '" +
                      key.str() + "'",
                  std::to_string(data.size()) + " bytes"),
             attr;
    return convert(DenseElementsAttr::getFromRawBuffer(type, data));
  }

  static std::string typeText(Type type) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return text;
  }

  AttrTypeReplacer replacer;
  Type f64;
  std::string problem;
};

/// Whether the op computes with the bytes of its floats, so that it means
/// something else where they are wider.
bool dependsOnBits(Operation *op) {
  return isa<arith::BitcastOp, tensor::BitcastOp, vector::BitCastOp,
             memref::ViewOp>(op) ||
         isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect());
}

LogicalResult checkConvertible(Operation *op, Replacer &replacer) {
  auto describe = [&](StringRef got) {
    return op->emitOpError("expected a program that means the same in f64, in "
                           "which gradients are checked, got ")
           << got;
  };
  if (dependsOnBits(op) && (replacer.changes(op->getOperandTypes()) ||
                            replacer.changes(op->getResultTypes())))
    return describe("an op on the bits of floats");
  if (auto function = dyn_cast<func::FuncOp>(op);
      function && function.isExternal() &&
      (replacer.changes(function.getArgumentTypes()) ||
       replacer.changes(function.getResultTypes())))
    return describe("a function without body, whose code takes other floats");
  return success();
}

/// Verifies the op alone. What its verifier has to say is about types that are
/// not in the source.
LogicalResult verifyConverted(Operation *op) {
  std::string message;
  LogicalResult result = success();
  {
    ScopedDiagnosticHandler handler(op->getContext(), [&](Diagnostic &diag) {
      if (message.empty())
        message = diag.str();
      return success();
    });
    result = verify(op, /*verifyRecursively=*/false);
  }
  if (succeeded(result))
    return success();
  return op->emitOpError(
             "expected an op that takes f64 in place of every float "
             "type, in which gradients are checked, got one that "
             "does not: ")
         << message;
}

/// A conversion between floats is the identity now.
void eraseIdentities(ModuleOp module) {
  module.walk([](Operation *op) {
    if (!isa<kina::CastOp, CastOpInterface>(op) || op->getNumOperands() != 1 ||
        op->getNumResults() != 1 ||
        !isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType())))
      return;
    if (op->getOperand(0).getType() != op->getResult(0).getType())
      return;
    op->replaceAllUsesWith(op->getOperands());
    op->erase();
  });
}
} // namespace

LogicalResult kina::convertToDouble(ModuleOp module) {
  Replacer replacer(module.getContext());
  bool failed = false;
  auto walk = [&](auto &&fn) {
    module.walk([&](Operation *op) {
      if (mlir::failed(fn(op)))
        failed = true;
    });
    return mlir::failure(failed);
  };
  if (mlir::failed(
          walk([&](Operation *op) { return checkConvertible(op, replacer); })))
    return mlir::failure();
  WalkResult replaced = module.walk([&](Operation *op) {
    replacer.replaceIn(op);
    if (replacer.getProblem().empty())
      return WalkResult::advance();
    op->emitOpError(replacer.getProblem()) << " (gradients are checked in f64)";
    return WalkResult::interrupt();
  });
  if (replaced.wasInterrupted())
    return mlir::failure();
  eraseIdentities(module);
  return walk(verifyConverted);
}
