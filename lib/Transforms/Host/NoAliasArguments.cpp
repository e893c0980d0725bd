//===- NoAliasArguments.cpp - llvm.noalias on the data of arguments -------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace kina {
#define GEN_PASS_DEF_KINANOALIASARGUMENTS
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

/// Marks what the wrapper passes on of the descriptor behind `argument`: its
/// pointer to the data, not the one that is freed, which is the same.
static void moveToData(SymbolTable &symbols, BlockArgument argument,
                       StringRef attribute) {
  for (Operation *load : argument.getUsers())
    for (Operation *user : load->getUsers()) {
      auto extract = dyn_cast<LLVM::ExtractValueOp>(user);
      if (!extract || extract.getPosition() != ArrayRef<int64_t>{1})
        continue;
      for (OpOperand &use : extract.getResult().getUses()) {
        auto call = dyn_cast<LLVM::CallOp>(use.getOwner());
        if (!call || !call.getCallee())
          continue;
        if (auto callee = symbols.lookup<LLVM::LLVMFuncOp>(*call.getCallee()))
          callee.setArgAttr(use.getOperandNumber(), attribute,
                            UnitAttr::get(call.getContext()));
      }
    }
}

namespace {
class NoAliasArguments
    : public kina::impl::KinaNoAliasArgumentsBase<NoAliasArguments> {
public:
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    StringRef attribute = LLVM::LLVMDialect::getNoAliasAttrName();
    for (auto wrapper : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (wrapper.isExternal() ||
          !wrapper.getSymName().starts_with("_mlir_ciface_"))
        continue;
      for (unsigned i = 0, e = wrapper.getNumArguments(); i < e; ++i) {
        if (!wrapper.getArgAttr(i, attribute))
          continue;
        moveToData(symbols, wrapper.getArgument(i), attribute);
        // A caller may let the results' descriptors replace the arguments'.
        wrapper.removeArgAttr(i, StringAttr::get(&getContext(), attribute));
      }
    }
  }
};
} // namespace
