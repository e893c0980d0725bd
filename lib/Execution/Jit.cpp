//===- Jit.cpp - Compiling and running host programs in process -----------===//

#include "Kina/Execution/Jit.h"
#include "CodeMemory.h"
#include "Descriptors.h"
#include "Kina/Pipelines.h"
#include "Optimize.h"
#include "kina/runtime.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/DynamicLibrary.h"

#include <chrono>

using namespace mlir;

namespace {
class Stopwatch {
public:
  double getSeconds() const {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
};
} // namespace

/// The runtime's functions by address: whoever links this library need not
/// export symbols.
static llvm::orc::SymbolMap
getRuntimeSymbols(llvm::orc::MangleAndInterner mangle) {
  llvm::orc::SymbolMap symbols;
#define KINA_RUNTIME_CALL(NAME, ...)                                           \
  symbols[mangle(#NAME)] = {llvm::orc::ExecutorAddr::fromPtr(&NAME),           \
                            llvm::JITSymbolFlags::Exported};
#include "kina/runtime_calls.def"
  return symbols;
}

/// Looks up what the module calls but does not define. The JIT would name, for
/// one missing symbol, all that it did not get to.
static llvm::Error checkSymbols(ModuleOp module) {
  llvm::StringSet<> runtime;
#define KINA_RUNTIME_CALL(NAME, ...) runtime.insert(#NAME);
#include "kina/runtime_calls.def"
  SymbolTable symbols(module);
  llvm::SetVector<LLVM::LLVMFuncOp> called;
  module.walk([&](LLVM::CallOp call) {
    if (std::optional<StringRef> name = call.getCallee())
      if (auto callee = symbols.lookup<LLVM::LLVMFuncOp>(*name))
        called.insert(callee);
  });
  // Opens the process itself.
  llvm::sys::DynamicLibrary::LoadLibraryPermanently(nullptr);
  for (LLVM::LLVMFuncOp callee : called) {
    std::string name = callee.getSymName().str();
    if (callee.isExternal() && !runtime.contains(name) &&
        !callee.getSymName().starts_with("llvm.") &&
        !llvm::sys::DynamicLibrary::SearchForAddressOfSymbol(name))
      return kina::makeError("function '" + name +
                             "' is called, but has no body, and no library of "
                             "this process has it");
  }
  return llvm::Error::success();
}

static LogicalResult lower(ModuleOp module, const kina::JitOptions &options) {
  kina::HostPipelineOptions pipeline;
  pipeline.targetTriple = options.target.triple;
  pipeline.targetCpu = options.target.cpu;
  pipeline.targetFeatures = options.target.features;
  pipeline.uncheckedBounds = options.uncheckedBounds;

  PassManager pm(module.getContext());
  kina::buildHostPipeline(pm, pipeline);
  if (options.configure)
    options.configure(pm);
  return pm.run(module);
}

static llvm::Expected<std::unique_ptr<ExecutionEngine>>
makeEngine(ModuleOp module, const kina::JitOptions &options,
           kina::CodeMemory &memory) {
  auto optimizerTarget =
      kina::createTargetMachine(options.target, options.optLevel);
  if (!optimizerTarget)
    return optimizerTarget.takeError();
  auto engineTarget =
      kina::createTargetMachine(options.target, options.optLevel);
  if (!engineTarget)
    return engineTarget.takeError();

  auto transformer = [&](llvm::Module *llvmModule) {
    kina::optimize(*llvmModule, **optimizerTarget, options.optLevel);
    return llvm::Error::success();
  };
  ExecutionEngineOptions engineOptions;
  engineOptions.transformer = transformer;
  engineOptions.jitCodeGenOptLevel = (*engineTarget)->getOptLevel();
  engineOptions.sectionMemoryMapper = &memory;
  engineOptions.enableGDBNotificationListener = false;
  engineOptions.enablePerfNotificationListener = false;
  return ExecutionEngine::create(module, engineOptions,
                                 std::move(*engineTarget));
}

kina::JitModule::JitModule(std::unique_ptr<CodeMemory> memory,
                           std::unique_ptr<ExecutionEngine> engine)
    : memory(std::move(memory)), engine(std::move(engine)) {}

kina::JitModule::~JitModule() = default;

llvm::Expected<std::unique_ptr<kina::JitModule>>
kina::JitModule::compile(ModuleOp module, const JitOptions &options) {
  if (llvm::Error error = checkRunsHere(options.target))
    return error;
  CompileTimes times;
  Stopwatch kinaTime;
  if (failed(lower(module, options)))
    return makeError("compilation failed");
  times.kina = kinaTime.getSeconds();

  if (llvm::Error error = checkSymbols(module))
    return error;

  Stopwatch llvmTime;
  auto memory = std::make_unique<CodeMemory>();
  auto engine = makeEngine(module, options, *memory);
  if (!engine)
    return engine.takeError();
  (*engine)->registerSymbols(getRuntimeSymbols);
  // The JIT makes code for the whole module at the first look-up of a name.
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (function.isExternal() || function.isPrivate())
      continue;
    if (auto found = (*engine)->lookup(function.getSymName()); !found)
      return found.takeError();
    break;
  }
  times.llvm = llvmTime.getSeconds();

  std::unique_ptr<JitModule> compiled(
      new JitModule(std::move(memory), std::move(*engine)));
  compiled->times = times;
  return compiled;
}

llvm::Expected<kina::JitModule::Function>
kina::JitModule::lookup(const Signature &signature,
                        llvm::ArrayRef<HostTensor> inputs) {
  if (llvm::Error error = signature.check(inputs))
    return error;
  return engine->lookupPacked("_mlir_ciface_" + signature.function);
}

llvm::Expected<SmallVector<kina::HostTensor>>
kina::JitModule::run(const Signature &signature,
                     MutableArrayRef<HostTensor> inputs) {
  llvm::Expected<Function> function = lookup(signature, inputs);
  if (!function)
    return function.takeError();
  CallFrame frame(signature, inputs);
  (*function)(frame.getArguments());
  return frame.takeResults();
}

llvm::Expected<std::vector<double>>
kina::JitModule::time(const Signature &signature,
                      MutableArrayRef<HostTensor> inputs, unsigned count) {
  llvm::Expected<Function> function = lookup(signature, inputs);
  if (!function)
    return function.takeError();
  CallFrame frame(signature, inputs);
  std::vector<double> seconds;
  seconds.reserve(count);
  for (unsigned i = 0; i <= count; ++i) {
    Stopwatch watch;
    (*function)(frame.getArguments());
    frame.freeResults();
    if (i > 0)
      seconds.push_back(watch.getSeconds());
  }
  return seconds;
}

void kina::registerJitDialects(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
}
