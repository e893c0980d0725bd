"""The numeric matrix: op, element type, rank, sizes, axis and edge values, static and
dynamic, from one table, against NumPy.

--scope=sample takes for each op and element type its edge values and a few shapes, at
-O3 and -O0; --scope=all every case at -O0 and one of every 16 at -O3. Fails too where
an op of the dialect is in no row.
"""

import numpy as np

import matrix_elementwise
import matrix_indexing
import matrix_movement
import matrix_sums
from kinatest import Suite
from matrix_run import check_ops, hashed, run_table

np.seterr(all="ignore")
TABLE = (matrix_elementwise.ROWS + matrix_movement.ROWS + matrix_sums.ROWS +
         matrix_indexing.ROWS)
# Ops without values of their own.
EXCUSED = {"checkpoint": "its region's ops; gradients_control.py",
           "yield": "its region's ops; gradients_control.py",
           "handle": "--kina-ad replaces it; gradient_matrix.py",
           "transfer": "a host program has one placement"}


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


def main():
    suite = Suite(__doc__)
    check_ops(suite, TABLE, EXCUSED)
    run_table(suite, "matrix", TABLE, everything if suite.args.scope == "all" else sample)
    suite.finish(record=False)


if __name__ == "__main__":
    main()
