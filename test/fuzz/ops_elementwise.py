"""The elementwise ops: how each is drawn, and its values."""

import math

import numpy as np

from elements import Arr, DTYPE, FLOATS, INTS, MANTISSA, NUMBERS, round_to
from generator import ELEMS
from intervals import (Val, clean, has_zero, highest, lowest, may_be_infinite, of_floats, step,
                       wide)
from op import Op, equal, need

erf = np.vectorize(math.erf, otypes=[np.float64])


def sigmoid(x):
    e = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + e), e / (1 + e))


def relu(x):
    return np.where(x > 0, x, np.where(np.isnan(x), x, 0.0))


def sign(x):
    return np.where(x > 0, 1.0, np.where(x < 0, -1.0, x))


# name -> (function, units in the last place for f32 and f64, limits).
MONOTONE = {
    "neg": (np.negative, 0, ()), "relu": (relu, 0, ()), "floor": (np.floor, 0, ()),
    "sign": (sign, 0, ()), "sqrt": (np.sqrt, 0, ()), "exp": (np.exp, 4, (0, None)),
    "log": (np.log, 4, ()), "rsqrt": (lambda x: 1 / np.sqrt(x), 4, (0, None)),
    "tanh": (np.tanh, 4, (-1, 1)), "sigmoid": (sigmoid, 4, (0, 1)), "erf": (erf, 4, (-1, 1))}
INTEGER_UNARY = {"neg": np.negative, "abs": np.abs, "relu": lambda x: np.maximum(x, 0),
                 "sign": np.sign}


def ulps_of(elem, ulps):
    """f16 and bf16 are computed in f32 and rounded once."""
    return ulps and (1 if elem in ("f16", "bf16") else ulps)


def unary(name):
    def evaluate(attrs, vals, elem, shape):
        x = vals[0]
        if elem in INTS:
            return Val(elem, INTEGER_UNARY[name](x.lo), free=x.free)
        if name == "abs":
            low, high = np.abs(x.lo), np.abs(x.hi)
            nearest = np.where(has_zero(x) & ~x.points(), 0, lowest(elem, low, high))
            return clean(elem, nearest, highest(elem, low, high), x.free)
        if name in ("sin", "cos"):
            return wave(name, x)
        function, ulps, limits = MONOTONE[name]
        # 1 / sqrt of a zero whose sign is not known.
        unknown = has_zero(x) if name == "rsqrt" else None
        return of_floats(elem, function, x, unknown=unknown, ulps=ulps_of(elem, ulps),
                         limits=limits or (None, None))
    kinds = NUMBERS if name in INTEGER_UNARY else FLOATS
    return Op(name, lambda g: g.emit(name, [g.operand(kinds)]), lambda a, t, _: t[0],
              evaluate, 0.6, "result")


def wave(name, x):
    """sin and cos, which are never steeper than 1; huge arguments are not judged."""
    elem, function = x.elem, getattr(np, name)
    middle = (wide(elem, x.lo) + wide(elem, x.hi)) / 2
    spread = np.where(x.points(), 0, (wide(elem, x.hi) - wide(elem, x.lo)))
    value = function(np.where(x.points(), wide(elem, x.lo), middle))
    lo, hi = np.maximum(value - spread, -1), np.minimum(value + spread, 1)
    far = (np.maximum(np.abs(wide(elem, x.lo)), np.abs(wide(elem, x.hi))) > 1e5) & np.isfinite(x.lo)
    free = x.free | far | (may_be_infinite(x) & ~x.points())
    low, high = round_to(elem, lo), round_to(elem, hi)
    ulps = ulps_of(elem, 4)
    keep = x.points() & (x.lo == 0)
    # Near a zero of the function the argument's own precision is what counts.
    tiny = np.spacing(np.abs(wide(elem, x.hi))) * 4 if elem == "f64" else 0
    low = np.where(keep | np.isnan(low), low, step(elem, round_to(elem, lo - tiny), -ulps))
    high = np.where(keep | np.isnan(high), high, step(elem, round_to(elem, hi + tiny), ulps))
    one = DTYPE[elem](1)
    return clean(elem, np.maximum(low, -one), np.minimum(high, one), free)


# Binary.

def unrounded(v):
    """A product may enter an addition without its rounding."""
    if v.product is None or not v.product.any():
        return v
    return Val(v.elem, np.where(v.product, step(v.elem, v.lo, -1), v.lo),
               np.where(v.product, step(v.elem, v.hi, 1), v.hi), v.free)


def float_mul(x, y, elem):
    unknown = (has_zero(x) & may_be_infinite(y)) | (has_zero(y) & may_be_infinite(x))
    result = of_floats(elem, np.multiply, x, y, unknown=unknown)
    product = wide(elem, x.lo) * wide(elem, y.lo)
    if elem == "f64":
        bits = np.frexp(x.lo)[0] * 2.0**26 % 1, np.frexp(y.lo)[0] * 2.0**26 % 1
        inexact = (bits[0] != 0) | (bits[1] != 0)
    else:
        inexact = product != wide(elem, round_to(elem, product))
    result.product = inexact & np.isfinite(product)
    return result


def float_mod(x, y, elem):
    point = x.points() & y.points()
    value = np.mod(x.lo, y.lo)
    if elem == "bf16":
        value = round_to(elem, value)
    # Somewhere between zero and the divisor, or unknown.
    bounded = y.points() & np.isfinite(y.lo) & (y.lo != 0) & ~may_be_infinite(x)
    zero = np.zeros_like(value)
    # A result that is zero may have either sign.
    none = point & (value == 0)
    lo = np.where(none, -zero - 0.0, np.where(point, value, np.minimum(y.lo, zero)))
    lo = np.where(none, np.array(-0.0, lo.dtype), lo)
    hi = np.where(none, zero, np.where(point, value, np.maximum(y.lo, zero)))
    nan = (np.isnan(x.lo) & ~x.free) | (np.isnan(y.lo) & ~y.free)
    lo, hi = np.where(nan, np.nan, lo), np.where(nan, np.nan, hi)
    return clean(elem, lo.astype(value.dtype), hi.astype(value.dtype),
                 (x.free | y.free | (~point & ~bounded)) & ~nan)


def float_pow(x, y, elem):
    unknown = (x.lo <= 0) | may_be_infinite(x) | may_be_infinite(y) | np.isnan(x.lo) | np.isnan(y.lo)
    return of_floats(elem, np.power, x, y, nan=False, unknown=unknown, ulps=ulps_of(elem, 4))


def float_div(x, y, elem):
    unknown = has_zero(y) | (may_be_infinite(x) & may_be_infinite(y))
    return of_floats(elem, np.divide, x, y, unknown=unknown)


def float_extreme(pick):
    def function(x, y, elem):
        lo, hi = pick(elem, x.lo, y.lo), pick(elem, x.hi, y.hi)
        nan = (np.isnan(x.lo) & ~x.free) | (np.isnan(y.lo) & ~y.free)
        # Zeros of unknown sign, against a known zero: not judged by sign.
        lo = np.where(nan, np.nan, lo).astype(lo.dtype)
        hi = np.where(nan, np.nan, hi).astype(hi.dtype)
        return clean(elem, lo, hi, (x.free | y.free) & ~nan)
    return function


FLOAT_BINARY = {
    "add": lambda x, y, e: of_floats(e, np.add, unrounded(x), unrounded(y)),
    "sub": lambda x, y, e: of_floats(e, np.subtract, unrounded(x), unrounded(y)),
    "mul": float_mul, "div": float_div, "mod": float_mod, "pow": float_pow,
    "max": float_extreme(highest), "min": float_extreme(lowest)}


def truncated_quotient(x, y):
    floored = np.floor_divide(x, y)
    return floored + ((np.mod(x, y) != 0) & ((x < 0) != (y < 0)))


INTEGER_BINARY = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "max": np.maximum, "min": np.minimum,
    "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}


def integer_division(name, x, y):
    """No unknown or zero divisor: that might trap."""
    need(not y.free.any() and (y.lo != 0).all(), "zero divisor")
    low = np.iinfo(x.lo.dtype).min
    overflow = (x.lo == low) & (y.lo == -1)
    divisor = np.where(overflow, 1, y.lo).astype(y.lo.dtype)
    if name == "div":
        value = np.where(overflow, x.lo, truncated_quotient(x.lo, divisor))
    else:
        value = np.mod(x.lo, divisor)
    return Val(x.elem, value, free=x.free)


def binary(name):
    def evaluate(attrs, vals, elem, shape):
        x, y = vals
        if elem in FLOATS:
            return FLOAT_BINARY[name](x, y, elem)
        if name in ("div", "mod"):
            return integer_division(name, x, y)
        value = INTEGER_BINARY[name](x.lo, y.lo)
        return Val(elem, value, free=x.free | y.free)

    logic = name in ("and", "or", "xor")
    kinds = ("i1",) + INTS if logic else FLOATS if name == "pow" else NUMBERS

    def generate(g):
        x = g.operand(kinds)
        if name in ("div", "mod") and x.elem in INTS:
            data = g.data(x.elem, x.shape)
            data.data[data.data == 0] = 3
            y = g.like(x, fits=lambda v: v.exact and (v.lo != 0).all(), data=data)
        else:
            y = x if g.chance(0.08) else g.like(x)
        pair = [x, y] if name in ("div", "mod", "pow") or g.chance(0.7) else [y, x]
        return g.emit(name, pair)
    return Op(name, generate, lambda a, t, _: (t[0][0], equal(t[0][1], t[1][1])), evaluate,
              1.2 if name in ("add", "mul", "sub") else 0.8, "result")


# Compare, select, cast.

COMPARE = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal,
           "gt": np.greater, "ge": np.greater_equal}


def compare(attrs, vals, elem, shape):
    x, y = vals
    function = COMPARE[attrs["predicate"]]
    value = function(x.lo, y.lo)
    free = x.free | y.free
    nan = np.zeros(shape, bool)
    if x.elem in FLOATS:
        nan = (np.isnan(x.lo) & ~x.free) | (np.isnan(y.lo) & ~y.free)
        # Every pair of ends must agree, and equality must not hide between them.
        for a in (x.lo, x.hi):
            for b in (y.lo, y.hi):
                free = free | (function(a, b) != value)
        if attrs["predicate"] in ("eq", "ne"):
            loose = ~(x.points() & y.points()) & (x.lo <= y.hi) & (y.lo <= x.hi)
            zeros = (x.lo == 0) & (x.hi == 0) & (y.lo == 0) & (y.hi == 0)
            free = free | (loose & ~zeros)
    value = np.where(nan, attrs["predicate"] == "ne", value)
    return Val("i1", value, free=free & ~nan)


def draw_compare(g):
    x = g.operand(ELEMS)
    names = ["eq", "ne"] if x.elem == "i1" else list(COMPARE)
    return g.emit("compare", [x, x if g.chance(0.05) else g.like(x)], {"predicate": g.choice(names)})


def select(attrs, vals, elem, shape):
    c, x, y = vals
    pick = lambda a, b: np.where(c.lo, a, b)
    if not c.free.any():
        exact = x.hi is x.lo and y.hi is y.lo
        lo = pick(x.lo, y.lo)
        return Val(elem, lo, lo if exact else pick(x.hi, y.hi), pick(x.free, y.free))
    if elem not in FLOATS:
        equal = (x.lo == y.lo) & ~x.free & ~y.free
        return Val(elem, pick(x.lo, y.lo), free=np.where(c.free, ~equal, pick(x.free, y.free)))
    either = np.where(c.free, lowest(elem, x.lo, y.lo), pick(x.lo, y.lo))
    other = np.where(c.free, highest(elem, x.hi, y.hi), pick(x.hi, y.hi))
    nan = np.isnan(x.lo) != np.isnan(y.lo)
    free = np.where(c.free, x.free | y.free | nan, pick(x.free, y.free))
    return clean(elem, either, other, free)


def draw_select(g):
    x = g.operand(ELEMS)
    return g.emit("select", [g.like(x, "i1"), x, g.like(x)])


def rounded_integer(elem, n):
    """One integer correctly rounded to bf16, as a float."""
    size = abs(int(n))
    drop = max(size.bit_length() - MANTISSA[elem] - 1, 0)
    whole, rest = size >> drop, size & ((1 << drop) - 1)
    half = (1 << drop) >> 1
    whole += rest > half or (rest == half and drop > 0 and whole % 2 == 1)
    return math.copysign(float(whole) * 2.0**drop, n)


def convert(x, source, elem):
    """Values of one type cast to another."""
    if source == elem:
        return x
    if elem == "i1":
        return x != 0
    if source in FLOATS and elem in FLOATS:
        return round_to(elem, wide(source, x))
    if source in FLOATS:
        info = np.iinfo(DTYPE[elem])
        value = np.trunc(np.where(np.isnan(x), 0, wide(source, x)))
        inside = (value > float(info.min)) & (value < float(info.max) + (elem == "i32"))
        safe = np.where(inside, value, 0).astype(DTYPE[elem])
        return np.where(inside, safe, np.where(value > 0, info.max, np.where(value < 0, info.min, 0))
                        ).astype(DTYPE[elem])
    if elem in ("bf16", "f16") and source in INTS:
        wide_values = np.vectorize(lambda n: rounded_integer(elem, n), otypes=[np.float64])(x) \
            if x.size else np.zeros(x.shape)
        return round_to(elem, wide_values)
    return x.astype(DTYPE[elem])


def cast(attrs, vals, elem, shape):
    x = vals[0]
    lo = convert(x.lo, x.elem, elem)
    if x.hi is x.lo:
        return Val(elem, lo, free=x.free)
    hi = convert(x.hi, x.elem, elem)
    if elem in FLOATS:
        return clean(elem, lo, hi, x.free)
    jump = (lo != hi) | (has_zero(x) & ~x.points() if elem == "i1" else False)
    return Val(elem, lo, free=x.free | jump)


def draw_cast(g):
    x = g.operand(ELEMS)
    elem = g.choice([e for e in ELEMS if e != x.elem or g.chance(0.1)])
    return g.emit("cast", [x], {"elem": elem})


def bitwise_not(attrs, vals, elem, shape):
    return Val(elem, ~vals[0].lo, free=vals[0].free)


TABLE = {n: unary(n) for n in list(MONOTONE) + ["abs", "sin", "cos"]}
TABLE.update({n: binary(n) for n in list(FLOAT_BINARY) + ["and", "or", "xor"]})
TABLE["not"] = Op("not", lambda g: g.emit("not", [g.operand(("i1",) + INTS)]),
                  lambda a, t, _: t[0], bitwise_not, 0.6, "result")
TABLE["compare"] = Op("compare", draw_compare,
                      lambda a, t, _: ("i1", equal(t[0][1], t[1][1])), compare, 1.2, "first",
                      prefix=lambda a: a["predicate"] + ", ")
TABLE["select"] = Op("select", draw_select,
                     lambda a, t, _: (t[1][0], equal(*[s for _, s in t])), select, 1.2, "result")
TABLE["cast"] = Op("cast", draw_cast, lambda a, t, _: (a["elem"], t[0][1]), cast, 1.5,
                   spells=False)
