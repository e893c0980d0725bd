//===- SetTarget.cpp - The machine that a module is made for --------------===//

#include "Kina/Target/HostTarget.h"
#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace kina {
#define GEN_PASS_DEF_KINASETTARGET
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

namespace {
class SetTarget : public kina::impl::KinaSetTargetBase<SetTarget> {
public:
  using KinaSetTargetBase::KinaSetTargetBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    kina::HostTarget target{triple, cpu, features};
    auto machine = kina::createTargetMachine(target, /*optLevel=*/2);
    if (!machine) {
      module.emitError(llvm::toString(machine.takeError()));
      return signalPassFailure();
    }

    Builder builder(&getContext());
    module->setAttr(LLVM::LLVMDialect::getTargetTripleAttrName(),
                    builder.getStringAttr((*machine)->getTargetTriple().str()));
    module->setAttr(
        LLVM::LLVMDialect::getDataLayoutAttrName(),
        builder.getStringAttr(
            (*machine)->createDataLayout().getStringRepresentation()));

    StringRef cpuName = (*machine)->getTargetCPU();
    StringRef featureString = (*machine)->getTargetFeatureString();
    for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
      if (function.isExternal())
        continue;
      if (!cpuName.empty())
        function.setTargetCpu(cpuName);
      if (!featureString.empty())
        function.setTargetFeaturesAttr(
            LLVM::TargetFeaturesAttr::get(&getContext(), featureString));
    }
  }
};
} // namespace
