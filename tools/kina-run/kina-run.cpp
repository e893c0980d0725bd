//===- kina-run.cpp - Compiles a program and runs one function ------------===//
//
// No InitLLVM here: a program that traps says so in one line of its own, and a
// stack dump of the compiler would bury it.
//===----------------------------------------------------------------------===//

#include "Run.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  auto options = kina::parseCommandLine(argc, argv);
  llvm::Error error =
      options ? kina::runProgram(*options) : options.takeError();
  llvm::outs().flush();
  if (std::error_code code = llvm::outs().error()) {
    // Else the stream's destructor reports it, as an error of LLVM's.
    llvm::outs().clear_error();
    error = llvm::joinErrors(
        std::move(error),
        llvm::createStringError(code, "cannot write to stdout: " +
                                          llvm::Twine(code.message())));
  }
  if (!error)
    return 0;
  llvm::handleAllErrors(std::move(error), [](const llvm::ErrorInfoBase &info) {
    llvm::errs() << "error: " << info.message() << "\n";
  });
  return 1;
}
