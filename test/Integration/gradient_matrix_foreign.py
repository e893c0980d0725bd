"""Rows of the matrix of derivatives: ops of arith, math and tensor on tensors.

Functions and magnitudes of partials as in gradient_matrix_elementwise.
"""

import numpy as np

import matrix_movement
from elements import Arr, FLOATS
from gradient_matrix_elementwise import BINARY, TWICE, UNARY, binary, erf, one, unary
from gradient_matrix_table import GradientRow
from gradlib import Problem, apart, f64, to
from kinatest import rng
from matrix_table import plain

zero = np.zeros_like
# The rules build kina's ops: a few shapes of every rank.
FEW = [(), (0,), (1,), (5,), (3, 5), (1, 0), (3, 1, 3), (2, 1, 3, 2), (17, 64)]
EVERY = plain(FEW)
# op -> (function, magnitude of the partial, least and largest operand)
MATH = {
    "math.exp": (*UNARY["exp"], -1.5, 1.5), "math.exp2": (np.exp2, np.exp2, -1.5, 1.5),
    "math.expm1": (np.expm1, lambda x: 2 + np.exp(x), -1.5, 1.5), "math.log": (*UNARY["log"], 0.5, 2.5),
    "math.log2": (np.log2, lambda x: 1.5 / x, 0.5, 2.5), "math.log10": (np.log10, lambda x: 0.5 / x, 0.5, 2.5),
    "math.log1p": (np.log1p, lambda x: 1 / (1 + x), -0.4, 1.5), "math.sqrt": (*UNARY["sqrt"], 0.5, 2.5),
    "math.rsqrt": (*UNARY["rsqrt"], 0.5, 2.5),
    "math.cbrt": (np.cbrt, lambda x: np.abs(x)**(-2 / 3) / 3, 0.5, 2.5),
    "math.sin": (*UNARY["sin"], -1.5, 1.5), "math.cos": (*UNARY["cos"], -1.5, 1.5),
    "math.tan": (np.tan, lambda x: 1 + 2 * np.tan(x)**2, -1, 1), "math.sinh": (np.sinh, np.cosh, -1.5, 1.5),
    "math.cosh": (np.cosh, np.sinh, -1.5, 1.5), "math.tanh": (*UNARY["tanh"], -1.5, 1.5),
    # 1 - x^2, whose roundings are relative to 1.
    "math.asin": (np.arcsin, lambda x: (1 - x * x)**-1.5, -0.7, 0.7),
    "math.acos": (np.arccos, lambda x: (1 - x * x)**-1.5, -0.7, 0.7),
    "math.atan": (np.arctan, lambda x: 1 / (1 + x * x), -1.5, 1.5), "math.erf": (*UNARY["erf"], -1.5, 1.5),
    "math.erfc": (lambda x: 1 - erf(x), UNARY["erf"][1], -1.5, 1.5),
    "math.asinh": (np.arcsinh, lambda x: 1 / np.sqrt(1 + x * x), -1.5, 1.5),
    # x^2 - 1 and 1 - x^2, whose roundings are relative to x^2 and to 1.
    "math.acosh": (np.arccosh, lambda x: 2 * x * x * (x * x - 1)**-1.5, 1.4, 2.5),
    "math.atanh": (np.arctanh, lambda x: (1 - x * x)**-2, -0.7, 0.7),
    "math.absf": (np.abs, one, None, None), "math.floor": (np.floor, zero, None, None),
    "math.ceil": (np.ceil, zero, None, None), "math.round": (np.round, zero, None, None),
    "math.trunc": (np.trunc, zero, None, None), "math.roundeven": (np.round, zero, None, None),
}
# As kina's op of the name beside it.
AS_KINA = {"arith.addf": "add", "arith.subf": "sub", "arith.mulf": "mul", "arith.divf": "div",
           "arith.maximumf": "max", "arith.minimumf": "min", "arith.maxnumf": "max",
           "arith.minnumf": "min", "math.powf": "pow"}


def within(low, high):
    def draw(op, name, shape):
        if low is None:  # odd multiples of 1/8: no integer, and no half of one
            return Arr("f64", np.fmod(apart(name, shape).data, 16))
        return f64(name, shape, low, high)
    return draw


def remainders(op, elem, shape):
    """Quotients away from the jumps, of either sign."""
    random = rng("remf%s" % (shape,))
    b = random.uniform(0.8, 1.5, shape) * random.choice([-1, 1], shape)
    a = b * (random.integers(0, 3, shape) + random.uniform(0.2, 0.8, shape)) * random.choice([-1, 1], shape)
    return to(elem, {"a": Arr("f64", a), "b": Arr("f64", b)})


def quadrants(op, elem, shape):
    away = lambda n: f64(n, shape, 0.3, 1.5).data * rng("side" + n).choice([-1, 1], shape)
    return to(elem, {"a": Arr("f64", away("atan2 y")), "b": Arr("f64", away("atan2 x"))})


def fma(elem, shape):
    inputs = to(elem, {n: f64("fma " + n, shape) for n in "abc"})
    return Problem("%y = math.fma %a, %b, %c : $a", inputs, lambda a, b, c: a * b + c,
                   size=lambda g, a, b, c: [np.abs(g * b), np.abs(g * a), g])


def fpowi(elem, shape):
    n = Arr("i32", rng("powers%s" % (shape,)).integers(-3, 4, shape))
    inputs = {**to(elem, {"a": f64("base", shape, 0.5, 1.5)}), "n": n}
    return Problem("%y = math.fpowi %a, %n : $a, $n", inputs, lambda a, n: a**n,
                   size=lambda g, a, n: [np.abs(g * n * a**(n - 1.0))])


def sincos(text, function):
    return lambda elem, shape: Problem(
        "%s, %c = math.sincos %x : $x\n" + text, to(elem, {"x": f64("angle", shape)}), function,
        size=lambda g, x: [2 * np.abs(g)])


def select(elem, shape):
    c = Arr("i1", rng("condition%s" % (shape,)).integers(0, 2, shape))
    inputs = {"c": c, **to(elem, {"a": f64("a", shape), "b": f64("b", shape)})}
    return Problem("%y = arith.select %c, %a, %b : $c, $a", inputs, lambda c, a, b: np.where(c, a, b),
                   size=lambda g, c, a, b: [np.where(c, g, 0), np.where(c, 0, g)])


def convert(op, target):
    def build(elem, shape):
        x = Arr(elem, rng("convert%s" % (shape,)).integers(-9, 10, shape) / 4)
        return Problem("%%y = arith.%s %%x : $x to $y" % op, {"x": x}, lambda x: x, result=target,
                       size=lambda g, x: [g])
    return build


WIDTH = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}


def conversions():
    for target in FLOATS:
        wider = tuple(e for e in FLOATS if WIDTH[e] > WIDTH[target])
        narrower = tuple(e for e in FLOATS if WIDTH[e] < WIDTH[target])
        if wider:
            yield GradientRow("foreign", "arith.truncf", EVERY, convert("truncf", target),
                              "to " + target, types=wider)
        if narrower:
            yield GradientRow("foreign", "arith.extf", EVERY, convert("extf", target),
                              "to " + target, types=narrower)


def tensor_cast(elem, shape):
    """Every other dimension becomes known, or unknown."""
    x = f64("tensor.cast%s" % (shape,), shape, keep=range(0, len(shape), 2))
    return Problem("%y = tensor.cast %x : $x to $y", to(elem, {"x": x}), lambda x: x,
                   keep=range(1, len(shape), 2), size=lambda g, x: [g])


def extract(elem, shape, way):
    parts = [matrix_movement.part(n, way + 2 * axis) for axis, n in enumerate(shape)]
    index = tuple(slice(o, o + (n - 1) * s + 1 if n else o, s) for o, n, s in parts)
    offsets, sizes, strides = ([p[k] for p in parts] for k in range(3))
    x = f64("extract%s" % (shape,), shape)
    return Problem("%%y = tensor.extract_slice %%x%s %s %s : $x to $y" % (offsets, sizes, strides),
                   to(elem, {"x": x}), lambda x: x[index], keep=range(len(shape)),
                   size=lambda g, x: [transposed(x, index, g)])


def transposed(x, index, g):
    out = np.zeros(x.shape)
    out[index] = g
    return out


def insert(elem, shape, way):
    parts = [matrix_movement.part(n, way + 2 * axis) for axis, n in enumerate(shape)]
    index = tuple(slice(o, o + (n - 1) * s + 1 if n else o, s) for o, n, s in parts)
    offsets, sizes, strides = ([p[k] for p in parts] for k in range(3))
    x = f64("insert%s" % (sizes,), sizes, keep=range(len(shape)))
    into = f64("into%s" % (shape,), shape)

    def inserted(x, into):
        out = np.array(into)
        out[index] = x
        return out
    return Problem("%%y = tensor.insert_slice %%x into %%t%s %s %s : $x into $t" % (
        offsets, sizes, strides), to(elem, {"x": x, "t": into}), inserted,
        size=lambda g, x, into: [g[index], g])


def groups(shape):
    """Neighbours joined: [[0, 1], [2], ..]."""
    return [[0, 1]] + [[k] for k in range(2, len(shape))]


def joined(shape):
    return (shape[0] * shape[1],) + tuple(shape[2:])


def collapse(elem, shape):
    x = f64("collapse%s" % (shape,), shape)
    return Problem("%%y = tensor.collapse_shape %%x %s : $x into $y" % groups(shape),
                   to(elem, {"x": x}), lambda x: x.reshape(joined(shape)),
                   size=lambda g, x: [g.reshape(x.shape)])


def expand(elem, shape):
    x = f64("expand%s" % (shape,), joined(shape))
    return Problem("%%y = tensor.expand_shape %%x %s output_shape %s : $x into $y" % (
        groups(shape), list(shape)), to(elem, {"x": x}), lambda x: x.reshape(shape),
        size=lambda g, x: [g.reshape(x.shape)])


# An offset lies inside, also of a part of no elements.
PARTS = [(label, shape, way) for label, shape, way in matrix_movement.slice_instances(FEW)
         if all(matrix_movement.part(n, way + 2 * axis)[0] < n for axis, n in enumerate(shape))]
GROUPED = plain([s for s in FEW if len(s) > 1])
ROWS = [GradientRow("foreign", op, EVERY, unary(op, op, function, partial, within(low, high)))
        for op, (function, partial, low, high) in MATH.items()]
ROWS += [GradientRow("foreign", "arith.negf", EVERY, unary("arith.negf", "neg", *UNARY["neg"]))]
ROWS += [GradientRow("foreign", op, EVERY + TWICE * (name not in ("max", "min")),
                     binary(op, name, *BINARY[name])) for op, name in AS_KINA.items()]
ROWS += [
    GradientRow("foreign", "arith.remf", EVERY, binary(
        "arith.remf", "remf", np.fmod, lambda a, b: one(a), lambda a, b: np.trunc(a / b), remainders)),
    GradientRow("foreign", "math.atan2", EVERY, binary(
        "math.atan2", "atan2", np.arctan2, lambda a, b: b / (a * a + b * b),
        lambda a, b: a / (a * a + b * b), quadrants)),
    GradientRow("foreign", "math.copysign", EVERY, binary(
        "math.copysign", "copysign", np.copysign, lambda a, b: one(a), lambda a, b: 0 * b, quadrants)),
    GradientRow("foreign", "math.fpowi", EVERY, fpowi),
    GradientRow("foreign", "math.sincos", EVERY, sincos(
        "%y = arith.mulf %s, %c : $x", lambda x: np.sin(x) * np.cos(x))),
    GradientRow("foreign", "math.sincos", EVERY, sincos(
        "%y = arith.negf %c : $x", lambda x: -np.cos(x)), "cosine"),
    GradientRow("foreign", "math.fma", EVERY, fma),
    GradientRow("foreign", "arith.select", EVERY, select),
    GradientRow("foreign", "tensor.cast", EVERY, tensor_cast),
    GradientRow("foreign", "tensor.extract_slice", PARTS, extract),
    GradientRow("foreign", "tensor.insert_slice", PARTS, insert),
    GradientRow("foreign", "tensor.collapse_shape", GROUPED, collapse),
    GradientRow("foreign", "tensor.expand_shape", GROUPED, expand, dynamic=False),
]
ROWS += conversions()
