#!/usr/bin/env python3
"""Runs the tests of a build tree and counts them: lit tests, GoogleTest cases and what
other test programs report. Some lit tests stand for thousands of cases; those are
counted by kind. The last line is "N passed, M failed", of the tests.

    scripts/check.py build [--all] [ctest arguments]

Tests that draw from a large table or from random numbers run a fixed sample; with
--all they run everything, which takes much longer.
"""

import os
import re
import subprocess
import sys
import time
from xml.etree import ElementTree

# lit's summary: "  Passed             : 43 (95.56%)". What was left out is not counted.
LIT = re.compile(r"^\s+([A-Z][A-Za-z ]+?)\s*:\s+(\d+)(?: \([\d.]+%\))?\s*$", re.M)
LIT_GOOD = {"Passed", "Passed With Retry", "Expectedly Failed"}
LIT_BAD = {"Failed", "Unresolved", "Timed Out", "Unexpectedly Passed"}
GTEST_GOOD = re.compile(r"^\[  PASSED  \] (\d+) tests?\.", re.M)
GTEST_BAD = re.compile(r"^\[  FAILED  \] (\d+) tests?, listed below", re.M)
OTHER = re.compile(r"^\s*(\d+) passed, (\d+) failed\s*$", re.M)


def count(output):
    """(passed, failed) of one ctest test's output, or None where it tells no number."""
    good = bad = 0
    if "Total Discovered Tests:" in output:
        # lit quotes what failing tests print, other summaries included.
        summary = output.rsplit("Total Discovered Tests:", 1)[1]
        for what, number in LIT.findall(summary):
            good += int(number) if what in LIT_GOOD else 0
            bad += int(number) if what in LIT_BAD else 0
        return good, bad
    found = [(int(n), 0) for n in GTEST_GOOD.findall(output)]
    found += [(0, int(n)) for n in GTEST_BAD.findall(output)]
    found += [(int(n), int(m)) for n, m in OTHER.findall(output)]
    return tuple(map(sum, zip(*found))) if found else None


def tally(ctest_tests):
    """Adds up (name, succeeded, output) of every ctest test."""
    passed = failed = 0
    for name, succeeded, output in ctest_tests:
        # A plain program counts as one test.
        good, bad = count(output) or (int(succeeded), int(not succeeded))
        # A crash after, or before, its own summary is a failure all the same.
        if not succeeded and bad == 0:
            bad = 1
        print("%-32s %5d passed, %d failed" % (name, good, bad) + ("" if succeeded else "  <--"))
        passed, failed = passed + good, failed + bad
    return passed, failed


def case_table(lines):
    """Text that sums up "kind, passed, failed" lines (test/support/counts.py) by kind."""
    kinds = {}
    for line in lines:
        kind, *numbers = line.rstrip("\n").split("\t")
        kinds[kind] = [a + int(b) for a, b in zip(kinds.get(kind, (0, 0)), numbers)]
    if not kinds:
        return ""
    kinds["all kinds"] = [sum(column) for column in zip(*kinds.values())]
    return "cases behind the tests above:\n" + "".join(
        "  %-30s %7d passed, %d failed\n" % (kind, *both) for kind, both in kinds.items())


def read_junit(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        # What a test prints may hold bytes that XML does not allow.
        text = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "?", file.read())
    for case in ElementTree.fromstring(text.encode()).iter("testcase"):
        if case.get("status") in ("disabled", "notrun"):
            continue  # Of one that could not start, ctest's exit status tells.
        output = case.findtext("system-out") or ""
        yield case.get("name"), case.get("status") == "run", output


def main():
    if len(sys.argv) < 2 or not os.path.isdir(sys.argv[1]):
        print("usage: scripts/check.py BUILD_DIR [--all] [ctest arguments]", file=sys.stderr)
        return 2
    build = os.path.abspath(sys.argv[1])
    arguments = sys.argv[2:]
    scope = "sample"
    if arguments[:1] == ["--all"]:
        scope, arguments = "all", ["--timeout", "14400"] + arguments[1:]
    report = os.path.join(build, "check.xml")
    cases = os.path.join(build, "check-cases.txt")
    for old in (report, cases):
        if os.path.exists(old):
            os.remove(old)
    start = time.monotonic()
    status = subprocess.run(
        ["ctest", "--test-dir", build, "--output-on-failure", "--output-junit", report,
         "--test-output-size-passed", "10000000", "--test-output-size-failed", "10000000",
         *arguments],
        env={**os.environ, "KINA_TEST_SCOPE": scope, "KINA_TEST_COUNTS": cases}).returncode
    passed = failed = 0
    if os.path.exists(report):
        passed, failed = tally(read_junit(report))
    if os.path.exists(cases):
        with open(cases) as file:
            print(case_table(file), end="")
    print("%s in %d s" % ("everything" if scope == "all" else "the sample",
                          time.monotonic() - start))
    if status != 0 and failed == 0:
        print("ctest ended with exit status %d" % status)
        failed = 1
    if passed + failed == 0:
        print("no test ran")
        failed = 1
    print("%d passed, %d failed" % (passed, failed), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
