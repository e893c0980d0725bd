//===- ReplayMain.cpp - Runs a fuzz target once for each seed -------------===//
//
// Stands in for libFuzzer's main, so that every seed and every input that once
// failed is a test in each build. Arguments are files and folders of files.
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv) {
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    if (!llvm::sys::fs::is_directory(argv[i])) {
      files.push_back(argv[i]);
      continue;
    }
    std::error_code code;
    for (llvm::sys::fs::directory_iterator it(argv[i], code), end; it != end;
         it.increment(code))
      files.push_back(it->path());
    if (code) {
      llvm::errs() << argv[i] << ": " << code.message() << "\n";
      return 1;
    }
  }
  std::sort(files.begin(), files.end());
  for (const std::string &file : files) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer) {
      llvm::errs() << file << ": " << buffer.getError().message() << "\n";
      return 1;
    }
    // A failure ends the process: say first which file it is.
    llvm::outs() << file << "\n";
    llvm::outs().flush();
    LLVMFuzzerTestOneInput(
        reinterpret_cast<const uint8_t *>((*buffer)->getBufferStart()),
        (*buffer)->getBufferSize());
  }
  llvm::outs() << files.size() << " passed, 0 failed\n";
  return files.empty() ? 1 : 0;
}
