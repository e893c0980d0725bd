//===- CodeMemory.h - Where compiled code lies ------------------*- C++ -*-===//

#ifndef KINA_EXECUTION_CODEMEMORY_H
#define KINA_EXECUTION_CODEMEMORY_H

#include "llvm/ExecutionEngine/SectionMemoryManager.h"

namespace kina {

/// Places the sections of compiled code side by side. They address each other
/// by distances of 32 bits, which nothing checks; the system puts mappings into
/// whatever gaps a process has left, sanitizers' and large inputs' between
/// them.
class CodeMemory final : public llvm::SectionMemoryManager::MemoryMapper {
public:
  ~CodeMemory() override;

  llvm::sys::MemoryBlock
  allocateMappedMemory(llvm::SectionMemoryManager::AllocationPurpose purpose,
                       size_t numBytes, const llvm::sys::MemoryBlock *nearBlock,
                       unsigned flags, std::error_code &error) override;
  std::error_code protectMappedMemory(const llvm::sys::MemoryBlock &block,
                                      unsigned flags) override;
  std::error_code releaseMappedMemory(llvm::sys::MemoryBlock &block) override;

private:
  /// Reserved as a whole, and given out from its begin.
  llvm::sys::MemoryBlock region;
  size_t used = 0;
};

} // namespace kina

#endif // KINA_EXECUTION_CODEMEMORY_H
