"""Runs programs with kina-run, many in one module, by every road to a result."""

import os
import resource
import shutil
import signal
import subprocess
import tempfile

import numpy as np

from elements import load
from intervals import same
from kinatest import input_flag
from program import program_text, type_text

TO_LINALG = ["--kina-ad", "--kina-to-linalg"]
# Upstream's passes trust that types know what can be known.
CANONICAL = TO_LINALG + ["--canonicalize"]
FUSE, UNIT = ["--linalg-fuse-elementwise-ops"], ["--linalg-fold-unit-extent-dims"]
# name -> (options of kina-opt before, options of kina-run).
MODES = {
    "O0": ([], ["-O0"]),
    "O3": ([], ["-O3"]),
    "O1": ([], ["-O1"]),
    "canonicalize": (["--canonicalize"], ["-O0"]),
    "canonicalize-cse": (["--canonicalize", "--cse", "--canonicalize"], ["-O0"]),
    "linalg": (CANONICAL + ["--cse"], ["-O0"]),
    "fuse": (TO_LINALG + FUSE, ["-O0"]),
    "unit-dims": (CANONICAL + UNIT, ["-O0"]),
    "fuse-late": (["--canonicalize", "--cse"] + CANONICAL + UNIT + FUSE + ["--canonicalize"], ["-O0"]),
    "fuse-O3": (CANONICAL + FUSE + UNIT + ["--canonicalize", "--cse"], ["-O3"]),
    "generalize": (TO_LINALG + ["--linalg-generalize-named-ops"] + FUSE, ["-O0"]),
}
# In these nothing may change a bit: every fold of kina is exact, and no road reorders
# the sums.
EQUAL = [m for m, (_, run) in MODES.items() if run == ["-O0"]]


def module_text(programs, table):
    """One public function for each program, and @main, which calls them all."""
    params, calls, names, types = [], [], [], []
    for k, program in enumerate(programs):
        entry = program.functions[0]
        arguments = ["%%p%d_%s" % (k, n) for n, _, _ in entry.params]
        argument_types = [type_text(e, d) for _, e, d in entry.params]
        params += ["%s: %s" % pair for pair in zip(arguments, argument_types)]
        known = entry.types()
        results = [type_text(*known[r]) for r in entry.returns]
        mine = ["%%r%d_%d" % (k, j) for j in range(len(results))]
        calls.append("  %s = func.call @p%d(%s) : (%s) -> (%s)\n" % (
            ", ".join(mine), k, ", ".join(arguments), ", ".join(argument_types), ", ".join(results)))
        names, types = names + mine, types + results
    return "%sfunc.func @main(%s) -> (%s) {\n%s  return %s : %s\n}\n" % (
        "".join(program_text(p, table, "p%d" % k) for k, p in enumerate(programs)),
        ", ".join(params), ", ".join(types), "".join(calls), ", ".join(names), ", ".join(types))


# Seconds that one run may compute; a busy machine takes much longer for them.
LIMIT = 180


def limit_time():
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 5))


class Runner:
    modes = MODES

    def __init__(self, table, kina_run="kina-run", kina_opt="kina-opt"):
        self.table, self.kina_run, self.kina_opt = table, kina_run, kina_opt
        self.dir = tempfile.mkdtemp(prefix="kina-fuzz-")
        self.calls = 0

    def close(self):
        shutil.rmtree(self.dir, ignore_errors=True)

    def command(self, mode, module, inputs, outputs):
        """The shell words of one run, and of what comes before it."""
        opt, run = self.modes[mode]
        before = [self.kina_opt, *opt, module, "-o", module + ".opt"] if opt else None
        return before, [self.kina_run, module + ".opt" if opt else module, "--function=main", *run,
                        *inputs, *["--output=@" + o for o in outputs]]

    def execute(self, text, arrays, elems, mode):
        """(arrays of the results, None), or (None, what went wrong)."""
        self.calls += 1
        path = lambda name: os.path.join(self.dir, name)
        with open(path("m.mlir"), "w") as file:
            file.write(text)
        flags = []
        for k, arr in enumerate(arrays):
            arr.save(path("in%d.npy" % k))
            flags.append(input_flag(arr, path("in%d.npy" % k)))
        outputs = [path("out%d.npy" % k) for k in range(len(elems))]
        for command in self.command(mode, path("m.mlir"), flags, outputs):
            if command is None:
                continue
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=20 * LIMIT,
                                      preexec_fn=limit_time)
            except subprocess.TimeoutExpired:
                return None, "no result"
            if done.returncode == -signal.SIGXCPU:
                return None, "no result after %d s of computing" % LIMIT
            if done.returncode != 0:
                return None, "%s: exit status %d: %s" % (
                    os.path.basename(command[0]), done.returncode, done.stderr.strip()[-600:])
        try:
            return [load(o, e) for o, e in zip(outputs, elems)], None
        except (OSError, ValueError) as error:
            return None, str(error)

    def run(self, programs, mode):
        """For each program its results, or a text that says why there are none. A module
        that fails is split in halves."""
        text = module_text(programs, self.table)
        arrays = [a for p in programs for a in p.inputs]
        elems = [p.functions[0].types()[r][0] for p in programs for r in p.functions[0].returns]
        results, failure = self.execute(text, arrays, elems, mode)
        if failure and len(programs) > 1:
            half = len(programs) // 2
            split = self.run(programs[:half], mode) + self.run(programs[half:], mode)
            # What only a module of many does is a finding of its own.
            if not any(isinstance(r, str) for r in split):
                split[0] = "fails beside other programs only: " + failure
            return split
        if failure:
            return [failure]
        out = iter(results)
        return [[next(out) for _ in p.functions[0].returns] for p in programs]


def differences(program, expected, got):
    """What is wrong with a program's results, as a text, or nothing."""
    if isinstance(got, str):
        return got
    for k, (want, have) in enumerate(zip(expected, got)):
        name = "result %d (%%%s)" % (k, program.functions[0].returns[k])
        if have.shape != want.shape:
            return "%s: shape %s, expected %s" % (name, have.shape, want.shape)
        wrong = want.wrong(have.data)
        if wrong.any():
            first = tuple(int(i) for i in np.argwhere(wrong)[0])
            low, high = want.lo[first].item(), want.hi[first].item()
            return "%s%s: got %r, expected %s, %d of %d differ" % (
                name, list(first), have.data[first].item(),
                repr(low) if low == high or low != low else "%r to %r" % (low, high),
                int(wrong.sum()), wrong.size)
    return None


def disagreement(first, second):
    """Where two roads that must give the same bits do not."""
    for k, (a, b) in enumerate(zip(first, second)):
        if a.shape != b.shape or not same(a.elem, a.data, b.data).all():
            return k
    return None


def may_differ(program):
    """A zero of a float mod may have either sign."""
    return any(i.op == "mod" and i.elem not in ("i32", "i64")
               for f in program.functions for i in f.instrs)


def check(runner, program, modes, expected):
    """The first mode in which a program goes wrong, and how; (None, None) if none."""
    first = None
    for mode in modes:
        got = runner.run([program], mode)[0]
        problem = differences(program, expected, got)
        if problem:
            return mode, problem
        if mode in EQUAL and not may_differ(program):
            first = first or (mode, got)
            k = disagreement(first[1], got)
            if k is not None:
                return mode, "result %d has other bits than with %s" % (k, first[0])
    return None, None


