//===- Run.cpp - What kina-run does ---------------------------------------===//

#include "Run.h"

#include "CheckGrad.h"
#include "Kina/Execution/Compare.h"
#include "Kina/Execution/Jit.h"
#include "Kina/Execution/Npy.h"
#include "Kina/Execution/TensorText.h"
#include "Kina/InitAll.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using llvm::Error;
using llvm::Expected;

/// Results with more elements are printed in part.
static constexpr size_t maxPrintedElements = 100;

namespace {
/// Notes which passes run, to tell which name was meant where none fits.
class PassNames : public PassInstrumentation {
public:
  explicit PassNames(llvm::SetVector<StringRef> &names) : names(names) {}

  void runAfterPass(Pass *pass, Operation *) override {
    if (!pass->getArgument().empty())
      names.insert(pass->getArgument());
  }

private:
  llvm::SetVector<StringRef> &names;
};
} // namespace

static Expected<OwningOpRef<ModuleOp>>
parseProgram(StringRef path, llvm::SourceMgr &sources, MLIRContext *context) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(path, &message);
  if (!file)
    return kina::makeError(message);
  sources.AddNewSourceBuffer(std::move(file), SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, context);
  if (!module)
    return kina::makeError("parsing failed");
  return module;
}

/// Parses tensors that the flag `kind` gives, numbered from 0.
static Expected<SmallVector<kina::HostTensor>>
parseTensors(StringRef kind, ArrayRef<std::string> texts) {
  SmallVector<kina::HostTensor> tensors;
  for (auto [i, text] : llvm::enumerate(texts)) {
    Expected<kina::HostTensor> tensor = kina::parseTensorText(text);
    if (!tensor)
      return kina::makeError(kind + " " + Twine(i) + ": " +
                             llvm::toString(tensor.takeError()));
    tensors.push_back(std::move(*tensor));
  }
  return tensors;
}

static Error checkCount(StringRef flag, size_t given,
                        const kina::Signature &signature) {
  size_t results = signature.results.size();
  if (given <= results)
    return Error::success();
  return kina::makeError("function '" + signature.function + "' has " +
                         Twine(results) +
                         (results == 1 ? " result" : " results") + ", got " +
                         Twine(given) + " of " + flag);
}

Expected<std::unique_ptr<kina::JitModule>>
kina::compileProgram(ModuleOp module, const RunOptions &options) {
  llvm::SetVector<StringRef> passes;
  kina::JitOptions jit;
  jit.target.cpu = options.targetCpu;
  jit.optLevel = options.optLevel;
  StringRef wanted = options.printIRAfter;
  if (!wanted.empty()) {
    jit.configure = [&](PassManager &pm) {
      module.getContext()->disableMultithreading();
      pm.addInstrumentation(std::make_unique<PassNames>(passes));
      pm.enableIRPrinting([](Pass *, Operation *) { return false; },
                          [=](Pass *pass, Operation *) {
                            return pass->getArgument() == wanted;
                          },
                          /*printModuleScope=*/true,
                          /*printAfterOnlyOnChange=*/false);
    };
  }
  auto compiled = kina::JitModule::compile(module, jit);
  if (!compiled || wanted.empty() || passes.contains(wanted))
    return compiled;
  std::string known;
  llvm::raw_string_ostream os(known);
  llvm::interleaveComma(passes, os);
  return kina::makeError("--print-ir-after: no pass '" + wanted +
                         "' ran; these did: " + known);
}

static Error printTimes(kina::JitModule &program,
                        const kina::Signature &signature,
                        MutableArrayRef<kina::HostTensor> inputs,
                        unsigned count) {
  auto seconds = program.time(signature, inputs, count);
  if (!seconds)
    return seconds.takeError();
  llvm::sort(*seconds);
  size_t middle = seconds->size() / 2;
  double median = seconds->size() % 2
                      ? (*seconds)[middle]
                      : ((*seconds)[middle - 1] + (*seconds)[middle]) / 2;
  const kina::CompileTimes &compile = program.getCompileTimes();
  llvm::outs() << llvm::format(
      "time: median %.4f ms, min %.4f ms (%u runs)\n"
      "compile: %.1f ms = kina %.1f ms + LLVM %.1f ms\n",
      median * 1e3, seconds->front() * 1e3, count,
      (compile.kina + compile.llvm) * 1e3, compile.kina * 1e3,
      compile.llvm * 1e3);
  return Error::success();
}

static Error deliverResults(ArrayRef<kina::HostTensor> results,
                            ArrayRef<std::string> paths) {
  for (auto [i, result] : llvm::enumerate(results)) {
    if (i < paths.size()) {
      if (Error error = kina::writeNpy(paths[i], result))
        return error;
      continue;
    }
    llvm::outs() << "result[" << i << "]: ";
    kina::printTensor(llvm::outs(), result, maxPrintedElements);
    llvm::outs() << "\n";
  }
  return Error::success();
}

/// Compares all results for which there is an expected one, so that one run
/// tells of every difference.
static Error compareResults(ArrayRef<kina::HostTensor> results,
                            ArrayRef<kina::HostTensor> expected,
                            const kina::RunOptions &options) {
  kina::Tolerance tolerance{options.relativeTolerance,
                            options.absoluteTolerance};
  Error errors = Error::success();
  for (auto [i, pair] : llvm::enumerate(llvm::zip(results, expected))) {
    auto &[result, wanted] = pair;
    if (Error error = kina::compareTensors(result, wanted, tolerance))
      errors = llvm::joinErrors(
          std::move(errors), kina::makeError("result[" + Twine(i) + "]: " +
                                             llvm::toString(std::move(error))));
  }
  return errors;
}

Error kina::runProgram(const RunOptions &options) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerJitDialects(registry);
  MLIRContext context(registry);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler diagnostics(sources, &context);

  auto module = parseProgram(options.file, sources, &context);
  if (!module)
    return module.takeError();
  auto function = findFunction(**module, options.function);
  if (!function)
    return function.takeError();
  auto signature = getSignature(*function);
  if (!signature)
    return signature.takeError();

  auto inputs = parseTensors("input", options.inputs);
  if (!inputs)
    return inputs.takeError();
  auto expected = parseTensors("expected_output", options.expectedOutputs);
  if (!expected)
    return expected.takeError();
  if (Error error = signature->check(*inputs))
    return error;
  if (options.checkGrad)
    return checkGradients(*function, *inputs, options);
  if (Error error = checkCount("--output", options.outputs.size(), *signature))
    return error;
  if (Error error =
          checkCount("--expected_output", expected->size(), *signature))
    return error;

  auto program = compileProgram(**module, options);
  if (!program)
    return program.takeError();
  auto results = (*program)->run(*signature, *inputs);
  if (!results)
    return results.takeError();
  if (Error error = deliverResults(*results, options.outputs))
    return error;
  if (Error error = compareResults(*results, *expected, options))
    return error;
  if (options.timedRuns)
    return printTimes(**program, *signature, *inputs, options.timedRuns);
  return Error::success();
}
