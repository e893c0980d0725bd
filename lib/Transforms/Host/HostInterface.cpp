//===- HostInterface.cpp - Calling convention of public functions ---------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace kina {
#define GEN_PASS_DEF_KINAHOSTINTERFACE
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;
using bufferization::BufferizationDialect;

namespace {
class HostInterface : public kina::impl::KinaHostInterfaceBase<HostInterface> {
public:
  void runOnOperation() override {
    // Bufferization treats the functions of one module.
    for (auto nested : getOperation().getOps<ModuleOp>()) {
      nested.emitOpError("expected no module inside the one that is compiled; "
                         "compile it on its own");
      return signalPassFailure();
    }
    Builder builder(&getContext());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      if (function.isPublic())
        function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                          builder.getUnitAttr());
      for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
        if (!isa<TensorType>(function.getArgument(i).getType()))
          continue;
        function.setArgAttr(i, BufferizationDialect::kWritableAttrName,
                            builder.getBoolAttr(false));
        if (function.isPublic())
          function.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                              builder.getUnitAttr());
      }
    }
  }
};
} // namespace
