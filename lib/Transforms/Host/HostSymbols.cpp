//===- HostSymbols.cpp - Names in the linker's one name space -------------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

namespace kina {
#define GEN_PASS_DEF_KINARESERVENAMES
#define GEN_PASS_DEF_KINAFINISHSYMBOLS
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

static constexpr StringLiteral interfacePrefix = "_mlir_ciface_";
static constexpr StringLiteral renamedPrefix = "kina.fn.";

/// Whether compiled code may mean something of its own by the name.
static bool isReserved(const llvm::TargetLibraryInfo &library, StringRef name) {
  llvm::LibFunc function;
  if (name.empty() || library.getLibFunc(name, function))
    return true;
  // Of C's compilers, LLVM's intrinsics, MLIR's helpers, kina's runtime.
  return llvm::any_of(
             ArrayRef<StringRef>{"_", "llvm.", "kina"},
             [&](StringRef prefix) { return name.starts_with(prefix); }) ||
         name == "memrefCopy";
}

namespace {
class ReserveNames : public kina::impl::KinaReserveNamesBase<ReserveNames> {
public:
  void runOnOperation() override {
    llvm::TargetLibraryInfoImpl functions{llvm::Triple()};
    llvm::TargetLibraryInfo library(functions);
    SymbolTable symbols(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      StringRef name = function.getSymName();
      if (name.contains('\0')) {
        function.emitError("expected a name without NUL characters, which "
                           "linkers do not know, got '")
            << name << "'";
        return signalPassFailure();
      }
      if (function.isExternal() || !isReserved(library, name))
        continue;
      if (failed(symbols.rename(function, (renamedPrefix + name).str()))) {
        function.emitError("expected uses of '")
            << name << "' that a renaming can follow";
        return signalPassFailure();
      }
    }
  }
};

class FinishSymbols : public kina::impl::KinaFinishSymbolsBase<FinishSymbols> {
public:
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    std::string prefix = (interfacePrefix + renamedPrefix).str();
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      StringRef name = function.getSymName();
      std::string newName = name.str();
      if (name == "aligned_alloc" && function.isExternal())
        newName = "kina_alloc";
      else if (name.consume_front(prefix))
        newName = (interfacePrefix + name).str();
      else
        continue;
      if (failed(symbols.rename(function, newName))) {
        function.emitError("expected the name '")
            << newName << "' to be free, got another symbol of that name";
        return signalPassFailure();
      }
    }
  }
};
} // namespace
