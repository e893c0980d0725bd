#!/usr/bin/env python3
"""Finds the tests of known failures by their ids; writes docs/open-cases.md.

    test/Registry/open_cases.py [--write [--case=ID]... --build=build]

Fails where a case has no test, or where the page does not tell what the table and the
tests say. --write runs all of these tests first: the page's last column counts what
passed, and names what did not. With --case it renews the rows of these cases alone.
"""

import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

from open_cases_table import CASES, EXCEPT, NOT_YET

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
PAGE = os.path.join(ROOT, "docs", "open-cases.md")
ID = re.compile(r"(?<![A-Za-z0-9])(%s)(?![A-Za-z0-9])" % "|".join(CASES))


def find_tests():
    """id -> the files that have it: lit tests, scripts of lit tests, GoogleTest sources."""
    found = {name: [] for name in CASES}
    files = [p for pattern in ("test/**/*.mlir", "test/**/*.test", "test/**/*.py",
                               "unittests/**/*.cpp", "unittests/**/*.h")
             for p in glob.glob(os.path.join(ROOT, pattern), recursive=True)]
    for path in sorted(files):
        relative = os.path.relpath(path, ROOT)
        if relative.startswith("test/Registry"):
            continue
        with open(path, encoding="utf-8") as file:
            for name in set(ID.findall(file.read())):
                found[name].append(relative)
    return found


class Results:
    """What a run of the tests gave: of files, and of the cases that scripts report."""

    def __init__(self, build, lit, files):
        with tempfile.NamedTemporaryFile() as cases:
            environment = {**os.environ, "KINA_CASE_RESULTS": cases.name}
            tests = [os.path.join(build, self.lit_test(f)) for f in files if f.startswith("test/")
                     and not f.startswith("test/support")]
            output = subprocess.run([lit, "-v", *sorted(set(tests))], env=environment,
                                    capture_output=True, text=True).stdout
            self.cases = [line.rstrip("\n").split("\t") for line in open(cases.name)]
        self.files = {"test/" + name: status == "PASS" for status, name in
                      re.findall(r"^(PASS|FAIL|UNRESOLVED|TIMEOUT): kina :: (\S+)", output, re.M)}
        done = subprocess.run([os.path.join(build, "bin", "KinaJitTests")], capture_output=True,
                              text=True)
        self.gtest = re.findall(r"^\[ +(OK|FAILED) +\] (\S+)(?: \(\d+ ms\))?$", done.stdout, re.M)

    @staticmethod
    def lit_test(path):
        """The lit test that runs a script."""
        return re.sub(r"\.py$", ".test", path)

    def of(self, name, files):
        """(passed, failed): each case with the id, or a file where it names none."""
        passed, failed = [], []
        for path in files:
            base = os.path.basename(path)
            pattern = re.compile(r"(?<![A-Za-z0-9])%s(?![A-Za-z0-9])" % name)
            if path.startswith("unittests"):
                found = [(test, status == "OK") for status, test in self.gtest if pattern.search(test)]
            elif path.startswith("test/support"):
                # What all numeric scripts share: the roads on which cases run again.
                found = [(case, status == "passed") for _, case, status in self.cases
                         if re.search(r"(simplified|fused|-O0)\)$", case)]
            else:
                found = [(case, status == "passed") for script, case, status in self.cases
                         if script == base and pattern.search(case)]
                found = found or [(path, self.files.get(self.lit_test(path), False))]
            for test, good in found:
                (passed if good else failed).append(test)
        return passed, failed


HEAD = """# Failures of others, as tests of kina

Written by `test/Registry/open_cases.py --write`, which runs the tests that carry a
case's id and counts what passed; a test fails where a case has none. Each case was
reported somewhere in public. It is tested as reported and as a kind: for all element
types, axes, ranks and shapes that it can have.

| case | what went wrong | reported | what kina does | tests | result |
|---|---|---|---|---|---|
"""


def row(name, files, result):
    gist, source, does = CASES[name]
    tests = "<br>".join("`%s`" % f for f in files) or "-"
    note = " Not tested: %s." % EXCEPT[name] if name in EXCEPT else ""
    return "| %s | %s | %s | %s.%s | %s | %s |" % (name, gist, source, does, note, tests, result)


def read_rows():
    """id -> the row of the page as it is."""
    page = open(PAGE, encoding="utf-8").read() if os.path.exists(PAGE) else ""
    return {line[2:5]: line for line in page.split("\n") if re.match(r"\| [A-Z]\d\d \|", line)}


def write(found, build, lit, only):
    results = Results(build, lit, {f for name in only for f in found[name]})
    old = read_rows()
    rows = []
    for name, files in found.items():
        if name not in only and name in old:
            rows.append(old[name])
            continue
        if name in NOT_YET and not files:
            rows.append(row(name, files, "not tested: " + NOT_YET[name]))
            continue
        passed, failed = results.of(name, files)
        text = "%d passed" % len(passed) if not failed else "%d passed, **%d failed**: %s" % (
            len(passed), len(failed), ", ".join(failed[:5]))
        rows.append(row(name, files, text))
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(HEAD + "\n".join(rows) + "\n")


def check(found):
    """What the page lacks or has wrong. Test files that it does not name are fine: a new
    test need not renew it."""
    problems = ["%s: no test carries this id" % name for name, files in found.items()
                if not files and name not in NOT_YET]
    rows = read_rows()
    for name, files in found.items():
        if name in NOT_YET:
            continue
        listed = re.findall(r"`([^`]*)`", rows.get(name, "").rsplit("|", 3)[1]) if name in rows else []
        gone = [f for f in listed if f not in files]
        stale = name not in rows or not listed and files or \
            not rows[name].startswith(row(name, ["x"], "").split("`x`")[0])
        if gone or stale:
            problems.append("%s: docs/open-cases.md is stale%s: run test/Registry/open_cases.py "
                            "--write" % (name, ", %s no longer has it" % gone[0] if gone else ""))
        if "failed" in rows.get(name, "").rsplit("|", 2)[-2:][0]:
            problems.append("%s: failed when docs/open-cases.md was written" % name)
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help="run the tests, write the page")
    parser.add_argument("--case", action="append", choices=list(CASES), help="only this one")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--lit", default="/usr/lib/llvm-22/bin/lit")
    arguments = parser.parse_args()
    found = find_tests()
    if arguments.write:
        write(found, arguments.build, arguments.lit, arguments.case or list(CASES))
    problems = check(found)
    for problem in problems:
        print("error: " + problem, file=sys.stderr)
    print("%d cases, %d with tests" % (len(CASES), sum(map(bool, found.values()))))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
