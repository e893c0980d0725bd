//===- Derivative.h - Derivative functions of a function --------*- C++ -*-===//

#ifndef KINA_LIB_TRANSFORMS_REVERSEMODE_DERIVATIVE_H
#define KINA_LIB_TRANSFORMS_REVERSEMODE_DERIVATIVE_H

#include "Activity.h"
#include "Body.h"
#include "Report.h"
#include "mlir/IR/SymbolTable.h"
#include <map>
#include <memory>

namespace kina {

/// What a derivative is made for: a function, the arguments whose cotangents
/// are wanted and the results whose cotangents are given, by ascending
/// positions.
struct DerivativeKey {
  mlir::func::FuncOp callee;
  std::vector<int64_t> arguments;
  std::vector<int64_t> results;

  const void *key() const { return callee.getAsOpaquePointer(); }
  bool operator<(const DerivativeKey &other) const {
    return std::tuple(key(), arguments, results) <
           std::tuple(other.key(), other.arguments, other.results);
  }
};

/// The forward function returns the callee's results and then the residuals; it
/// is the callee itself where there are none. The backward function takes
/// `operands` and then a cotangent for each of the key's results.
struct Derivative {
  mlir::func::FuncOp callee;
  mlir::func::FuncOp forward;
  mlir::func::FuncOp backward;
  llvm::SmallVector<BackwardOperand> operands;
  /// For each of the key's arguments the backward function's result that is its
  /// cotangent; nothing where it is zero.
  llvm::SmallVector<std::optional<unsigned>> cotangents;

  enum State { InProgress, Done, Failed } state = InProgress;
  /// The callee reaches itself: its residuals could have no fixed number, so
  /// the backward function takes the arguments and computes what it needs
  /// again.
  bool isRecursive = false;

  /// The backward function's operands, but for the cotangents, after a call of
  /// the forward function.
  llvm::SmallVector<mlir::Value>
  collectOperands(mlir::func::CallOp forwardCall) const;
  unsigned getNumResiduals() const;
};

class Source;

/// Makes and shares derivatives.
class DerivativeBuilder {
public:
  /// For the functions below `root`.
  DerivativeBuilder(mlir::Operation *root, Report report);

  /// The derivative, or null after errors have been reported.
  Derivative *getOrBuild(const DerivativeKey &key);

  bool hasErrors() const { return errors; }
  const Report &getReport() const { return report; }
  mlir::SymbolTableCollection &getSymbolTables() { return symbols; }

  /// A derivative that was asked for before.
  Derivative &lookup(const DerivativeKey &key) { return derivatives.at(key); }
  /// Declares the backward function of a recursive derivative, so that it can
  /// be called before it is built.
  void declareRecursive(const DerivativeKey &key, Derivative &derivative);
  /// Whether a caller keeps what the callee's backward part needs, or runs the
  /// callee forward once more.
  bool keepsResidualsOf(const Derivative &callee) const {
    return callee.getNumResiduals() <= residualLimit;
  }

  /// What a call in `function`, or in a copy of it, calls; null if unknown.
  mlir::func::FuncOp lookupCallee(mlir::func::CallOp call,
                                  mlir::func::FuncOp function);
  /// Whether something that the call reaches has effects, or is not known.
  bool hasSideEffects(mlir::func::CallOp call, mlir::func::FuncOp function);
  /// Adds a private function next to `callee`, under a name like `name`.
  void insertFunction(mlir::func::FuncOp function, mlir::func::FuncOp callee,
                      const llvm::Twine &name);

private:
  /// A derivative that is being made, and the ones it needs.
  struct Task {
    DerivativeKey key;
    Derivative *derivative;
    std::unique_ptr<Source> source;
    llvm::SmallVector<DerivativeKey> needed;
    size_t next = 0;
    bool failed = false;
  };
  Task start(const DerivativeKey &key);
  void finish(Task &task);
  llvm::LogicalResult build(Task &task);
  void verifyDifferentiable(Task &task);
  llvm::LogicalResult verifyOp(mlir::Operation *op, const Source &source);
  void reportWithoutRule(mlir::Operation *op, const Activity &activity,
                         const llvm::Twine &message);

  Report report;
  std::map<DerivativeKey, Derivative> derivatives;
  llvm::DenseSet<mlir::Operation *> reported;
  /// A call whose callee keeps more values than this runs forward once more in
  /// the backward part and keeps its operands alone. Where each function calls
  /// the next one twice, the residuals would double with each level; the number
  /// of ops in the program is what they cannot reach otherwise.
  size_t residualLimit = 0;
  mlir::SymbolTableCollection symbols;
  bool errors = false;
};

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_REVERSEMODE_DERIVATIVE_H
