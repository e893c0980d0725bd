//===- CheckGrad.cpp - kina-run --check-grad ------------------------------===//

#include "CheckGrad.h"
#include "Run.h"

#include "Kina/Execution/GradientProgram.h"

using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;

/// Of the notes on one argument; a large one may have thousands.
static constexpr size_t maxPrintedNotes = 10;

static void printNotes(llvm::ArrayRef<std::string> notes) {
  // Before them what was said of the arguments so far.
  llvm::outs().flush();
  for (const std::string &note : notes.take_front(maxPrintedNotes))
    llvm::errs() << "note: " << note << "\n";
  if (notes.size() > maxPrintedNotes)
    llvm::errs() << "note: and " << notes.size() - maxPrintedNotes
                 << " more of this argument skipped\n";
}

static Expected<SmallVector<kina::HostTensor>>
copyAsDouble(llvm::ArrayRef<kina::HostTensor> tensors) {
  SmallVector<kina::HostTensor> copies;
  for (const kina::HostTensor &tensor : tensors) {
    auto copy = kina::toDouble(tensor);
    if (!copy)
      return copy.takeError();
    copies.push_back(std::move(*copy));
  }
  return copies;
}

/// The gradients, one for each float input.
static Expected<SmallVector<kina::HostTensor>>
computeGradients(kina::JitModule &program, const kina::Signature &gradient,
                 llvm::ArrayRef<kina::HostTensor> inputs,
                 const kina::Cotangents &cotangents) {
  auto arguments = copyAsDouble(inputs);
  if (!arguments)
    return arguments;
  auto seeds = copyAsDouble(cotangents.seeds);
  if (!seeds)
    return seeds;
  for (kina::HostTensor &seed : *seeds)
    arguments->push_back(std::move(seed));
  return program.run(gradient, *arguments);
}

namespace {
/// What came out for all arguments so far.
struct Totals {
  int64_t elements = 0, arguments = 0, unchecked = 0;
  Error errors = Error::success();

  void add(const kina::ArgumentCheck &check) {
    llvm::outs() << check.getSummary() << "\n";
    printNotes(check.notes);
    elements += check.agreeing;
    ++(check.isUnchecked() ? unchecked : arguments);
    if (std::string message = check.getError(); !message.empty())
      errors = llvm::joinErrors(std::move(errors), kina::makeError(message));
  }

  Error finish() {
    if (errors)
      return std::move(errors);
    if (arguments == 0)
      return kina::makeError("no element of any argument could be checked");
    llvm::outs() << "check-grad: " << elements << " elements of " << arguments
                 << " arguments agree\n";
    return Error::success();
  }
};
} // namespace

Error kina::checkGradients(mlir::func::FuncOp function,
                           llvm::ArrayRef<HostTensor> given,
                           const RunOptions &options) {
  auto module = function->getParentOfType<mlir::ModuleOp>();
  auto signatures = makeGradientProgram(function);
  if (!signatures)
    return signatures.takeError();
  auto program = compileProgram(module, options);
  if (!program)
    return program.takeError();
  auto run = [&](llvm::MutableArrayRef<HostTensor> inputs) {
    return (*program)->run(signatures->function, inputs);
  };

  auto inputs = copyAsDouble(given);
  if (!inputs)
    return inputs.takeError();
  auto results = run(*inputs);
  if (!results)
    return results.takeError();
  GradientCheckOptions how = options.gradientCheck;
  how.tolerance.relative =
      options.relativeTolerance.value_or(how.tolerance.relative);
  how.tolerance.absolute =
      options.absoluteTolerance.value_or(how.tolerance.absolute);
  auto cotangents = drawCotangents(std::move(*results), how);
  if (!cotangents)
    return cotangents.takeError();
  printNotes(cotangents->notes);
  auto gradients =
      computeGradients(**program, signatures->gradient, *inputs, *cotangents);
  if (!gradients)
    return gradients.takeError();

  Totals totals;
  auto *gradient = gradients->begin();
  for (unsigned i = 0; i < given.size(); ++i) {
    if (!isFloat(given[i].getElementType()))
      continue;
    auto check = checkArgument(run, *inputs, i, *cotangents, *gradient++, how);
    if (!check)
      return llvm::joinErrors(std::move(totals.errors), check.takeError());
    totals.add(*check);
  }
  return totals.finish();
}
