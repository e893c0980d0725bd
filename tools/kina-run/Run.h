//===- Run.h - What kina-run does -------------------------------*- C++ -*-===//

#ifndef KINA_TOOLS_KINARUN_RUN_H
#define KINA_TOOLS_KINARUN_RUN_H

#include "Options.h"

#include "Kina/Execution/Jit.h"

namespace kina {

/// Compiles and runs as `options` say; results go to the standard output.
llvm::Error runProgram(const RunOptions &options);

/// Compiles a module as `options` say.
llvm::Expected<std::unique_ptr<JitModule>>
compileProgram(mlir::ModuleOp module, const RunOptions &options);

} // namespace kina

#endif // KINA_TOOLS_KINARUN_RUN_H
