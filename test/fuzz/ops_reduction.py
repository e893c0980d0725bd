"""Reductions, matmul, softmax and log_softmax: how each is drawn, and its values."""

import numpy as np

from elements import ACCUMULATOR, FLOATS, NUMBERS, round_to, ulp
from intervals import (Val, clean, disorder, low_bit, order, precision, rounded, sums, top_of,
                       wide)
from op import Op, agree, agree_all, need

KINDS = ("sum", "prod", "max", "min", "mean")


# Reduce.

def infer_reduce(attrs, types, target):
    elem, shape = types[0]
    axes = attrs["axes"]
    need(all(0 <= a < len(shape) for a in axes))
    if attrs["kind"] in ("max", "min") and None not in shape:
        reduced = np.prod([shape[a] for a in axes])
        rest = np.prod([s for k, s in enumerate(shape) if k not in axes])
        need(reduced != 0 or rest == 0, "empty axis")
    keep = [1] if attrs["keepdims"] else []
    return elem, tuple(x for k, s in enumerate(shape) for x in (keep if k in axes else [s]))


def reduce_ints(kind, x, axes):
    free = np.any(x.free, axis=axes)
    if kind in ("max", "min"):
        if 0 in x.shape:
            return Val(x.elem, np.zeros(free.shape), free=free)
        return Val(x.elem, getattr(np, kind)(x.lo, axis=axes), free=free)
    return Val(x.elem, getattr(np, kind)(x.lo, axis=axes, dtype=x.lo.dtype), free=free)


def extreme(kind, x, axes):
    if 0 in x.shape:
        return Val(x.elem, np.zeros(np.any(x.free, axis=axes).shape))
    nan = np.any(np.isnan(x.lo) & ~x.free, axis=axes)
    pick = lambda v: disorder(x.elem, getattr(np, kind)(order(x.elem, np.where(np.isnan(v), 0, v)),
                                                        axis=axes))
    lo, hi = (np.where(nan, np.nan, pick(v)) for v in (x.lo, x.hi))
    return clean(x.elem, lo, hi, np.any(x.free, axis=axes) & ~nan)


def product(x, axes):
    """Products in any order. Where a partial one may leave the range nothing is known."""
    elem = x.elem
    lo, hi = wide(elem, x.lo), wide(elem, x.hi)
    total = lambda a: np.prod(a, axis=axes)
    point = np.all(x.points(), axis=axes)
    nan = np.any(np.isnan(lo) & ~x.free, axis=axes)
    finite = np.all(np.isfinite(lo) & np.isfinite(hi), axis=axes)
    size = np.where(np.isfinite(lo) & (lo != 0), np.abs(lo), 1)
    room = (total(np.maximum(size, 1)) < top_of(elem) / 2) & (
        total(np.minimum(size, 1)) > (1e-300 if elem == "f64" else 2.0**-126))
    value = total(lo)
    odd = total(np.where(lo == 0, 1, size / np.where(np.isinf(low_bit(lo)), 1, low_bit(lo))))
    exact = point & (odd <= 2.0 ** precision(elem)) | (value == 0)
    n = int(np.prod([x.shape[a] for a in axes]))
    error = np.where(exact, 0, n * 2.0 ** -precision(elem) * 1.01 * np.abs(value))
    known = point & finite & room
    value, error = np.where(nan, np.nan, value), np.where(nan, 0, error)
    low, high = value - error, value + error
    # The sign of a zero is that of the product.
    result_lo, result_hi = round_to(elem, low), round_to(elem, high)
    return clean(elem, result_lo, result_hi, ~known & ~nan)


def mean(x, axes, lo, hi, free):
    n = int(np.prod([x.shape[a] for a in axes]))
    low, high = lo / n, hi / n
    if x.elem in ("f16", "bf16"):
        # The quotient is f32, and rounded once more.
        ends = [round_to(x.elem, q) for q in (low, high, round_to("f32", low), round_to("f32", high))]
        nan = np.isnan(ends[0])
        keys = [order(x.elem, e) for e in ends]
        low, high = (wide(x.elem, disorder(x.elem, pick(keys, axis=0))) for pick in (np.min, np.max))
        low, high = np.where(nan, np.nan, low), np.where(nan, np.nan, high)
        zero = (low == 0) & (high == 0)
        return clean(x.elem, np.where(zero, -0.0, low), np.where(zero, 0.0, high), free)
    if x.elem == "f32":
        low, high = round_to("f32", low), round_to("f32", high)
        return rounded("f32", wide("f32", low), wide("f32", high), free)
    # Long double and f64 round on their own.
    loose = low.astype(np.float64) * n != lo
    return rounded("f64", np.where(loose, np.nextafter(low.astype(np.float64), -np.inf), low),
                   np.where(loose, np.nextafter(high.astype(np.float64), np.inf), high), free)


def reduce(attrs, vals, elem, shape):
    x, axes, kind = vals[0], tuple(attrs["axes"]), attrs["kind"]
    if not axes:
        return x.moved(lambda a: a)
    if elem not in FLOATS:
        result = reduce_ints(kind, x, axes)
    elif kind in ("max", "min"):
        result = extreme(kind, x, axes)
    elif kind == "prod":
        result = product(x, axes)
    else:
        lo, hi = wide(elem, x.lo), wide(elem, x.hi)
        unit = np.min(np.where(x.points(), low_bit(lo), 0), axis=axes, initial=np.inf)
        total = sums(elem, lo, hi, x.free, unit, axes)
        result = mean(x, axes, *total) if kind == "mean" else rounded(elem, *total)
    return result.moved(lambda a: a.reshape(shape))


def draw_reduce(g):
    kind = g.choice(KINDS)
    x = g.operand(FLOATS if kind == "mean" else NUMBERS)
    axes = [k for k in range(x.rank) if g.chance(0.45)]
    return g.emit("reduce", [x], {"kind": kind, "axes": axes, "keepdims": g.chance(0.4)})


# Matmul.

def infer_matmul(attrs, types, target):
    (elem, a), (other, b) = types
    need(elem == other and len(a) == len(b) >= 2)
    batch = agree_all(a[:-2], b[:-2])
    agree(a[-1], b[-2])
    return elem, batch + (a[-2], b[-1])


def matmul(attrs, vals, elem, shape):
    a, b = vals
    left, right = (lambda x: x[..., :, :, None]), (lambda x: x[..., None, :, :])
    free = left(a.free) | right(b.free)
    if elem not in FLOATS:
        return Val(elem, np.sum(left(a.lo) * right(b.lo), axis=-2, dtype=a.lo.dtype),
                   free=np.any(free, axis=-2))
    up = np.longdouble if elem == "f64" else np.float64
    x, y = [left(v).astype(up) for v in (a.lo, a.hi)], [right(v).astype(up) for v in (b.lo, b.hi)]
    point = left(a.points()) & right(b.points())
    if a.hi is a.lo and b.hi is b.lo:
        lo = hi = x[0] * y[0]
    else:
        corners = [p * q for p in x for q in y]
        bad = np.logical_or.reduce([np.isnan(c) for c in corners]) | np.isinf(x[0]) | np.isinf(
            x[1]) | np.isinf(y[0]) | np.isinf(y[1])
        lo, hi = np.min(corners, axis=0), np.max(corners, axis=0)
        lo, hi = np.where(point, corners[0], lo), np.where(point, corners[0], hi)
        nan = np.isnan(x[0]) & ~left(a.free) | np.isnan(y[0]) & ~right(b.free)
        lo, hi = np.where(nan, np.nan, lo), np.where(nan, np.nan, hi)
        free = (free | (bad & ~point)) & ~nan
    bits = low_bit(left(a.lo)) * low_bit(right(b.lo))
    # Below the least number a product is rounded.
    unit = np.min(np.where(point & (bits >= 2.0 ** (-1000 if elem == "f64" else -149)), bits, 0),
                  axis=-2, initial=np.inf)
    return rounded(elem, *sums(elem, lo, hi, free, unit, (len(shape) - 1,), True))


def draw_matmul(g):
    a = g.operand(NUMBERS, 2)
    n = g.size()
    need(int(np.prod(a.shape)) * n <= 4000)
    fits = lambda e: e.rank == a.rank and e.shape[:-2] == a.shape[:-2] and e.shape[-2] == a.shape[-1]
    b = g.pick(a.elem, fits) or g.fresh_value(a.elem, a.shape[:-2] + (a.shape[-1], n))
    return g.emit("matmul", [a, b])


# Softmax.

def softmax(log):
    def evaluate(attrs, vals, elem, shape):
        x, axis = vals[0], attrs["axis"]
        if 0 in shape:
            return Val(elem, np.zeros(shape))
        up = lambda v: v.astype(np.longdouble if elem == "f64" else np.float64)
        lo, hi = up(x.lo), up(x.hi)
        along = lambda fn, a: fn(a, axis=axis, keepdims=True)
        definite = ~x.free & (np.isnan(lo) | (lo == np.inf))
        nan = along(np.any, definite) | along(np.all, ~x.free & (hi == -np.inf))
        vague = along(np.any, (x.free | (~x.points() & (np.isinf(lo) | np.isinf(hi)))))
        # Sound numbers in rows that are decided already.
        decided = nan | vague
        lo, hi = np.where(decided, 0, lo), np.where(decided, 0, hi)
        unit, n = ACCUMULATOR[elem], shape[axis]

        def ends(mine, others):
            """Of x = mine in each place and others elsewhere: a row for each place, whose
            own maximum is subtracted."""
            soft, logarithm, far = (np.zeros(lo.shape, lo.dtype) for _ in range(3))
            for k in range(n):
                at = tuple(slice(k, k + 1) if d == axis else slice(None)
                           for d in range(lo.ndim))
                row = others.copy()
                row[at] = mine[at]
                shifted = row - along(np.max, row)
                total = along(np.sum, np.exp(shifted))
                soft[at] = np.exp(shifted[at]) / total
                logarithm[at] = shifted[at] - np.log(total)
                far[at] = np.where(np.isfinite(shifted[at]), np.abs(shifted[at]), 0)
            return soft, logarithm, far
        soft_lo, log_lo, shift = ends(lo, hi)
        soft_hi, log_hi, shift2 = ends(hi, lo)
        far = np.maximum(shift, shift2)
        # exp magnifies the rounding of its argument; a sum of n terms adds its own. The
        # largest element is rounded against itself, hi - lo off the one computed with.
        width = along(np.max, np.where(np.isfinite(hi - lo), hi - lo, 0))
        error = unit * (10 + 2 * n + 2 * far + 2 * width)
        if log:
            low, high = log_lo - error, np.minimum(log_hi + error, 0)
        else:
            low, high = np.maximum(soft_lo * (1 - error), 0), np.minimum(soft_hi * (1 + error), 1)
        low64, high64 = low.astype(np.float64), high.astype(np.float64)
        spread = ulp(elem, np.maximum(np.abs(np.where(np.isfinite(low64), low64, 0)),
                                      np.abs(np.where(np.isfinite(high64), high64, 0)))) * 2
        sure = (lo == -np.inf) & (hi == -np.inf)
        low64 = np.where(sure, low64, low64 - spread)
        high64 = np.where(sure, high64, high64 + spread)
        low64 = low64 if log else np.maximum(low64, 0)
        high64 = np.minimum(high64, 0 if log else 1)
        row = np.broadcast_to(nan, shape)
        low64, high64 = np.where(row, np.nan, low64), np.where(row, np.nan, high64)
        free = np.broadcast_to(vague & ~nan, shape)
        return clean(elem, round_to(elem, low64), round_to(elem, high64), free)
    return evaluate


def infer_softmax(attrs, types, target):
    need(0 <= attrs["axis"] < len(types[0][1]))
    return types[0]


def draw_softmax(name):
    def generate(g):
        x = g.operand(FLOATS, 1)
        return g.emit(name, [x], {"axis": g.integer(0, x.rank - 1)})
    return generate


def reduce_suffix(attrs):
    return " axes = %s%s" % (attrs["axes"], " keepdims" * attrs["keepdims"])


TABLE = {
    "reduce": Op("reduce", draw_reduce, infer_reduce, reduce, 2.5,
                 prefix=lambda a: a["kind"] + " ", suffix=reduce_suffix),
    "matmul": Op("matmul", draw_matmul, infer_matmul, matmul, 1.5)}
for which in ("softmax", "log_softmax"):
    TABLE[which] = Op(which, draw_softmax(which), infer_softmax, softmax(which == "log_softmax"),
                      0.7, "result", suffix=lambda a: " axis = %d" % a["axis"])
