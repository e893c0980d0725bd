#!/usr/bin/env python3
"""Looks for the text of every diagnostic of the sources in the tests.

    test/Registry/messages.py [--list]

A diagnostic is what a statement with emitError, makeError and the like puts together
from string literals; each of its pieces of four letters and more must occur in a test.
"""

import argparse
import glob
import os
import re
import sys

import counts
from messages_excused import EXCUSED

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
SOURCES = ("lib/**/*.cpp", "tools/**/*.cpp", "kina-opt/*.cpp", "runtime/**/*.cpp",
           "include/Kina/**/*.h", "include/Kina/**/*.td")
TESTS = ("test/**/*.mlir", "test/**/*.test", "test/**/*.py", "unittests/**/*.cpp",
         "unittests/**/*.h")
CALL = re.compile(r"\b(?:emitOpError|emitError|emitOptionalError|emitWarning|emitRemark|"
                  r"attachNote|makeError|createStringError|reportError|unexpected|"
                  r"errs)\(|\b(?:line|diag|os) <<|StringLiteral \w+ =")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def statements(text):
    """(line, statement) of everything that reports, up to its semicolon."""
    text = re.sub(r"^[ \t]*(?://|#).*$", "", text, flags=re.M)
    for match in CALL.finditer(text):
        end, quoted = match.start(), False
        while end < len(text) and (quoted or text[end] != ";"):
            if text[end] == '"' and text[end - 1] != "\\":
                quoted = not quoted
            end += 1
        yield text.count("\n", 0, match.start()) + 1, text[match.start():end]


def pieces(statement):
    """The literals of a statement, those that the compiler joins as one."""
    joined = re.sub(r'"\s*\n?\s*"', "", statement)
    for literal in LITERAL.findall(joined):
        text = literal.replace('\\"', '"').replace("\\n", "").replace("\\\\", "\\").strip()
        if len(re.findall(r"[A-Za-z]", text)) >= 4:
            yield text


def read(patterns):
    """path -> text, of all files but this test's own."""
    return {os.path.relpath(path, ROOT): open(path, encoding="utf-8").read()
            for pattern in patterns
            for path in sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True))
            if "test/Registry/messages" not in path}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--list", action="store_true", help="show every text")
    arguments = parser.parse_args()
    # Line breaks in a test's strings do not count; FileCheck's escapes do not either.
    tests = " ".join(read(TESTS).values()).replace("{{\\[}}", "[").replace('\\"', '"')
    tests = tests.replace("\\\\", "\\")
    tests = re.sub(r'"\s*\n\s*f?"', "", tests)
    texts = {}
    for path, source in read(SOURCES).items():
        for line, statement in statements(source):
            for text in pieces(statement):
                texts.setdefault(text, "%s:%d" % (path, line))
    missing = [text for text in texts if text not in tests]
    problems = ["%s: no test has %r" % (texts[t], t) for t in missing if t not in EXCUSED]
    problems += ["%r is excused, but a test has it, or no source" % t for t in EXCUSED
                 if t not in missing]
    if arguments.list:
        for text, place in sorted(texts.items()):
            print("%-8s %s  %r" % ("missing" if text in missing else "", place, text))
    for problem in problems:
        print("error: " + problem, file=sys.stderr)
    counts.record("texts of diagnostics", len(texts) - len(problems), len(problems))
    print("%d texts of diagnostics, %d excused, %d problems" % (
        len(texts), len(EXCUSED), len(problems)))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
