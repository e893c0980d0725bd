"""Faults put into the evaluation on purpose: the fuzzer must find and shrink each one."""

import copy

import numpy as np

import counts
import kina_ops
from intervals import Val
from shrink import OPS
from table import TABLE


def swapped(attrs, vals, elem, shape):
    return TABLE["sub"].evaluate(attrs, vals[::-1], elem, shape)


def reversed_parts(attrs, vals, elem, shape):
    return TABLE["concat"].evaluate(attrs, vals[::-1], elem, shape)


def floored_quotient(attrs, vals, elem, shape):
    x, y = vals
    if elem not in ("i32", "i64"):
        return TABLE["div"].evaluate(attrs, vals, elem, shape)
    TABLE["div"].evaluate(attrs, vals, elem, shape)
    return Val(elem, np.floor_divide(x.lo, y.lo), free=x.free)


def last_lost(attrs, vals, elem, shape):
    """An element too few in a sum."""
    x = vals[0]
    axes = attrs["axes"]
    if attrs["kind"] != "sum" or not axes or x.shape[axes[-1]] < 2:
        return TABLE["reduce"].evaluate(attrs, vals, elem, shape)
    part = x.moved(lambda a: np.take(a, range(a.shape[axes[-1]] - 1), axes[-1]))
    return TABLE["reduce"].evaluate(attrs, [part], elem, shape)


# op -> (its wrong evaluation); the first two are the short test.
FAULTS = {"sub": swapped, "reduce": last_lost, "concat": reversed_parts, "div": floored_quotient}
LARGEST = 3


# Ops that are no forward ops of programs on one device, or are their region's ops.
OTHERS = {"handle", "linear_scan", "seed", "mul_no_nan", "transfer", "checkpoint", "yield"}


def covers(args, program_of):
    """Whether the first programs of a seed hold every op of the table, and the table
    every op of the dialect."""
    drawn = {i.op for n in range(300) for f in program_of(args.seed, n, TABLE).functions
             for i in f.instrs}
    missing = set(TABLE) - drawn
    if args.source:
        ops = kina_ops.load_ops(args.source, args.mlir_include)
        missing |= {n.removeprefix("kina.") for n in ops} - OTHERS - set(TABLE)
    if missing:
        print("never drawn: " + ", ".join(sorted(missing)))
    return not missing


def run(args, fuzzer_class, every):
    """Whether each fault was found, and shrunk to a few ops."""
    good = 0
    faults = list(FAULTS) if every else list(FAULTS)[:2]
    for op in faults:
        mine = copy.copy(args)
        mine.seed, mine.modes = 7, "O0"
        table = dict(TABLE)
        table[op] = copy.copy(TABLE[op])
        table[op].evaluate = FAULTS[op]
        fuzzer = fuzzer_class(mine, table)
        found = None
        for start in range(0, 1000, args.batch):
            found = fuzzer.run_batch(range(start, start + args.batch), ["O0"])
            if found:
                break
        number, (mode, problem) = next(iter(found.items()))
        small, _ = fuzzer.minimal(number, mode, problem, None if every else OPS)
        fuzzer.runner.close()
        fine = small.count() <= LARGEST and any(
            i.op == op for f in small.functions for i in f.instrs)
        good += fine
        print("a fault in %s: program %d, shrunk to %d op(s)%s" % (
            op, number, small.count(), "" if fine else ", expected at most %d" % LARGEST))
    counts.record("fuzz faults found", good, len(faults) - good)
    return good == len(faults)


