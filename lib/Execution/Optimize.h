//===- Optimize.h - LLVM's optimisations for compiled programs --*- C++ -*-===//

#ifndef KINA_EXECUTION_OPTIMIZE_H
#define KINA_EXECUTION_OPTIMIZE_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace kina {

/// Runs LLVM's pipeline of level 0 to 3 on `module`, for `target`.
void optimize(llvm::Module &module, llvm::TargetMachine &target,
              unsigned level);

} // namespace kina

#endif // KINA_EXECUTION_OPTIMIZE_H
