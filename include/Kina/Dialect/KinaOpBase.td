//===- KinaOpBase.td - Types, traits and base classes of ops -*- tablegen -*-===//

#ifndef KINA_DIALECT_KINAOPBASE
#define KINA_DIALECT_KINAOPBASE

include "Kina/Dialect/KinaAttrs.td"
include "Kina/Interfaces/ShapeRuleOpInterface.td"
include "Kina/Interfaces/VJPOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ValueBoundsOpInterface.td"

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// A ranked tensor of some element types, without encoding or on a device, whose
/// bytes can be counted in 63 bits.
class Kina_TensorOf<list<Type> elements, string what>
    : Type<And<[IsRankedTensorTypePred,
                Concat<"[](::mlir::Type elementType) { return ",
                       SubstLeaves<"$_self", "elementType",
                                   AnyTypeOf<elements>.predicate>,
                       "; }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())">,
                CPred<"::kina::isPlacedAndCountable($_self)">]>,
           "ranked tensor of " # what # " on the host or on #kina.device",
           "::mlir::RankedTensorType">;

def Kina_FloatTensor : Kina_TensorOf<[F16, BF16, F32, F64], "f16, bf16, f32 or f64">;
def Kina_NumberTensor : Kina_TensorOf<[F16, BF16, F32, F64, I32, I64],
                                      "f16, bf16, f32, f64, i32 or i64">;
def Kina_LogicTensor : Kina_TensorOf<[I1, I32, I64], "i1, i32 or i64">;
def Kina_BoolTensor : Kina_TensorOf<[I1], "i1">;
def Kina_IndexTensor : Kina_TensorOf<[I64], "i64">;
def Kina_Tensor : Kina_TensorOf<[F16, BF16, F32, F64, I1, I32, I64],
                                "f16, bf16, f32, f64, i1, i32 or i64">;

//===----------------------------------------------------------------------===//
// Traits
//===----------------------------------------------------------------------===//

/// All tensor operands and results live in one place.
def Kina_SamePlacement : Kina_Trait<"SamePlacement">;
/// Operands and results are of one type, but value number `boolValue` (operands
/// first, then results; -1 is none): i1 of that shape and placement. Stands before
/// traits that only let the parser infer types, for the message has both types.
class Kina_SameTypesBut<int boolValue>
    : ParamNativeOpTrait<"SameTypesBut", !cast<string>(boolValue)> {
  let cppNamespace = "::kina::OpTrait";
}
def Kina_SameTypes : Kina_SameTypesBut<-1>;
/// The type of `value` is inferred from that of `from`; another trait verifies it.
class Kina_InferType<string value, string from, string transform = "$_self">
    : TypesMatchWith<"", from, value, transform,
                     "[](::mlir::Type, ::mlir::Type) { return true; }">;

//===----------------------------------------------------------------------===//
// Base classes
//===----------------------------------------------------------------------===//

/// Every kina op.
class Kina_Op<string mnemonic, list<Trait> traits = []>
    : Op<Kina_Dialect, mnemonic, traits>;

/// An op on tensors with one result, described by a shape rule: the op's
/// function `shape`, from which all else follows.
class Kina_ShapeRuleOp<string mnemonic, list<Trait> traits = []>
    : Kina_Op<mnemonic, [
        Kina_SamePlacement, NoMemoryEffect,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>,
        DeclareOpInterfaceMethods<ValueBoundsOpInterface, ["populateBoundsForShapedValueDim"]>,
        DeclareOpInterfaceMethods<Kina_ShapeRuleOpInterface>] # traits> {
  code opDeclaration = "";
  code opDefinition = "";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The op's shape rule. `result` is the result's type where it is given,
    /// null while it is inferred.
    static ::llvm::LogicalResult shape(Adaptor adaptor,
        ::mlir::RankedTensorType result, ::kina::ShapeRule &rule,
        ::kina::EmitErrorFn emitError);
  }] # opDeclaration # !if(hasFolder, [{
    /// What the op folds to, or null. `fold` itself is common to all ops.
    ::mlir::OpFoldResult foldOp(FoldAdaptor adaptor);
  }], "");
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::getShapeRule(::kina::ShapeRule &rule,
                                                  ::kina::EmitErrorFn emitError) {
      return shape(Adaptor(*this), getType(), rule, emitError);
    }
    ::llvm::LogicalResult $cppClass::verify() {
      return ::kina::verifyShapeRule(*this);
    }
    ::mlir::Speculation::Speculatability $cppClass::getSpeculatability() {
      return ::kina::getShapeRuleSpeculatability(*this);
    }
    ::llvm::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &b, ::mlir::ReifiedRankedShapedTypeDims &dims) {
      dims.emplace_back(::kina::getResultSizes(b, *this));
      return ::llvm::success();
    }
    void $cppClass::populateBoundsForShapedValueDim(
        ::mlir::Value, int64_t dim, ::mlir::ValueBoundsConstraintSet &bounds) {
      ::kina::populateResultBounds(*this, dim, bounds);
    }
  }] # !if(hasFolder, [{
    ::mlir::OpFoldResult $cppClass::fold(FoldAdaptor adaptor) {
      ::llvm::SmallVector<::mlir::Attribute> operands =
          ::kina::detail::dropLargeSparse(adaptor.getOperands());
      FoldAdaptor foldable(operands, *this);
      return ::kina::detail::dropOwnResult(*this, foldOp(foldable));
    }
  }], "") # opDefinition;
}

/// A shape-rule op whose result type follows from its operands and attributes,
/// of the first operand's element type. The type may still be spelled with a
/// static size where the operands have `?`, and the reverse.
class Kina_InferredOp<string mnemonic, list<Trait> traits = []>
    : Kina_ShapeRuleOp<mnemonic, [
        DeclareOpInterfaceMethods<InferTypeOpInterface, ["refineReturnTypes"]>] # traits> {
  let opDefinition = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> loc,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::kina::detail::inferFromShapeRule<$cppClass>(
          Adaptor(operands, attributes, properties, regions), context, loc, types);
    }
    // The verifier reports what is wrong, in one message.
    ::llvm::LogicalResult $cppClass::refineReturnTypes(
        ::mlir::MLIRContext *, std::optional<::mlir::Location>,
        ::mlir::ValueRange, ::mlir::DictionaryAttr, ::mlir::OpaqueProperties,
        ::mlir::RegionRange, ::llvm::SmallVectorImpl<::mlir::Type> &) {
      return ::llvm::success();
    }
  }];
}

/// The result type is spelled and gives the sizes, `sizes(...)` one for each `?`.
class Kina_SizedOp<string mnemonic, list<Trait> traits = []>
    : Kina_ShapeRuleOp<mnemonic, traits>;

/// The op can trap for its operands' values; it says when.
defvar canTrapOnValues = "bool canTrapOnValues();";

#endif // KINA_DIALECT_KINAOPBASE
