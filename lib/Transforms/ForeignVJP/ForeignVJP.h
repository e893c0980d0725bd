//===- ForeignVJP.h - What the models share ---------------------*- C++ -*-===//

#ifndef KINA_LIB_TRANSFORMS_FOREIGNVJP_FOREIGNVJP_H
#define KINA_LIB_TRANSFORMS_FOREIGNVJP_FOREIGNVJP_H

#include "Kina/Dialect/VJPBuilder.h"

namespace kina {

/// Whether kina's ops take the type, whose elements are floats.
inline bool isKinaFloatTensor(mlir::Type type) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  return tensor &&
         llvm::isa<mlir::Float16Type, mlir::BFloat16Type, mlir::Float32Type,
                   mlir::Float64Type>(tensor.getElementType()) &&
         isPlacedAndCountable(tensor);
}

/// Whether the rules hold for the op: all floats that it reads or gives are in
/// such tensors.
inline bool isOnKinaTensors(mlir::Operation *op) {
  auto fits = [](mlir::Type type) {
    return mlir::getElementTypeOrSelf(type).isIntOrIndex() ||
           isKinaFloatTensor(type);
  };
  return llvm::all_of(op->getOperandTypes(), fits) &&
         llvm::all_of(op->getResultTypes(), fits);
}

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_FOREIGNVJP_FOREIGNVJP_H
