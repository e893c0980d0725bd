//===- HostPasses.h - Passes of the host pipeline ---------------*- C++ -*-===//

#ifndef KINA_TRANSFORMS_HOSTPASSES_H
#define KINA_TRANSFORMS_HOSTPASSES_H

#include "mlir/Pass/Pass.h"

namespace kina {

#define GEN_PASS_DECL
#include "Kina/Transforms/HostPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "Kina/Transforms/HostPasses.h.inc"

} // namespace kina

#endif // KINA_TRANSFORMS_HOSTPASSES_H
