"""Programs that must stop: each one runs alone, and must write the contract's line, with
the place of the op that traps, and nothing else."""

import os
import re
import signal
import subprocess

import numpy as np

import counts
from elements import Arr, INTS, NUMBERS, bounds
from generator import ELEMS, Generator
from intervals import Invalid
from kinatest import input_flag
from op import need
from program import Function, Instr, Program, program_text
from runner import Runner

# kina-opt's passes before (with locations kept) and kina-run's options.
MODES = [([], ["-O0"]), ([], ["-O3"]), (["--canonicalize"], ["-O0"]),
         (["--canonicalize", "--cse"], ["-O3"]),
         (["--kina-ad", "--kina-to-linalg", "--canonicalize"], ["-O0"])]


def emit(g, op, operands, attrs=None, target=None, sizes=()):
    """An op that is not evaluated, because it traps."""
    instr = Instr(op, [o.name for o in operands], attrs, target, sizes)
    instr.name = g.fresh()
    instr.elem, dims = g.table[op].infer(instr.attrs, [(o.elem, o.dims) for o in operands], target)
    instr.dims = tuple(dims)
    g.instrs.append(instr)
    return instr


def unknown(shape):
    """A type without a static size."""
    return (None,) * len(shape)


def leaf(g, elem, shape):
    return g.fresh_value(elem, tuple(shape), unknown(shape))


def nonempty(g, low, high):
    shape = g.shape(low, high)
    return tuple(max(s, 1) for s in shape)


# Each gives the op that traps and the line without its place.

def bad_index(g):
    op = g.choice(["gather", "take_along_axis", "scatter_along_axis", "scatter_add"])
    bound = g.integer(0, 5)
    shape = nonempty(g, 1 if op.endswith("axis") else 0, 3)
    good = g.random.integers(0, max(bound, 1), shape)
    value = g.choice([-1, bound, bound + 1, -bound - 1, 2**31, 2**32, -2**63, 2**63 - 1,
                      g.integer(-10**12, -1)])
    flat = good.ravel()
    # The first wrong one is reported, in row-major order.
    first = g.integer(0, flat.size - 1) if bound else 0
    for k in range(first + 1, flat.size):
        flat[k] = g.choice([-3, bound + 2]) if g.chance(0.2) else flat[k]
    flat[first] = value
    dims = shape if g.chance(0.5) else unknown(shape)
    index = g.leaf(Arr("i64", flat.reshape(shape)), dims)
    elem = g.choice(NUMBERS if op == "scatter_add" else ELEMS)
    line = "%s index out of bounds: %d is not in [0, %d)" % (op, value, bound)
    if op == "gather":
        table = g.fresh_value(elem, (bound, g.integer(0, 3)))
        return emit(g, op, [table, index]), line
    axis = g.integer(0, len(shape))
    spread = shape[:axis] + (bound,) + shape[axis:]
    if op == "take_along_axis":
        return emit(g, op, [g.fresh_value(elem, spread), index], {"axis": axis}), line
    if op == "scatter_along_axis":
        updates, target, attrs = g.fresh_value(elem, shape), spread, {"axis": axis}
    else:
        width = g.integer(0, 3)
        updates, target, attrs = g.fresh_value(elem, shape + (width,)), (bound, width), {}
    spelled = g.dims_of(target)
    return emit(g, op, [updates, index], attrs, (elem, spelled), g.sizes_for(target, spelled)), line


def zero_divisor(g):
    op, elem, shape = g.choice(["div", "mod"]), g.choice(INTS), nonempty(g, 0, 4)
    divisor = g.random.integers(*bounds(elem), shape)
    divisor.flat[g.integer(0, divisor.size - 1)] = 0
    dims = shape if g.chance(0.5) else unknown(shape)
    x = g.leaf(g.data(elem, shape), dims)
    return emit(g, op, [x, g.leaf(Arr(elem, divisor), dims)]), "%s by zero" % op


def other_sizes(g, shape):
    """The shape with another size somewhere: (shape, dimension)."""
    at = g.integer(0, len(shape) - 1)
    return shape[:at] + (shape[at] + g.integer(1, 3),) + shape[at + 1:], at


def mismatch(op, a, b, dimension):
    return "%s size mismatch: %d and %d in dimension %d" % (op, a, b, dimension)


def elementwise_sizes(g):
    op = g.choice(["add", "sub", "max", "min", "mul", "div", "mod", "compare", "select"])
    elem, shape = g.choice(NUMBERS), g.shape(1, 4)
    wrong, at = other_sizes(g, shape)
    # Divisors that trap on their own account would do so later, or first.
    if op in ("div", "mod"):
        elem = "f32"
    operands = [leaf(g, elem, shape), leaf(g, elem, wrong)]
    if op == "select":
        operands = [leaf(g, "i1", shape), leaf(g, elem, shape), leaf(g, elem, wrong)]
    attrs = {"predicate": "lt"} if op == "compare" else {}
    return emit(g, op, operands, attrs), mismatch(op, shape[at], wrong[at], at)


def matmul_sizes(g):
    elem, batch = g.choice(NUMBERS), g.shape(0, 2)
    m, k, n = (g.integer(0, 4) for _ in range(3))
    if batch and g.chance(0.5):
        wrong, at = other_sizes(g, batch)
        return emit(g, "matmul", [leaf(g, elem, batch + (m, k)), leaf(g, elem, wrong + (k, n))]), \
            mismatch("matmul", batch[at], wrong[at], at)
    other = k + g.integer(1, 3)
    return emit(g, "matmul", [leaf(g, elem, batch + (m, k)), leaf(g, elem, batch + (other, n))]), \
        mismatch("matmul", k, other, len(batch) + 1)


def concat_sizes(g):
    shape = g.shape(2, 4)
    wrong, at = other_sizes(g, shape)
    axis = g.choice([k for k in range(len(shape)) if k != at])
    elem = g.choice(ELEMS)
    return emit(g, "concat", [leaf(g, elem, shape), leaf(g, elem, wrong)], {"axis": axis}), \
        mismatch("concat", shape[at], wrong[at], at)


def broadcast_sizes(g):
    shape = g.shape(1, 3)
    wrong, at = other_sizes(g, shape)
    x = leaf(g, g.choice(ELEMS), shape)
    front = (g.size(),) if g.chance(0.5) else ()
    target = front + wrong
    spelled = tuple(g.choice([None, s]) for s in target)
    return emit(g, "broadcast", [x], {}, (x.elem, spelled), g.sizes_for(target, spelled)), \
        mismatch("broadcast", shape[at], wrong[at], at + len(front))


def reshape_count(g):
    shape = g.shape(1, 4)
    x = leaf(g, g.choice(ELEMS), shape)
    count = int(np.prod(shape))
    other = count + g.integer(1, 3)
    spelled = (g.choice([None, other]), 1)
    return emit(g, "reshape", [x], {}, (x.elem, spelled), g.sizes_for((other, 1), spelled)), \
        "reshape size mismatch: %d and %d elements" % (count, other)


def slice_end(g):
    shape = nonempty(g, 1, 3)
    x = leaf(g, g.choice(ELEMS), shape)
    at = g.integer(0, len(shape) - 1)
    stride, size = g.integer(1, 3), g.integer(1, 3)
    end = shape[at] + g.integer(1, 3)
    offset = end - 1 - (size - 1) * stride
    need(offset >= 0)
    attrs = {"offsets": [0] * len(shape), "sizes": [1] * len(shape), "strides": [1] * len(shape)}
    attrs["offsets"][at], attrs["sizes"][at], attrs["strides"][at] = offset, size, stride
    return emit(g, "slice", [x], attrs), "slice out of bounds: %d is beyond %d in dimension %d" % (
        end, shape[at], at)


def spelled_result(g):
    """A result type that says another size than there is."""
    shape = g.shape(1, 4)
    perm = [int(p) for p in g.random.permutation(len(shape))]
    moved = tuple(shape[p] for p in perm)
    wrong, at = other_sizes(g, moved)
    instr = emit(g, "transpose", [leaf(g, g.choice(ELEMS), shape)], {"perm": perm})
    instr.dims = instr.spelled = tuple(s if k == at else None for k, s in enumerate(wrong))
    return instr, mismatch("transpose", moved[at], wrong[at], at)


def empty_extreme(g):
    kind, shape = g.choice(["max", "min"]), list(nonempty(g, 1, 4))
    axis = g.integer(0, len(shape) - 1)
    shape[axis] = 0
    return emit(g, "reduce", [leaf(g, g.choice(NUMBERS), shape)],
                {"kind": kind, "axes": [axis], "keepdims": g.chance(0.5)}), \
        "reduce %s over an empty axis" % kind


def indexed_sizes(g):
    """Indices of other sizes than the values."""
    shape = g.shape(2, 4)
    axis = g.integer(0, len(shape) - 1)
    at = g.choice([k for k in range(len(shape)) if k != axis])
    wrong = [s + (k == at) for k, s in enumerate(shape) if k != axis]
    index = g.leaf(Arr("i64", np.zeros(wrong)), unknown(wrong))
    return emit(g, "take_along_axis", [leaf(g, g.choice(ELEMS), shape), index], {"axis": axis}), \
        mismatch("take_along_axis", shape[at], shape[at] + 1, at)


KINDS = [bad_index, zero_divisor, elementwise_sizes, matmul_sizes, concat_sizes, broadcast_sizes,
         reshape_count, slice_end, spelled_result, empty_extreme, indexed_sizes]


def draw(table, seed, number):
    """(program, line): a program that traps in its last op."""
    random = np.random.default_rng([seed, number, 1])
    while True:
        g = Generator(table, random)
        kind = KINDS[number % len(KINDS)]
        try:
            instr, line = kind(g)
        except Invalid:
            continue
        program = Program(Function(g.params, g.instrs, [instr.name]), g.inputs)
        return program, line, program.functions[0].instrs.index(instr)


def run_one(runner, program, line, mode):
    """What is wrong, as a text, or nothing."""
    path = os.path.join(runner.dir, "trap.mlir")
    text = program_text(program, runner.table, "main")
    with open(path, "w") as file:
        file.write(text)
    flags = []
    for k, arr in enumerate(program.inputs):
        arr.save(os.path.join(runner.dir, "trap%d.npy" % k))
        flags.append(input_flag(arr, os.path.join(runner.dir, "trap%d.npy" % k)))
    before, options = MODES[mode]
    name = program.functions[0].returns[0]
    number = 1 + next(k for k, t in enumerate(text.split("\n")) if "%%%s = kina" % name in t)
    target = path
    if before:
        target = path + ".opt"
        done = subprocess.run([runner.kina_opt, *before, "--mlir-print-debuginfo", path, "-o", target],
                              capture_output=True, text=True, timeout=300)
        if done.returncode:
            return "kina-opt: %s" % done.stderr
    done = subprocess.run([runner.kina_run, target, "--function=main", *options, *flags],
                          capture_output=True, text=True, timeout=300)
    pattern = re.escape("kina: " + line) + r" at \S*trap\.mlir:%d:\d+\n" % number
    if not re.fullmatch(pattern, done.stderr):
        return "stderr %r, expected %r at line %d" % (done.stderr[-300:], line, number)
    if done.returncode != -signal.SIGABRT:
        return "status %d, expected SIGABRT" % done.returncode
    return "output %r" % done.stdout if done.stdout else None


def run(args, table):
    """Runs args.programs programs, each in one mode; True if all stop as they must."""
    runner = Runner(table, args.kina_run, args.kina_opt)
    bad = 0
    for number in range(args.programs):
        program, line, _ = draw(table, args.seed, number)
        mode = (number // len(KINDS)) % len(MODES)
        problem = run_one(runner, program, line, mode)
        if problem:
            bad += 1
            os.makedirs(args.out, exist_ok=True)
            path = os.path.join(args.out, "trap%d-%d.mlir" % (args.seed, number))
            with open(path, "w") as file:
                file.write(program_text(program, table, "main"))
            print("DISAGREEMENT test/fuzz/fuzz.py --traps --seed=%d, program %d, %s in %s: %s" % (
                args.seed, number, " ".join(MODES[mode][0] + MODES[mode][1]), path, problem),
                flush=True)
    runner.close()
    print("seed %d: %d programs that must stop, %d disagree" % (args.seed, args.programs, bad),
          flush=True)
    counts.record("fuzz traps", args.programs - bad, bad)
    return not bad
