//===- RuntimeChecks.cpp - Checks that call traps of libkina_runtime ------===//

#include "RuntimeChecks.h"
#include "LoweringUtils.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace kina;

std::optional<std::string> kina::getLocationText(Location loc) {
  if (auto range = dyn_cast<FileLineColRange>(loc))
    return (range.getFilename().getValue() + ":" + Twine(range.getStartLine()) +
            ":" + Twine(range.getStartColumn()))
        .str();
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return getLocationText(call.getCallee());
  if (auto name = dyn_cast<NameLoc>(loc))
    return getLocationText(name.getChildLoc());
  if (auto opaque = dyn_cast<OpaqueLoc>(loc))
    return getLocationText(opaque.getFallbackLocation());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (std::optional<std::string> text = getLocationText(part))
        return text;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// The type of an entry point, from the table that the runtime is built from.
static FunctionType getEntryPointType(MLIRContext *context, StringRef name) {
  enum Kind { STR, I64 };
  struct Entry {
    StringRef name;
    SmallVector<Kind, 5> arguments;
  };
  static const Entry table[] = {
#define KINA_RUNTIME_CALL(NAME, RESULT, ...) {#NAME, {__VA_ARGS__}},
#include "kina/runtime_calls.def"
  };
  const Entry *entry =
      llvm::find_if(table, [&](const Entry &e) { return e.name == name; });
  assert(entry != std::end(table) && "not in runtime_calls.def");
  SmallVector<Type> types;
  for (Kind kind : entry->arguments)
    types.push_back(kind == STR ? Type(LLVM::LLVMPointerType::get(context))
                                : IntegerType::get(context, 64));
  return FunctionType::get(context, types, {});
}

CheckEmitter::Module &CheckEmitter::getModule(Operation *op) {
  Operation *table = SymbolTable::getNearestSymbolTable(op);
  std::unique_ptr<Module> &module = modules[table];
  if (!module)
    module = std::make_unique<Module>(table);
  return *module;
}

void CheckEmitter::declare(Module &module, func::FuncOp declaration) {
  StringRef name = declaration.getSymName();
  Operation *existing = module.symbols.lookup(name);
  if (!existing) {
    module.symbols.insert(declaration);
    return;
  }
  auto function = dyn_cast<func::FuncOp>(existing);
  bool same = function && function.isExternal() &&
              function.getFunctionType() == declaration.getFunctionType();
  if (!same) {
    failed = true;
    InFlightDiagnostic diag = existing->emitError("expected '")
                              << name
                              << "' to be the run-time function of type "
                              << declaration.getFunctionType() << ", got ";
    if (function)
      diag << (function.isExternal() ? "one" : "a definition") << " of type "
           << function.getFunctionType();
    else
      diag << "'" << existing->getName() << "'";
  }
  declaration->erase();
}

/// A readable part of a symbol's name: the last letters and digits of `text`.
static std::string getSymbolPart(StringRef text) {
  constexpr size_t limit = 40;
  std::string part;
  for (char c : text.take_back(limit))
    part += llvm::isAlnum(c) ? c : '_';
  return part;
}

Value CheckEmitter::buildString(OpBuilder &b, Operation *op, StringRef text) {
  Module &module = getModule(op);
  StringAttr &name = module.literals[text];
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  if (!name) {
    OpBuilder detached(b.getContext());
    std::string bytes = (text + Twine('\0')).str();
    auto type = LLVM::LLVMArrayType::get(b.getI8Type(), bytes.size());
    auto global = LLVM::GlobalOp::create(
        detached, op->getLoc(), type, /*isConstant=*/true,
        LLVM::Linkage::Internal, "kina_string_" + getSymbolPart(text),
        b.getStringAttr(bytes));
    name = module.symbols.insert(global);
  }
  return LLVM::AddressOfOp::create(b, op->getLoc(), pointer, name);
}

void CheckEmitter::buildCall(OpBuilder &b, Operation *op, StringRef callee,
                             StringRef text, ArrayRef<OpFoldResult> numbers) {
  Location loc = op->getLoc();
  FunctionType type = getEntryPointType(b.getContext(), callee);
  Module &module = getModule(op);
  if (module.declared.try_emplace(callee, true).second) {
    OpBuilder detached(b.getContext());
    auto declaration =
        func::FuncOp::create(detached, op->getLoc(), callee, type);
    declaration.setPrivate();
    declare(module, declaration);
  }
  SmallVector<Value> arguments = {buildString(b, op, text)};
  if (std::optional<std::string> location = getLocationText(loc))
    arguments.push_back(buildString(b, op, *location));
  else
    arguments.push_back(LLVM::ZeroOp::create(b, loc, type.getInput(1)));
  for (OpFoldResult number : numbers) {
    if (std::optional<int64_t> known = getConstantIntValue(number)) {
      arguments.push_back(
          arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(*known)));
      continue;
    }
    auto value = cast<Value>(number);
    arguments.push_back(
        value.getType().isIndex()
            ? arith::IndexCastOp::create(b, loc, b.getI64Type(), value)
            : value);
  }
  func::CallOp::create(b, loc, callee, TypeRange(), arguments);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

void CheckEmitter::emitTrapIf(OpBuilder &b, Operation *op, Value condition,
                              StringRef callee, StringRef text,
                              ArrayRef<OpFoldResult> numbers) {
  scf::IfOp::create(b, op->getLoc(), condition,
                    [&](OpBuilder &b, Location loc) {
                      buildCall(b, op, callee, text, numbers);
                      scf::YieldOp::create(b, loc);
                    });
}

void CheckEmitter::emitSizeCheck(OpBuilder &b, Operation *op, StringRef name,
                                 arith::CmpIPredicate wrong, StringRef callee,
                                 OpFoldResult lhs, OpFoldResult rhs,
                                 std::optional<int64_t> dimension) {
  Location loc = op->getLoc();
  Value a = getValueOrCreateConstantIndexOp(b, loc, lhs);
  Value c = getValueOrCreateConstantIndexOp(b, loc, rhs);
  SmallVector<OpFoldResult> numbers = {a, c};
  if (dimension)
    numbers.push_back(b.getIndexAttr(*dimension));
  emitTrapIf(b, op, arith::CmpIOp::create(b, loc, wrong, a, c), callee, name,
             numbers);
}

void CheckEmitter::emitShapeChecks(OpBuilder &b, ShapeRuleOpInterface op) {
  Location loc = op->getLoc();
  RuntimeChecks checks = getRuntimeChecks(op);
  // First of all: products of sizes and their comparisons rely on it.
  for (const RuntimeChecks::Computed &c : checks.computed) {
    Value size =
        getValueOrCreateConstantIndexOp(b, loc, c.size.materialize(b, loc));
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value wrong =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, size, zero);
    emitTrapIf(b, op, wrong, "kina_trap_negative_size", op.getTrapName(),
               {size, b.getIndexAttr(c.dimension)});
  }
  for (const RuntimeChecks::Growing &c : checks.growing)
    emitTrapIf(b, op, c.size.buildOverflows(b, loc), "kina_trap",
               (op.getTrapName() +
                " size does not fit in 63 bits in dimension " +
                Twine(c.dimension))
                   .str(),
               {});
  for (const RuntimeChecks::Equal &c : checks.equal)
    emitSizeCheck(b, op, op.getTrapName(), arith::CmpIPredicate::ne,
                  "kina_trap_size_mismatch", c.lhs.materialize(b, loc),
                  c.rhs.materialize(b, loc), c.dimension);
  for (const BoundConstraint &c : checks.within)
    emitSizeCheck(b, op, op.getTrapName(), arith::CmpIPredicate::sgt,
                  "kina_trap_slice_bounds", b.getIndexAttr(c.end),
                  c.size.materialize(b, loc), c.dimension);
  if (checks.countLhs.empty() && checks.countRhs.empty())
    return;
  auto materialize = [&](const Size &size) { return size.materialize(b, loc); };
  // The operand, too, may have more elements than 63 bits count: nobody has
  // to hold a broadcast in memory.
  OpFoldResult from = buildSaturatingProduct(
      b, loc, llvm::map_to_vector(checks.countLhs, materialize));
  OpFoldResult to = buildSaturatingProduct(
      b, loc, llvm::map_to_vector(checks.countRhs, materialize));
  emitSizeCheck(b, op, op.getTrapName(), arith::CmpIPredicate::ne,
                "kina_trap_element_count_mismatch", from, to, std::nullopt);
}

void CheckEmitter::emitCastChecks(OpBuilder &b, tensor::CastOp cast) {
  auto source = dyn_cast<RankedTensorType>(cast.getSource().getType());
  auto result = dyn_cast<RankedTensorType>(cast.getType());
  if (!source || !result)
    return;
  for (int64_t dim = 0; dim < source.getRank(); ++dim)
    if (source.isDynamicDim(dim) && !result.isDynamicDim(dim))
      emitSizeCheck(
          b, cast, cast->getName().getStringRef(), arith::CmpIPredicate::ne,
          "kina_trap_size_mismatch",
          tensor::getMixedSize(b, cast.getLoc(), cast.getSource(), dim),
          b.getIndexAttr(result.getDimSize(dim)), dim);
}

/// Loops over the elements of `tensor` that compute nothing. No linalg op,
/// which fusion could leave without the operands that tell it how far to go.
static void buildVisit(OpBuilder &b, Location loc, Value tensor,
                       function_ref<void(OpBuilder &, Location, Value)> visit) {
  auto bound = [&](OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(b, loc, size);
  };
  SmallVector<Value> ends =
      llvm::map_to_vector(tensor::getMixedSizes(b, loc, tensor), bound);
  SmallVector<Value> starts(ends.size(), bound(b.getIndexAttr(0)));
  SmallVector<Value> steps(ends.size(), bound(b.getIndexAttr(1)));
  scf::buildLoopNest(
      b, loc, starts, ends, steps,
      [&](OpBuilder &b, Location loc, ValueRange position) {
        visit(b, loc, tensor::ExtractOp::create(b, loc, tensor, position));
      });
}

void CheckEmitter::emitIndexChecks(OpBuilder &b, ShapeRuleOpInterface op,
                                   Value indices, BoundsMode mode,
                                   OpFoldResult bound) {
  if (!checksIndices(mode))
    return;
  Location loc = op->getLoc();
  Value limit = arith::IndexCastOp::create(
      b, loc, b.getI64Type(), getValueOrCreateConstantIndexOp(b, loc, bound));
  Value zero = arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(0));
  buildVisit(b, loc, indices, [&](OpBuilder &b, Location loc, Value index) {
    Value below =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, index, zero);
    Value beyond =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, index, limit);
    Value wrong = arith::OrIOp::create(b, loc, below, beyond);
    emitTrapIf(b, op, wrong, "kina_trap_index", op.getTrapName(),
               {OpFoldResult(index), OpFoldResult(limit)});
  });
}

/// Whether the elements are known, and none of them is 0.
static bool isKnownNonZero(Value integers) {
  DenseIntElementsAttr constant;
  if (!matchPattern(integers, m_Constant(&constant)))
    return false;
  auto isZero = [](const APInt &value) { return value.isZero(); };
  return constant.isSplat() ? !isZero(constant.getSplatValue<APInt>())
                            : llvm::none_of(constant, isZero);
}

void CheckEmitter::emitDivisorChecks(OpBuilder &b, ShapeRuleOpInterface op,
                                     Value divisor) {
  if (isKnownNonZero(divisor))
    return;
  Location loc = op->getLoc();
  Type type = getElementTypeOrSelf(divisor.getType());
  Value zero = arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, 0));
  buildVisit(b, loc, divisor, [&](OpBuilder &b, Location loc, Value element) {
    Value wrong =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, element, zero);
    emitTrapIf(b, op, wrong, "kina_trap", (op.getTrapName() + " by zero").str(),
               {});
  });
}
