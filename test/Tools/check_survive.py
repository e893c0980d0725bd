"""What support/survive.py finds, with tools that end in every way."""

import os
import sys
import tempfile

import counts
from survive import find_crashes

# Takes programs of one word, in two lines, and ends each as the word says: with output,
# an error in a line of the program or in none, a signal, or nothing at all.
TOOL = r"""
import os, sys
status, first, words = 0, 1, sys.stdin.read().split("// -----\n")
for i, text in enumerate(words):
    word = text.split()[0]
    if i:
        print("// -----")
    if word == "crash":
        os.abort()
    if word in ("ok", "warned"):
        print(word)
    else:
        status = 1
    if word in ("bad", "warned"):
        print("<stdin>:%d:3: %s: no" % (first + 1, "error" if word == "bad" else "warning"),
              file=sys.stderr)
    if word == "vague":
        print("<unknown>:0: error: no", file=sys.stderr)
    first += text.count("\n") + 1
sys.exit(3 if "odd" in map(str.strip, words) else status)
"""
# (words, those that are to be found)
TABLE = [
    ("ok ok ok", ""),
    ("bad ok vague bad warned", ""),
    ("silent", "silent"),
    ("bad silent ok", "silent"),
    ("silent bad", "silent"),
    ("ok bad bad silent", "silent"),
    ("vague silent vague", "silent"),
    ("silent bad silent", "silent silent"),
    ("ok crash bad silent ok", "crash silent"),
    ("bad odd ok", "odd"),
    ("silent silent silent silent silent", "silent silent silent"),  # The limit.
]


def main():
    failed = 0
    folder = tempfile.TemporaryDirectory()
    tool = os.path.join(folder.name, "tool.py")
    with open(tool, "w") as file:
        file.write(TOOL)
    for words, expected in TABLE:
        found = find_crashes([sys.executable, tool],
                             ["%s\n\n" % word for word in words.split()])
        got = [text.split(":\n", 1)[1].split()[0] for text in found]
        if got != expected.split():
            failed += 1
            print("FAIL %s: expected %s, got %s" % (words, expected.split(), got))
    counts.record("survive", len(TABLE) - failed, failed)
    return 1 if failed else 0


sys.exit(main())
