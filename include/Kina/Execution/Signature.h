//===- Signature.h - What a compiled function takes and gives ---*- C++ -*-===//

#ifndef KINA_EXECUTION_SIGNATURE_H
#define KINA_EXECUTION_SIGNATURE_H

#include "Kina/Execution/HostTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace kina {

/// The type of one argument or result. A dynamic dimension is
/// mlir::ShapedType::kDynamic.
struct TensorSpec {
  ElementType elementType;
  llvm::SmallVector<int64_t, 4> shape = {};
  /// Whether it is a number, given and taken as a HostTensor of rank 0, and no
  /// tensor. An `index` is such an i64.
  bool isScalar = false;

  /// `?x3xf32`.
  std::string getTypeString() const;
  /// Whether a tensor has this element type, rank and static dimensions.
  bool accepts(const HostTensor &tensor) const;
};

/// The arguments and results of a function on tensors and scalars.
struct Signature {
  std::string function;
  llvm::SmallVector<TensorSpec> inputs;
  llvm::SmallVector<TensorSpec> results;

  /// Fails, naming the input by number from 0, where `tensors` are not what the
  /// function takes: expected, got.
  llvm::Error check(llvm::ArrayRef<HostTensor> tensors) const;
};

/// Finds the function to run in `module`: the public one called `name`, or
/// where `name` is empty `main`, or the only public one. Fails, listing what
/// there is, where that is none.
llvm::Expected<mlir::func::FuncOp> findFunction(mlir::ModuleOp module,
                                                llvm::StringRef name);

/// The signature of `function`, before it is lowered. Fails, naming the
/// argument or result, where one is neither a ranked tensor of an ElementType
/// on the host nor a scalar of one.
llvm::Expected<Signature> getSignature(mlir::func::FuncOp function);

} // namespace kina

#endif // KINA_EXECUTION_SIGNATURE_H
