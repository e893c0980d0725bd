//===- Passes.h - Passes from kina to other dialects ------------*- C++ -*-===//

#ifndef KINA_CONVERSION_PASSES_H
#define KINA_CONVERSION_PASSES_H

#include "Kina/Dialect/Kina.h"
#include "mlir/Pass/Pass.h"

namespace kina {

#define GEN_PASS_DECL
#include "Kina/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Kina/Conversion/Passes.h.inc"

} // namespace kina

#endif // KINA_CONVERSION_PASSES_H
