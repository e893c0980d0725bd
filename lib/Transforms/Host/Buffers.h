//===- Buffers.h - Buffers that the host passes make ------------*- C++ -*-===//

#ifndef KINA_LIB_TRANSFORMS_HOST_BUFFERS_H
#define KINA_LIB_TRANSFORMS_HOST_BUFFERS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace kina {

/// Whether every buffer of the type lies without gaps from the start of its
/// memory, whatever its unknown sizes, strides and offset turn out to be.
bool isContiguous(mlir::MemRefType type);

/// A new buffer of the type and sizes of `source`, contiguous where the type
/// leaves that open.
mlir::Value buildAlloc(mlir::OpBuilder &b, mlir::Location loc,
                       mlir::MemRefType type, mlir::Value source);

/// The same with the elements of `source`.
mlir::Value buildCopy(mlir::OpBuilder &b, mlir::Location loc,
                      mlir::MemRefType type, mlir::Value source);

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_HOST_BUFFERS_H
