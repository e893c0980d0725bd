"""Known failures of others (test/Registry/open_cases_table.py) as kinds: their inputs
along every axis, in every element type, with and without batches, and as gradients."""

import numpy as np

from elements import Arr, FLOATS, NUMBERS, largest, want
from forward_normalization import TEXT as SOFTMAX, add as add_softmax
from forward_reduction import reduce
from gradlib import vjp
from kinatest import Suite, rng

np.seterr(all="ignore")
INF = np.inf
MATMUL = "%r = kina.matmul %a, %b : $a, $b -> $r"


def along(axis, rows):
    """Rows of numbers as the lines of a tensor of rank 3 along one axis."""
    return np.moveaxis(np.array(rows, np.float64).reshape(2, -1, len(rows[0])), 2, axis)


def add_normalization(suite):
    for k, elem in enumerate(FLOATS):
        for axis in range(3) if suite.args.all else (k % 3,):
            of = "%s along axis %d" % (elem, axis)
            add_softmax(suite, "A01 A04 infinite logits " + of, Arr(elem, along(axis, [
                [0, -INF, 0], [1, INF, 0], [-INF, -INF, 2], [1, 2, 3]])), axis)
            add_softmax(suite, "A06 large logits " + of, Arr(elem, along(axis, [
                [1e4, 1e4, -1e4], [1000, 1001, 1002], [88.72284, 0, 60000], [-6e4, 6e4, 6e4]])), axis)
            add_softmax(suite, "A10 A13 one class " + of, Arr(elem, along(axis, [
                [88.72284], [6e4], [-3], [0]])), axis)
            add_softmax(suite, "A12 one axis of three " + of,
                        Arr(elem, np.arange(1, 9).reshape(2, 2, 2)), axis)
        for value in (1, 1e4, largest(elem) / 4, -largest(elem) / 4):
            suite.add("A07 equal logits %g %s" % (value, elem), SOFTMAX.format(0),
                      {"x": Arr(elem, [value, value])},
                      {"r": want(elem, [0.5, 0.5]), "s": want(elem, [-np.log(2)] * 2, ulps=1)})
        # A row whose tail is not a full vector: neither 0 nor garbage may enter.
        for n in (5, 7, 17) if suite.args.all else (7,):
            x = Arr(elem, -50 - 8 * rng("tail").random((3, n)))
            add_softmax(suite, "A16 negative rows of %d %s" % (n, elem), x, 1)
            add_softmax(suite, "A16 negative columns of %d %s" % (n, elem), Arr(elem, x.data.T), 0)
        x = Arr(elem, np.linspace(0.1, 0.9, 6).reshape(2, 3) * -np.log(largest(elem)))
        suite.add("A17 exp to the end of the range %s" % elem, "%r = kina.exp %x : $x", {"x": x},
                  {"r": want(elem, np.exp(x.data.astype(np.longdouble)), ulps=2)})
        suite.add("A11 never positive %s" % elem, "%s = kina.log_softmax %x axis = 1 : $x\n"
                  "%z = kina.sub %x, %x : $x\n%r = kina.compare gt, %s, %z : $x",
                  {"x": Arr(elem, [[k / 4, 0] for k in range(160)])},
                  {"r": Arr("i1", np.zeros((160, 2)))})
        for op in ("softmax", "log_softmax"):
            shapes = [((10, 0), 1), ((0, 3), 1), ((0, 3), 0), ((2, 0, 3), 1), ((0,), 0)]
            for shape, axis in shapes if suite.args.all else shapes[k::3]:
                empty = Arr(elem, np.zeros(shape))
                vjp(suite, "A14 gradient of %s of nothing %s %s axis %d" % (op, elem, shape, axis),
                    "%%y = kina.%s %%x axis = %d : $x" % (op, axis), {"x": empty}, empty,
                    {"x": empty}, empty)


def add_narrow(suite):
    for elem, n in (("f16", 4096), ("bf16", 512)):
        for axis in (0, 1):
            shape = (n, 2) if axis == 0 else (2, n)
            ones = Arr(elem, np.ones(shape))
            for kind in ("sum", "mean", "prod"):
                reduce(suite, "B01 B03 %s of %d ones along axis %d" % (kind, n, axis), kind, ones,
                       [axis], keepdims=True)
            source = [1, 2] if axis == 0 else [2, 1]
            x = Arr(elem, np.ones(source), [axis])
            vjp(suite, "B13 broadcast along axis %d of %s" % (axis, elem),
                "%%y = kina.broadcast %%x $sizes[%dx%d] : $x -> $y" % shape, {"x": x}, None,
                {"x": Arr(elem, np.full(source, n), [axis])}, ones)
        suite.add("B05 batches of long products %s" % elem, MATMUL,
                  {"a": Arr(elem, np.ones((2, 1, n))), "b": Arr(elem, np.ones((2, n, 3)))},
                  {"r": Arr(elem, np.full((2, 1, 3), n))})
        # With room for the sum in f32, in which it is accumulated.
        top = largest(elem) if elem == "f16" else largest(elem) / 2**10
        for axes in ([0], [1], [0, 1]):
            reduce(suite, "B08 mean of the largest %s %s" % (elem, axes), "mean",
                   Arr(elem, np.full((64, 8), top)), axes)
        suite.add("B07 sums near the top of the range %s" % elem, MATMUL,
                  {"a": Arr(elem, [[top, -top, top], [top, top, -top]]),
                   "b": Arr(elem, [[1.0], [1], [1]])}, {"r": want(elem, [[top], [top]])})
        top = largest(elem)
        suite.add("B07 sums beyond the range %s" % elem, MATMUL,
                  {"a": Arr(elem, [[top, top], [top, 0]]), "b": Arr(elem, [[1.0], [1]])},
                  {"r": want(elem, [[INF], [top]])})
        for other in ("f32", "f64"):
            # Halfway between two neighbours, and a little to both sides of it.
            step = 2.0 ** (-10 if elem == "f16" else -7)
            x = np.array([1 + k * step + d for k in range(4) for d in
                          (step / 2, step / 2 * (1 - 2.0**-9), step / 2 * (1 + 2.0**-9))])
            suite.add("B10 B12 halfway casts %s to %s" % (other, elem), "%r = kina.cast %x : $x -> $r",
                      {"x": Arr(other, np.concatenate([x, -x]))},
                      {"r": want(elem, np.concatenate([x, -x]))})


def add_matmul(suite):
    for elem in NUMBERS:
        for batch in ((), (3,), (2, 2)):
            a, b = np.zeros(batch + (2, 0)), np.zeros(batch + (0, 3))
            suite.add("C01 K = 0 %s %s" % (elem, batch), MATMUL, {"a": Arr(elem, a), "b": Arr(elem, b)},
                      {"r": Arr(elem, np.zeros(batch + (2, 3)))})
        a = np.arange(16).reshape(2, 2, 2, 2) % 7
        b = np.stack([np.eye(2), 2 * np.eye(2), [[0, 1], [1, 0]], [[1, 1], [0, 1]]]).reshape(2, 2, 2, 2)
        suite.add("C10 batches of batches %s" % elem, MATMUL, {"a": Arr(elem, a), "b": Arr(elem, b)},
                  {"r": Arr(elem, a @ b)})
        for keep in ([0], [1], [0, 1], [2]):
            a = Arr(elem, np.arange(8).reshape(1, 1, 8) % 5, keep)
            b = Arr(elem, np.arange(16).reshape(1, 8, 2) % 3, [k for k in keep if k != 1])
            suite.add("C07 static %s among dynamic sizes %s" % (keep, elem), MATMUL, {"a": a, "b": b},
                      {"r": Arr(elem, a.data.astype(np.float64) @ b.data.astype(np.float64), keep[:1])})
    for elem in FLOATS:
        a, b = Arr(elem, np.zeros((2, 0))), Arr(elem, np.zeros((0, 3)))
        vjp(suite, "C01 gradient of K = 0 %s" % elem, MATMUL.replace("%r", "%y").replace("$r", "$y"),
            {"a": a, "b": b}, None, {"a": a, "b": b}, Arr(elem, np.zeros((2, 3))))


def add_indexing(suite):
    v43 = np.arange(12).reshape(4, 3)
    gather = "%y = kina.gather %v, %i : $v, $i -> $y"
    for elem in FLOATS:
        for i in ([1, 1, 3], [[1], [1], [3]], [[[1, 1, 3]]]):
            i = Arr("i64", i)
            g = Arr(elem, np.broadcast_to([[1], [10], [100]], (3, 3)).reshape(i.shape + (3,)))
            vjp(suite, "D14 repeats add %s %s" % (elem, i.shape), gather,
                {"v": Arr(elem, v43), "i": i}, g,
                {"v": Arr(elem, [[0] * 3, [11] * 3, [0] * 3, [100] * 3])}, Arr(elem, v43[i.data]))
        seed = Arr(elem, np.arange(12).reshape(2, 6))
        for axis, repeats, d in ((1, 2, [[1, 5, 9], [13, 17, 21]]), (0, 2, [[6, 8, 10, 12, 14, 16]]),
                                 (1, 1, seed.data)):
            x = np.zeros(np.shape(d))
            vjp(suite, "F06 neighbours add %s axis %d times %d" % (elem, axis, repeats),
                "%%y = kina.repeat_interleave %%x axis = %d repeats = %d : $x -> $y" % (axis, repeats),
                {"x": Arr(elem, x)}, seed, {"x": Arr(elem, d)}, Arr(elem, np.zeros((2, 6))))
        x, g = Arr(elem, np.ones((2, 3))), Arr(elem, np.arange(12).reshape(2, 2, 3))
        vjp(suite, "F15 G22 the gradient of a broadcast is not reshaped %s" % elem,
            "%y = kina.broadcast %x $sizes[2x2x3] : $x -> $y", {"x": x}, g,
            {"x": Arr(elem, g.data.sum(0))}, Arr(elem, np.ones((2, 2, 3))))
    heads = np.arange(4).reshape(1, 4, 1, 1)
    for elem in NUMBERS:
        suite.add("F01 heads 0 0 1 1 2 2 3 3 %s" % elem, "%r = kina.repeat_interleave %x axis = 1 "
                  "repeats = 2 : $x -> $r", {"x": Arr(elem, heads)},
                  {"r": Arr(elem, np.repeat(heads, 2, 1))})


def add_integers_and_folds(suite):
    for elem in FLOATS:
        x = Arr(elem, [INF, np.nan, 1, -0.0], [0])
        zero = "%%z = kina.constant dense<0.0> : $[4!x%s]\n" % elem
        value = "%%x = kina.constant dense<[%s]> : $[4!x%s]\n" % (
            {"f16": "0x7C00, 0x7E00", "bf16": "0x7F80, 0x7FC0", "f32": "0x7F800000, 0x7FC00000",
             "f64": "0x7FF0000000000000, 0x7FF8000000000000"}[elem] + ", 1.0, -0.0", elem)
        ops = "%a = kina.mul %x, %z : $a\n%b = kina.sub %x, %x : $a\n%c = kina.div %z, %x : $a\n" \
              "%d = kina.add %x, %z : $a\n%e = kina.mul %z, %x : $a\n%f = kina.div %x, %x : $a"
        d = x.data
        results = {k: want(elem, v, keep=[0]) for k, v in zip(
            "abcdef", (d * 0, d - d, 0 / d, d + 0, d * 0, d / d))}
        suite.add("M01 zero on either side %s" % elem, zero + ops, {"x": x}, results, static=False)
        suite.add("M01 constants %s" % elem, zero + value + ops, {}, results, dynamic=False)
        suite.add("M10 mod 0 %s" % elem, "%r = kina.mod %x, %y : $x",
                  {"x": Arr(elem, [[5, -5, INF]]), "y": Arr(elem, [[0, -0.0, 0]])},
                  {"r": want(elem, [[np.nan] * 3])})
    for elem in ("i32", "i64"):
        a, b = Arr(elem, [-7, 7, -1, 0, -3, 7, -7]), Arr(elem, [3, 3, 3, 3, 3, -3, -3])
        suite.add("M08 floored mod %s" % elem, "%r = kina.mod %a, %b : $a", {"a": a, "b": b},
                  {"r": Arr(elem, [2, 1, 2, 0, 0, -2, -1])})
        for shape in ((3, 1), (1, 3), (3,), ()):
            i = Arr("i64", np.resize([-1, -7, 12], shape))
            suite.add("M12 mod bounds indices of %s %s" % (elem, shape), "%n = kina.constant dense<5> "
                      ": $i\n%m = kina.mod %i, %n : $i\n%r = kina.gather %v, %m : $v, $i -> $r",
                      {"v": Arr(elem, np.arange(5).reshape(5, 1)), "i": i},
                      {"r": Arr(elem, np.mod(i.data, 5)[..., None])}, dynamic=False)


if __name__ == "__main__":
    tests = Suite(__doc__)
    for add in (add_normalization, add_narrow, add_matmul, add_indexing, add_integers_and_folds):
        add(tests)
    tests.run()
    tests.finish()
