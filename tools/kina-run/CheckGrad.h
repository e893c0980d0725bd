//===- CheckGrad.h - kina-run --check-grad ----------------------*- C++ -*-===//

#ifndef KINA_TOOLS_KINARUN_CHECKGRAD_H
#define KINA_TOOLS_KINARUN_CHECKGRAD_H

#include "Options.h"

#include "Kina/Execution/Signature.h"

namespace kina {

/// Checks the gradients of a function at the given inputs, which are what it
/// takes. Turns its module into the program that does so. A line for each float
/// argument goes to the standard output, what was skipped to stderr.
llvm::Error checkGradients(mlir::func::FuncOp function,
                           llvm::ArrayRef<HostTensor> inputs,
                           const RunOptions &options);

} // namespace kina

#endif // KINA_TOOLS_KINARUN_CHECKGRAD_H
