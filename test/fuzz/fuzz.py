#!/usr/bin/env python3
"""Random programs, run by kina on every road and evaluated by NumPy: what disagrees is
shrunk and written to a file.

    fuzz.py --seed=1 --programs=1000 [--minutes=30] [--out=DIR]   forward programs
    fuzz.py --traps --seed=1 --programs=200                       programs that must stop
    fuzz.py --gradients --seed=1 --programs=200                   to the third order
    fuzz.py --intervals --seed=1 --programs=1000                  what is taken for right
    fuzz.py --self-test                                           faults that must be found
    fuzz.py --scope=sample|all                                    all five, as tests do
"""

import argparse
import os
import re
import resource
import sys
import time

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))

import counts  # noqa: E402
import enclosure  # noqa: E402
import gradients  # noqa: E402
import report  # noqa: E402
import selftest  # noqa: E402
import traps  # noqa: E402
from generator import draw  # noqa: E402
from program import evaluate  # noqa: E402
from runner import EQUAL, MODES, Runner, check, differences, disagreement, may_differ  # noqa: E402
from shrink import shrink  # noqa: E402
from table import TABLE  # noqa: E402

# Every batch runs at -O0, by two more roads to -O0, and every other one optimised, which
# takes as long as all that.
PLAIN = [m for m in EQUAL if m != EQUAL[0]]
OPTIMISED = ["O3", "fuse-O3", "O3", "O1"]


def cpu_minutes():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used) / 60


def program_of(seed, number, table):
    """Program `number` of a seed, whatever the others are."""
    random = np.random.default_rng([seed, number])
    return draw(table, random, int(random.integers(2, 10)))


def kind_of(problem):
    """Faults of one kind: shrinking must not end at another."""
    error = re.search(r"error: (.*)", problem)
    if error:
        return re.sub(r"%\w+|[\d\[\](),<>?x]+", "", error.group(1))
    return next((mark for mark in ("exit status -", "exit status", "no result", "other bits")
                 if mark in problem), "values")


class Fuzzer:
    def __init__(self, args, table=TABLE):
        self.args, self.table = args, table
        self.runner = Runner(table, args.kina_run, args.kina_opt)
        self.done = self.bad = 0

    def modes(self, batch):
        if self.args.modes:
            return self.args.modes.split(",")
        turn = [OPTIMISED[batch // 2 % len(OPTIMISED)]] if batch % 2 == 0 else []
        return [EQUAL[0]] + turn + [PLAIN[(2 * batch + k) % len(PLAIN)] for k in range(2)]

    def run_batch(self, numbers, modes):
        """The first disagreement of each program of a batch: {number: (mode, problem)}."""
        programs = [program_of(self.args.seed, n, self.table) for n in numbers]
        expected = [evaluate(p, self.table)[0] for p in programs]
        first, found = None, {}
        for mode in modes:
            results = self.runner.run(programs, mode)
            for k, n in enumerate(numbers):
                problem = differences(programs[k], expected[k], results[k])
                if not problem and first and mode in EQUAL and not may_differ(programs[k]) \
                        and not isinstance(first[k], str):
                    at = disagreement(first[k], results[k])
                    problem = at is not None and "result %d has other bits than with %s" % (
                        at, EQUAL[0])
                if problem:
                    found.setdefault(n, (mode, problem))
            if mode == EQUAL[0]:
                first = results
        return found

    def minimal(self, number, mode, problem, ways=None):
        """The smallest program that shows the same, and its problem; `ways` as in shrink."""
        program = program_of(self.args.seed, number, self.table)
        modes = [mode] if mode == EQUAL[0] or "other bits" not in problem else [EQUAL[0], mode]
        last = [problem]

        def fails(candidate, expected):
            found = check(self.runner, candidate, modes, expected)[1]
            if found and kind_of(found) == kind_of(problem):
                last[0] = found
                return True
            return False
        small = shrink(program, self.table, fails, ways)
        return small, last[0]

    def note(self, number, mode, problem):
        self.bad += 1
        origin = "test/fuzz/fuzz.py --seed=%d, program %d" % (self.args.seed, number)
        print("DISAGREEMENT %s, mode %s: %s" % (origin, mode, problem), flush=True)
        if self.bad > self.args.shrink:
            return
        small, problem = self.minimal(number, mode, problem)
        path = report.write(self.args.out, "seed%d-%d" % (self.args.seed, number), small,
                            self.table, mode, problem, origin)
        print("  %d op(s) in %s: %s" % (small.count(), path, problem), flush=True)

    def run(self):
        start, shown, size = self.args.start, time.monotonic(), self.args.batch
        first_minutes = cpu_minutes()
        for batch in range((self.args.programs + size - 1) // size):
            numbers = range(start + batch * size,
                            start + min((batch + 1) * size, self.args.programs))
            found = self.run_batch(numbers, self.modes(batch))
            self.done += len(numbers)
            for number, (mode, problem) in found.items():
                self.note(number, mode, problem)
            minutes = cpu_minutes() - first_minutes
            if time.monotonic() - shown > 60:
                shown = time.monotonic()
                print("%d programs, %d disagree, %.1f CPU minutes" % (
                    self.done, self.bad, minutes), flush=True)
            if self.args.minutes and minutes >= self.args.minutes:
                break
        print("seed %d: %d programs, %d disagree, %d runs of kina, %.1f CPU minutes" % (
            self.args.seed, self.done, self.bad, self.runner.calls,
            cpu_minutes() - first_minutes), flush=True)
        self.runner.close()
        counts.record("fuzz programs", self.done - self.bad, self.bad)
        return self.bad == 0


def run_scope(args):
    """What the tests run: a fixed sample, or a long run."""
    every = args.scope == "all"
    args.seed, args.programs = 1, 5000 if every else 200
    good = Fuzzer(args).run()
    args.programs = 1100 if every else 66
    good &= traps.run(args, TABLE)
    args.programs = 200 if every else 20
    good &= gradients.run(args)
    args.programs = 5000 if every else 500
    good &= enclosure.run(args, program_of, TABLE)
    good &= selftest.covers(args, program_of)
    return good & selftest.run(args, Fuzzer, every)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--start", type=int, default=0, help="number of the first program")
    parser.add_argument("--minutes", type=float, help="stop after so many CPU minutes")
    parser.add_argument("--out", default="fuzz-findings", help="folder for what was found")
    parser.add_argument("--shrink", type=int, default=10, help="shrink so many findings at most")
    parser.add_argument("--batch", type=int, default=20, help="programs in one module")
    parser.add_argument("--modes", help="some of %s; by default they take turns" % ", ".join(MODES))
    parser.add_argument("--traps", action="store_true")
    parser.add_argument("--gradients", action="store_true")
    parser.add_argument("--intervals", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--scope", choices=["sample", "all"])
    parser.add_argument("--source", help="check that every op of this source tree is drawn")
    parser.add_argument("--mlir-include", help="MLIR's TableGen files, for --source")
    parser.add_argument("--kina-run", default="kina-run")
    parser.add_argument("--kina-opt", default="kina-opt")
    args = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if args.scope:
        good = run_scope(args)
    elif args.traps:
        good = traps.run(args, TABLE)
    elif args.gradients:
        good = gradients.run(args)
    elif args.intervals:
        good = enclosure.run(args, program_of, TABLE)
    elif args.self_test:
        good = selftest.run(args, Fuzzer, True)
    else:
        good = Fuzzer(args).run()
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
