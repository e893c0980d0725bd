//===- CodeMemory.cpp - Where compiled code lies --------------------------===//

#include "CodeMemory.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Memory.h"
#include "llvm/Support/Process.h"

using llvm::sys::Memory;
using llvm::sys::MemoryBlock;

/// Address space alone, until it is written. Code of more is placed as the
/// system likes, near the rest where it can.
static constexpr size_t regionSize = size_t(256) << 20;

kina::CodeMemory::~CodeMemory() { Memory::releaseMappedMemory(region); }

MemoryBlock kina::CodeMemory::allocateMappedMemory(
    llvm::SectionMemoryManager::AllocationPurpose, size_t numBytes,
    const MemoryBlock *nearBlock, unsigned flags, std::error_code &error) {
  // Protection is set in whole pages.
  size_t size =
      llvm::alignTo(numBytes, llvm::sys::Process::getPageSizeEstimate());
  if (!region.base() && size <= regionSize)
    region = Memory::allocateMappedMemory(
        regionSize, nullptr, Memory::MF_READ | Memory::MF_WRITE, error);
  if (!region.base() || size > region.allocatedSize() - used)
    return Memory::allocateMappedMemory(numBytes, nearBlock, flags, error);
  MemoryBlock block(static_cast<char *>(region.base()) + used, size);
  used += size;
  error = Memory::protectMappedMemory(block, flags);
  return error ? MemoryBlock() : block;
}

std::error_code kina::CodeMemory::protectMappedMemory(const MemoryBlock &block,
                                                      unsigned flags) {
  return Memory::protectMappedMemory(block, flags);
}

std::error_code kina::CodeMemory::releaseMappedMemory(MemoryBlock &block) {
  auto *begin = static_cast<char *>(region.base());
  auto *address = static_cast<char *>(block.base());
  // What is of the region goes with it.
  if (begin && address >= begin && address < begin + region.allocatedSize())
    return {};
  return Memory::releaseMappedMemory(block);
}
