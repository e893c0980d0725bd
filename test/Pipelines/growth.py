"""The host pipeline's time grows with the length of a chain, not with its square.

usage: growth.py KINA_OPT
Chains of additions that share one argument, with a tensor.empty each as
--kina-to-linalg makes them, calls of private functions, and a tensor put together
from many parts, all of one chain of tensor.insert_slice. Compares processor
time at 1,000 and 4,000 ops, the least of some runs: 4 is linear, 16 quadratic.
"""

import resource
import subprocess
import sys

SIZES = (1000, 4000)
LIMIT = 8.0
PASSES = "--kina-host-pipeline=target-cpu=x86-64 target-triple=x86_64-unknown-linux-gnu"


def chain(length):
    ops = [f"  %v{i + 1} = kina.add %v{i}, %x : tensor<?xf32>" for i in range(length)]
    return "\n".join([
        "func.func @main(%v0: tensor<?xf32>, %x: tensor<?xf32>) -> tensor<?xf32> {",
        *ops, f"  return %v{length} : tensor<?xf32>", "}"])


def calls(length):
    lines = []
    for i in range(length):
        lines += [
            f"func.func private @f{i}(%x: tensor<4xf32>) -> tensor<4xf32> {{",
            f"  %0 = call @f{i + 1}(%x) : (tensor<4xf32>) -> tensor<4xf32>",
            "  %1 = kina.add %0, %x : tensor<4xf32>",
            "  return %1 : tensor<4xf32>", "}"]
    lines += [
        f"func.func private @f{length}(%x: tensor<4xf32>) -> tensor<4xf32> {{",
        "  return %x : tensor<4xf32>", "}",
        "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {",
        "  %0 = call @f0(%x) : (tensor<4xf32>) -> tensor<4xf32>",
        "  return %0 : tensor<4xf32>", "}"]
    return "\n".join(lines)


def concat(length):
    """Parts of an argument and computed ones."""
    lines = ["func.func @main(%x: tensor<10xf32>) -> tensor<?xf32> {"]
    for i in range(length):
        lines += [f"  %s{i} = kina.slice %x offsets = [{i % 7}] sizes = [2] strides = [1] : "
                  "tensor<10xf32> -> tensor<2xf32>"]
        if i % 4 == 0:
            lines += [f"  %e{i} = kina.exp %s{i} : tensor<2xf32>"]
    parts = [f"%{'s' if i % 4 else 'e'}{i}" for i in range(length)]
    return "\n".join(lines + [
        f"  %0 = kina.concat {', '.join(parts)} axis = 0 : "
        f"({', '.join(['tensor<2xf32>'] * length)}) -> tensor<{2 * length}xf32>",
        f"  return %0 : tensor<{2 * length}xf32>", "}"]).replace("?", str(2 * length))


def doubling(depth):
    """Each function calls the next twice: inlined without care, 2^depth bodies."""
    lines = []
    for i in range(depth):
        lines += [
            f"func.func private @f{i}(%x: tensor<4xf32>) -> tensor<4xf32> {{",
            f"  %0 = call @f{i + 1}(%x) : (tensor<4xf32>) -> tensor<4xf32>",
            f"  %1 = call @f{i + 1}(%0) : (tensor<4xf32>) -> tensor<4xf32>",
            "  return %1 : tensor<4xf32>", "}"]
    lines += [
        f"func.func private @f{depth}(%x: tensor<4xf32>) -> tensor<4xf32> {{",
        "  %0 = kina.add %x, %x : tensor<4xf32>",
        "  return %0 : tensor<4xf32>", "}",
        "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {",
        "  %0 = call @f0(%x) : (tensor<4xf32>) -> tensor<4xf32>",
        "  return %0 : tensor<4xf32>", "}"]
    return "\n".join(lines)


def seconds(kina_opt, source, runs):
    best = None
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([kina_opt, PASSES, "--mlir-disable-threading", "-o", "/dev/null", "-"],
                       input=source, text=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = used if best is None else min(best, used)
    return best


def main():
    kina_opt = sys.argv[1]
    failed = False
    for make in (chain, calls, concat):
        small, large = (seconds(kina_opt, make(size), 2) for size in SIZES)
        ratio = large / small
        print(f"{make.__name__}: {small:.2f} s at {SIZES[0]}, {large:.2f} s at {SIZES[1]}, "
              f"ratio {ratio:.1f} (limit {LIMIT})")
        failed |= ratio > LIMIT
    seconds(kina_opt, doubling(60), 1)
    return failed


sys.exit(main())
