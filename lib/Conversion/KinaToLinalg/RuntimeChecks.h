//===- RuntimeChecks.h - Checks that call traps -----------------*- C++ -*-===//
//
// Every check is an op of its own that stands before the computation, never
// part of a body that computes values: fusion copies such bodies.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_CONVERSION_KINATOLINALG_RUNTIMECHECKS_H
#define KINA_LIB_CONVERSION_KINATOLINALG_RUNTIMECHECKS_H

#include "Kina/Dialect/Kina.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringMap.h"

namespace kina {

/// FILE:LINE:COL of the place that `loc` stands for: the start of a range, the
/// callee of a call site, the first known part of a fused location; nothing
/// where it is unknown.
std::optional<std::string> getLocationText(mlir::Location loc);

/// Emits checks and declares what they call: entry points of the runtime and
/// string literals, both once per symbol table.
class CheckEmitter {
public:
  explicit CheckEmitter(bool uncheckedBounds)
      : uncheckedBounds(uncheckedBounds) {}

  /// Whether a symbol of the user's stood in the way of a declaration. It was
  /// reported.
  bool hasFailed() const { return failed; }

  /// The checks that the op's shape rule leaves to run time, in its order.
  void emitShapeChecks(mlir::OpBuilder &b, ShapeRuleOpInterface op);

  /// Whether indices are checked: neither the op nor the pass says that all are
  /// right.
  bool checksIndices(BoundsMode mode) const {
    return mode == BoundsMode::checked && !uncheckedBounds;
  }

  /// Each element of `indices` lies in [0, bound), if they are checked.
  void emitIndexChecks(mlir::OpBuilder &b, ShapeRuleOpInterface op,
                       mlir::Value indices, BoundsMode mode,
                       mlir::OpFoldResult bound);

  /// The sizes that the operand's type leaves open and the result's names.
  void emitCastChecks(mlir::OpBuilder &b, mlir::tensor::CastOp cast);

  /// No element of `divisor` is 0.
  void emitDivisorChecks(mlir::OpBuilder &b, ShapeRuleOpInterface op,
                         mlir::Value divisor);

  /// Calls the entry point `callee` with `text`, the op's location and
  /// `numbers` (integers or indices) if `condition` holds.
  void emitTrapIf(mlir::OpBuilder &b, mlir::Operation *op,
                  mlir::Value condition, llvm::StringRef callee,
                  llvm::StringRef text,
                  llvm::ArrayRef<mlir::OpFoldResult> numbers);

private:
  /// What one symbol table was given.
  struct Module {
    explicit Module(mlir::Operation *table) : symbols(table) {}
    mlir::SymbolTable symbols;
    llvm::StringMap<mlir::StringAttr> literals;
    llvm::StringMap<bool> declared;
  };

  Module &getModule(mlir::Operation *op);
  void declare(Module &module, mlir::func::FuncOp declaration);
  mlir::Value buildString(mlir::OpBuilder &b, mlir::Operation *op,
                          llvm::StringRef text);
  void buildCall(mlir::OpBuilder &b, mlir::Operation *op,
                 llvm::StringRef callee, llvm::StringRef text,
                 llvm::ArrayRef<mlir::OpFoldResult> numbers);
  void emitSizeCheck(mlir::OpBuilder &b, mlir::Operation *op,
                     llvm::StringRef name, mlir::arith::CmpIPredicate wrong,
                     llvm::StringRef callee, mlir::OpFoldResult lhs,
                     mlir::OpFoldResult rhs, std::optional<int64_t> dimension);

  bool uncheckedBounds;
  bool failed = false;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<Module>> modules;
};

} // namespace kina

#endif // KINA_LIB_CONVERSION_KINATOLINALG_RUNTIMECHECKS_H
