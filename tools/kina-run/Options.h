//===- Options.h - Command line of kina-run ---------------------*- C++ -*-===//

#ifndef KINA_TOOLS_KINARUN_OPTIONS_H
#define KINA_TOOLS_KINARUN_OPTIONS_H

#include "Kina/Execution/GradientCheck.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace kina {

struct RunOptions {
  /// `-` is the standard input.
  std::string file;
  /// Empty: `main`, or the only public one.
  std::string function;
  /// In the notation of parseTensorText.
  std::vector<std::string> inputs;
  std::vector<std::string> expectedOutputs;
  /// Paths.
  std::vector<std::string> outputs;
  std::optional<double> relativeTolerance;
  std::optional<double> absoluteTolerance;
  /// How many times to run for --time; 0 is not at all.
  unsigned timedRuns = 0;
  /// Check the function's gradients, and nothing else.
  bool checkGrad = false;
  GradientCheckOptions gradientCheck;
  unsigned optLevel = 3;
  std::string targetCpu = "native";
  /// The pass after which to print, by its name on command lines; may be empty.
  std::string printIRAfter;
};

/// Reads the command line. Prints the help or the version and exits where it
/// asks for them. Fails for everything that is not understood.
llvm::Expected<RunOptions> parseCommandLine(int argc, char **argv);

} // namespace kina

#endif // KINA_TOOLS_KINARUN_OPTIONS_H
