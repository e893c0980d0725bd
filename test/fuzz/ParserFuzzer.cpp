//===- ParserFuzzer.cpp - Fuzz target: programs ---------------------------===//
//
// The input is parsed and verified. Either there is a diagnostic, or a program
// that must survive: printing and parsing in every form, and each pass, which
// again ends in a diagnostic or in a program that verifies.
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"

#include "Kina/Conversion/Passes.h"
#include "Kina/Dialect/Kina.h"
#include "Kina/Transforms/Passes.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace {
std::unique_ptr<MLIRContext> context;

/// What a context has interned stays; a new one now and then bounds memory.
void renewContext() {
  static int uses = 0;
  if (uses++ % 512 != 0)
    return;
  DialectRegistry registry;
  registry.insert<kina::KinaDialect, arith::ArithDialect, func::FuncDialect,
                  scf::SCFDialect, tensor::TensorDialect>();
  context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
}

/// Keeps the text of all diagnostics.
class Diagnostics {
public:
  Diagnostics()
      : handler(context.get(), [this](Diagnostic &diag) {
          errors += diag.getSeverity() == DiagnosticSeverity::Error;
          text += diag.str() + "\n";
        }) {}

  /// What failed must have said why.
  void requireError(StringRef what) {
    require(errors != 0, (what + " failed without a diagnostic").str());
  }

  std::string text;
  int errors = 0;

private:
  ScopedDiagnosticHandler handler;
};

std::string print(Operation *op, OpPrintingFlags flags) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os, flags);
  return text;
}

OwningOpRef<ModuleOp> parse(StringRef text) {
  return parseSourceString<ModuleOp>(text, context.get());
}

void requireSame(StringRef text, StringRef printed, StringRef what) {
  // Names of resources are unique in a context: those of the copy get a number.
  if (!text.contains("dense_resource"))
    require(printed == text, what, text + printed);
}

void roundTripText(ModuleOp module, OpPrintingFlags flags) {
  Diagnostics diagnostics;
  std::string text = print(module, flags);
  // MLIR reads the empty name of a symbol, @"", and prints this for it.
  if (StringRef(text).contains("@<<INVALID EMPTY SYMBOL>>"))
    return;
  OwningOpRef<ModuleOp> again = parse(text);
  require(static_cast<bool>(again), "printed text that is refused",
          text + diagnostics.text);
  requireSame(text, print(*again, flags), "text that changes when parsed");
}

void roundTripBytecode(ModuleOp module) {
  Diagnostics diagnostics;
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  require(succeeded(writeBytecodeToFile(module, os)),
          "bytecode that cannot be written", diagnostics.text);
  OwningOpRef<ModuleOp> again = parse(bytes);
  require(static_cast<bool>(again), "bytecode that is refused",
          diagnostics.text);
  requireSame(print(module, {}), print(*again, {}),
              "text that changes by way of bytecode");
}

/// Runs `passes` on a copy of the module.
void runPasses(ModuleOp module, StringRef what,
               llvm::function_ref<void(OpPassManager &)> addPasses) {
  OwningOpRef<ModuleOp> copy = module.clone();
  PassManager passes(context.get());
  passes.enableVerifier(false); // Below, where a failure is an error.
  addPasses(passes);
  Diagnostics diagnostics;
  if (failed(passes.run(*copy)))
    return diagnostics.requireError(what);
  require(succeeded(verify(*copy)), (what + ": wrong IR").str(),
          diagnostics.text + print(module, {}));
}

/// Whether a resource's bytes begin with an alignment that is none. MLIR's
/// parser allocates with whatever is there, and ends the process (case J20).
bool hasWrongAlignment(StringRef text) {
  StringRef rest = text.split("{-#").second;
  while (!rest.empty()) {
    rest = rest.split("\"0x").second;
    std::string bytes;
    if (rest.size() < 8 || !llvm::tryGetFromHex(rest.take_front(8), bytes))
      continue;
    uint32_t alignment = llvm::support::endian::read32le(bytes.data());
    if (!llvm::isPowerOf2_32(alignment) || alignment > 4096)
      return true;
  }
  return false;
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  renewContext();
  std::string text(reinterpret_cast<const char *>(data), size);
  if (hasWrongAlignment(text))
    return 0;
  OwningOpRef<ModuleOp> module;
  {
    Diagnostics diagnostics;
    module = parse(text);
    if (!module) {
      diagnostics.requireError("the parser");
      return 0;
    }
  }
  roundTripText(*module, {});
  roundTripText(*module, OpPrintingFlags().printGenericOpForm());
  roundTripBytecode(*module);
  runPasses(*module, "canonicalize,cse", [](OpPassManager &passes) {
    passes.addPass(createCanonicalizerPass());
    passes.addPass(createCSEPass());
  });
  runPasses(*module, "kina-to-linalg", [](OpPassManager &passes) {
    passes.addPass(kina::createKinaToLinalg());
  });
  runPasses(*module, "kina-ad,canonicalize,kina-to-linalg",
            [](OpPassManager &passes) {
              passes.addPass(kina::createKinaAD());
              passes.addPass(createCanonicalizerPass());
              passes.addPass(kina::createKinaToLinalg());
            });
  return 0;
}
