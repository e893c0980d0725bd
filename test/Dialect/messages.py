"""Diagnostics word for word, with their notes and places: what a user reads.

Each program of the table is wrong in one way; kina-opt must say exactly what stands
there, nothing more.
"""

import argparse
import re
import subprocess
import sys

import counts
from messages_table import TABLE


def said(kina_opt, flags, program):
    """Exit status, and the diagnostics as `LINE:COLUMN: kind: text`."""
    done = subprocess.run([kina_opt, *flags.split(), "-o", "/dev/null", "-"],
                          input=program.encode(), capture_output=True)
    errors = done.stderr.decode(errors="replace")
    lines = re.findall(r"^(?:<stdin>|-):(\d+:\d+: (?:error|warning|note): .*)$", errors, re.M)
    # MLIR shows the op in full after a failed verification.
    return done.returncode, [l for l in lines if "note: see current operation" not in l]


def program_of(arguments, op):
    """A function of one op, unless a whole program is given."""
    if arguments is None:
        return op
    return "func.func @t(%s) {\n  %s\n  return\n}\n" % (arguments, op)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kina-opt", required=True)
    parser.add_argument("--show", action="store_true", help="print what is said")
    options = parser.parse_args()
    failed, texts = 0, set()
    for arguments, op, expected, *flags in TABLE:
        expected = [expected] if isinstance(expected, str) else expected
        program = program_of(arguments, op)
        status, lines = said(options.kina_opt, "".join(flags), program)
        texts.add(expected[0].split(": ", 2)[2] if expected else "")
        if options.show:
            print("%s\n    %s" % (op, "\n    ".join(lines)))
        if status != 1 or lines != expected:
            failed += 1
            print("%s\nexit status %d, said:\n  %s\nexpected:\n  %s" % (
                program, status, "\n  ".join(lines), "\n  ".join(expected)), file=sys.stderr)
    counts.record("messages", len(TABLE) - failed, failed)
    print("%d programs, %d distinct messages, %d failed" % (len(TABLE), len(texts), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
