//===- Kina.h - The kina dialect --------------------------------*- C++ -*-===//
//
// The dialect, its attributes and its ops. The records in <Family>Ops.td, and
// the reference generated from them, say what each op means.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_DIALECT_KINA_H
#define KINA_DIALECT_KINA_H

#include "Kina/Interfaces/ShapeRuleOpInterface.h"
#include "Kina/Interfaces/VJPOpInterface.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

#include "Kina/Dialect/KinaDialect.h.inc"
#include "Kina/Dialect/KinaEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "Kina/Dialect/KinaAttrs.h.inc"

namespace kina {

/// Whether a ranked tensor has no encoding or `#kina.device`, and its size in
/// bytes fits in an int64_t as far as it is known.
bool isPlacedAndCountable(mlir::Type type);

/// The device of a tensor; null on the host.
DeviceAttr getDevice(mlir::Type tensorType);

/// i1 of the same shape and placement.
mlir::Type getBoolTypeLike(mlir::Type tensorType);

/// Whether values of the type have cotangents: float tensors.
bool isDifferentiable(mlir::Type type);

/// What is kept of a loop's iterations for their backward parts: what the
/// dialect's description says of the attribute `kina.recompute_policy`.
enum class RecomputePolicy { Store, Sqrt, Recompute };
inline constexpr llvm::StringLiteral recomputePolicyAttrName =
    "kina.recompute_policy";
RecomputePolicy getRecomputePolicy(mlir::Operation *loop);
/// What the names of attributes begin with that `--kina-ad` gives to ops of its
/// own for a while; no others may have them.
inline constexpr llvm::StringLiteral internalAttrPrefix = "kina.ad.";

namespace OpTrait {
namespace impl {
llvm::LogicalResult verifySamePlacement(mlir::Operation *op);
llvm::LogicalResult verifySameTypes(mlir::Operation *op, int boolValue);
} // namespace impl

/// All tensor operands and results live in one place.
template <typename ConcreteOp>
class SamePlacement
    : public mlir::OpTrait::TraitBase<ConcreteOp, SamePlacement> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    return impl::verifySamePlacement(op);
  }
};

/// Operands and results are of one type, but value number `boolValue` (operands
/// first, then results), which is i1 of that shape and placement.
template <int boolValue> class SameTypesBut {
public:
  template <typename ConcreteOp>
  class Impl : public mlir::OpTrait::TraitBase<ConcreteOp, Impl> {
  public:
    static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
      return impl::verifySameTypes(op, boolValue);
    }
  };
};
} // namespace OpTrait

/// Splat and sparse constants of more elements stay short: as data of the
/// object they would be written out, and a fold would go through all elements.
inline constexpr int64_t maxSpelledOut = 1 << 16;

namespace detail {
/// The values of constant operands, but for sparse ones of more than
/// maxSpelledOut elements.
llvm::SmallVector<mlir::Attribute>
dropLargeSparse(llvm::ArrayRef<mlir::Attribute> operands);

/// What an op folds to, unless that is its own result: in a graph region or an
/// unreachable block an op may be its own operand, and would fold again for
/// ever.
mlir::OpFoldResult dropOwnResult(mlir::Operation *op,
                                 mlir::OpFoldResult folded);

/// The result type that the op's shape rule gives, of the first operand's
/// element type and placement.
template <typename OpTy>
llvm::LogicalResult
inferFromShapeRule(typename OpTy::Adaptor adaptor, mlir::MLIRContext *context,
                   std::optional<mlir::Location> loc,
                   llvm::SmallVectorImpl<mlir::Type> &types);
} // namespace detail
} // namespace kina

#define GET_OP_CLASSES
#include "Kina/Dialect/KinaOps.h.inc"

template <typename OpTy>
llvm::LogicalResult
kina::detail::inferFromShapeRule(typename OpTy::Adaptor adaptor,
                                 mlir::MLIRContext *context,
                                 std::optional<mlir::Location> loc,
                                 llvm::SmallVectorImpl<mlir::Type> &types) {
  ShapeRule rule;
  mlir::Location where = loc.value_or(mlir::UnknownLoc::get(context));
  auto emitError = [&] {
    return mlir::emitError(where) << "'" << OpTy::getOperationName() << "' op ";
  };
  if (adaptor.getOperands().empty())
    return emitError() << "expected at least one operand, got none";
  auto first = llvm::dyn_cast<mlir::RankedTensorType>(
      adaptor.getOperands()[0].getType());
  if (!first || failed(OpTy::shape(adaptor, {}, rule, emitError)))
    return llvm::failure();
  types.push_back(mlir::RankedTensorType::get(
      getStaticShape(rule), first.getElementType(), first.getEncoding()));
  return llvm::success();
}

#endif // KINA_DIALECT_KINA_H
