//===- Options.cpp - Command line of kina-run -----------------------------===//

#include "Options.h"

#include "Kina/Execution/HostTensor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace llvm;

namespace {
/// Made when the command line is read, after LLVM's own options.
struct Flags {
  cl::OptionCategory category{"kina-run options"};
  cl::opt<std::string> file{cl::Positional, cl::desc("FILE.mlir (- is stdin)"),
                            cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> function{
      "function", cl::value_desc("name"), cl::cat(category),
      cl::desc("Function to run (default: main, or the only public one)")};
  cl::list<std::string> inputs{
      "input", cl::value_desc("tensor"), cl::cat(category),
      cl::desc("Next argument: @x.npy (@- is stdin), "
               "2x3xf32=\"1 2 3 4 5 6\", 4xf32=0 (all elements), f32=3, "
               "4xbf16=@x.npy")};
  cl::list<std::string> outputs{
      "output", cl::value_desc("@file"), cl::cat(category),
      cl::desc("Write the next result to a .npy file; results without a file "
               "are printed")};
  cl::list<std::string> expectedOutputs{
      "expected_output", cl::value_desc("tensor"), cl::cat(category),
      cl::desc("Compare the next result with a tensor, written like --input")};
  cl::opt<std::string> relativeTolerance{
      "rtol", cl::value_desc("number"), cl::cat(category),
      cl::desc("Relative tolerance of --expected_output and --check-grad")};
  cl::opt<std::string> absoluteTolerance{
      "atol", cl::value_desc("number"), cl::cat(category),
      cl::desc("Absolute tolerance of --expected_output and --check-grad")};
  cl::opt<std::string> timedRuns{
      "time", cl::value_desc("N"), cl::cat(category),
      cl::desc("Run N times; print the median and the least time")};
  cl::opt<bool> checkGrad{
      "check-grad", cl::cat(category),
      cl::desc(
          "Do not print results: compare the function's reverse mode, for "
          "random cotangents, with finite differences, all in f64. The "
          "elements of float arguments are moved a little, integers never")};
  cl::opt<std::string> checkGradSamples{
      "check-grad-samples", cl::value_desc("N"), cl::cat(category),
      cl::desc("Of a larger argument, check N elements drawn at random, and "
               "directions through all (default 64)")};
  cl::opt<std::string> checkGradSeed{
      "check-grad-seed", cl::value_desc("N"), cl::cat(category),
      cl::desc("For the random numbers of --check-grad (default 0)")};
  cl::opt<std::string> device{"device", cl::value_desc("name"),
                              cl::init("host"), cl::cat(category),
                              cl::desc("Where the program runs: host")};
  cl::opt<std::string> optLevel{
      "O",
      cl::Prefix,
      cl::value_desc("level"),
      cl::init("3"),
      cl::cat(category),
      cl::desc("Optimisation level of LLVM, 0 to 3 (default 3)")};
  cl::opt<std::string> targetCpu{
      "target-cpu", cl::value_desc("name"), cl::init("native"),
      cl::cat(category),
      cl::desc("Processor to make code for (default: this one)")};
  cl::opt<std::string> printIRAfter{
      "print-ir-after", cl::value_desc("pass"), cl::cat(category),
      cl::desc("Print the program to stderr after a pass, for example "
               "kina-to-linalg")};
};
} // namespace

/// LLVM's messages on one line, without the program's name in front.
static std::string tidyMessage(StringRef messages) {
  SmallVector<StringRef> lines;
  messages.trim().split(lines, '\n', -1, /*KeepEmpty=*/false);
  std::string text;
  for (StringRef line : lines) {
    line.consume_front("kina-run: ");
    text += (text.empty() ? "" : "; ") + line.trim().str();
  }
  // LLVM prints what is wrong with one flag on its own.
  return text.empty() ? "invalid command line; see kina-run --help" : text;
}

static Error checkDevice(StringRef device) {
  if (device == "host")
    return Error::success();
  if (device == "cuda" || device == "emulator")
    return kina::makeError("device '" + device +
                           "': this build has no runtime for it");
  return kina::makeError("unknown device '" + device +
                         "', expected host, cuda or emulator");
}

/// The number in a flag that was given. LLVM's own parsers of numbers print
/// their errors themselves, without `error:`.
static Error readTolerance(const cl::opt<std::string> &flag,
                           std::optional<double> &value) {
  if (!flag.getNumOccurrences())
    return Error::success();
  double number;
  if (StringRef(flag).getAsDouble(number) || !(number >= 0) ||
      std::isinf(number))
    return kina::makeError("--" + flag.ArgStr +
                           ": expected a number from 0 on, got '" + flag + "'");
  value = number;
  return Error::success();
}

/// A whole number from `least` on.
template <typename T>
static Error readCount(const cl::opt<std::string> &flag, T least, T &value) {
  if (!flag.getNumOccurrences())
    return Error::success();
  T number;
  if (StringRef(flag).getAsInteger(10, number) || number < least ||
      number > 1000000000)
    return kina::makeError("--" + flag.ArgStr + ": expected a number from " +
                           Twine(least) + " on, got '" + flag + "'");
  value = number;
  return Error::success();
}

/// A check of gradients has no results to write, to compare or to time.
static Error readCheckGrad(const Flags &flags, kina::RunOptions &options) {
  options.checkGrad = flags.checkGrad;
  auto given = [](const cl::Option &flag) { return flag.getNumOccurrences(); };
  if (flags.checkGrad && (given(flags.outputs) || given(flags.timedRuns) ||
                          given(flags.expectedOutputs)))
    return kina::makeError("--check-grad: expected no --output, "
                           "--expected_output or --time with it, for it gives "
                           "no results, got one");
  if (!flags.checkGrad &&
      (given(flags.checkGradSamples) || given(flags.checkGradSeed)))
    return kina::makeError("--check-grad-samples and --check-grad-seed: "
                           "expected --check-grad with them, got none");
  if (Error error = readCount<int64_t>(flags.checkGradSamples, 1,
                                       options.gradientCheck.samples))
    return error;
  return readCount<uint64_t>(flags.checkGradSeed, 0,
                             options.gradientCheck.seed);
}

/// The path in `@path`.
static Expected<std::string> parsePath(StringRef text) {
  StringRef path = text;
  if (!path.consume_front("@") || path.empty())
    return kina::makeError("--output: expected @FILE, got '" + text + "'");
  return path.str();
}

/// The standard input can be read once.
static Error checkStdin(const kina::RunOptions &options) {
  SmallVector<std::string> readers;
  if (options.file == "-")
    readers.push_back("the program");
  auto add = [&](StringRef kind, ArrayRef<std::string> texts) {
    for (auto [i, text] : llvm::enumerate(texts)) {
      StringRef tensor = StringRef(text).trim();
      if (tensor == "@-" || tensor.split('=').second.trim() == "@-")
        readers.push_back((kind + " " + Twine(i)).str());
    }
  };
  add("input", options.inputs);
  add("expected_output", options.expectedOutputs);
  if (readers.size() < 2)
    return Error::success();
  return kina::makeError("expected one reader of the standard input, got " +
                         Twine(readers.size()) + ": " +
                         llvm::join(readers, ", "));
}

/// What `flags` say beyond plain texts.
static Error read(const Flags &flags, kina::RunOptions &options) {
  if (options.file.empty())
    return kina::makeError("no input file; see kina-run --help");
  if (Error error = checkStdin(options))
    return error;
  if (Error error = checkDevice(flags.device))
    return error;
  StringRef level = flags.optLevel;
  if (level.size() != 1 || level < "0" || level > "3")
    return kina::makeError("-O: expected 0, 1, 2 or 3, got '" + level + "'");
  options.optLevel = level[0] - '0';
  for (StringRef text : flags.outputs) {
    Expected<std::string> path = parsePath(text);
    if (!path)
      return path.takeError();
    options.outputs.push_back(std::move(*path));
  }
  if (Error error =
          readTolerance(flags.relativeTolerance, options.relativeTolerance))
    return error;
  if (Error error =
          readTolerance(flags.absoluteTolerance, options.absoluteTolerance))
    return error;
  if (Error error = readCount(flags.timedRuns, 1u, options.timedRuns))
    return error;
  if (Error error = readCheckGrad(flags, options))
    return error;
  if (flags.function.getNumOccurrences() && options.function.empty())
    return kina::makeError("--function: expected the name of a function");
  if (flags.printIRAfter.getNumOccurrences() && options.printIRAfter.empty())
    return kina::makeError("--print-ir-after: expected the name of a pass");
  if (options.targetCpu.empty())
    return kina::makeError("--target-cpu: expected the name of a processor");
  return Error::success();
}

Expected<kina::RunOptions> kina::parseCommandLine(int argc, char **argv) {
  Flags flags;
  cl::HideUnrelatedOptions(flags.category);
  cl::SetVersionPrinter(
      [](raw_ostream &os) { os << "kina-run " KINA_VERSION "\n"; });
  std::string message;
  raw_string_ostream messages(message);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "Compiles a kina program for this machine, and runs one function.\n",
          &messages))
    return makeError(tidyMessage(message));

  RunOptions options;
  options.file = flags.file;
  options.function = flags.function;
  options.inputs = flags.inputs;
  options.expectedOutputs = flags.expectedOutputs;
  options.targetCpu = flags.targetCpu;
  options.printIRAfter = flags.printIRAfter;
  if (Error error = read(flags, options))
    return error;
  return options;
}
