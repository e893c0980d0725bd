"""Rows of the matrix of derivatives: elementwise ops.

Each op has its function, and for each operand the magnitude of the partial derivative
with the magnitudes of what is rounded on the way: 1 - y^2 of tanh counts as 1 + y^2.
"""

import math

import numpy as np

from elements import Arr, FLOATS
from gradient_matrix_table import GradientRow, SHAPES
from gradlib import Problem, apart, f64, to
from kinatest import rng
from matrix_table import plain

erf = np.vectorize(math.erf, otypes=[np.float64])
sigmoid = lambda x: 1 / (1 + np.exp(-x))
one = np.ones_like

# op -> (function, magnitude of the partial)
UNARY = {
    "neg": (np.negative, one), "abs": (np.abs, one), "relu": (lambda x: np.maximum(x, 0), one),
    "exp": (np.exp, np.exp), "log": (np.log, lambda x: 1 / x),
    "sqrt": (np.sqrt, lambda x: 0.5 / np.sqrt(x)),
    "rsqrt": (lambda x: 1 / np.sqrt(x), lambda x: 0.5 / np.sqrt(x) / x),
    "sin": (np.sin, np.cos), "cos": (np.cos, np.sin),
    "tanh": (np.tanh, lambda x: 1 + np.tanh(x)**2),
    "sigmoid": (sigmoid, lambda x: sigmoid(x) * (1 + sigmoid(x))),
    "erf": (erf, lambda x: 1.13 * np.exp(-x * x) * (1 + x * x)),
    # Without slope, and without a rule: the gradient is zero.
    "floor": (np.floor, np.zeros_like), "sign": (np.sign, np.zeros_like),
}
# op -> (function, magnitude of the partial by a, by b)
BINARY = {
    "add": (np.add, lambda a, b: one(a), lambda a, b: one(a)),
    "sub": (np.subtract, lambda a, b: one(a), lambda a, b: one(a)),
    "mul": (np.multiply, lambda a, b: b, lambda a, b: a),
    "mul_no_nan": (np.multiply, lambda a, b: b, lambda a, b: a),
    "div": (np.divide, lambda a, b: 1 / b, lambda a, b: a / b**2),
    "max": (np.maximum, lambda a, b: one(a), lambda a, b: one(a)),
    "min": (np.minimum, lambda a, b: one(a), lambda a, b: one(a)),
    # The exponent b - 1 is rounded.
    "pow": (np.power, lambda a, b: b * a**(b - 1) * (1 + np.abs((b - 1) * np.log(a))),
            lambda a, b: a**b * np.log(a)),
    "mod": (np.mod, lambda a, b: one(a), lambda a, b: np.floor(a / b)),
    # The second operand only gives sizes.
    "seed": (lambda a, b: a + 0 * b, lambda a, b: one(a), lambda a, b: 0 * b),
}
POSITIVE = {"log", "sqrt", "rsqrt", "pow"}
KINKED = {"abs", "relu", "max", "min", "floor", "sign"}


def quotients(name, shape):
    """a and b with a / b in (n + 0.2, n + 0.8), away from the jumps of mod."""
    random = rng(name + str(shape))
    b = random.uniform(0.8, 1.5, shape) * random.choice([-1, 1], shape)
    return b * (random.integers(-3, 4, shape) + random.uniform(0.2, 0.8, shape)), b


def operand(op, name, shape):
    if op in POSITIVE:
        return f64(name, shape, 0.5, 2.5)
    if op in KINKED:
        values = apart(name, shape).data
        # f16 and bf16 hold what stays small; where there are more, some are equal.
        return Arr("f64", np.fmod(values, 16))
    return f64(name, shape, 0.6, 1.4) if op == "div" else f64(name, shape)


def operands(op, elem, shape):
    a, b = operand(op, op + "a", shape), operand(op, op + "b", shape)
    if op in ("max", "min"):
        b = Arr("f64", b.data + 0.125)  # even multiples of 1/8
    if op == "mod":
        a, b = (Arr("f64", v) for v in quotients("mod", shape))
    return to(elem, {"a": a, "b": b})


def unary(text, op, function, partial, draw=operand):
    def build(elem, shape):
        x = draw(op, op, shape)
        return Problem("%%y = %s %%x : $x" % text, to(elem, {"x": x}), function,
                       size=lambda g, x: [np.abs(g * partial(x))], steps=6)
    return build


def binary(text, op, function, by_a, by_b, draw=operands):
    def build(elem, shape, twice=False):
        inputs = draw(op, elem, shape)
        if twice:
            return Problem("%%y = %s %%a, %%a : $a" % text, {"a": inputs["a"]},
                           lambda a: function(a, a), steps=8, size=lambda g, a: [
                               np.abs(g * by_a(a, a)) + np.abs(g * by_b(a, a))])
        return Problem("%%y = %s %%a, %%b : $a" % text, inputs, function, steps=6,
                       size=lambda g, a, b: [np.abs(g * by_a(a, b)), np.abs(g * by_b(a, b))])
    return build


def select(elem, shape):
    c = Arr("i1", rng("condition%s" % (shape,)).integers(0, 2, shape))
    inputs = {"c": c, **to(elem, {"a": f64("a", shape), "b": f64("b", shape)})}
    return Problem("%y = kina.select %c, %a, %b : $a", inputs, lambda c, a, b: np.where(c, a, b),
                   size=lambda g, c, a, b: [np.where(c, g, 0), np.where(c, 0, g)])


def cast(target):
    def build(elem, shape):
        # Values that every type holds.
        x = Arr(elem, rng("cast%s" % (shape,)).integers(-9, 10, shape) / 4)
        return Problem("%y = kina.cast %x : $x -> $y", {"x": x}, lambda x: x, result=target,
                       size=lambda g, x: [g])
    return build


EVERY = plain(SHAPES)
# x op x: no tie, and no mod of itself.
TWICE = [("one value twice", (4,), True), ("one value twice 2x3", (2, 3), True)]


def rows_of_two(family, name, text, entry, draw=operands, twice=True):
    function, by_a, by_b = entry
    return GradientRow(family, name, EVERY + TWICE * twice,
                       binary(text, name, function, by_a, by_b, draw), large_narrow=True)


ROWS = [GradientRow("elementwise", op, EVERY, unary("kina." + op, op, *UNARY[op]), large_narrow=True)
        for op in UNARY]
ROWS += [rows_of_two("elementwise", op, "kina." + op, BINARY[op],
                     twice=op not in ("max", "min", "mod", "seed")) for op in BINARY]
ROWS += [GradientRow("elementwise", "select", EVERY, select, large_narrow=True)]
ROWS += [GradientRow("elementwise", "cast", EVERY, cast(target), "to " + target,
                     large_narrow=True) for target in FLOATS]
