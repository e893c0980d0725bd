//===- NpyWriteTest.cpp - Writing .npy files ------------------------------===//

#include "TestTensors.h"

#include "Kina/Execution/Npy.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

using namespace kina;
using namespace std::string_literals;

namespace {

/// A path in the system's temporary folder, whose file is removed at the end.
class TemporaryFile {
public:
  TemporaryFile() {
    std::error_code code =
        llvm::sys::fs::createTemporaryFile("kina-test", "npy", path);
    EXPECT_FALSE(code) << code.message();
  }
  ~TemporaryFile() { llvm::sys::fs::remove(path); }

  llvm::StringRef getPath() const { return path.str(); }

  std::string read() const {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer) {
      ADD_FAILURE() << buffer.getError().message();
      return "";
    }
    return (*buffer)->getBuffer().str();
  }

private:
  llvm::SmallString<64> path;
};

/// The bytes that the writer leaves.
std::string write(const HostTensor &tensor) {
  TemporaryFile file;
  EXPECT_EQ(messageOf(writeNpy(file.getPath(), tensor)), "no error");
  return file.read();
}

TEST(NpyWrite, SameBytesAsNumPy) {
  struct {
    const char *name, *text;
  } cases[] = {
      {"rank0", "f64=3.5"},
      {"rank1", "2xi32=7 8"},
      {"i64", "2x3xi64=1 -2 3 -9223372036854775808 9223372036854775807 "
              "72623859790382856"},
      {"bool", "2x3xi1=1 0 1 0 0 1"},
      {"empty", "0x3xf32="},
      {"f16", "2x3xf16=0.1 -2.5 inf 65504 0x1p-14 -0"},
      {"f32", "2x3xf32=0.1 -2.5 inf 0x1.fffffep127 0x1p-126 -0"},
  };
  for (const auto &[name, text] : cases) {
    auto buffer = llvm::MemoryBuffer::getFile(std::string(KINA_NPY_FOLDER) +
                                              "/" + name + ".npy");
    ASSERT_TRUE(bool(buffer)) << name;
    // NumPy 1.23 and later leave room in the header for the first dimension to
    // grow; with the blanks taken out, the rest must be the same.
    std::string bytes = write(parsed(text));
    std::string theirs = (*buffer)->getBuffer().str();
    size_t ourStart = bytes.find('\n'), theirStart = theirs.find('\n');
    EXPECT_EQ((ourStart + 1) % 64, 0u) << name;
    auto trim = [](const std::string &file, size_t newline) {
      return llvm::StringRef(file).slice(10, newline).rtrim().str() +
             file.substr(newline);
    };
    EXPECT_EQ(trim(bytes, ourStart), trim(theirs, theirStart)) << name;
  }
}

TEST(NpyWrite, EveryByteOfOne) {
  std::string header = "{'descr': '<V2', 'fortran_order': False, 'shape': "
                       "(2, 1), }";
  header.resize(128 - 10 - 1, ' ');
  EXPECT_EQ(write(parsed("2x1xbf16=1 -2.5")), "\x93NUMPY\x01\x00\x76\x00"s +
                                                  header.substr(0, 0x75) +
                                                  "\n" + "\x80\x3f\x20\xc0"s);
}

TEST(NpyWrite, ReadsBackWhatItWrote) {
  for (const char *text :
       {"f32=nan", "4xf16=1 -0 inf 6e-8", "2x2xbf16=1 2 3 1e-40", "i1=1",
        "3xi32=-1 0 1", "2x0xi64=", "2x1x2xf64=0.1 0.2 0.3 0.4"}) {
    HostTensor tensor = parsed(text);
    TemporaryFile file;
    ASSERT_EQ(messageOf(writeNpy(file.getPath(), tensor)), "no error");
    HostTensor back = unwrap(readNpy(file.getPath(), tensor.getElementType()));
    EXPECT_EQ(back.getTypeString(), tensor.getTypeString());
    EXPECT_EQ(bitsOf(back), bitsOf(tensor)) << text;
  }
}

TEST(NpyWrite, LongHeadersTakeVersion2) {
  HostTensor tensor = unwrap(
      HostTensor::create(ElementType::I32, std::vector<int64_t>(30000, 1)));
  tensor.setInt(0, 7);
  std::string bytes = write(tensor);
  EXPECT_EQ(bytes.substr(0, 8), "\x93NUMPY\x02\x00"s);
  HostTensor back = unwrap(parseNpy(bytes, "x.npy"));
  EXPECT_EQ(back.getRank(), 30000u);
  EXPECT_EQ(back.getInt(0), 7);
  EXPECT_EQ((bytes.size() - 4) % 64, 0u);
}

TEST(NpyWrite, ReplacesALongerFile) {
  TemporaryFile file;
  ASSERT_EQ(messageOf(writeNpy(file.getPath(), parsed("1000xf64=1"))),
            "no error");
  ASSERT_EQ(messageOf(writeNpy(file.getPath(), parsed("2xi32=1 2"))),
            "no error");
  EXPECT_EQ(print(unwrap(readNpy(file.getPath()))), "2xi32=1 2");
}

TEST(NpyWrite, UnwritablePaths) {
  EXPECT_EQ(messageOf(writeNpy("/nonexistent/x.npy", parsed("f32=1"))),
            "/nonexistent/x.npy: cannot write: No such file or directory");
  EXPECT_EQ(messageOf(writeNpy(KINA_NPY_FOLDER, parsed("f32=1"))),
            KINA_NPY_FOLDER ": cannot write: Is a directory");
}

TEST(NpyWrite, FullDisk) {
  if (!llvm::sys::fs::exists("/dev/full"))
    GTEST_SKIP() << "no /dev/full";
  // A small tensor fails when the buffer is flushed, a large one before.
  for (const char *text : {"f32=1", "1000000xf32=1"})
    EXPECT_EQ(messageOf(writeNpy("/dev/full", parsed(text))),
              "/dev/full: cannot write: No space left on device");
}

} // namespace
