//===- runtime.h - C ABI of the kina runtime ------------------------------===//
//
// What a lowered host program calls. Plain C: any front end, ahead-of-time
// object or JIT can link against libkina_runtime.so without LLVM or MLIR.
// runtime_calls.def lists the same functions in a form that programs can read.
//
// Traps. Each writes one line to file descriptor 2, in one write and without
// stdio, so that it is whole and not lost when the streams are redirected or
// several threads trap at once (the first one's line is the only one), and then
// calls abort(). Strings are NUL-terminated UTF-8; `location` is FILE:LINE:COL,
// or null or empty when unknown. When it is known, the line ends in
// ` at <location>`. A null `op` or `message` counts as empty. Line breaks
// inside a string become blanks; a line over 4096 bytes is cut and ends in
// `...`.
//===----------------------------------------------------------------------===//

#ifndef KINA_RUNTIME_H
#define KINA_RUNTIME_H

#include <stdint.h>

#define KINA_RUNTIME_EXPORT __attribute__((visibility("default")))
#define KINA_RUNTIME_NORETURN __attribute__((noreturn))

#ifdef __cplusplus
extern "C" {
#endif

/// `kina: <message>`, for every trap without numbers, for example
/// `div by zero`.
KINA_RUNTIME_EXPORT KINA_RUNTIME_NORETURN void kina_trap(const char *message,
                                                         const char *location);

/// `kina: <op> index out of bounds: <index> is not in [0, <bound>)`.
KINA_RUNTIME_EXPORT KINA_RUNTIME_NORETURN void
kina_trap_index(const char *op, const char *location, int64_t index,
                int64_t bound);

/// `kina: <op> size mismatch: <a> and <b> in dimension <dimension>`: two sizes
/// that must agree; `a` and `dimension` are the first operand's.
KINA_RUNTIME_EXPORT KINA_RUNTIME_NORETURN void
kina_trap_size_mismatch(const char *op, const char *location, int64_t a,
                        int64_t b, int64_t dimension);

/// `kina: <op> size mismatch: <a> and <b> elements`: a reshape between shapes
/// of different element counts.
KINA_RUNTIME_EXPORT KINA_RUNTIME_NORETURN void
kina_trap_element_count_mismatch(const char *op, const char *location,
                                 int64_t a, int64_t b);

/// `kina: <op> out of bounds: <end> is beyond <size> in dimension <dimension>`,
/// where `end` is one more than the last index that a slice reads.
KINA_RUNTIME_EXPORT KINA_RUNTIME_NORETURN void
kina_trap_slice_bounds(const char *op, const char *location, int64_t end,
                       int64_t size, int64_t dimension);

/// `kina: <op> negative size: <size> in dimension <dimension>`: a size that the
/// program computes for a result.
KINA_RUNTIME_EXPORT KINA_RUNTIME_NORETURN void
kina_trap_negative_size(const char *op, const char *location, int64_t size,
                        int64_t dimension);

/// Memory for a tensor: `bytes` bytes, aligned to `alignment`, a power of two.
/// Never null: without memory for it, it traps with
/// `kina: out of memory: <bytes> bytes`. To be freed with free().
KINA_RUNTIME_EXPORT void *kina_alloc(int64_t alignment, int64_t bytes);

#ifdef __cplusplus
}
#endif

#endif // KINA_RUNTIME_H
