"""Values of reduce, for every kind, element type, axes and edge."""

import itertools
import warnings

import numpy as np

from elements import ACCUMULATOR, Arr, FLOATS, INTS, NUMBERS, bounds, rng_floats, ulp, want
from kinatest import Suite, rng

np.seterr(all="ignore")
warnings.filterwarnings("ignore", category=RuntimeWarning)
KINDS = ("sum", "prod", "max", "min", "mean")
NUMPY = {"sum": np.sum, "prod": np.prod, "max": np.max, "min": np.min, "mean": np.mean}


def subsets(rank):
    return [axes for n in range(rank + 1) for axes in itertools.combinations(range(rank), n)]


def expected(kind, x, axes, keepdims):
    """The result in f64 or as integers, and how far sums may be off."""
    if x.elem in INTS:
        with np.errstate(over="ignore"):
            dtype = np.int32 if x.elem == "i32" else np.int64
            extra = {} if kind in ("max", "min") else {"dtype": dtype}
            return NUMPY[kind](x.data, axis=axes, keepdims=keepdims, **extra), None
    wide = x.wide()
    if not axes:
        return wide, 0.0
    result = np.asarray(NUMPY[kind](wide, axis=axes, keepdims=keepdims))
    if kind in ("max", "min"):
        return result, None
    n = int(np.prod([x.shape[a] for a in axes]))
    size = np.sum(np.abs(wide), axis=axes, keepdims=keepdims)
    if kind == "prod":
        size = np.abs(result)
    elif kind == "mean":
        size = size / max(n, 1)
    near = n * ACCUMULATOR[x.elem] * size + np.where(
        np.isfinite(result), ulp(x.elem, np.where(np.isfinite(result), result, 0)), 0)
    return result, near


def result_keep(axes, keepdims):
    return axes if keepdims else ()


def reduce(suite, name, kind, x, axes, keepdims=False):
    result, near = expected(kind, x, tuple(axes), keepdims)
    flag = "keepdims " if keepdims else ""
    suite.add(name, "%%r = kina.reduce %s %%x axes = %s %s: $x -> $r" % (kind, list(axes), flag),
              {"x": x}, {"r": want(x.elem, result, near=near)})


def values(elem, shape, name, kind):
    random = rng(name + elem)
    if elem in INTS:
        low, high = bounds(elem)
        return Arr(elem, random.integers(low, high, shape, endpoint=True))
    if kind == "prod":
        return Arr(elem, np.exp(random.normal(size=shape) * 0.3) * random.choice([-1, 1], shape))
    return Arr(elem, random.normal(size=shape))


def add_shapes(suite):
    for shape in [(), (1,), (7,), (2, 3), (3, 1), (2, 3, 5), (2, 1, 3, 2), (1, 2, 2, 3, 2)]:
        for i, axes in enumerate(subsets(len(shape))):
            kind = KINDS[i % 5]
            for kind in KINDS if len(shape) == 3 else (kind, KINDS[(i + 1) % 5]):
                for keepdims in (False, True):
                    elem = FLOATS[(i + keepdims) % 4] if kind == "mean" else NUMBERS[i % 6]
                    name = "reduce %s %s %s %s%s" % (kind, elem, shape, list(axes),
                                                     " keepdims" * keepdims)
                    reduce(suite, name, kind, values(elem, shape, name, kind), axes, keepdims)
    for kind in KINDS:
        for elem in FLOATS if kind == "mean" else NUMBERS:
            name = "reduce %s %s" % (kind, elem)
            for shape, axes in [((3, 37), [1]), ((41, 3), [0]), ((101,), [0]), ((5, 3, 4), [0, 2])]:
                reduce(suite, "%s %s %s" % (name, shape, axes), kind,
                       values(elem, shape, name, kind), axes)


def add_empty(suite):
    for elem in NUMBERS:
        for shape, axes in [((2, 0), [1]), ((0, 3), [0]), ((0,), [0]), ((2, 0, 3), [0, 1, 2]),
                            ((0, 3), [1]), ((0, 2), [0, 1])]:
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
        zeros = Arr(elem, [[0.0, -0.0], [-0.0, 0.0], [-0.0, -0.0], [0.0, 0.0]])
        text = "%r = kina.reduce max %x axes = [1] : $x -> $r\n" \
               "%s = kina.reduce min %x axes = [1] : $x -> $s"
        suite.add("reduce max and min of zeros %s" % elem, text, {"x": zeros},
                  {"r": want(elem, [0.0, 0.0, -0.0, 0.0]),
                   "s": want(elem, [-0.0, -0.0, -0.0, 0.0])})
    for elem in INTS:
        low, high = bounds(elem)
        rows = np.array([[low, low], [high, high], [low, high], [high, 1]])
        for kind in ("sum", "prod", "max", "min"):
            reduce(suite, "reduce %s %s at the ends" % (kind, elem), kind, Arr(elem, rows), [1])


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
    for add in (add_shapes, add_empty, add_edges, add_narrow):
        add(tests)
    tests.run()
    tests.finish()
