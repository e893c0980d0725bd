"""What every op of kina gives: NumPy in a wider type, rounded once, with a tolerance.

f32, f16 and bf16 are computed in f64, f64 in long double, integers as Python has them.
Operands are Arr, results Want. Exact are the ops whose result IEEE fixes, data movement
and integers; the others may be 2 ulps away in f32 and f64 (pow 4), 1 in f16 and bf16.
"""

import decimal
import functools

import numpy as np

from elements import (ACCUMULATOR, Arr, DTYPE, FLOATS, INTS, NUMBERS, Want, bounds,
                      round_to, ulp, want)

ALL = NUMBERS + ("i1",)
# Signs of zeros do not matter, nothing else may differ.
EXACT_BUT_ZERO = {"near": 0.0}


def wide(x):
    """The values in the type that results are computed in."""
    return x.data.astype(np.longdouble if x.elem == "f64" else np.float64)


def finite(values):
    """As f64, with 0 for what is not finite."""
    values = np.asarray(values).astype(np.float64)
    return np.where(np.isfinite(values), values, 0.0)


def unit(elem, values):
    """One ulp of each value that is finite."""
    return ulp(elem, finite(values))


def wrap(elem, values):
    """Integers of any size, wrapped to the type."""
    bits = 64 if elem == "i64" else 32
    held = [(int(v) + 2**(bits - 1)) % 2**bits - 2**(bits - 1) for v in np.ravel(values)]
    return Arr(elem, np.array(held, np.int64).reshape(np.shape(values)))


def each(elem, function, *operands):
    """A function of Python integers, element by element."""
    columns = [x.data.ravel().tolist() for x in operands]
    return Want(wrap(elem, np.array([function(*row) for row in zip(*columns)], object)
                     .reshape(operands[0].shape)))


def moved(x, data, keep=()):
    """The same bits in another place."""
    return Want(Arr(x.elem, data, keep, exact=True), bits=True)


# -- Elementwise ---------------------------------------------------------------


@functools.lru_cache(None)
def erf_digits(x):
    """erf(x) to 25 digits, by the series with terms of one sign."""
    if abs(x) > 7:
        return np.longdouble(1)
    with decimal.localcontext() as context:
        context.prec = 40
        x = decimal.Decimal(x)
        term = total = 2 * x / decimal.Decimal("3.14159265358979323846264338327950288").sqrt()
        n = 1
        while term > total * decimal.Decimal(10)**-30:
            term *= 2 * x * x / (2 * n + 1)
            total, n = total + term, n + 1
        return np.longdouble(str(total * (-x * x).exp()))


def erf(values):
    result = [np.longdouble(v) if np.isnan(v) else
              np.copysign(erf_digits(abs(float(v))), v) for v in values.ravel()]
    return np.array(result, np.longdouble).reshape(values.shape)


def sigmoid(x):
    e = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + e), e / (1 + e))


def relu(x):
    return np.where((x > 0) | np.isnan(x), x, 0.0)


def sign(x):
    return np.where(x > 0, 1.0, np.where(x < 0, -1.0, x))


# name -> (function of wide values, element types, ulps in f32 and f64, of integers)
UNARY = {
    "neg": (np.negative, NUMBERS, 0, lambda v: -v), "abs": (np.abs, NUMBERS, 0, abs),
    "relu": (relu, NUMBERS, 0, lambda v: max(v, 0)),
    "sign": (sign, NUMBERS, 0, lambda v: (v > 0) - (v < 0)),
    "floor": (np.floor, FLOATS, 0, None), "sqrt": (np.sqrt, FLOATS, 1, None),
    "rsqrt": (lambda x: 1 / np.sqrt(x), FLOATS, 2, None), "exp": (np.exp, FLOATS, 2, None),
    "log": (np.log, FLOATS, 2, None), "sin": (np.sin, FLOATS, 2, None),
    "cos": (np.cos, FLOATS, 2, None), "tanh": (np.tanh, FLOATS, 2, None),
    "erf": (erf, FLOATS, 2, None), "sigmoid": (sigmoid, FLOATS, 2, None),
}


def allowed(elem, ulps):
    return {"ulps": min(ulps, 1) if elem in ("f16", "bf16") else ulps}


def unary(op, x):
    function, _, ulps, of_ints = UNARY[op]
    if x.elem in INTS:
        return each(x.elem, of_ints, x)
    return want(x.elem, function(wide(x)), **allowed(x.elem, ulps))


def extreme(pick, zero_is_negative):
    """max or min: NaN wins, and +0 is above -0."""
    def function(a, b):
        negative = zero_is_negative(np.signbit(a), np.signbit(b))
        return np.where((a == 0) & (b == 0), np.where(negative, -0.0, 0.0), pick(a, b))
    return function


def floored_mod(a, b):
    r = np.fmod(a, b)
    return np.where((r != 0) & ((r < 0) != (b < 0)), r + b, r)


def truncated_div(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


# name -> (function of floats, element types, tolerance, of integers)
BINARY = {
    "add": (np.add, NUMBERS, 0, lambda a, b: a + b),
    "sub": (np.subtract, NUMBERS, 0, lambda a, b: a - b),
    "mul": (np.multiply, NUMBERS, 0, lambda a, b: a * b),
    "div": (np.divide, NUMBERS, 0, truncated_div),
    "max": (extreme(np.maximum, np.logical_and), NUMBERS, 0, max),
    "min": (extreme(np.minimum, np.logical_or), NUMBERS, 0, min),
    "mod": (floored_mod, NUMBERS, EXACT_BUT_ZERO, lambda a, b: a % b),
    "pow": (np.power, FLOATS, 4, None),
    # A zero on the left stops whatever is on the right.
    "mul_no_nan": (lambda a, b: np.where(a == 0, 0.0, a * b), FLOATS, EXACT_BUT_ZERO, None),
    "and": (None, INTS + ("i1",), 0, lambda a, b: a & b),
    "or": (None, INTS + ("i1",), 0, lambda a, b: a | b),
    "xor": (None, INTS + ("i1",), 0, lambda a, b: a ^ b),
}


def binary(op, a, b):
    function, _, tolerance, of_ints = BINARY[op]
    if a.elem == "i1":
        return want("i1", of_ints(a.data, b.data))
    if a.elem in INTS:
        return each(a.elem, of_ints, a, b)
    if tolerance == 0 or tolerance is EXACT_BUT_ZERO:
        # Correctly rounded in f64 itself, and from f64 once more for narrower types.
        exact = function(a.data.astype(np.float64), b.data.astype(np.float64))
        return want(a.elem, exact, **(tolerance or {}))
    return want(a.elem, function(wide(a), wide(b)), **allowed(a.elem, tolerance))


COMPARE = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal,
           "gt": np.greater, "ge": np.greater_equal}


def odd_f64(value):
    """A Python integer as f64 that rounds as the integer does: to odd where inexact."""
    near = float(value)
    if int(near) != value:
        if abs(int(near)) > abs(value):
            near = np.nextafter(near, 0)
        near = float((np.float64(near).view(np.uint64) | np.uint64(1)).view(np.float64))
    return near


def cast(x, elem):
    """One correctly rounded conversion; float to int truncates, saturates, NaN is 0."""
    if elem == "i1":
        return want(elem, x.data != 0)
    if x.elem == "i1" or x.elem in INTS and elem in INTS:
        return want(elem, x.data.astype(np.int64).astype(DTYPE[elem]))
    if x.elem in INTS:
        narrowed = float if elem == "f64" else odd_f64
        held = [narrowed(v) for v in x.data.ravel().tolist()]
        return want(elem, np.array(held, np.float64).reshape(x.shape))
    if elem in FLOATS:
        return want(elem, x.wide())
    low, high = bounds(elem)
    held = [0 if v != v else low if v <= low else high if v >= high else int(v)
            for v in x.wide().ravel().tolist()]
    return want(elem, np.array(held, np.int64).reshape(x.shape))


# -- Sums ----------------------------------------------------------------------


def summed(elem, exact, terms, size, **options):
    """A sum of `terms` terms: off by one ulp and by the accumulator's rounding of each
    step, at most its unit times Σ|terms| (`size`)."""
    with np.errstate(all="ignore"):
        near = unit(elem, exact) + terms * ACCUMULATOR[elem] * finite(size)
    return want(elem, exact, near=near, **options)


def reduce_extreme(kind, values, axes, keepdims):
    over = {"axis": axes, "keepdims": keepdims}
    if not values.size:  # no result either: NumPy would insist on an element
        return np.sum(values, **over)
    result = np.asarray((np.max if kind == "max" else np.min)(values, **over))
    if values.dtype.kind == "f":
        # Of zeros the larger is +0, the smaller is -0.
        zeros = (values == 0) & (np.signbit(values) == (kind == "min"))
        signed = np.where(np.any(zeros, **over) == (kind == "min"), -0.0, 0.0)
        result = np.where(result == 0, signed, result)
    return result


def reduce(kind, x, axes, keepdims=False):
    axes = tuple(axes)
    over = {"axis": axes, "keepdims": keepdims}
    if not axes:
        return moved(x, x.data)
    if kind in ("max", "min"):
        return want(x.elem, reduce_extreme(kind, x.data, axes, keepdims))
    if x.elem in INTS:
        function = np.sum if kind == "sum" else np.prod
        return Want(wrap(x.elem, function(x.data.astype(object), **over)))
    values = wide(x)
    count = int(np.prod([x.shape[a] for a in axes]))
    if kind == "prod":
        exact = np.asarray(np.prod(values, **over))
        # Every step rounds once, relative to the product.
        return summed(x.elem, exact, count, np.abs(exact))
    exact, size = np.sum(values, **over), np.sum(np.abs(values), **over)
    if kind == "mean":
        # The sum itself may leave the range of the type that accumulates.
        held = round_to("f64" if x.elem == "f64" else "f32", exact)
        exact = np.where(np.isinf(held), held, exact) / np.longdouble(count)
        size = size / max(count, 1)
    return summed(x.elem, exact, count, size)


def linear_scan(a, b, axis, reverse, init):
    """The recurrence step by step. Each step rounds the product and the sum of what came
    before, an error that the factors magnify like the values: two units of a recurrence
    of magnitudes for each step."""
    factors, terms = (np.moveaxis(wide(x), axis, 0) for x in (a, b))
    if reverse:
        factors, terms = factors[::-1], terms[::-1]
    result, size = np.zeros_like(factors), np.zeros_like(factors)
    value = np.full(factors.shape[1:], init, factors.dtype)
    held = np.abs(value)
    for i in range(len(factors)):
        result[i], size[i] = value, held * i
        value = factors[i] * value + terms[i]
        held = np.abs(factors[i]) * held + np.abs(terms[i])
    if reverse:
        result, size = result[::-1], size[::-1]
    return summed(a.elem, np.moveaxis(result, 0, axis), 3, np.moveaxis(size, 0, axis))


def matmul(x, y, a=None, b=None):
    """The product of the operands, or of `a` and `b`, the same values transposed."""
    a, b = x.data if a is None else a, y.data if b is None else b
    if x.elem in INTS:
        # Modulo 2^64 first: no integer of any size is needed.
        with np.errstate(over="ignore"):
            held = np.matmul(a.astype(np.int64), b.astype(np.int64))
            return want(x.elem, held.astype(DTYPE[x.elem]))
    held = np.longdouble if x.elem == "f64" else np.float64
    a, b = a.astype(held), b.astype(held)
    return summed(x.elem, np.matmul(a, b), a.shape[-1], np.matmul(np.abs(a), np.abs(b)))


def scatter_add(u, i, rows):
    width = u.shape[-1]
    flat, at = u.data.reshape(i.data.size, width), i.data.ravel()
    if u.elem in INTS:
        out = np.zeros((rows, width), np.int64)
        with np.errstate(over="ignore"):
            np.add.at(out, at, flat.astype(np.int64))
        return want(u.elem, out.astype(DTYPE[u.elem]))
    out, size = np.zeros((2, rows, width), np.longdouble)
    np.add.at(out, at, flat.astype(np.longdouble))
    np.add.at(size, at, np.abs(flat.astype(np.longdouble)))
    return summed(u.elem, out, np.bincount(at, minlength=rows)[:, None], size)


# -- softmax -------------------------------------------------------------------


def normalized(x, axis):
    """softmax and log_softmax of x.

    With u the accumulator's rounding, d = x - max, e = exp(d), Z = Σ e, and n terms:
    d is off by u|d|, so e by the relative error u(|d| + 4) (4u: 2 ulps of exp); Z by the
    mean of those under the weights s = e/Z plus u(n - 1). Since -log s = |d| + log Z, that
    mean of |d| is at most the entropy of s, hence log n.
    softmax = e/Z: relative u(|d| + 4 + log n + 4 + (n - 1) + 1).
    log_softmax = d - log Z: u|d|, the relative error of Z, 4u|log Z|, u|result|.
    Both are then rounded to the element type: 1 ulp, in which 1 more of the subnormal
    results of exp in f32 and f64 is counted.
    """
    if 0 in x.shape:
        return want(x.elem, x.data), want(x.elem, x.data)
    with np.errstate(all="ignore"):
        d = x.data.astype(np.longdouble)
        d = d - d.max(axis, keepdims=True)
        e = np.exp(d)
        z = e.sum(axis, keepdims=True)
        soft, log = e / z, d - np.log(z)
        u, n = ACCUMULATOR[x.elem], x.shape[axis]
        drift = finite(np.abs(d)) + n + 8 + np.log(n)
        near = u * finite(soft) * drift + 2 * unit(x.elem, soft)
        near_log = u * (drift + 4 * finite(np.abs(np.log(z))) + finite(np.abs(log)))
        return (want(x.elem, soft, near=near),
                want(x.elem, log, near=near_log + unit(x.elem, log)))


# -- Indexing ------------------------------------------------------------------


def take(v, i, axis):
    if not i.size:
        return np.zeros(i.shape, v.dtype)
    return np.take_along_axis(v, np.expand_dims(i, axis), axis).squeeze(axis)


def put(u, i, axis, bound):
    out = np.zeros(i.shape[:axis] + (bound,) + i.shape[axis:], u.dtype)
    if out.size:
        np.put_along_axis(out, np.expand_dims(i, axis), np.expand_dims(u, axis), axis)
    return out


def added(u, i, rows):
    """scatter_add of f64."""
    out = np.zeros((rows, u.shape[-1]))
    np.add.at(out, i, u)
    return out
