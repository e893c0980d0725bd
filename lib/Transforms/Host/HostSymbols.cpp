//===- HostSymbols.cpp - Names in the linker's one name space -------------===//

#include "Kina/Transforms/HostPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

namespace kina {
#define GEN_PASS_DEF_KINARESERVENAMES
#define GEN_PASS_DEF_KINAFINISHSYMBOLS
#include "Kina/Transforms/HostPasses.h.inc"
} // namespace kina

using namespace mlir;

static constexpr StringLiteral interfacePrefix = "_mlir_ciface_";
static constexpr StringLiteral renamedPrefix = "kina.fn.";
/// On a function that has been renamed: the name that users know.
static constexpr StringLiteral nameAttr = "kina.name";

/// Whether compiled code may mean something of its own by the name.
static bool isReserved(const llvm::TargetLibraryInfo &library, StringRef name) {
  llvm::LibFunc function;
  if (name.empty() || library.getLibFunc(name, function))
    return true;
  // Of C's compilers, LLVM's intrinsics, MLIR's helpers, kina's runtime; with
  // `_mlir_` in front, as the execution engine has it, of a C interface.
  return llvm::any_of(
             ArrayRef<StringRef>{"_", "llvm.", "kina", "ciface_"},
             [&](StringRef prefix) { return name.starts_with(prefix); }) ||
         name == "memrefCopy";
}

/// A name for `@name` that is not in `taken`, and is from now on.
/// SymbolTable::rename would turn all uses to a name that is taken.
static std::string takeFreeName(llvm::StringSet<> &taken, StringRef name) {
  SmallString<32> free = renamedPrefix;
  free += name;
  unsigned counter = 0;
  if (taken.contains(free))
    free = SymbolTable::generateSymbolName<32>(
        free, [&](StringRef text) { return taken.contains(text); }, counter);
  taken.insert(free);
  return free.str().str();
}

namespace {
class ReserveNames : public kina::impl::KinaReserveNamesBase<ReserveNames> {
public:
  void runOnOperation() override {
    llvm::TargetLibraryInfoImpl functions{llvm::Triple()};
    llvm::TargetLibraryInfo library(functions);
    SymbolTable symbols(getOperation());
    // Also the names that renaming sets free: C interfaces get them again.
    llvm::StringSet<> taken;
    for (auto symbol : getOperation().getOps<SymbolOpInterface>())
      taken.insert(symbol.getName());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      StringAttr name = function.getSymNameAttr();
      if (name.getValue().contains('\0')) {
        function.emitError("expected a name without NUL characters, which "
                           "linkers do not know, got '")
            << name.getValue() << "'";
        return signalPassFailure();
      }
      if (function->hasAttr(nameAttr)) {
        if (name.getValue().starts_with(renamedPrefix))
          continue; // Renamed before.
        function.emitError("expected no attribute '")
            << nameAttr << "' but of kina-reserve-names, got one on '"
            << name.getValue() << "'";
        return signalPassFailure();
      }
      if (function.isExternal() || !isReserved(library, name))
        continue;
      if (failed(symbols.rename(function, takeFreeName(taken, name)))) {
        function.emitError("expected uses of '")
            << name.getValue() << "' that a renaming can follow";
        return signalPassFailure();
      }
      function->setAttr(nameAttr, name);
    }
  }
};

class FinishSymbols : public kina::impl::KinaFinishSymbolsBase<FinishSymbols> {
public:
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    if (failed(useRuntimeAlloc(symbols)))
      return signalPassFailure();
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      auto name = dyn_cast_or_null<StringAttr>(function->removeAttr(nameAttr));
      if (!name || !function.getSymName().starts_with(interfacePrefix))
        continue;
      std::string wanted = (interfacePrefix + name.getValue()).str();
      if (Operation *other = symbols.lookup(wanted)) {
        other->emitError("expected the name '")
            << wanted << "' to be free for the C interface of '"
            << name.getValue() << "', got '" << other->getName()
            << "' of that name";
        return signalPassFailure();
      }
      if (failed(symbols.rename(function, wanted)))
        return signalPassFailure();
    }
  }

private:
  /// Turns calls of aligned_alloc to the run-time library's kina_alloc.
  static LogicalResult useRuntimeAlloc(SymbolTable &symbols) {
    constexpr StringLiteral runtimeName = "kina_alloc";
    auto libc = symbols.lookup<LLVM::LLVMFuncOp>("aligned_alloc");
    if (!libc || !libc.isExternal())
      return success();
    Operation *existing = symbols.lookup(runtimeName);
    if (!existing)
      return symbols.rename(libc, runtimeName);
    auto function = dyn_cast<LLVM::LLVMFuncOp>(existing);
    if (!function || !function.isExternal() ||
        function.getFunctionType() != libc.getFunctionType()) {
      InFlightDiagnostic diag = existing->emitError("expected '")
                                << runtimeName
                                << "' to be the run-time function of type "
                                << libc.getFunctionType() << ", got ";
      if (function)
        return diag << (function.isExternal() ? "one" : "a definition")
                    << " of type " << function.getFunctionType();
      return diag << "'" << existing->getName() << "'";
    }
    if (failed(SymbolTable::replaceAllSymbolUses(
            libc, function.getSymNameAttr(), libc->getParentOp())))
      return failure();
    symbols.erase(libc);
    return success();
  }
};
} // namespace
