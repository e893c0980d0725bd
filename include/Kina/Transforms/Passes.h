//===- Passes.h - Passes from kina to kina ----------------------*- C++ -*-===//

#ifndef KINA_TRANSFORMS_PASSES_H
#define KINA_TRANSFORMS_PASSES_H

#include "Kina/Dialect/Kina.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace kina {

#define GEN_PASS_DECL
#include "Kina/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Kina/Transforms/Passes.h.inc"

} // namespace kina

#endif // KINA_TRANSFORMS_PASSES_H
