"""Values of reduce in known failure cases, NaN among others, sums in narrow types; the
matrix has every axis and shape."""

import warnings

import numpy as np

import references
from elements import Arr, FLOATS, NUMBERS, rng_floats, want
from kinatest import Suite, rng

np.seterr(all="ignore")
warnings.filterwarnings("ignore", category=RuntimeWarning)
KINDS = ("sum", "prod", "max", "min", "mean")


def reduce(suite, name, kind, x, axes, keepdims=False):
    flag = "keepdims " if keepdims else ""
    suite.add(name, "%%r = kina.reduce %s %%x axes = %s %s: $x -> $r" % (kind, list(axes), flag),
              {"x": x}, {"r": references.reduce(kind, x, axes, keepdims)})


def add_empty(suite):
    for elem in NUMBERS:
        for shape, axes in [((2, 0), [1]), ((0, 3), [0])]:
            for kind in ("sum", "prod") + (("mean",) if elem in FLOATS else ()):
                reduce(suite, "E05 reduce %s %s %s %s" % (kind, elem, shape, axes), kind,
                       Arr(elem, np.zeros(shape)), axes)
        for kind in ("max", "min"):
            reduce(suite, "E05 no element, none reduced: %s %s" % (kind, elem), kind,
                   Arr(elem, np.zeros((0, 3))), [1])
            reduce(suite, "E05 identity of nothing: %s %s" % (kind, elem), kind,
                   Arr(elem, np.zeros((0, 3))), [])


def add_edges(suite):
    nan, inf = np.nan, np.inf
    for elem in FLOATS:
        rows = np.array([[1, nan, 3], [nan, 1, 3], [1, 3, nan], [-inf, -inf, -inf],
                         [inf, inf, inf], [-1, -2, -3], [1, 2, 3], [-inf, 1, inf]])
        for kind in KINDS:
            reduce(suite, "E01 E03 reduce %s %s" % (kind, elem), kind, Arr(elem, rows), [1])
            reduce(suite, "E01 E03 reduce %s %s across" % (kind, elem), kind,
                   Arr(elem, rows.T), [0])
            long = rng(kind).normal(size=(3, 67))
            long[1, 66] = nan
            reduce(suite, "E01 NaN in the tail %s %s" % (kind, elem), kind, Arr(elem, long), [1])


def add_narrow(suite):
    reduce(suite, "B08 f16 mean of big numbers", "mean", Arr("f16", np.full(4096, 60000.0)), [0])
    for elem, n in (("f16", 4096), ("bf16", 512), ("bf16", 5000)):
        reduce(suite, "B03 sum of %d ones in %s" % (n, elem), "sum", Arr(elem, np.ones(n)), [0])
        reduce(suite, "B03 sum of %d ones in %s across" % (n, elem), "sum",
               Arr(elem, np.ones((n, 3))), [0])
        reduce(suite, "mean of %d ones in %s" % (n, elem), "mean", Arr(elem, np.ones((2, n))), [1])
    x = np.concatenate([np.full(40, 2.0), np.full(40, 0.5)])
    for elem in ("f16", "bf16"):
        reduce(suite, "prod %s accumulates in f32" % elem, "prod", Arr(elem, x), [0])
        reduce(suite, "sum %s of large and small" % elem, "sum",
               Arr(elem, np.concatenate([np.full(300, 1.0), [256, 1024]])), [0])
    reduce(suite, "f16 sum above the range", "sum", Arr("f16", [60000, 60000]), [0])
    reduce(suite, "E09 mean of three", "mean", Arr("f32", [1, 2, 4]), [0])
    reduce(suite, "sum i64 wraps", "sum", Arr("i64", np.array([2**63 - 1, 1])), [0])
    x = rng_floats(rng("exact"), (4, 9))
    for elem in FLOATS:
        suite.add("mean %s keepdims divides by the axis alone" % elem,
                  "%r = kina.reduce mean %x axes = [0] keepdims : $x -> $r", {"x": Arr(elem, x)},
                  {"r": want(elem, x.mean(0, keepdims=True), ulps=1)})


if __name__ == "__main__":
    tests = Suite(__doc__)
    for add in (add_empty, add_edges, add_narrow):
        add(tests)
    tests.run()
    tests.finish()
