//===- InitAll.h - Registration of all that kina has ------------*- C++ -*-===//

#ifndef KINA_INITALL_H
#define KINA_INITALL_H

#include "mlir/IR/DialectRegistry.h"

namespace kina {

/// Adds the kina dialect and the upstream dialects that its pipelines need,
/// with their external models.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers kina's passes and pipelines under their command-line names. Later
/// calls do nothing.
void registerAllPasses();

} // namespace kina

#endif // KINA_INITALL_H
