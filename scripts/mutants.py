#!/usr/bin/env python3
"""Seeded faults: what would the tests notice?

    scripts/mutants.py [--only REGEX] [--numbers] [--again]   build and try the faults
    scripts/mutants.py --check                                do their anchors still stand?
    scripts/mutants.py --list

Each fault of scripts/mutant_table.py is applied to a copy of the sources in
build-mutants, one at a time. What it touches is rebuilt and tests run, the quick ones
about the same family first, up to the first that fails. A fault that no test notices
survives: a test is missing. With --numbers only the tests that compare numbers and
traps run, not those that compare text of the IR. With --again the run without any
fault is left out: an earlier one passed. The last line is "N caught, M survived".
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time

from mutant_table import MUTANTS

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TREE = os.path.join(ROOT, "build-mutants")
SOURCE, BUILD = os.path.join(TREE, "source"), os.path.join(TREE, "build")
TARGETS = ["kina-opt", "kina-run", "kina_runtime"]
# Not about values or errors of programs, or much too slow for what they add.
LEFT_OUT = r"/Inputs/|fuzz|growth|demo|check\.test|mutants|Registry|doubling"
# Tests of derivatives, which see faults of derivatives alone.
GRADIENTS = "gradient|goldens|ReverseMode"
# Which tests are about a source: parts of their names.
NEAR = {"VJP": GRADIENTS, "ReverseMode/": GRADIENTS,
        "Elementwise": "lementwise|fold|conversions", "Scalar": "lementwise|conversions|Shape",
        "Shape": "Shape|shape|fold|reify", "Reduction": "eduction", "Contraction": "ontraction",
        "Normalization": "ormalization", "Indexing": "ndexing", "Effects": "Effects|ReverseMode",
        "RuntimeChecks": "trap|Indexing", "Trap": "trap", "KinaDialect": "Placement|parsing"}
# Seconds up to which a test is a quick one.
QUICK = 3


def anchor_problems():
    """What is wrong with the table: text that is not there, or there more than once."""
    problems = []
    for mutant in MUTANTS:
        with open(os.path.join(ROOT, mutant.file)) as file:
            found = file.read().count(mutant.find)
        if found != 1:
            problems.append("%s: expected the text once in %s, got %d times:\n%s" % (
                mutant.name, mutant.file, found, mutant.find))
    names = [mutant.name for mutant in MUTANTS]
    problems += ["%s: expected a name of its own" % n for n in set(names) if names.count(n) > 1]
    return problems


def write_if_changed(path, data):
    """Keeps the time stamp of a file that stays the same."""
    if os.path.exists(path):
        with open(path, "rb") as file:
            if file.read() == data:
                return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def copy_sources():
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                           cwd=ROOT, check=True, capture_output=True, text=True).stdout
    wanted = {n for n in names.split("\0") if n and os.path.isfile(os.path.join(ROOT, n))}
    for folder, _, files in os.walk(SOURCE):
        for name in files:
            path = os.path.join(folder, name)
            if os.path.relpath(path, SOURCE) not in wanted:
                os.remove(path)
    for name in wanted:
        with open(os.path.join(ROOT, name), "rb") as file:
            write_if_changed(os.path.join(SOURCE, name), file.read())
        shutil.copymode(os.path.join(ROOT, name), os.path.join(SOURCE, name))


def build(jobs):
    """Whether the build succeeds, and its output."""
    done = subprocess.run(["cmake", "--build", BUILD, "--parallel", str(jobs), "--target", *TARGETS],
                          capture_output=True, text=True)
    return done.returncode == 0, done.stdout + done.stderr


def configure():
    subprocess.run(["cmake", "-G", "Ninja", "-S", SOURCE, "-B", BUILD, "-DCMAKE_BUILD_TYPE=Release",
                    "-DCMAKE_C_COMPILER=clang-22", "-DCMAKE_CXX_COMPILER=clang++-22"],
                   check=True, stdout=subprocess.DEVNULL)


def lit_program():
    with open(os.path.join(BUILD, "CMakeCache.txt")) as cache:
        llvm = re.search(r"^LLVM_DIR:\w+=(.*)$", cache.read(), re.M).group(1)
    return os.path.join(llvm, "..", "..", "..", "bin", "lit")


class Lit:
    def __init__(self, jobs, numbers):
        self.chosen = "Integration|kina-run" if numbers else ""
        self.command = [lit_program(), "-v", "--max-failures=1", "-j%d" % jobs,
                        "--filter", self.chosen, "--filter-out", LEFT_OUT]
        self.seconds = {}

    def run(self, tests=("",), timeout=None):
        """None where all pass, or else which failed and the first words about it."""
        paths = [os.path.join(BUILD, "test", test) for test in tests]
        try:
            done = subprocess.run(self.command + paths, capture_output=True, text=True,
                                  errors="replace", timeout=timeout)
        except subprocess.TimeoutExpired:
            return "a test that takes longer than %d s" % timeout
        if done.returncode == 0:
            return None
        failed = re.search(r"^(?:FAIL|UNRESOLVED|XPASS): kina :: (\S+)", done.stdout, re.M)
        if not failed:
            return "lit: " + done.stdout[-300:]
        case = re.search(r"^(?:# \| )?FAIL (.*)", done.stdout, re.M)
        return failed.group(1) + (" (%s)" % case.group(1)[:120] if case else "")

    def baseline(self, again):
        """Every test must pass without a fault; notes how long each takes."""
        problem = None if again else self.run()
        if problem:
            sys.exit("without any fault a test fails: " + problem)
        known = {}
        with open(os.path.join(BUILD, "test", ".lit_test_times.txt")) as file:
            for line in file:
                seconds, name = line.rstrip("\n").split(" ", 1)
                if float(seconds) > 0:  # Not so for one that was interrupted.
                    known[name] = float(seconds)
        tests = os.path.join(SOURCE, "test")
        for folder, _, files in os.walk(tests):
            for file in files:
                name = os.path.relpath(os.path.join(folder, file), tests)
                if (name.endswith((".mlir", ".test")) and re.search(self.chosen, name) and
                        not re.search(LEFT_OUT, name)):
                    self.seconds[name] = known.get(name, 10 * QUICK)

    def stages(self, mutant):
        """Lists of tests: the quick ones about the family, all quick ones, each other one."""
        near = next(n for name, n in NEAR.items() if name in mutant.file)
        far = lambda name: not re.search(near, name)
        seen = {n: s for n, s in self.seconds.items() if near == GRADIENTS or not re.search(GRADIENTS, n)}
        quick = [n for n, s in seen.items() if s <= QUICK]
        slow = [n for n, s in seen.items() if s > QUICK]
        slow.sort(key=lambda n: (far(n), self.seconds[n]))
        quick = [[n for n in quick if not far(n)], [n for n in quick if far(n)]]
        return [tests for tests in quick if tests] + [[name] for name in slow]


def try_mutant(mutant, lit, jobs):
    """The test that notices the fault, or None."""
    path = os.path.join(SOURCE, mutant.file)
    with open(path) as file:
        original = file.read()
    try:
        with open(path, "w") as file:
            file.write(original.replace(mutant.find, mutant.replace))
        built, output = build(jobs)
        if not built:
            sys.exit("%s does not compile:\n%s" % (mutant.name, output[-3000:]))
        for tests in lit.stages(mutant):
            noticed = lit.run(tests, timeout=60 + 20 * sum(lit.seconds[t] for t in tests))
            if noticed:
                return noticed
        return None
    finally:
        with open(path, "w") as file:
            file.write(original)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--only", default="", metavar="REGEX", help="faults with such names")
    parser.add_argument("--numbers", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()

    problems = anchor_problems()
    if problems:
        sys.exit("\n".join(problems))
    if args.check:
        print("%d faults, each at its place" % len(MUTANTS))
        return 0
    chosen = [m for m in MUTANTS if re.search(args.only, m.name)]
    if args.list:
        for mutant in chosen:
            print("%-36s %s" % (mutant.name, mutant.what))
        return 0

    start = time.monotonic()
    copy_sources()
    configure()
    built, output = build(args.jobs)
    if not built:
        sys.exit("the build fails:\n" + output[-3000:])
    lit = Lit(args.jobs, args.numbers)
    lit.baseline(args.again)
    print("ready after %d s, %d tests" % (time.monotonic() - start, len(lit.seconds)), flush=True)
    survivors = []
    for mutant in chosen:
        begin = time.monotonic()
        noticed = try_mutant(mutant, lit, args.jobs)
        if not noticed:
            survivors.append(mutant)
        print("%-8s %-36s %4d s  %s" % ("caught" if noticed else "SURVIVED", mutant.name,
                                        time.monotonic() - begin, noticed or mutant.what), flush=True)
    print("%d s" % (time.monotonic() - start))
    print("%d caught, %d survived" % (len(chosen) - len(survivors), len(survivors)))
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
