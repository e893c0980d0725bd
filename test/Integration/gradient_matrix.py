"""The matrix of derivatives: op, element type, rank, sizes, axes, keepdims, static and
dynamic, from one table, against finite differences in f64 under random cotangents.

In f64 each case is a handler of a handler: gradients to relative 1e-6, the derivatives
of gradients to 1e-5. Gradients in f32, f16 and bf16 are held to those in f64 within
the bound of gradlib.Problem. What has many elements is judged by ⟨J v, u⟩ = ⟨v, Jᵀ u⟩.

--scope=sample takes a few shapes for each op and element type, --scope=all every one
at -O0 and one of every 16 at -O3. Fails too where an op with a rule is in no row.
"""

import warnings

import numpy as np

import gradient_matrix_elementwise
import gradient_matrix_movement
import gradient_matrix_sums
from kinatest import Suite
from matrix_run import check_ops, hashed, run_table

np.seterr(all="ignore")
warnings.filterwarnings("ignore", category=RuntimeWarning)
TABLE = (gradient_matrix_elementwise.ROWS + gradient_matrix_movement.ROWS +
         gradient_matrix_sums.ROWS)
EXCUSED = {"transfer": "a host program has one placement",
           "handle": "--kina-ad replaces inner ones first; every case here is of two"}


def differentiable(op):
    return op.has_vjp


def turned(case, k=0):
    """Static or dynamic, by the name."""
    return [bool((hashed(case[0]) + k) % 2)]


def sample(cases):
    """(case, level, forms) of one row and type: by the hash of their names, of f64 five,
    of the others two; one at -O3."""
    chosen = sorted(cases, key=lambda c: hashed(c[0]))[:5 if " f64 " in cases[0][0] else 2]
    for k, case in enumerate(chosen):
        yield case, "-O0" if k else "-O3", turned(case, k)


def everything(cases):
    """(case, level, forms): all at -O0, in f64 up to rank 2 both static and dynamic."""
    for case in cases:
        both = " f64 " in case[0] and len(case[1]) <= 2
        yield case, "-O0", [False, True] if both else turned(case)
        if hashed(case[0]) % 16 == 0:
            yield case, "-O3", turned(case, 1)


def main():
    suite = Suite(__doc__)
    check_ops(suite, TABLE, EXCUSED, differentiable)
    run_table(suite, "derivatives", TABLE, everything if suite.args.scope == "all" else sample)
    suite.finish(record=False)


if __name__ == "__main__":
    main()
