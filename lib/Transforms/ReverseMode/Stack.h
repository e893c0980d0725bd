//===- Stack.h - One value for each iteration of a loop ---------*- C++ -*-===//

#ifndef KINA_LIB_TRANSFORMS_REVERSEMODE_STACK_H
#define KINA_LIB_TRANSFORMS_REVERSEMODE_STACK_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace kina {

/// Whether values of the type can be put on a stack: tensors of known rank,
/// integers, indices and floats.
bool isStackable(mlir::Type type);

/// Moves what computes numbers, such as sizes and trip counts, from values
/// outside of the loop to before it, so that sizes made of them are known
/// there.
void hoistSizes(mlir::scf::ForOp loop);

/// A tensor with one more dimension in front than the values it holds. Values
/// whose sizes differ between iterations have room for the largest, and their
/// sizes are kept beside them.
class Stack {
public:
  Stack(mlir::Value value, mlir::Value trips)
      : value(value), type(value.getType()), trips(trips) {}

  /// Finds the sizes outside of `loop`, whose body has the value, or says that
  /// they change.
  void findSizes(mlir::OpBuilder &b, mlir::scf::ForOp loop);
  /// The dimensions whose size is to be found by running the loop: their
  /// largest sizes, then, are given to `setLargest`.
  llvm::ArrayRef<int64_t> getChangingDims() const { return changing; }
  void setLargest(mlir::ValueRange sizes);

  /// Inside of the loop; good as long as the loop is not built anew.
  mlir::Value getValue() const { return value; }
  /// The stacks of the value and of its changing sizes, without content.
  void buildEmpty(mlir::OpBuilder &b, mlir::Location loc,
                  llvm::SmallVectorImpl<mlir::Value> &stacks);
  unsigned getNumTensors() const { return !isEmpty() + changing.size(); }
  /// Puts the value at `index` of `stacks`.
  void buildPush(mlir::OpBuilder &b, mlir::Location loc, mlir::Value index,
                 mlir::ValueRange stacks,
                 llvm::SmallVectorImpl<mlir::Value> &pushed);
  /// The value at `index` of the stacks that the loop gave.
  mlir::Value buildRead(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value index, mlir::ValueRange stacks);

private:
  /// Tensors without elements have nothing to store; upstream would refuse
  /// slices of them.
  bool isEmpty() const {
    auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
    return tensor && llvm::is_contained(tensor.getShape(), 0);
  }

  mlir::Value value;
  mlir::Type type;
  mlir::Value trips;
  /// Those of a tensor, outside of the loop; null where they change.
  llvm::SmallVector<mlir::OpFoldResult> sizes;
  llvm::SmallVector<int64_t> changing;
};

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_REVERSEMODE_STACK_H
