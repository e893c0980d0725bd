"""Values of the elementwise ops, for every element type, shape and edge."""

import math

import numpy as np

from elements import (Arr, FLOATS, INTS, NUMBERS, bounds, largest, rng_floats,
                      smallest, smallest_normal, want)
from kinatest import Suite, rng

np.seterr(all="ignore")
SHAPES = [(), (1,), (0,), (7,), (2, 0, 3), (3, 1), (2, 3, 5), (2, 1, 3, 2), (1, 2, 1, 3, 2)]
LD = np.longdouble
erf = np.vectorize(lambda v: math.erf(float(v)), otypes=[np.float64])


def edges(elem):
    """Zeros, infinities, NaN, the ends of the range, subnormals and some more."""
    if elem in INTS:
        low, high = bounds(elem)
        return np.array([0, 1, -1, 2, -2, 3, 7, -7, 100, low, low + 1, high, high - 1], object)
    top, tiny, norm = largest(elem), smallest(elem), smallest_normal(elem)
    return np.array([0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, top, -top, tiny, -tiny, norm,
                     -norm, norm - tiny, 0.5, -0.5, 1.5, -1.5, 2.5, 3, -7, 1e-3, 10.25])


def ints(elem, values):
    """Exact integers wrapped to the type."""
    bits = 64 if elem == "i64" else 32
    return np.array([(int(v) + 2**(bits - 1)) % 2**bits - 2**(bits - 1)
                     for v in np.array(values, object).ravel()], dtype=np.int64).reshape(np.shape(values))


def precise(elem, function, *arrays):
    """A function of f64 values (for f64 itself of long doubles)."""
    return np.asarray(function(*[a.data.astype(LD if elem == "f64" else np.float64)
                                 for a in arrays]))


def unary_ops():
    """name -> (function of wide values, kinds, ulps for f32 and f64, for f16 and bf16)."""
    relu = lambda x: np.where(x > 0, x, np.where(np.isnan(x), x, 0.0))
    sign = lambda x: np.where(x > 0, 1.0, np.where(x < 0, -1.0, x))
    return {
        "neg": (np.negative, NUMBERS, 0), "abs": (np.abs, NUMBERS, 0),
        "relu": (relu, NUMBERS, 0), "sign": (sign, NUMBERS, 0), "floor": (np.floor, FLOATS, 0),
        "sqrt": (np.sqrt, FLOATS, 1), "exp": (np.exp, FLOATS, 2), "log": (np.log, FLOATS, 2),
        "rsqrt": (lambda x: 1 / np.sqrt(x), FLOATS, 2), "sin": (np.sin, FLOATS, 2),
        "cos": (np.cos, FLOATS, 2), "tanh": (np.tanh, FLOATS, 2), "erf": (erf, FLOATS, 2),
        "sigmoid": (lambda x: np.where(x >= 0, 1 / (1 + np.exp(-x)),
                                       np.exp(-np.abs(x)) / (1 + np.exp(-np.abs(x)))), FLOATS, 3),
    }


def add_unary(suite):
    for op, (function, kinds, ulps) in unary_ops().items():
        for elem in kinds:
            text = "%%r = kina.%s %%x : $x" % op
            random = rng(op + elem)
            if elem in INTS:
                values = np.concatenate([edges(elem), random.integers(-1000, 1000, 20)])
                x = Arr(elem, ints(elem, values))
                exact = [int(v) for v in x.data]
                result = {"neg": [-v for v in exact], "abs": [abs(v) for v in exact],
                          "relu": [max(v, 0) for v in exact],
                          "sign": [(v > 0) - (v < 0) for v in exact]}[op]
                suite.add("%s %s edges" % (op, elem), text, {"x": x},
                          {"r": want(elem, ints(elem, result))})
                continue
            narrow = elem in ("f16", "bf16")
            spread = random.normal(size=60) * np.exp(random.normal(size=60) * 2)
            spread = np.concatenate([edges(elem), spread, np.linspace(-12, 12, 41)])
            if op in ("sin", "cos") and not narrow:
                spread = np.concatenate([spread, [1e4, -12345.678, 1e6]])
            if op in ("sin", "cos") and narrow:
                spread = np.where(np.abs(spread) > 100, 100, spread)
            x = Arr(elem, spread)
            tolerance = min(ulps, 1) if narrow else ulps
            suite.add("%s %s edges" % (op, elem), text, {"x": x},
                      {"r": want(elem, precise(elem, function, x), ulps=tolerance)})
        for i, shape in enumerate(SHAPES):
            elem = FLOATS[i % 4]
            x = Arr(elem, rng_floats(rng(op), shape) + 2.5)
            suite.add("%s %s of rank %d" % (op, elem, len(shape)), "%%r = kina.%s %%x : $x" % op,
                      {"x": x}, {"r": want(elem, precise(elem, function, x),
                                           ulps=1 if i % 4 > 1 else ulps)})


def pairs(elem):
    """Every edge value with every other."""
    e = edges(elem)
    return np.repeat(e, len(e)), np.tile(e, len(e))


def float_binary():
    """name -> (function of wide values, ulps)."""
    def extreme(pick, zero):
        def function(a, b):
            both = (a == 0) & (b == 0)
            return np.where(both, zero(a, b), pick(a, b))
        return function
    plus = lambda a, b: np.where(np.signbit(a) & np.signbit(b), -0.0, 0.0)
    minus = lambda a, b: np.where(np.signbit(a) | np.signbit(b), -0.0, 0.0)
    return {"add": (np.add, 0), "sub": (np.subtract, 0), "mul": (np.multiply, 0),
            "div": (np.divide, 0), "max": (extreme(np.maximum, plus), 0),
            "min": (extreme(np.minimum, minus), 0),
            # A zero on the left stops whatever is on the right.
            "mul_no_nan": (lambda a, b: np.where(a == 0, 0.0, a * b), 0), "pow": (np.power, 4), "mod": (np.mod, 1)}


def int_binary(op, a, b):
    """Exact results of one integer op, None where it traps."""
    if op == "div":
        return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return {"add": lambda: a + b, "sub": lambda: a - b, "mul": lambda: a * b,
            "max": lambda: max(a, b), "min": lambda: min(a, b), "mod": lambda: a % b,
            "and": lambda: a & b, "or": lambda: a | b, "xor": lambda: a ^ b}[op]()


def add_binary(suite):
    for op, (function, ulps) in float_binary().items():
        text = "%%r = kina.%s %%a, %%b : $a" % op
        for elem in FLOATS:
            a, b = pairs(elem)
            if op == "mod":  # the exact remainder of the ends of the range, not its speed
                keep = ~((np.abs(a) > 1e30) & (np.abs(b) < 1e-3) & np.isfinite(a))
                a, b = a[keep], b[keep]
            random = rng(op + elem)
            a = np.concatenate([a, random.normal(size=50) * 5])
            b = np.concatenate([b, random.normal(size=50) * 3])
            if op == "pow":
                a = np.concatenate([a, [-2, -2, -2, -3, 0, 0, 0]])
                b = np.concatenate([b, [3, 2, 0.5, -3, 0, 1, -1]])
            x, y = Arr(elem, a), Arr(elem, b)
            # One operation in the type itself is correctly rounded; f64 is that type.
            exact = function(x.data, y.data) if elem == "f64" else precise(elem, function, x, y)
            if op == "pow" and elem == "f64":
                exact = precise(elem, function, x, y)
            tolerance = ulps if elem in ("f32", "f64") else min(ulps, 1)
            suite.add("%s %s edges%s" % (op, elem, " G09" if op == "pow" else ""), text,
                      {"a": x, "b": y}, {"r": want(elem, exact, ulps=tolerance)})
        for i, shape in enumerate(SHAPES):
            elem = FLOATS[i % 4]
            x = Arr(elem, rng_floats(rng(op), shape) + 2.5)
            y = Arr(elem, rng_floats(rng(op + "b"), shape) + 2.5)
            suite.add("%s %s of rank %d" % (op, elem, len(shape)), text, {"a": x, "b": y},
                      {"r": want(elem, precise(elem, function, x, y), ulps=max(ulps, 1))})
    for op in ("add", "sub", "mul", "div", "max", "min", "mod", "and", "or", "xor"):
        for elem in INTS:
            a, b = pairs(elem)
            if op in ("div", "mod"):
                a, b = a[b != 0], b[b != 0]
            result = [int_binary(op, int(u), int(v)) for u, v in zip(a, b)]
            suite.add("%s %s edges" % (op, elem), "%%r = kina.%s %%a, %%b : $a" % op,
                      {"a": Arr(elem, ints(elem, a)), "b": Arr(elem, ints(elem, b))},
                      {"r": want(elem, ints(elem, result))})
    a, b = np.array([False, False, True, True]), np.array([False, True, False, True])
    for op, result in (("and", a & b), ("or", a | b), ("xor", a ^ b)):
        suite.add("%s i1" % op, "%%r = kina.%s %%a, %%b : $a" % op,
                  {"a": Arr("i1", a), "b": Arr("i1", b)}, {"r": want("i1", result)})
    for elem in ("i1",) + INTS:
        x = Arr(elem, a if elem == "i1" else ints(elem, edges(elem)))
        suite.add("not %s" % elem, "%r = kina.not %x : $x", {"x": x}, {"r": want(elem, ~x.data)})


COMPARE = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal,
           "gt": np.greater, "ge": np.greater_equal}


def add_compare_and_select(suite):
    for elem in NUMBERS + ("i1",):
        if elem == "i1":
            a, b = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
        else:
            a, b = pairs(elem)
            a, b = (ints(elem, a), ints(elem, b)) if elem in INTS else (a, b)
        x, y = Arr(elem, a), Arr(elem, b)
        ops = ("eq", "ne") if elem == "i1" else COMPARE
        suite.add("compare %s M03" % elem,
                  "\n".join("%%%s = kina.compare %s, %%a, %%b : $a" % (p, p) for p in ops),
                  {"a": x, "b": y}, {p: want("i1", COMPARE[p](x.data, y.data)) for p in ops})
        c = Arr("i1", rng(elem).integers(0, 2, len(a)))
        chosen = np.where(c.data, x.data, y.data)
        suite.add("select %s" % elem, "%r = kina.select %c, %a, %b : $a", {"c": c, "a": x, "b": y},
                  {"r": want(elem, chosen, bits=True)})
    for shape in SHAPES:
        a, b = Arr("f32", rng_floats(rng("s"), shape)), Arr("f32", rng_floats(rng("t"), shape))
        suite.add("compare and select of rank %d" % len(shape),
                  "%c = kina.compare lt, %a, %b : $a\n%r = kina.select %c, %a, %b : $a",
                  {"a": a, "b": b}, {"r": want("f32", np.minimum(a.data, b.data))})


def add_seed(suite):
    """The first operand, whatever the second one holds."""
    for shape in SHAPES:
        g, y = Arr("f32", rng_floats(rng("g"), shape)), Arr("f32", np.full(shape, np.nan))
        suite.add("seed of rank %d" % len(shape), "%r = kina.seed %g, %y : $g",
                  {"g": g, "y": y}, {"r": want("f32", g.data, bits=True)})


def add_cases_of_the_wild(suite):
    e = math.e
    for elem in ("f16", "bf16"):
        suite.add("B12 exp log tanh of %s 1" % elem, "%a = kina.exp %x : $x\n"
                  "%b = kina.log %x : $x\n%c = kina.tanh %x : $x", {"x": Arr(elem, [1.0])},
                  {"a": want(elem, [e]), "b": want(elem, [0.0]), "c": want(elem, [math.tanh(1)])})
    x = [-np.inf, -200, -87.4, 88.7, 88.8, np.inf, np.nan]
    suite.add("A17 exp at the edges", "%r = kina.exp %x : $x", {"x": Arr("f32", x)},
              {"r": want("f32", np.exp(Arr("f32", x).wide()), ulps=2)})
    x = Arr("f32", [-np.inf, -100, -50, 50, 100, np.inf])
    suite.add("G14 tanh saturates", "%r = kina.tanh %x : $x", {"x": x},
              {"r": want("f32", [-1, -1, -1, 1, 1, 1])})
    x = Arr("f32", [np.nan, -0.0, 1e-20])
    suite.add("G15 tanh special values", "%r = kina.tanh %x : $x", {"x": x}, {"r": x})
    x = Arr("f32", [np.inf, np.nan, 1, -0.0])
    suite.add("M01 no unsound folds", "%z = kina.constant dense<0.0> : $[4!xf32]\n"
              "%o = kina.constant dense<1.0> : $[4!xf32]\n%a = kina.mul %x, %z : $x\n"
              "%b = kina.sub %x, %x : $x\n%c = kina.div %z, %x : $x\n%d = kina.mul %x, %o : $x\n"
              "%e = kina.add %x, %z : $x", {"x": Arr("f32", x.data, keep=[0])},
              {"a": want("f32", x.data * 0, keep=[0]), "b": want("f32", x.data - x.data, keep=[0]),
               "c": want("f32", 0 / x.data, keep=[0]), "d": Arr("f32", x.data, keep=[0]),
               "e": want("f32", x.data + 0, keep=[0])})
    x = Arr("i64", [-7, 7, -1, 0, -3])
    suite.add("M08 integer mod is floored", "%r = kina.mod %x, %y : $x",
              {"x": x, "y": Arr("i64", [3] * 5)}, {"r": want("i64", [2, 1, 2, 0, 0])})
    suite.add("M08 constants", "%a = kina.constant dense<[-7, 7]> : tensor<2xi64>\n"
              "%b = kina.constant dense<[3, -3]> : tensor<2xi64>\n"
              "%r = kina.mod %a, %b : tensor<2xi64>", {}, {"r": want("i64", [2, -2])},
              dynamic=False)
    x, y = Arr("f32", [5, -5, np.nan, 0]), Arr("f32", [0, 0, 0, 0])
    suite.add("M10 float mod 0 is NaN", "%r = kina.mod %x, %y : $x", {"x": x, "y": y},
              {"r": want("f32", [np.nan] * 4)})
    suite.add("M14 neg at the end of the range", "%r = kina.neg %x : $x\n%s = kina.neg %y : $y",
              {"x": Arr("i32", [-2**31]), "y": Arr("f32", [0.0, np.nan])},
              {"r": want("i32", [-2**31]), "s": want("f32", [-0.0, np.nan])})
    x = Arr("f32", [-100.0, -90, 100])
    suite.add("G12 sigmoid written out", "%one = kina.constant dense<1.0> : tensor<3xf32>\n"
              "%a = kina.neg %x : $x\n%b = kina.exp %a : $x\n%c = kina.add %one, %b : $x\n"
              "%r = kina.div %one, %c : $x", {"x": x},
              {"r": want("f32", 1 / (1 + np.exp(-x.wide())), ulps=2, near=1e-38)}, dynamic=False)


if __name__ == "__main__":
    tests = Suite(__doc__)
    for add in (add_unary, add_binary, add_compare_and_select, add_seed, add_cases_of_the_wild):
        add(tests)
    tests.run()
    tests.finish()
