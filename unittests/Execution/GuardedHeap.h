//===- GuardedHeap.h - A heap that finds wrong uses of memory ---*- C++ -*-===//

#ifndef KINA_UNITTESTS_EXECUTION_GUARDEDHEAP_H
#define KINA_UNITTESTS_EXECUTION_GUARDEDHEAP_H

#include <cstddef>
#include <set>

namespace kina {

/// Memory for compiled programs under test, in place of malloc's. A block ends
/// where memory ends, so that an access behind it stops the test; so does one
/// to a block that was freed. Blocks start out full of a byte of the test's
/// choice. What the block's own bounds do not show is counted as a fault: free
/// of what is not a block, or no longer, and bytes changed in front of one.
namespace guarded {
/// As aligned_alloc.
void *allocate(size_t alignment, size_t size);
/// As malloc.
void *allocateAny(size_t size);
/// As free.
void release(void *block);

/// What blocks hold from now on, before anybody writes to them.
void setFill(unsigned char fill);
/// The blocks that are allocated and not freed.
std::set<void *> getLive();
/// The number of faults since the last call.
unsigned takeFaults();

/// A copy of `size` bytes that nobody can write to, behind which memory ends.
/// It stays for the rest of the process.
const void *makeReadOnly(const void *bytes, size_t size);
} // namespace guarded

} // namespace kina

#endif // KINA_UNITTESTS_EXECUTION_GUARDEDHEAP_H
