//===- GuardedHeap.cpp - A heap that finds wrong uses of memory -----------===//

#include "GuardedHeap.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace {
struct Block {
  char *pages;
  size_t size;
};
std::map<void *, Block> live;
unsigned faults = 0;
unsigned char blockFill = 0;

size_t roundUp(size_t size, size_t unit) {
  return (size + unit - 1) / unit * unit;
}

/// Whole pages for `size` bytes, with one behind them that traps.
char *mapPages(size_t size) {
  size_t page = sysconf(_SC_PAGESIZE);
  void *pages = mmap(nullptr, size + page, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED ||
      mprotect(static_cast<char *>(pages) + size, page, PROT_NONE) != 0)
    std::abort();
  return static_cast<char *>(pages);
}

size_t sizeOfPages(size_t size) {
  return roundUp(std::max<size_t>(size, 1), sysconf(_SC_PAGESIZE));
}
} // namespace

void *kina::guarded::allocate(size_t alignment, size_t size) {
  size_t rounded = roundUp(std::max<size_t>(size, 1), alignment);
  size_t mapped = sizeOfPages(rounded);
  char *pages = mapPages(mapped);
  std::memset(pages, blockFill, mapped);
  char *block = pages + mapped - rounded;
  live[block] = {pages, size};
  return block;
}

void *kina::guarded::allocateAny(size_t size) { return allocate(16, size); }

void kina::guarded::release(void *block) {
  if (!block)
    return;
  auto found = live.find(block);
  if (found == live.end()) {
    ++faults;
    return;
  }
  auto [pages, size] = found->second;
  char *begin = static_cast<char *>(block);
  size_t mapped = sizeOfPages((begin - pages) + std::max<size_t>(size, 1));
  auto changed = [](char byte) {
    return static_cast<unsigned char>(byte) != blockFill;
  };
  faults += std::any_of(pages, begin, changed) ||
            std::any_of(begin + size, pages + mapped, changed);
  // The addresses stay taken: whoever still uses them traps.
  mprotect(pages, mapped, PROT_NONE);
  live.erase(found);
}

void kina::guarded::setFill(unsigned char fill) { blockFill = fill; }

std::set<void *> kina::guarded::getLive() {
  std::set<void *> blocks;
  for (const auto &[block, unused] : live)
    blocks.insert(block);
  return blocks;
}

unsigned kina::guarded::takeFaults() { return std::exchange(faults, 0); }

const void *kina::guarded::makeReadOnly(const void *bytes, size_t size) {
  size_t mapped = sizeOfPages(size);
  char *pages = mapPages(mapped);
  char *copy = pages + mapped - size;
  if (size)
    std::memcpy(copy, bytes, size);
  mprotect(pages, mapped, PROT_READ);
  return copy;
}
