//===- HostTarget.cpp - The machine that code is made for -----------------===//

#include "Kina/Target/HostTarget.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/Triple.h"

#include <mutex>

using namespace llvm;

static Error makeTargetError(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

static void initializeTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    InitializeAllTargetInfos();
    InitializeAllTargets();
    InitializeAllTargetMCs();
    InitializeAllAsmPrinters();
  });
}

static Expected<const Target *> findTarget(const Triple &triple) {
  initializeTargets();
  std::string message;
  if (const Target *found = TargetRegistry::lookupTarget(triple, message))
    return found;
  return makeTargetError("unknown target triple '" + triple.str() + "'");
}

/// What the host has or lacks beside its processor's name: in a virtual machine
/// that may be less than the name promises.
static std::string getHostFeatures(const Target &target, const Triple &triple) {
  std::unique_ptr<MCSubtargetInfo> named(
      target.createMCSubtargetInfo(triple, sys::getHostCPUName(), ""));
  StringMap<bool> present = sys::getHostCPUFeatures();
  std::vector<StringRef> names;
  for (const auto &feature : present)
    if (named->checkFeatures(("+" + feature.first()).str()) != feature.second)
      names.push_back(feature.first());
  // The map's order is that of its hashes.
  llvm::sort(names);
  SubtargetFeatures features;
  for (StringRef name : names)
    features.AddFeature(name, present[name]);
  return features.getString();
}

/// Whether `cpu` is one of the processors of `triple`. Asked before a target
/// machine exists: that one only warns, and takes the baseline.
static bool isKnownCpu(const Target &target, const Triple &triple,
                       StringRef cpu) {
  std::unique_ptr<MCSubtargetInfo> info(
      target.createMCSubtargetInfo(triple, "", ""));
  return info && info->isCPUStringValid(cpu);
}

Expected<kina::HostTarget> kina::resolveTarget(const HostTarget &target) {
  HostTarget resolved = target;
  if (resolved.triple.empty())
    resolved.triple = sys::getProcessTriple();
  Triple triple(Triple::normalize(resolved.triple));
  resolved.triple = triple.str();
  Expected<const Target *> found = findTarget(triple);
  if (!found)
    return found.takeError();

  if (resolved.cpu == "native") {
    resolved.cpu.clear();
    if (triple.getArch() == Triple(sys::getProcessTriple()).getArch()) {
      resolved.cpu = sys::getHostCPUName().str();
      resolved.features = getHostFeatures(**found, triple);
      if (!resolved.features.empty() && !target.features.empty())
        resolved.features += ",";
      resolved.features += target.features;
    }
  } else if (!resolved.cpu.empty() &&
             !isKnownCpu(**found, triple, resolved.cpu)) {
    return makeTargetError("unknown target cpu '" + resolved.cpu + "' for '" +
                           resolved.triple + "'");
  }
  return resolved;
}

Expected<std::unique_ptr<TargetMachine>>
kina::createTargetMachine(const HostTarget &target, unsigned optLevel) {
  Expected<HostTarget> resolved = resolveTarget(target);
  if (!resolved)
    return resolved.takeError();
  Triple triple(resolved->triple);
  Expected<const Target *> found = findTarget(triple);
  if (!found)
    return found.takeError();
  auto level = CodeGenOpt::getLevel(static_cast<int>(optLevel));
  // Position independent: the same code goes into shared libraries.
  std::unique_ptr<TargetMachine> machine((*found)->createTargetMachine(
      triple, resolved->cpu, resolved->features, TargetOptions(), Reloc::PIC_,
      std::nullopt, level.value_or(CodeGenOptLevel::Default)));
  if (!machine)
    return makeTargetError("no code generator for '" + resolved->triple + "'");
  return machine;
}

Error kina::checkRunsHere(const HostTarget &target) {
  Expected<std::unique_ptr<TargetMachine>> machine =
      createTargetMachine(target, 0);
  if (!machine)
    return machine.takeError();
  Triple host(sys::getProcessTriple());
  StringRef cpu = (*machine)->getTargetCPU();
  if ((*machine)->getTargetTriple().getArch() != host.getArch())
    return makeTargetError("code for '" + (*machine)->getTargetTriple().str() +
                           "' does not run on this machine ('" + host.str() +
                           "')");
  const MCSubtargetInfo &info = *(*machine)->getMCSubtargetInfo();
  for (const auto &feature : sys::getHostCPUFeatures())
    if (!feature.second && info.checkFeatures(("+" + feature.first()).str()))
      return makeTargetError("code for target cpu '" + cpu + "' uses '" +
                             feature.first() + "', which this machine lacks");
  return Error::success();
}
