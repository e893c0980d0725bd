//===- Trap.cpp - Run-time errors: one line on stderr, then abort ---------===//

#include "kina/runtime.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <poll.h>
#include <sched.h>
#include <type_traits>
#include <unistd.h>

namespace {

// The table and the header cannot disagree. Convertible and not the same: the
// attribute that says noreturn is part of clang's function types.
using NORETURN = void;
using PTR = void *;
using STR = const char *;
using I64 = int64_t;
#define KINA_RUNTIME_CALL(NAME, RESULT, ...)                                   \
  static_assert(                                                               \
      std::is_convertible<decltype(&NAME), RESULT (*)(__VA_ARGS__)>::value,    \
      #NAME " differs from runtime_calls.def");
#include "kina/runtime_calls.def"

/// One line of text in a fixed buffer: a trap must not allocate, since the heap
/// may be what is broken.
class Line {
public:
  Line &operator<<(const char *text) {
    for (; text && *text; ++text)
      append(*text == '\n' || *text == '\r' ? ' ' : *text);
    return *this;
  }

  Line &operator<<(int64_t value) {
    char digits[20]; // 19 digits and the sign.
    char *const end = digits + sizeof(digits);
    char *begin = end;
    // Unsigned, because the smallest integer has no positive counterpart.
    uint64_t magnitude = value < 0 ? 0 - static_cast<uint64_t>(value)
                                   : static_cast<uint64_t>(value);
    do {
      *--begin = static_cast<char>('0' + magnitude % 10);
      magnitude /= 10;
    } while (magnitude != 0);
    if (value < 0)
      *--begin = '-';
    for (; begin != end; ++begin)
      append(*begin);
    return *this;
  }

  /// Writes the line and its newline to stderr.
  void write() {
    // Where nobody reads any more, the abort is still what ends the program.
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
    for (const char *mark = truncated ? "...\n" : "\n"; *mark; ++mark)
      buffer[size++] = *mark;
    for (size_t done = 0; done < size;) {
      ssize_t written = ::write(STDERR_FILENO, buffer + done, size - done);
      if (written > 0)
        done += static_cast<size_t>(written);
      else if (written < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        waitForStderr();
      else if (written == 0 || errno != EINTR)
        return; // Nobody is left to tell.
    }
  }

private:
  /// Waits until stderr takes more, if it does not block by itself.
  static void waitForStderr() {
    pollfd stderrReady = {STDERR_FILENO, POLLOUT, 0};
    poll(&stderrReady, 1, -1);
  }

  void append(char c) {
    if (size < sizeof(buffer) - reserved)
      buffer[size++] = c;
    else
      truncated = true;
  }

  /// Room for the `...` of a cut line and for the newline.
  static constexpr size_t reserved = 4;
  /// No more than PIPE_BUF, up to which a write to a pipe is atomic.
  char buffer[4096];
  size_t size = 0;
  bool truncated = false;
};

/// Prints the line and aborts. Of several threads only the first prints: the
/// others wait until its line is out, since their abort would cut it off.
[[noreturn]] void finish(Line &line, const char *location) {
  static thread_local char self;
  static std::atomic<const void *> owner{nullptr};
  static std::atomic<bool> written{false};

  if (location && *location)
    line << " at " << location;
  const void *previous = nullptr;
  // The owner itself comes here again only if somebody survived the abort.
  if (owner.compare_exchange_strong(previous, &self) || previous == &self) {
    line.write();
    written.store(true);
  }
  while (!written.load())
    sched_yield();
  abort();
}

} // namespace

void kina_trap(const char *message, const char *location) {
  Line line;
  line << "kina: " << message;
  finish(line, location);
}

void kina_trap_index(const char *op, const char *location, int64_t index,
                     int64_t bound) {
  Line line;
  line << "kina: " << op << " index out of bounds: " << index
       << " is not in [0, " << bound << ")";
  finish(line, location);
}

void kina_trap_size_mismatch(const char *op, const char *location, int64_t a,
                             int64_t b, int64_t dimension) {
  Line line;
  line << "kina: " << op << " size mismatch: " << a << " and " << b
       << " in dimension " << dimension;
  finish(line, location);
}

void kina_trap_element_count_mismatch(const char *op, const char *location,
                                      int64_t a, int64_t b) {
  Line line;
  line << "kina: " << op << " size mismatch: " << a << " and " << b
       << " elements";
  finish(line, location);
}

void kina_trap_slice_bounds(const char *op, const char *location, int64_t end,
                            int64_t size, int64_t dimension) {
  Line line;
  line << "kina: " << op << " out of bounds: " << end << " is beyond " << size
       << " in dimension " << dimension;
  finish(line, location);
}

void kina_trap_negative_size(const char *op, const char *location, int64_t size,
                             int64_t dimension) {
  Line line;
  line << "kina: " << op << " negative size: " << size << " in dimension "
       << dimension;
  finish(line, location);
}

void *kina_alloc(int64_t alignment, int64_t bytes) {
  auto unit = static_cast<size_t>(alignment);
  // A multiple of the alignment, as aligned_alloc wants it, and never nothing.
  size_t wanted = bytes > 0 ? static_cast<size_t>(bytes) : 1;
  size_t rounded = (wanted + unit - 1) / unit * unit;
  void *memory = bytes < 0 ? nullptr : aligned_alloc(unit, rounded);
  if (memory)
    return memory;
  Line line;
  line << "kina: out of memory: " << bytes << " bytes";
  finish(line, nullptr);
}
