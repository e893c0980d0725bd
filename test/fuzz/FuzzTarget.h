//===- FuzzTarget.h - What fuzz targets share -------------------*- C++ -*-===//

#ifndef KINA_TEST_FUZZ_FUZZTARGET_H
#define KINA_TEST_FUZZ_FUZZTARGET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

/// Ends the process where `condition` is false, with what went wrong and the
/// text that shows it. Unlike an assertion, in every build.
inline void require(bool condition, llvm::StringRef what,
                    const llvm::Twine &evidence = "") {
  if (condition)
    return;
  llvm::errs() << "fuzz target: " << what << "\n" << evidence << "\n";
  llvm::errs().flush();
  std::abort();
}

#endif // KINA_TEST_FUZZ_FUZZTARGET_H
