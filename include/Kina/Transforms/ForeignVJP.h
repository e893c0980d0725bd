//===- ForeignVJP.h - Derivative rules of upstream's ops --------*- C++ -*-===//

#ifndef KINA_TRANSFORMS_FOREIGNVJP_H
#define KINA_TRANSFORMS_FOREIGNVJP_H

#include "mlir/IR/DialectRegistry.h"

namespace kina {

/// Attaches VJPOpInterface to the elementwise float ops of arith and math and
/// to what tensor has for moving elements. The rules hold for tensors of kina's
/// element types and placements; scalars and vectors have none. Conventions at
/// kinks and zero cotangents are those of kina's ops.
void registerForeignVJPModels(mlir::DialectRegistry &registry);

/// The parts of the above.
void registerElementwiseVJPModels(mlir::DialectRegistry &registry);
void registerTensorVJPModels(mlir::DialectRegistry &registry);

} // namespace kina

#endif // KINA_TRANSFORMS_FOREIGNVJP_H
