//===- TrapTest.cpp - Traps print one whole line and abort ----------------===//

#include "kina/runtime.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <iostream>
#include <limits>
#include <malloc.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

constexpr int64_t minI64 = std::numeric_limits<int64_t>::min();
constexpr int64_t maxI64 = std::numeric_limits<int64_t>::max();

#ifndef __has_feature
#define __has_feature(x) 0
#endif
constexpr bool sanitized = __has_feature(address_sanitizer);

struct Outcome {
  int status = 0;
  std::string output;
};

/// Runs `body` in a child process whose stdout and stderr both go to
/// `descriptor`, and waits for it.
int runRedirected(int descriptor, const std::function<void()> &body) {
  pid_t child = fork();
  if (child == 0) {
    dup2(descriptor, STDOUT_FILENO);
    dup2(descriptor, STDERR_FILENO);
    body();
    _exit(0);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

/// Runs `body` with stdout and stderr redirected to one regular file.
Outcome runIntoFile(const std::function<void()> &body) {
  Outcome outcome;
  FILE *file = std::tmpfile();
  if (!file) {
    ADD_FAILURE() << "no temporary file";
    return outcome;
  }
  outcome.status = runRedirected(fileno(file), body);
  std::rewind(file);
  for (int c; (c = std::fgetc(file)) != EOF;)
    outcome.output.push_back(static_cast<char>(c));
  std::fclose(file);
  return outcome;
}

bool aborted(int status) {
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

/// The exact bytes that a trap leaves in a file, having aborted.
std::string lineOf(const std::function<void()> &body) {
  Outcome outcome = runIntoFile(body);
  EXPECT_TRUE(aborted(outcome.status)) << "wait status " << outcome.status;
  return outcome.output;
}

TEST(Trap, MessageWithLocation) {
  EXPECT_EQ(lineOf([] { kina_trap("div by zero", "f.mlir:3:7"); }),
            "kina: div by zero at f.mlir:3:7\n");
}

TEST(Trap, UnknownLocationIsLeftOut) {
  EXPECT_EQ(lineOf([] { kina_trap("mod by zero", nullptr); }),
            "kina: mod by zero\n");
  EXPECT_EQ(lineOf([] { kina_trap("mod by zero", ""); }),
            "kina: mod by zero\n");
}

TEST(Trap, NullMessageIsEmpty) {
  EXPECT_EQ(lineOf([] { kina_trap(nullptr, "f.mlir:1:1"); }),
            "kina:  at f.mlir:1:1\n");
}

TEST(Trap, Index) {
  EXPECT_EQ(
      lineOf([] { kina_trap_index("scatter_along_axis", "a.mlir:1:2", 8, 8); }),
      "kina: scatter_along_axis index out of bounds: 8 is not in [0, 8) at "
      "a.mlir:1:2\n");
  EXPECT_EQ(lineOf([] { kina_trap_index("gather", nullptr, -1, 0); }),
            "kina: gather index out of bounds: -1 is not in [0, 0)\n");
}

TEST(Trap, ExtremeIntegers) {
  EXPECT_EQ(
      lineOf([] { kina_trap_index("gather", nullptr, minI64, maxI64); }),
      "kina: gather index out of bounds: -9223372036854775808 is not in [0, "
      "9223372036854775807)\n");
}

TEST(Trap, SizeMismatch) {
  EXPECT_EQ(
      lineOf([] { kina_trap_size_mismatch("add", "b.mlir:9:1", 4, 5, 1); }),
      "kina: add size mismatch: 4 and 5 in dimension 1 at b.mlir:9:1\n");
}

TEST(Trap, ElementCountMismatch) {
  EXPECT_EQ(lineOf([] {
              kina_trap_element_count_mismatch("reshape", "c.mlir:2:3", 6, 8);
            }),
            "kina: reshape size mismatch: 6 and 8 elements at c.mlir:2:3\n");
}

TEST(Trap, SliceBounds) {
  EXPECT_EQ(
      lineOf([] { kina_trap_slice_bounds("slice", "d.mlir:4:5", 9, 8, 2); }),
      "kina: slice out of bounds: 9 is beyond 8 in dimension 2 at "
      "d.mlir:4:5\n");
}

TEST(Trap, DeathTest) {
  EXPECT_DEATH(kina_trap_index("gather", "f.mlir:1:1", 7, 4),
               "kina: gather index out of bounds: 7 is not in \\[0, 4\\) at "
               "f.mlir:1:1");
}

TEST(Trap, LineBreaksBecomeBlanks) {
  EXPECT_EQ(lineOf([] { kina_trap("two\nlines", "odd\r\nname:1:1"); }),
            "kina: two lines at odd  name:1:1\n");
}

TEST(Trap, LongestLineIsWhole) {
  // The buffer less the room for the mark, the newline and `kina: `.
  const std::string message(4096 - 4 - 6, 'm');
  EXPECT_EQ(lineOf([&] { kina_trap(message.c_str(), nullptr); }),
            "kina: " + message + "\n");
}

TEST(Trap, LongerLinesAreCut) {
  for (size_t length : {4087, 4096, 5000, 1000000}) {
    const std::string text(length, 'm');
    const std::string cut = "kina: " + std::string(4086, 'm') + "...\n";
    EXPECT_EQ(lineOf([&] { kina_trap(text.c_str(), nullptr); }), cut);
    EXPECT_EQ(lineOf([&] { kina_trap(text.c_str(), text.c_str()); }), cut);
    std::string line = lineOf([&] { kina_trap("short", text.c_str()); });
    EXPECT_EQ(line.size(), 4096u);
    EXPECT_EQ(line.substr(0, 17), "kina: short at mm");
    EXPECT_EQ(line.substr(4091), "m...\n");
  }
}

TEST(Trap, SeparateFilesForStdoutAndStderr) {
  // The line reaches stderr and only stderr, whatever stdio has buffered.
  FILE *out = std::tmpfile();
  ASSERT_NE(out, nullptr);
  Outcome outcome = runIntoFile([&] {
    dup2(fileno(out), STDOUT_FILENO);
    std::printf("not flushed");
    std::cout << "nor this";
    kina_trap("div by zero", nullptr);
  });
  EXPECT_TRUE(aborted(outcome.status));
  EXPECT_EQ(outcome.output, "kina: div by zero\n");
  std::rewind(out);
  std::string text;
  for (int c; (c = std::fgetc(out)) != EOF;)
    text.push_back(static_cast<char>(c));
  EXPECT_EQ(text.find("kina"), std::string::npos) << text;
  std::fclose(out);
}

TEST(Trap, OneWriteOnly) {
  // A packet pipe keeps the boundaries of writes: one read, one packet.
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_DIRECT), 0);
  int status = runRedirected(
      ends[1], [] { kina_trap_index("gather", "f.mlir:1:1", 7, 4); });
  close(ends[1]);
  EXPECT_TRUE(aborted(status));
  char buffer[4096];
  const std::string line =
      "kina: gather index out of bounds: 7 is not in [0, 4) at f.mlir:1:1\n";
  EXPECT_EQ(read(ends[0], buffer, sizeof(buffer)),
            static_cast<ssize_t>(line.size()));
  EXPECT_EQ(read(ends[0], buffer, sizeof(buffer)), 0);
  close(ends[0]);
}

TEST(Trap, ClosedStderrStillAborts) {
  Outcome outcome = runIntoFile([] {
    close(STDERR_FILENO);
    kina_trap("div by zero", nullptr);
  });
  EXPECT_TRUE(aborted(outcome.status));
  EXPECT_EQ(outcome.output, "");
}

TEST(Trap, ThreadsAtOnceGiveOneLine) {
  for (int round = 0; round < 50; ++round) {
    std::string line = lineOf([] {
      std::vector<std::thread> threads;
      for (int i = 0; i < 8; ++i)
        threads.emplace_back([] { kina_trap_index("gather", "f:1:1", 5, 5); });
      for (std::thread &thread : threads)
        thread.join();
    });
    ASSERT_EQ(line, "kina: gather index out of bounds: 5 is not in [0, 5) at "
                    "f:1:1\n");
  }
}

TEST(Trap, NegativeSize) {
  EXPECT_EQ(lineOf([] { kina_trap_negative_size("iota", "f:1:2", -1, 3); }),
            "kina: iota negative size: -1 in dimension 3 at f:1:2\n");
}

/// Waits until the process sleeps in a system call; not if it ends or runs for
/// many seconds instead.
bool sleeps(pid_t process) {
  const std::string path = "/proc/" + std::to_string(process) + "/stat";
  for (int tries = 0; tries < 3000; ++tries) {
    std::string line;
    std::getline(std::ifstream(path), line);
    // The state follows the name of the program, which is in parentheses.
    size_t name = line.rfind(')');
    if (name == std::string::npos || name + 2 >= line.size())
      return false;
    char state = line[name + 2];
    if (state == 'S')
      return true;
    if (state == 'Z' || state == 'X')
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST(Trap, WaitsForStderrThatDoesNotBlock) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  std::string full(1 << 20, 'x');
  ssize_t before = write(ends[1], full.data(), full.size());
  ASSERT_GT(before, 0);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    kina_trap("late", nullptr);
  }
  close(ends[1]);
  // Nothing is read before the child waits. Were there room by the time that it
  // writes, one that does not wait would pass too.
  EXPECT_TRUE(sleeps(child));
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof(buffer))) > 0;)
    text.append(buffer, n);
  close(ends[0]);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(aborted(status));
  EXPECT_EQ(text.substr(before), "kina: late\n");
}

TEST(Trap, AbortsWhereNobodyReads) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  EXPECT_TRUE(aborted(runRedirected(ends[1], [] { kina_trap("x", nullptr); })));
  close(ends[1]);
}

TEST(Alloc, GivesAlignedMemoryOfAnySize) {
  for (int64_t bytes : {0, 1, 63, 64, 65, 4096}) {
    auto *memory = static_cast<char *>(kina_alloc(64, bytes));
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 64, 0u);
    std::fill_n(memory, bytes, 1);
    // No more than it takes, but for a few bytes of the heap's own.
    EXPECT_LT(malloc_usable_size(memory),
              size_t(std::max<int64_t>(bytes, 1) + 63) / 64 * 64 + 64);
    free(memory);
  }
}

TEST(Alloc, TrapsWithoutMemory) {
  std::vector<int64_t> sizes = {-1, minI64};
  if (!sanitized) // AddressSanitizer's allocator ends the process itself.
    sizes.insert(sizes.end(), {maxI64, int64_t(1) << 62});
  for (int64_t bytes : sizes)
    EXPECT_EQ(lineOf([=] { kina_alloc(64, bytes); }),
              "kina: out of memory: " + std::to_string(bytes) + " bytes\n");
}

TEST(RuntimeCalls, TableNamesEveryEntryPointOnce) {
  std::vector<std::string> names;
#define KINA_RUNTIME_CALL(NAME, RESULT, ...) names.push_back(#NAME);
#include "kina/runtime_calls.def"
  EXPECT_EQ(names,
            (std::vector<std::string>{
                "kina_trap", "kina_trap_index", "kina_trap_size_mismatch",
                "kina_trap_element_count_mismatch", "kina_trap_slice_bounds",
                "kina_trap_negative_size", "kina_alloc"}));
}

TEST(RuntimeCalls, ArgumentKindsAreReadable) {
  enum Kind { NORETURN, PTR, STR, I64 };
  struct Call {
    std::string name;
    Kind result;
    std::vector<Kind> arguments;
  };
  std::vector<Call> calls = {
#define KINA_RUNTIME_CALL(NAME, RESULT, ...) {#NAME, RESULT, {__VA_ARGS__}},
#include "kina/runtime_calls.def"
  };
  for (const Call &call : calls)
    EXPECT_EQ(call.result, call.name == "kina_alloc" ? PTR : NORETURN);
  EXPECT_EQ(calls[1].arguments, (std::vector<Kind>{STR, STR, I64, I64}));
}

} // namespace
