//===- CodeMemoryTest.cpp - Where compiled code lies ----------------------===//

#include "CodeMemory.h"
#include "llvm/Support/Memory.h"
#include "gtest/gtest.h"

#include <cstring>
#include <sys/mman.h>
#include <vector>

using kina::CodeMemory;
using llvm::sys::Memory;
using llvm::sys::MemoryBlock;

namespace {
constexpr unsigned readWrite = Memory::MF_READ | Memory::MF_WRITE;

MemoryBlock allocate(CodeMemory &memory, size_t size,
                     const MemoryBlock *near = nullptr) {
  std::error_code error;
  MemoryBlock block = memory.allocateMappedMemory(
      llvm::SectionMemoryManager::AllocationPurpose::Code, size, near,
      readWrite, error);
  EXPECT_FALSE(error) << error.message();
  EXPECT_GE(block.allocatedSize(), size);
  return block;
}

// What is mapped between them, here 3 GB each time, does not part them.
TEST(CodeMemory, SectionsAreSideBySide) {
  CodeMemory memory;
  std::vector<void *> walls;
  std::vector<MemoryBlock> blocks;
  for (size_t size : {1, 4096, 4097, 1 << 20}) {
    blocks.push_back(allocate(memory, size));
    std::memset(blocks.back().base(), 1, size);
    walls.push_back(mmap(nullptr, size_t(3) << 30, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    ASSERT_NE(walls.back(), MAP_FAILED);
  }
  for (size_t i = 1; i < blocks.size(); ++i)
    EXPECT_EQ(static_cast<char *>(blocks[i].base()),
              static_cast<char *>(blocks[i - 1].base()) +
                  blocks[i - 1].allocatedSize());
  // One may be protected without the next one.
  EXPECT_FALSE(
      memory.protectMappedMemory(blocks[1], Memory::MF_READ | Memory::MF_EXEC));
  std::memset(blocks[2].base(), 2, 4097);
  EXPECT_EQ(*static_cast<char *>(blocks[1].base()), 1);
  for (MemoryBlock &block : blocks)
    EXPECT_FALSE(memory.releaseMappedMemory(block));
  for (void *wall : walls)
    munmap(wall, size_t(3) << 30);
}

TEST(CodeMemory, MoreThanTheRegion) {
  CodeMemory memory;
  MemoryBlock small = allocate(memory, 100);
  MemoryBlock large = allocate(memory, size_t(300) << 20, &small);
  static_cast<char *>(large.base())[(size_t(300) << 20) - 1] = 1;
  EXPECT_FALSE(memory.releaseMappedMemory(large));
  MemoryBlock next = allocate(memory, 100);
  EXPECT_EQ(static_cast<char *>(next.base()),
            static_cast<char *>(small.base()) + small.allocatedSize());
}
} // namespace
