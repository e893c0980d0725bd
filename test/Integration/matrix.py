"""The numeric matrix: op, element type, rank, sizes, axis and edge values, static and
dynamic, from one table, against NumPy.

--scope=sample takes for each op and element type its edge values and a few shapes, at
-O3 and -O0; --scope=all every case at -O0 and one of every 16 at -O3. Fails too where
an op of the dialect is in no row.
"""

import collections
import os
import zlib

import numpy as np

import counts
import matrix_elementwise
import matrix_indexing
import matrix_movement
import matrix_sums
from kina_ops import load_ops
from kinatest import Case, Suite

np.seterr(all="ignore")
TABLE = (matrix_elementwise.ROWS + matrix_movement.ROWS + matrix_sums.ROWS +
         matrix_indexing.ROWS)
# Ops without values of their own.
EXCUSED = {"handle": "--kina-ad replaces it; gradients.py",
           "transfer": "a host program has one placement"}
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
CHUNK = 800


def hashed(name):
    return zlib.crc32(name.encode())


def check_ops(suite):
    """Every op is in the table or excused, and nothing else is."""
    ops = set(load_ops(ROOT, suite.args.mlir_include))
    rows = {row.op for row in TABLE}
    for what, names in (("in no row of the matrix", ops - rows - set(EXCUSED)),
                        ("in the matrix and excused", rows & set(EXCUSED)),
                        ("not an op of the dialect", (rows | set(EXCUSED)) - ops)):
        suite.report(not names, "table", "%s: %s" % (what, " ".join(sorted(names))))


def sample(cases):
    """(case, level, forms) of one row and type: the edges and a shape at -O3, four more
    at -O0; each in one of the two forms."""
    edge = [c for c in cases if c[1] is None]
    shaped = sorted((c for c in cases if c[1] is not None), key=lambda c: hashed(c[0]))
    turn = hashed(cases[0][0])
    for k, case in enumerate(edge + shaped[:1]):
        yield case, "-O3", [bool((turn + k) % 2)]
    for k, case in enumerate(edge + shaped[1:4]):
        yield case, "-O0", [bool((turn + k + 1) % 2)]


def everything(cases):
    """(case, level, forms): all at -O0, the edges and one of every 16 at -O3."""
    for case in cases:
        yield case, "-O0", [False, True]
        if case[1] is None or hashed(case[0]) % 16 == 0:
            yield case, "-O3", [False, True]


def planned(suite, row):
    choose = everything if suite.args.scope == "all" else sample
    for elem in row.types:
        for (name, *attributes), level, forms in choose(list(row.cases(elem))):
            if suite.args.filter in name:
                yield elem, name, attributes, level, forms if row.dynamic else [False]


def run(suite, level, batch, cases):
    """Runs (case, forms) at one level."""
    jobs = []
    for dynamic in (False, True):
        chosen = [case for case, forms in cases if dynamic in forms]
        jobs += [(chosen[i:i + batch], dynamic) for i in range(0, len(chosen), batch)]
    suite.args.option = [level]
    suite.run_jobs([(*job, "") for job in jobs])


def run_family(suite, rows):
    # Small functions at -O3: compile time grows faster than their size.
    queues = {"-O0": ([], 32), "-O3": ([], 8)}
    for row in rows:
        for elem, name, attributes, level, forms in planned(suite, row):
            queue, batch = queues[level]
            queue.append((Case("%s %s" % (name, level), *row.build(elem, *attributes)), forms))
            if len(queue) >= CHUNK:
                run(suite, level, batch, queue)
                queue.clear()
    for level, (queue, batch) in queues.items():
        run(suite, level, batch, queue)


def main():
    suite = Suite(__doc__)
    check_ops(suite)
    families = collections.defaultdict(list)
    for row in TABLE:
        families[row.family].append(row)
    for family, rows in families.items():
        passed, failed = suite.passed, suite.failed
        run_family(suite, rows)
        passed, failed = suite.passed - passed, suite.failed - failed
        counts.record("matrix: " + family, passed, failed)
        print("%-14s %6d passed, %d failed" % (family, passed, failed), flush=True)
    suite.finish(record=False)


if __name__ == "__main__":
    main()
