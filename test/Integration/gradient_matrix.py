"""The matrix of derivatives: op, element type, rank, sizes, axes, keepdims, static and
dynamic, from one table, against finite differences in f64 under random cotangents.

In f64 each case is a handler of a handler: gradients to relative 1e-6, the derivatives
of gradients to 1e-5. Gradients in f32, f16 and bf16 are held to those in f64 within
the bound of gradlib.Problem. What has many elements is judged by ⟨J v, u⟩ = ⟨v, Jᵀ u⟩.

--scope=sample takes a few shapes for each op and element type, --scope=all every one
at -O0 and one of every 48 at -O3. Fails too where an op with a rule is in no row.
"""

import warnings

import numpy as np

import gradient_matrix_elementwise
import gradient_matrix_foreign
import gradient_matrix_movement
import gradient_matrix_sums
from kina_ops import load_foreign
from kinatest import Suite
from matrix_run import ROOT, check_ops, hashed, run_table

np.seterr(all="ignore")
warnings.filterwarnings("ignore", category=RuntimeWarning)
TABLE = (gradient_matrix_elementwise.ROWS + gradient_matrix_movement.ROWS +
         gradient_matrix_sums.ROWS + gradient_matrix_foreign.ROWS)
# Known failures of others that rows are about (test/Registry/open_cases_table.py).
NAMES = {"cast": "H23", "broadcast": "G22", "repeat_interleave": "F06", "gather": "D14",
         "slice": "G26 G28"}
for row in TABLE:
    row.names = NAMES.get(row.op, "")
EXCUSED = {"transfer": "a host program has one placement",
           "handle": "--kina-ad replaces inner ones first; every case here is of two"}


def differentiable(op):
    return op.has_vjp


def form(case, k=0):
    """Static or, for one of three, dynamic, which takes twice as long."""
    return [(hashed(case[0]) + k) % 3 == 0]


def in_f64(case):
    return " f64 " in case[0]


def sample(cases):
    """(case, level, forms) of one row and type, by the hash of their names: of f64 two
    at -O0 and one at -O3, of the others one."""
    first, *more = sorted(cases, key=lambda c: hashed(c[0]))[:3 if in_f64(cases[0]) else 1]
    yield first, "-O0", form(first)
    for k, case in enumerate(more):
        yield case, ("-O0", "-O3")[k], [True] if k == 0 else [False]


def everything(cases):
    """(case, level, forms): all at -O0, in f64 up to rank 1 both static and dynamic; one
    of every 48 at -O3."""
    for case in cases:
        both = in_f64(case) and len(case[1]) <= 1
        yield case, "-O0", [False, True] if both else form(case)
        if hashed(case[0]) % 48 == 0:
            yield case, "-O3", form(case, 1)


def main():
    suite = Suite(__doc__)
    check_ops(suite, TABLE, EXCUSED, differentiable, load_foreign(ROOT))
    run_table(suite, "derivatives", TABLE, everything if suite.args.scope == "all" else sample)
    suite.finish(record=False)


if __name__ == "__main__":
    main()
