"""Derivatives at kinks, at ties, and where a zero cotangent must stop what is infinite
or NaN: one row for each, with an id. Expected values are closed forms.

A row has the gradients of its inputs under the cotangent `g` (ones unless it says
otherwise), and the derivatives of the sum of these gradients, weighted by `w` if it says
so. Of a function that is elementwise in one input these are f' and f''.
"""

import math

import numpy as np

from elements import Arr, want
from gradlib import handle
from kinatest import Case, Fn, Suite
from matrix_run import run

np.seterr(all="ignore")
INF, NAN, LOG2 = np.inf, np.nan, math.log(2)


def constant(name, value, type="2xf64"):
    return "%%%s = kina.constant dense<%s> : tensor<%s>\n" % (name, value, type)


ZERO = constant("z", "0.0")
ONE = constant("o", "1.0")
POSITIVE = ZERO + "%c = kina.compare gt, %x, %z : $x\n"


def where_positive(inner):
    """%y is what `inner` makes of %x as %i, or 0 where x is not positive."""
    return POSITIVE + inner + "\n%y = kina.select %c, %i, %z : $x"


class Row:
    """`y`, and `first` and `second` by input: numbers, or arrays. `second` None: the
    second order is not stated. Constants in the text make a row static."""

    def __init__(self, id, what, body, inputs, y, first, second=None, g=None, types=None, w=None):
        self.id, self.what, self.body, self.y, self.types = id, what, body, y, types or {}
        self.inputs = {n: a if isinstance(a, Arr) else Arr("f64", np.array(a, np.float64))
                       for n, a in inputs.items()}
        self.first, self.second, self.g, self.w = first, second, g, w

    def cases(self):
        names, active = list(self.inputs), list(self.first)
        shape = np.shape(self.y)
        given = {**self.inputs, "g": Arr("f64", np.ones(shape) if self.g is None else self.g)}
        expect = lambda of, values: {of + n: want("f64", v, near=1e-13 * (1 + np.abs(np.nan_to_num(v))))
                                     for n, v in values.items()}
        clause = ""
        if len(active) != sum(a.elem == "f64" for a in self.inputs.values()):
            clause = "wrt = [%s]" % ", ".join(str(names.index(n)) for n in active)
        y = {"y": want("f64", self.y, near=1e-13 * (1 + np.abs(np.nan_to_num(self.y))))}
        firsts = expect("d_", self.first)
        dynamic = "kina.constant" not in self.body
        function = Fn("f", names, self.body, ["y"])
        yield Case("%s %s" % (self.id, self.what), handle("f", names, ["g"], [*y, *firsts], clause),
                   given, {**y, **firsts}, fns=[function], types=self.types, dynamic=dynamic)
        if self.second is None:
            return
        # By x alone: g is an input of the inner function, and has no derivative here.
        params = names + ["g"]
        pull = Fn("pull", params, handle("f", names, ["g"], ["y", *firsts], clause), list(firsts))
        seconds = expect("dd_", self.second)
        wrt = "wrt = [%s]" % ", ".join(str(names.index(n)) for n in self.second)
        seeds = []
        if self.w is not None:
            given, seeds = {**given, "w": Arr("f64", np.array(self.w, np.float64))}, ["w"]
        yield Case("%s second order: %s" % (self.id, self.what),
                   handle("pull", params, seeds, [*firsts, *seconds], wrt), given,
                   {**firsts, **seconds}, fns=[function, pull], types={**self.types, **y_type(y)},
                   dynamic=dynamic)


def y_type(y):
    return {n: (w.arr.elem, w.arr.shape, frozenset()) for n, w in y.items()}


def unary(op):
    return "%%y = kina.%s %%x : $x" % op


def binary(op):
    return "%%y = kina.%s %%a, %%b : $a" % op


def one(id, what, body, x, y, first, second=None, g=None, types=None, w=None):
    """A row of one input x."""
    return Row(id, what, body, {"x": x}, y, {"x": first}, None if second is None else {"x": second},
               g, types, w)


SCALAR = {"s": Arr("f64", 0.0)}
# select keeps an unselected branch out, at both orders.
SELECTED = [
    one("N01", "select around sqrt at 0", where_positive("%i = kina.sqrt %x : $x"),
        [0, 4], [0, 2], [0, 0.25], [0, -1 / 32]),
    one("N02", "select around log at 0", where_positive("%i = kina.log %x : $x"),
        [0, 2], [0, LOG2], [0, 0.5], [0, -0.25]),
    one("N03", "select around log of a negative number", where_positive("%i = kina.log %x : $x"),
        [-1, 1], [0, 0], [0, 1], [0, -1]),
    one("N04", "select around 1 / x at 0", where_positive(ONE + "%i = kina.div %o, %x : $x"),
        [0, 2], [0, 0.5], [0, -0.25], [0, 0.25]),
    one("N05", "select around rsqrt at 0", where_positive("%i = kina.rsqrt %x : $x"),
        [0, 4], [0, 0.5], [0, -1 / 16], [0, 0.75 / 32]),
    one("N06", "select around x^0.5 at 0",
        where_positive(constant("h", "0.5") + "%i = kina.pow %x, %h : $x"),
        [0, 4], [0, 2], [0, 0.25], [0, -1 / 32]),
    one("N07", "entropy, select around x log x at 0",
        where_positive("%l = kina.log %x : $x\n%i = kina.mul %x, %l : $x"),
        [0, 2], [0, 2 * LOG2], [0, LOG2 + 1], [0, 0.5]),
    one("N08", "select around an exp that overflows",
        ZERO + "%c = kina.compare lt, %x, %z : $x\n%e = kina.exp %x : $x\n"
        "%y = kina.select %c, %e, %x : $x", [1000, -1], [1000, math.exp(-1)], [1, math.exp(-1)],
        [0, math.exp(-1)]),
    one("N09", "norm at 0 under select",
        constant("z", "0.0", "f64") + "%q = kina.mul %x, %x : $x\n"
        "%s = kina.reduce sum %q axes = [0] : $x -> $s\n%c = kina.compare gt, %s, %z : $s\n"
        "%n = kina.sqrt %s : $s\n%y = kina.select %c, %n, %z : $s", [0, 0], 0, [0, 0], [0, 0],
        types=SCALAR),
    one("N10", "norm beside 0 under select",
        constant("z", "0.0", "f64") + "%q = kina.mul %x, %x : $x\n"
        "%s = kina.reduce sum %q axes = [0] : $x -> $s\n%c = kina.compare gt, %s, %z : $s\n"
        "%n = kina.sqrt %s : $s\n%y = kina.select %c, %n, %z : $s", [3, 4], 5, [0.6, 0.8],
        # 1/r - x (x + y) / r^3, and the same for y
        [0.2 - 21 / 125, 0.2 - 28 / 125], types=SCALAR),
    Row("N11", "select around 0 / 0", constant("z", "0.0", "3xf64") +
        "%c = kina.compare ne, %b, %z : $a\n%i = kina.div %a, %b : $a\n"
        "%y = kina.select %c, %i, %z : $a", {"a": [0, 1, 6], "b": [0, 0, 2]}, [0, 0, 3],
        {"a": [0, 0, 0.5], "b": [0, 0, -1.5]}, {"a": [0, 0, -0.25], "b": [0, 0, 1.25]}),
    one("N12", "double select around sqrt of a difference",
        POSITIVE + ONE + "%t = kina.select %c, %x, %o : $x\n%i = kina.sqrt %t : $x\n"
        "%y = kina.select %c, %i, %z : $x", [-4, 4], [0, 2], [0, 0.25], [0, -1 / 32]),
]
# A cotangent of 0 stops at a partial that is infinite or NaN.
STOPPED = [
    one("N20", "zero cotangent at log", unary("log"), [0, -1, INF, NAN, 1000],
        [-INF, NAN, INF, NAN, math.log(1000)], [0] * 5, [0] * 5, [0] * 5),
    one("N21", "zero cotangent at sqrt", unary("sqrt"), [0, -1, INF, NAN, 4],
        [0, NAN, INF, NAN, 2], [0] * 5, [0] * 5, [0] * 5),
    one("N22", "zero cotangent at rsqrt", unary("rsqrt"), [0, -1, INF, NAN, 4],
        [INF, NAN, 0, NAN, 0.5], [0] * 5, [0] * 5, [0] * 5),
    one("N23", "zero cotangent at exp", unary("exp"), [0, INF, NAN, 1000, -INF],
        [1, INF, NAN, INF, 0], [0] * 5, [0] * 5, [0] * 5),
    Row("N24", "zero cotangent at mul", binary("mul"), {"a": [0, 1, INF], "b": [INF, INF, NAN]},
        [NAN, INF, NAN], {"a": [0] * 3, "b": [0] * 3}, {"a": [0] * 3, "b": [0] * 3}, [0] * 3),
    Row("N25", "zero cotangent at div", binary("div"), {"a": [0, 1, INF, 0], "b": [0, 0, 0, INF]},
        [NAN, INF, INF, 0], {"a": [0] * 4, "b": [0] * 4}, {"a": [0] * 4, "b": [0] * 4}, [0] * 4),
    Row("N26", "zero cotangent at pow", binary("pow"), {"a": [0, 0, INF, -1], "b": [-1, INF, 2, 0.5]},
        [INF, 0, INF, NAN], {"a": [0] * 4, "b": [0] * 4}, {"a": [0] * 4, "b": [0] * 4}, [0] * 4),
    one("N27", "zero cotangent at x log x", "%l = kina.log %x : $x\n%y = kina.mul %x, %l : $x",
        [0, 2], [NAN, 2 * LOG2], [0, LOG2 + 1], [0, 0.5], [0, 1]),
    one("N28", "zero cotangent at log(1 + x)", ONE + "%i = kina.add %x, %o : $x\n"
        "%y = kina.log %i : $x", [-1, 0], [-INF, 0], [0, 1], [0, -1], [0, 1]),
    one("N29", "a zero cotangent that passes a sum", "%s = kina.reduce sum %x axes = [0] : $x -> $s\n"
        "%y = kina.log %s : $s", [INF, 1], INF, [0, 0], None, 0, SCALAR),
]
# But a zero that is no constant has a derivative.
MOVING = [
    one("N30", "(log x)^2 at 1", "%l = kina.log %x : $x\n%y = kina.mul %l, %l : $x",
        [1, 2], [0, LOG2**2], [0, LOG2], [2, (1 - LOG2) / 2]),
    one("N31", "x^2 at 0", "%y = kina.mul %x, %x : $x", [0], [0], [0], [2]),
    one("N32", "x^3 at 0", "%a = kina.mul %x, %x : $x\n%y = kina.mul %a, %x : $x", [0, 2], [0, 8],
        [0, 12], [0, 12]),
    one("N33", "(sin x)^2 at 0", "%s = kina.sin %x : $x\n%y = kina.mul %s, %s : $x", [0], [0],
        [0], [2]),
    one("N34", "(x - 1) / x at 1", ONE + "%d = kina.sub %x, %o : $x\n%y = kina.div %d, %x : $x",
        [1, 2], [0, 0.5], [1, 0.25], [-2, -0.25]),
    one("N35", "log(1 + x) at 0", ONE + "%i = kina.add %x, %o : $x\n%y = kina.log %i : $x",
        [0, 1], [0, LOG2], [1, 0.5], [-1, -0.25]),
    one("N36", "log of a softmax at equal logits", "%s = kina.softmax %x axis = 0 : $x\n"
        "%y = kina.log %s : $x", [0, 0], [-LOG2] * 2, [0.5, -0.5], [-0.25, 0.25], [1, 0], w=[1, 0]),
]
LN = np.log(np.array([2.0, 3.0]))
POWERS = [
    Row("N40", "pow at base 0 and exponent 0", binary("pow"),
        {"a": [0, 2, 0, 0, 0, 2], "b": [1, 1, 0, 1, 2, 0]}, [0, 2, 1, 0, 0, 1],
        {"a": [1, 1, 0, 1, 0, 0], "b": [0, 2 * LOG2, 0, 0, 0, LOG2]}),
    Row("N41", "powers of 0", binary("pow"), {"a": [0, 0, 0, 0], "b": [0, 1, 2, 3]}, [1, 0, 0, 0],
        {"a": [0, 1, 0, 0]}, {"a": [0, 0, 2, 0]}),
    Row("N42", "powers of negative numbers", binary("pow"), {"a": [-2, -2, -2, -3], "b": [3, 2, 1, 0]},
        [-8, 4, -2, 1], {"a": [12, -4, 1, 0]}, {"a": [-12, 2, 0, 0]}),
    Row("N43", "pow by exponent", binary("pow"), {"a": [2, 3], "b": [2, 0]}, [4, 1],
        {"b": [4, 1] * LN}, {"b": [4, 1] * LN**2}),
    one("N44", "sqrt at 0", unary("sqrt"), [0.0], [0], [INF]),
    one("N45", "rsqrt at 0", unary("rsqrt"), [0.0], [INF], [-INF]),
    one("N46", "log at 0", unary("log"), [0.0], [-INF], [INF]),
    Row("N47", "division by infinity", binary("div"), {"a": [1, -3], "b": [INF, -INF]}, [0, 0],
        {"a": [0, 0], "b": [0, 0]}, {"a": [0, 0], "b": [0, 0]}),
]
SIGMOID = 1 / (1 + math.exp(-1))
TANH = math.tanh(1)
SATURATED = [
    one("N50", "tanh saturates", unary("tanh"), [-INF, -1000, 0, 1, 1000, INF],
        [-1, -1, 0, TANH, 1, 1], [0, 0, 1, 1 - TANH**2, 0, 0],
        [0, 0, 0, -2 * TANH * (1 - TANH**2), 0, 0]),
    one("N51", "sigmoid saturates", unary("sigmoid"), [-INF, -1000, 0, 1, 1000, INF],
        [0, 0, 0.5, SIGMOID, 1, 1], [0, 0, 0.25, SIGMOID * (1 - SIGMOID), 0, 0],
        [0, 0, 0, SIGMOID * (1 - SIGMOID) * (1 - 2 * SIGMOID), 0, 0]),
    one("N52", "erf saturates", unary("erf"), [-1000, 0, 0.5, 1000], [-1, 0, math.erf(0.5), 1],
        [0, 2 / math.sqrt(math.pi), 2 / math.sqrt(math.pi) * math.exp(-0.25), 0],
        [0, 0, -2 / math.sqrt(math.pi) * math.exp(-0.25), 0]),
    one("N53", "erf at infinity", unary("erf"), [-INF, INF], [-1, 1], [0, 0]),
    one("N54", "softplus, written stably", ZERO + "%m = kina.max %x, %z : $x\n"
        "%a = kina.abs %x : $x\n%n = kina.neg %a : $x\n%e = kina.exp %n : $x\n" + ONE +
        "%i = kina.add %o, %e : $x\n%l = kina.log %i : $x\n%y = kina.add %m, %l : $x",
        [-1000, 1], [0, math.log(1 + math.e)], [0, SIGMOID], [0, SIGMOID * (1 - SIGMOID)]),
    one("N55", "exp of -infinity", unary("exp"), [-INF, 0], [0, 1], [0, 1], [0, 1]),
]
TIES = [
    one("N60", "relu at 0", unary("relu"), [0.0, -0.0, 2, -2], [0, 0, 2, 0], [0, 0, 1, 0], [0] * 4),
    one("N61", "abs at 0", unary("abs"), [0.0, -0.0, 2, -2], [0, 0, 2, 2], [0, 0, 1, -1], [0] * 4),
    one("N62", "relu of x squared", "%r = kina.relu %x : $x\n%y = kina.mul %r, %r : $x",
        [2, -1, 0], [4, 0, 0], [4, 0, 0], [2, 0, 0]),
    Row("N63", "ties of max share evenly", binary("max"), {"a": [2, 2, 2], "b": [2, 1, 3]}, [2, 2, 3],
        {"a": [5, 100, 0], "b": [5, 0, 1]}, {"a": [0] * 3, "b": [0] * 3}, [10, 100, 1]),
    Row("N64", "ties of min share evenly", binary("min"), {"a": [2, 2, 2], "b": [2, 1, 3]}, [2, 1, 2],
        {"a": [5, 0, 1], "b": [5, 100, 0]}, {"a": [0] * 3, "b": [0] * 3}, [10, 100, 1]),
    one("N65", "max of one value twice", "%y = kina.max %x, %x : $x", [2, -3], [2, -3], [1, 1], [0, 0]),
    one("N66", "ties of a reduced max", "%y = kina.reduce max %x axes = [0] : $x -> $y",
        [2, 1, 2, 2], 2, [2, 0, 2, 2], [0] * 4, 6),
    one("N67", "ties of a reduced min", "%y = kina.reduce min %x axes = [0] : $x -> $y",
        [1, 1, 3], 1, [3, 3, 0], [0] * 3, 6),
    one("N68", "ties of zeros of both signs", "%y = kina.reduce max %x axes = [0] : $x -> $y",
        [0.0, -0.0, -1], 0, [0.5, 0.5, 0], [0] * 3),
    one("N69", "max of squares at a tie", "%q = kina.mul %x, %x : $x\n"
        "%y = kina.reduce max %q axes = [0] : $x -> $y", [3, -3], 9, [3, -3], [1, 1]),
    Row("N70", "mod at a jump", binary("mod"), {"a": [6, -6, 7], "b": [3, 3, 2]}, [0, 0, 1],
        {"a": [1, 1, 1], "b": [-2, 2, -3]}, {"a": [0] * 3, "b": [0] * 3}),
    one("N71", "floor and sign have no slope", "%f = kina.floor %x : $x\n%s = kina.sign %x : $x\n"
        "%a = kina.add %f, %s : $x\n%y = kina.mul %a, %x : $x", [2, 0.5, -1.5], [6, 0.5, 4.5],
        [3, 1, -3], [0] * 3),
]
MASK = constant("n", "0xFFF0000000000000", "3xf64") + "%k = kina.select %m, %x, %n : $x\n"
KEPT = Arr("i1", [1, 1, 0])
# Logits log 3 and 0: p = 3/4 and 1/4, so p0 p1 = 3/16, whose derivative is p0 p1 (p1 - p0).
LOG3, P, DP = math.log(3), 0.1875, -0.09375
ROWS_OF_INF = [[-INF, -INF], [LOG3, 0], [INF, 0], [NAN, 1]]


def second_row(row, others):
    return [others, row, others, others]


def rows_without(id, op, y, first, second):
    """Rows whose softmax is NaN, without cotangent, and one that has one."""
    return one(id, "rows of %s without cotangent" % op, "%%y = kina.%s %%x axis = 1 : $x" % op,
               ROWS_OF_INF, second_row(y, [NAN, NAN]), second_row(first, [0, 0]),
               second_row(second, [0, 0]), second_row([1, 3], [0, 0]), w=second_row([1, 0], [1, 1]))


def masked(id, what, body, y, first, second, g, w):
    return Row(id, "masked logits of " + what, MASK + body, {"x": [LOG3, 0, 100], "m": KEPT}, y,
               {"x": first}, {"x": second}, g, w=w)


SOFTMAX = [
    # p0 (g0 - Σ g p) = p0 p1 (g0 - g1)
    rows_without("N80", "softmax", [0.75, 0.25], [-2 * P, 2 * P], [-2 * DP, 2 * DP]),
    # g0 - 4 p0
    rows_without("N81", "log_softmax", np.log([0.75, 0.25]), [-2, 2], [-4 * P, 4 * P]),
    one("N82", "softmax with -infinity", "%y = kina.softmax %x axis = 0 : $x", [-INF, LOG3, 0],
        [0, 0.75, 0.25], [0, -P, P], [0, -DP, DP], [1, 2, 3], w=[1, 1, 0]),
    masked("N83", "softmax", "%y = kina.softmax %k axis = 0 : $x", [0.75, 0.25, 0], [-P, P, 0],
           [-DP, DP, 0], [1, 2, 7], [1, 0, 5]),
    masked("N84", "log_softmax", "%y = kina.log_softmax %k axis = 0 : $x",
           [math.log(0.75), math.log(0.25), -INF], [-1.25, 1.25, 0], [-3 * P, 3 * P, 0], [1, 2, 0],
           [1, 0, 5]),
    # p^2: 2 p^2 (1 - p), and of that (4 p - 6 p^2) p (1 - p)
    masked("N85", "a squared probability", "%l = kina.log_softmax %k axis = 0 : $x\n"
           "%s = kina.slice %l offsets = [0] sizes = [1] strides = [1] : $x -> $[1!xf64]\n"
           "%p = kina.exp %s : $[1!xf64]\n%q = kina.mul %p, %p : $[1!xf64]\n"
           "%y = kina.reshape %q : $[1!xf64] -> $y", 0.5625, [0.28125, -0.28125, 0],
           [-0.375 * P, 0.375 * P, 0], None, [1, 0, 5]),
    one("N86", "log of a sum of exp, by the maximum", "%m = kina.reduce max %x axes = [0] : $x -> $s\n"
        "%b = kina.broadcast %m $sizes[2] : $s -> $x\n%d = kina.sub %x, %b : $x\n"
        "%e = kina.exp %d : $x\n%t = kina.reduce sum %e axes = [0] : $x -> $s\n"
        "%l = kina.log %t : $s\n%y = kina.add %m, %l : $s", [1000, 1000], 1000 + LOG2, [0.5, 0.5],
        [0.25, -0.25], types=SCALAR, w=[1, 0]),
    one("N87", "square of a log_softmax of one class", "%l = kina.log_softmax %x axis = 0 : $x\n"
        "%y = kina.mul %l, %l : $x", [7.0], [0], [0], [0]),
]
INFINITE = [
    one("N90", "sum passes a zero cotangent", "%y = kina.reduce sum %x axes = [1] : $x -> $y",
        [[INF, NAN], [1, 2]], [NAN, 3], [[0, 0], [5, 5]], [[0, 0], [0, 0]], [0, 5]),
    Row("N91", "matmul follows IEEE", "%y = kina.matmul %a, %b : $a, $b -> $y",
        {"a": [[1, 2]], "b": [[INF], [1]]}, [[INF]], {"a": [[NAN, 0]], "b": [[0], [0]]}, None, [[0]]),
    Row("N92", "gather beside an infinite row", "%y = kina.gather %v, %i : $v, $i -> $y",
        {"v": [[INF, NAN], [1, 2]], "i": Arr("i64", [1, 1])}, [[1, 2], [1, 2]],
        {"v": [[0, 0], [4, 6]]}, {"v": [[0, 0], [0, 0]]}, [[1, 2], [3, 4]]),
    one("N93", "an infinite gradient stays in its element", unary("sqrt"), [0, 4], [0, 2], [INF, 0.25]),
]
ROWS = SELECTED + STOPPED + MOVING + POWERS + SATURATED + TIES + SOFTMAX + INFINITE


def main():
    suite = Suite(__doc__)
    ids = [row.id for row in ROWS]
    suite.report(len(set(ids)) == len(ids), "ids", "an id twice")
    cases = [(case, [False, True] if case.dynamic else [False]) for row in ROWS for case in row.cases()]
    run(suite, "-O0", cases)
    # Optimised, where what is infinite might be simplified away: one of the two forms.
    run(suite, "-O3", cases if suite.args.scope == "all" else [
        (case, forms[k % len(forms):][:1]) for k, (case, forms) in enumerate(cases)])
    suite.finish()


if __name__ == "__main__":
    main()
