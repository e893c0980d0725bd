#!/usr/bin/env python3
"""Walks all kina ops and says what each lacks; writes docs/op-matrix.md.

    test/Registry/registry.py [--write]

Ops come from their TableGen records, tests from the files that name them. Fails
where an enforced column has a gap without a reason, or where the committed matrix
is not what this run gives.
"""

import argparse
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "test", "support"))
from kina_ops import load_foreign, load_ops  # noqa: E402

# A gap in another column is shown, and does not fail the test.
ENFORCED = {"doc example", "round trip", "invalid", "derivative", "linalg", "numbers",
            "gradient numbers"}

# Why an op may lack something, by column.
REASONS = {
    "derivative": {
        "checkpoint": "that of its region, computed again",
        "yield": "hands on its region's values",
    },
    "linalg": {
        "handle": "--kina-ad replaces it first",
        "transfer": "a host program has one placement",
    },
    "numbers": {
        "handle": "see gradient numbers",
        "checkpoint": "see gradient numbers",
        "yield": "see gradient numbers",
        "transfer": "needs a device",
    },
    "gradient numbers": {"transfer": "needs a device"},
}


class Tests:
    """The text of test files, found by pattern below test/."""

    def __init__(self, *patterns):
        paths = sorted(p for pattern in patterns for p in
                       glob.glob(os.path.join(ROOT, "test", pattern), recursive=True))
        self.text = "\n".join(open(path, encoding="utf-8").read() for path in paths)

    def name(self, op):
        """Whether they use the op, or list it in a Python string of op names."""
        spelled = r"\bkina\.%s\b" % op
        listed = r"""["'](?:\w+ )*%s(?: \w+)*["']""" % op
        return re.search(spelled + "|" + listed, self.text) is not None


class Examples:
    """The ```mlir blocks of an op's documentation, put through kina-opt."""

    def __init__(self, kina_opt):
        self.kina_opt = kina_opt
        self.errors = []

    def check(self, op):
        blocks = re.findall(r"^```mlir\n(.*?)^```", op.description, re.M | re.S)
        for block in blocks:
            done = subprocess.run([self.kina_opt, "--verify-roundtrip", "-o", os.devnull, "-"],
                                  input=block, capture_output=True, text=True)
            if done.returncode != 0:
                self.errors.append("example of kina.%s:\n%s\n%s" % (op.name, block, done.stderr))
                return False
        return any("kina." + op.name in block for block in blocks)


def columns(examples):
    """(title, op -> has it) from left to right."""
    round_trip = Tests("Dialect/*/roundtrip*.mlir")
    invalid = Tests("Dialect/*/invalid*.mlir")
    linalg = Tests("Conversion/**/*.mlir")
    numbers = Tests("Integration/**/forward*.py", "Integration/**/matrix_*.py",
                    "support/references.py", "Integration/**/*.mlir")
    gradients = Tests("Integration/**/grad*.py", "support/gradlib.py")
    return [
        ("doc example", examples.check),
        ("round trip", lambda op: round_trip.name(op.name)),
        ("invalid", lambda op: invalid.name(op.name)),
        ("derivative", lambda op: op.has_vjp or op.no_derivative),
        ("linalg", lambda op: linalg.name(op.name)),
        ("numbers", lambda op: numbers.name(op.name)),
        ("gradient numbers", lambda op: gradients.name(op.name) or not op.has_vjp and "-"),
    ]


def cell(column, op, found):
    """What the matrix shows, and whether it is a gap."""
    if not found:
        reason = REASONS.get(column, {}).get(op.name)
        return (reason, False) if reason else ("**missing**", True)
    text = "yes" if found is True else found
    if column == "derivative" and op.no_derivative:
        text = "none: " + op.no_derivative
    return text, False


def build(ops, table):
    """The matrix as markdown, and its gaps as (column, op)."""
    lines = ["# What every op has", "",
             "Written by `test/Registry/registry.py --write` from the ops' records and the tests;",
             "a test fails where this page is not what it gives.", "",
             "| op | family | " + " | ".join(title for title, _ in table) + " |",
             "|" + "---|" * (len(table) + 2)]
    gaps = []
    for op in sorted(ops.values(), key=lambda op: (op.family, op.name)):
        row = ["`kina.%s`" % op.name, op.family]
        for title, has in table:
            text, gap = cell(title, op, has(op))
            row.append(text)
            if gap:
                gaps.append((title, op.name))
        lines.append("| " + " | ".join(row) + " |")
    return "\n".join(lines) + "\n", gaps


def build_foreign(names):
    """The table of other dialects' ops, and those whose numbers no test has."""
    tests = Tests("Integration/gradient*_foreign.py").text
    missing = [name for name in names if not re.search(r"%s\b" % re.escape(name), tests)]
    lines = ["", "Ops of other dialects with a derivative rule of kina's, on tensors of its element",
             "types; `gradient_matrix_foreign.py` has their numbers:", ""]
    for dialect in sorted({name.split(".")[0] for name in names}):
        lines.append("- " + ", ".join("`%s`" % n for n in names if n.startswith(dialect + ".")))
    return "\n".join(lines) + "\n", missing


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help="write docs/op-matrix.md")
    parser.add_argument("--kina-opt", default=os.path.join(ROOT, "build", "bin", "kina-opt"))
    parser.add_argument("--mlir-include", default="/usr/lib/llvm-22/include")
    arguments = parser.parse_args()

    ops = load_ops(ROOT, arguments.mlir_include)
    examples = Examples(arguments.kina_opt)
    text, gaps = build(ops, columns(examples))
    foreign, missing = build_foreign(load_foreign(ROOT))
    text += foreign
    problems = list(examples.errors)
    problems += ["%s: a rule without a test of its numbers" % name for name in missing]
    for title in dict.fromkeys(title for title, _ in gaps):
        names = " ".join(name for column, name in gaps if column == title)
        print("%s: missing for %s%s" % (title, names, "" if title in ENFORCED else " (not enforced)"))
        if title in ENFORCED:
            problems.append("a gap in an enforced column: %s" % title)

    path = os.path.join(ROOT, "docs", "op-matrix.md")
    if arguments.write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    elif not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
        problems.append("docs/op-matrix.md is stale: run test/Registry/registry.py --write")
    for problem in problems:
        print("error: " + problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
