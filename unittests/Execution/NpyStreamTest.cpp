//===- NpyStreamTest.cpp - .npy files from pipes --------------------------===//

#include "TestTensors.h"

#include "Kina/Execution/Npy.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace kina;
using namespace std::string_literals;

namespace {

/// A pipe that holds `bytes`, at most 64 KiB, and then ends.
class Pipe {
public:
  explicit Pipe(const std::string &bytes) {
    EXPECT_EQ(pipe(ends), 0);
    EXPECT_EQ(write(ends[1], bytes.data(), bytes.size()),
              static_cast<ssize_t>(bytes.size()));
    close(ends[1]);
  }
  ~Pipe() { close(ends[0]); }

  std::string path() const { return "/dev/fd/" + std::to_string(ends[0]); }
  int end() const { return ends[0]; }

  /// How many bytes nobody has read.
  size_t left() {
    std::string rest(1 << 17, '\0');
    size_t count = 0;
    while (ssize_t more = read(ends[0], rest.data(), rest.size()))
      count += more;
    return count;
  }

private:
  int ends[2];
};

/// What precedes the data of a file: a dictionary of 80 bytes.
std::string start(const std::string &shape) {
  std::string dictionary =
      "{'descr': '<i4', 'fortran_order': False, 'shape': " + shape + "}";
  dictionary.resize(80, ' ');
  return "\x93NUMPY\x01\x00\x50\x00"s + dictionary;
}

const std::string twoInts = "\x01\x00\x00\x00\xfe\xff\xff\xff"s;

TEST(NpyStream, IsReadLikeAFile) {
  Pipe two(start("(2,)") + twoInts);
  EXPECT_EQ(print(unwrap(readNpy(two.path()))), "2xi32=1 -2");

  // Longer than what is read at once.
  std::string data;
  for (int i = 0; i < 10000; ++i)
    data += std::string(1, i % 128) + std::string(3, '\0');
  Pipe many(start("(10000,)") + data);
  HostTensor tensor = unwrap(readNpy(many.path()));
  ASSERT_EQ(tensor.getNumElements(), 10000);
  for (int i = 0; i < 10000; ++i)
    ASSERT_EQ(tensor.getBits(i), static_cast<uint64_t>(i % 128)) << i;
}

TEST(NpyStream, WhatIsNoNpyIsNotReadOn) {
  Pipe zeros(std::string(1000, '\0'));
  EXPECT_EQ(messageOf(readNpy(zeros.path())),
            zeros.path() + ": expected a .npy file, which starts with "
                           "\\x93NUMPY, got other bytes");
  EXPECT_EQ(zeros.left(), 1000u - 6);

  Pipe version("\x93NUMPY\x09\x00"s + std::string(1000, '\0'));
  EXPECT_EQ(messageOf(readNpy(version.path())),
            version.path() +
                ": expected .npy version 1.0, 2.0 or 3.0, got 9.0");
  EXPECT_EQ(version.left(), 1000u);

  Pipe dictionary(start("x") + std::string(1000, '\0'));
  EXPECT_EQ(messageOf(readNpy(dictionary.path())),
            dictionary.path() +
                ": expected a tuple at byte 50 of the header, got 'x'");
  EXPECT_EQ(dictionary.left(), 1000u);
}

TEST(NpyStream, NoMoreIsReadThanTheHeaderSays) {
  Pipe longer(start("(2,)") + twoInts + std::string(1000, '\0'));
  EXPECT_EQ(messageOf(readNpy(longer.path())),
            longer.path() + ": expected 8 bytes of data for 2xi32, got at "
                            "least 9: bytes follow the array");
  EXPECT_EQ(longer.left(), 999u);
}

TEST(NpyStream, EndsTooEarly) {
  struct {
    std::string bytes, message;
  } cases[] = {
      {"", "expected a .npy file, got an empty one"},
      {"\x93NUM", "expected a .npy file, got only 4 bytes of one"},
      {"\x93NUMPY\x01"s, "expected a version of 2 bytes at byte 6, got 1"},
      {"\x93NUMPY\x02\x00\x40"s, "expected a header length of 4 bytes, got 1"},
      {start("(2,)").substr(0, 50),
       "expected a header of 80 bytes, got 40 before the end of the file"},
      {start("(2,)") + "\x01",
       "expected 8 bytes of data for 2xi32, got 1: the file is truncated"},
      // 16 TiB that never come are never allocated.
      {start("(4398046511104,)") + "\x01",
       "expected 17592186044416 bytes of data for 4398046511104xi32, got 1: "
       "the file is truncated"},
  };
  for (const auto &[bytes, message] : cases) {
    Pipe stream(bytes);
    EXPECT_EQ(messageOf(readNpy(stream.path())),
              stream.path() + ": " + message);
  }
}

TEST(NpyStream, StandardInput) {
  int saved = dup(0);
  for (const char *text : {"@-", "2xi32=@-"}) {
    Pipe two(start("(2,)") + twoInts);
    dup2(two.end(), 0);
    EXPECT_EQ(print(parsed(text)), "2xi32=1 -2") << text;
  }
  Pipe other(start("(2,)") + twoInts);
  dup2(other.end(), 0);
  EXPECT_EQ(messageOf(parseTensorText("3xi32=@-")),
            "<stdin>: expected 3xi32, got 2xi32");
  dup2(saved, 0);
  close(saved);
}

} // namespace
