"""Whether the evaluation's intervals hold what they should: for operands that are only
known to lie in intervals, an op's result must meet its result for values in them."""

import numpy as np

import counts
from elements import FLOATS
from intervals import BITS, Val, step
from program import evaluate, evaluate_instr, type_text


def half_width(random, elem):
    """In steps of the type: units in the last place, or some binades."""
    return int(random.choice([1, 3, 50, 2**(BITS[elem] - 10), 2**(BITS[elem] - 5)]))


def loosened(random, val):
    """An interval around some elements of `val`, and a value of each interval."""
    if val.elem not in FLOATS or random.random() < 0.2:
        return Val(val.elem, val.lo, free=val.free), Val(val.elem, val.lo, free=val.free)
    width = half_width(random, val.elem)
    wide = (random.random(val.shape) < 0.6) & np.isfinite(val.lo) & ~val.free
    moved = lambda steps: np.where(wide, step(val.elem, val.lo, steps), val.lo)
    choice = random.integers(-1, 2, val.shape)
    inner = np.where(choice < 0, moved(-width), np.where(choice > 0, moved(width), val.lo))
    return (Val(val.elem, moved(-width), moved(width), val.free),
            Val(val.elem, inner, free=val.free))


def misses(interval, point):
    """A mask of the elements of which the two say different things."""
    both = np.isnan(interval.lo) & np.isnan(point.lo)
    meet = (point.lo <= interval.hi) & (point.hi >= interval.lo)
    return ~(both | meet | interval.free | point.free)


def first_miss(random, instr, env, program, table):
    """The first element that the op's interval lacks, in words, or nothing."""
    pairs = {name: loosened(random, env[name]) for name in instr.operands}
    interval, point = (
        evaluate_instr(instr, table, {**env, **{n: p[k] for n, p in pairs.items()}}, program)[0]
        for k in range(2))
    wrong = np.argwhere(misses(interval, point))
    if not len(wrong):
        return None
    at = tuple(wrong[0])
    texts = ["%s %s..%s" % (type_text(v.elem, v.shape), v.lo.tolist(), v.hi.tolist())
             for v, _ in pairs.values()]
    return "%s %s of %s: [%s, %s] at %s lacks [%s, %s]" % (
        instr.op, instr.attrs, ", ".join(texts)[:600], interval.lo[at], interval.hi[at],
        list(map(int, at)), point.lo[at], point.hi[at])


def run(args, program_of, table):
    """Whether the intervals of all ops of the programs hold."""
    good = bad = 0
    for number in range(args.start, args.start + args.programs):
        random = np.random.default_rng([args.seed, number, 1])
        program = program_of(args.seed, number, table)
        env = evaluate(program, table)[1]
        for instr in program.functions[0].instrs:
            if instr.op == "call" or not instr.operands:
                continue
            problem = first_miss(random, instr, env, program, table)
            good, bad = good + (not problem), bad + bool(problem)
            if problem:
                print("program %d: %s" % (number, problem))
    counts.record("fuzz intervals", good, bad)
    print("intervals of %d ops hold, of %d not" % (good, bad))
    return bad == 0
