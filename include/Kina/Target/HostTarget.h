//===- HostTarget.h - The machine that code is made for ---------*- C++ -*-===//

#ifndef KINA_TARGET_HOSTTARGET_H
#define KINA_TARGET_HOSTTARGET_H

#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>

namespace kina {

/// What to make code for. The defaults mean the machine that the compiler runs
/// on.
struct HostTarget {
  /// LLVM's target triple; empty is the host's.
  std::string triple;
  /// LLVM's name of the processor. `native` is the host's processor with the
  /// features that it really has, where the triple is of the host's
  /// architecture, and the architecture's baseline elsewhere.
  std::string cpu = "native";
  /// LLVM's feature string (`+avx2,-fma`), on top of what the processor has.
  std::string features;
};

/// `target` in LLVM's own terms: nothing empty that LLVM would have to guess,
/// no `native`. Fails for an unknown triple or processor, naming it.
llvm::Expected<HostTarget> resolveTarget(const HostTarget &target);

/// A target machine for `target`, resolved or not. `optLevel` is 0 to 3. Fails
/// as resolveTarget does.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const HostTarget &target, unsigned optLevel);

/// Fails where this machine lacks a feature that code for `target` may use,
/// naming the processor and the feature.
llvm::Error checkRunsHere(const HostTarget &target);

} // namespace kina

#endif // KINA_TARGET_HOSTTARGET_H
