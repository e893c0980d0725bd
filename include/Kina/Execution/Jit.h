//===- Jit.h - Compiling and running host programs in process ---*- C++ -*-===//

#ifndef KINA_EXECUTION_JIT_H
#define KINA_EXECUTION_JIT_H

#include "Kina/Execution/Signature.h"
#include "Kina/Target/HostTarget.h"
#include "mlir/IR/BuiltinOps.h"

#include <vector>

namespace mlir {
class ExecutionEngine;
class PassManager;
} // namespace mlir

namespace kina {

class CodeMemory;

struct JitOptions {
  HostTarget target;
  /// LLVM's, 0 to 3.
  unsigned optLevel = 3;
  /// See HostPipelineOptions.
  bool uncheckedBounds = false;
  /// Called with the host pipeline before it runs, for printing and timing.
  std::function<void(mlir::PassManager &)> configure;
};

/// Where the time of a compilation went, in seconds.
struct CompileTimes {
  /// The host pipeline, down to the LLVM dialect.
  double kina = 0;
  /// From there to machine code.
  double llvm = 0;
};

/// Machine code for a module, in this process. Functions may be run from
/// several threads at once.
class JitModule {
public:
  /// Lowers `module` in place, and compiles it. Its context must know the
  /// dialects of registerAllDialects and registerJitDialects. Fails where the
  /// target does not run here, where the pipeline fails (what was wrong went to
  /// the context's diagnostic handler), and for symbols that neither
  /// libkina_runtime nor the process has.
  static llvm::Expected<std::unique_ptr<JitModule>>
  compile(mlir::ModuleOp module, const JitOptions &options = {});

  ~JitModule();

  /// Runs a function of the module as it was before it was lowered. Fails as
  /// Signature::check does.
  llvm::Expected<llvm::SmallVector<HostTensor>>
  run(const Signature &signature, llvm::MutableArrayRef<HostTensor> inputs);

  /// Runs a function `count` times, after one run that does not count, and
  /// returns the seconds that each run took, making and freeing results
  /// included.
  llvm::Expected<std::vector<double>>
  time(const Signature &signature, llvm::MutableArrayRef<HostTensor> inputs,
       unsigned count);

  const CompileTimes &getCompileTimes() const { return times; }

private:
  using Function = void (*)(void **);
  /// The compiled function, once the inputs have been checked.
  llvm::Expected<Function> lookup(const Signature &signature,
                                  llvm::ArrayRef<HostTensor> inputs);

  JitModule(std::unique_ptr<CodeMemory> memory,
            std::unique_ptr<mlir::ExecutionEngine> engine);

  /// Outlives the engine, whose code is in it.
  std::unique_ptr<CodeMemory> memory;
  std::unique_ptr<mlir::ExecutionEngine> engine;
  CompileTimes times;
};

/// Adds what JitModule needs beyond registerAllDialects: the translations to
/// LLVM IR.
void registerJitDialects(mlir::DialectRegistry &registry);

} // namespace kina

#endif // KINA_EXECUTION_JIT_H
