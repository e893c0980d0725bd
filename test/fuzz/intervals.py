"""What is known of a tensor's elements: for each one the least and the greatest value
that a right program may give, or that nothing is known.

Exact operands of correctly rounded ops give exact results. Only a function that the
contract leaves some units in the last place, or a sum whose order is open, makes an
interval; what follows is computed at the ends. A jump (floor, compare, a cast to an
integer) inside an interval makes an unknown element, which is not judged.
"""

import itertools

import numpy as np

from elements import DTYPE, FLOATS, from_bits, round_to

np.seterr(all="ignore")
BITS = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}


class Invalid(Exception):
    """A program that is not well formed, or would trap."""


class Val:
    """`lo` and `hi` are arrays of the element type (bf16 held in f32); exact values are
    one array. `free` marks unknown elements, `product` those of rounded products, which
    an addition may use unrounded."""

    def __init__(self, elem, lo, hi=None, free=None, product=None):
        self.elem = elem
        self.lo = np.asarray(lo, DTYPE[elem])
        self.hi = self.lo if hi is None else np.asarray(hi, DTYPE[elem])
        self.free = np.zeros(self.lo.shape, bool) if free is None else np.asarray(free)
        self.product = product

    @property
    def shape(self):
        return self.lo.shape

    @property
    def exact(self):
        return self.hi is self.lo and not self.free.any()

    def points(self):
        """A mask of the elements that are known exactly."""
        if self.hi is self.lo:
            return ~self.free
        return ~self.free & (same(self.elem, self.lo, self.hi))

    def moved(self, fn):
        """The value after data movement."""
        lo = fn(self.lo)
        return Val(self.elem, lo, lo if self.hi is self.lo else fn(self.hi), fn(self.free),
                   None if self.product is None else fn(self.product))

    def wrong(self, got):
        """A mask of the elements of `got` (of the same type) that no right program gives."""
        equal = same(self.elem, got, self.lo)
        if self.elem in FLOATS and self.hi is not self.lo:
            # An interval with a zero holds both zeros.
            equal |= ~self.points() & (got >= self.lo) & (got <= self.hi)
        return ~equal & ~self.free


def bits_of(elem, x):
    x = np.ascontiguousarray(x)
    if elem == "bf16":
        return (x.view(np.uint32) >> np.uint32(16)).astype(np.uint16)
    return x.view("u%d" % x.dtype.itemsize)


def same(elem, a, b):
    """Equal bits; every NaN is the same."""
    if elem not in FLOATS:
        return np.asarray(a == b)
    return np.asarray(((a == b) & (np.signbit(a) == np.signbit(b))) | (np.isnan(a) & np.isnan(b)))


def order(elem, x):
    """Floats as integers in the order of the values, -0 just below +0; NaN on top."""
    x = np.asarray(x, DTYPE[elem])
    bits = bits_of(elem, np.atleast_1d(x)).astype(np.int64 if BITS[elem] < 64 else np.uint64)
    if BITS[elem] < 64:
        sign = 1 << (BITS[elem] - 1)
        key = np.where(bits >= sign, sign - 1 - bits, bits)
    else:
        signed = bits.view(np.int64)
        key = np.where(signed < 0, np.int64(-1) - (signed & np.int64(2**63 - 1)), signed)
    return np.where(np.isnan(np.atleast_1d(x)), np.iinfo(np.int64).max, key).reshape(x.shape)


def disorder(elem, keys):
    """The inverse of order."""
    nan = keys == np.iinfo(np.int64).max
    if BITS[elem] < 64:
        sign = 1 << (BITS[elem] - 1)
        bits = np.where(keys < 0, sign - 1 - keys, keys)
    else:
        bits = np.where(keys < 0, (np.int64(-1) - keys) | np.int64(-2**63), keys).view(np.uint64)
    x = from_bits(elem, bits.astype("u%d" % (BITS[elem] // 8))).data
    return np.where(nan, x.dtype.type(np.nan), x)


def step(elem, x, count):
    """`count` representable values up, or down; no further than the infinities."""
    top = order(elem, np.full(1, np.inf))[0]
    nan = np.isnan(x)
    # Clipped first, with integers of one type: nothing may pass through a float.
    low, high = np.int64(-top - 1 + max(-count, 0)), np.int64(top - max(count, 0))
    keys = np.minimum(np.maximum(order(elem, np.where(nan, 0, x)), low), high) + np.int64(count)
    return np.where(nan, x, disorder(elem, keys))


def lowest(elem, *xs):
    return disorder(elem, np.min([order(elem, x) for x in xs], axis=0))


def highest(elem, *xs):
    # NaN is on top, and marked elsewhere.
    return disorder(elem, np.max([order(elem, x) for x in xs], axis=0))


def wide(elem, x):
    return np.asarray(x, np.float64)


def of_floats(elem, fn, *vals, nan=True, unknown=None, ulps=0, limits=(None, None)):
    """A function of f64 arrays that has its extremes at the ends of the operands, each
    monotone. `nan`: a NaN operand always gives NaN. `unknown`: more elements of which
    nothing is known. `ulps`: how far the result may be off, but never out of `limits`."""
    ends = [(v.lo,) if v.hi is v.lo else (v.lo, v.hi) for v in vals]
    outs = [round_to(elem, fn(*[wide(v.elem, x) for v, x in zip(vals, xs)]))
            for xs in itertools.product(*ends)]
    point = np.logical_and.reduce([v.points() for v in vals])
    free = np.logical_or.reduce([v.free for v in vals])
    lo = hi = outs[0]
    if len(outs) > 1:
        bad = np.logical_or.reduce([np.isnan(o) for o in outs])
        lo, hi = lowest(elem, *outs), highest(elem, *outs)
        lo, hi = np.where(point, outs[0], lo), np.where(point, outs[0], hi)
        free = free | (bad & ~point)
    if unknown is not None:
        free = free | (unknown & ~point)
    if ulps:
        # Zeros and infinities have results that are exact, or limits.
        special = np.logical_or.reduce([(v.lo == 0) | np.isinf(v.lo) for v in vals]) & point
        low, high = step(elem, lo, -ulps), step(elem, hi, ulps)
        if limits[0] is not None:
            low = np.maximum(low, DTYPE[elem](limits[0]))
        if limits[1] is not None:
            high = np.minimum(high, DTYPE[elem](limits[1]))
        keep = special | np.isnan(lo)
        lo, hi = np.where(keep, lo, low), np.where(keep, hi, high)
    if nan:
        definite = np.logical_or.reduce([np.isnan(v.lo) & ~v.free for v in vals])
        if definite.any():
            lo = np.where(definite, np.nan, lo)
            hi = np.where(definite, np.nan, hi) if hi is not outs[0] or ulps else lo
            free = free & ~definite
    return clean(elem, lo, hi, free)


def clean(elem, lo, hi, free):
    """A Val whose unknown elements hold zeros."""
    if free.any():
        lo2 = np.where(free, 0, lo)
        hi = lo2 if hi is lo else np.where(free, 0, hi)
        lo = lo2
    if hi is not lo and same(elem, lo, hi).all():
        hi = lo
    return Val(elem, lo, hi, free)


def has_zero(v):
    """Whether an element may be zero, of a sign that is not known."""
    return (v.lo <= 0) & (v.hi >= 0)


def may_be_infinite(v):
    return np.isinf(v.lo) | np.isinf(v.hi)


def low_bit(x):
    """The value of the last bit that is set, infinite for 0 and what is not finite."""
    mantissa, exponent = np.frexp(np.where(np.isfinite(x), x, 0).astype(np.float64))
    whole = np.abs(np.ldexp(mantissa, 53)).astype(np.int64)
    last = np.ldexp((whole & -whole).astype(np.float64), exponent - 53)
    return np.where(whole == 0, np.inf, last)


def precision(elem):
    """Bits of the type in which sums and products of `elem` are accumulated."""
    return 53 if elem == "f64" else 24


def top_of(elem):
    """The largest finite value of that type."""
    return np.finfo(np.float64 if elem == "f64" else np.float32).max


def sums(elem, lo, hi, free, unit, axes, terms_rounded=False):
    """The sum along the axes of terms given in f64 (for f64 itself long double), each a
    multiple of `unit`; in any order, in the accumulator's type. Gives wide lo, hi, free,
    not yet rounded to `elem`; zeros are of either sign."""
    if elem == "f64":
        lo, hi = lo.astype(np.longdouble), hi.astype(np.longdouble)
    n = int(np.prod([lo.shape[a] for a in axes]))
    total = lambda x: np.sum(x, axis=axes)
    nan = np.any(np.isnan(lo) & ~free, axis=axes)
    plus = np.any((lo == np.inf) & ~free, axis=axes)
    minus = np.any((hi == -np.inf) & ~free, axis=axes)
    vague = free | (np.isinf(lo) != np.isinf(hi))
    finite_lo, finite_hi = (np.where(np.isfinite(x), x, 0) for x in (lo, hi))
    size = total(np.maximum(np.abs(finite_lo), np.abs(finite_hi)))
    low, high = total(finite_lo), total(finite_hi)
    exact = size <= 2.0 ** precision(elem) * unit
    rounding = 2.0 ** -precision(elem)
    error = np.where(exact, 0, (n + 2 * terms_rounded) * rounding * 1.01 * size
                     + n * np.finfo(np.float64).tiny * (elem == "f64") + terms_rounded * n * 2.0**-149)
    unknown = np.any(vague, axis=axes) | (size > top_of(elem) / 2)
    low, high = low - error, high + error
    low = np.where(plus, np.inf, np.where(minus, -np.inf, low))
    high = np.where(plus, np.inf, np.where(minus, -np.inf, high))
    definite = nan | (plus & minus)
    low, high = np.where(definite, np.nan, low), np.where(definite, np.nan, high)
    return low, high, unknown & ~definite


def rounded(elem, lo, hi, free):
    """A Val from wide ends; a zero may have either sign."""
    loose = lo != hi
    low, high = round_to(elem, lo), round_to(elem, hi)
    # Long double to f64 rounds on its own.
    low = np.where(loose & ~np.isnan(low), step(elem, low, -1), low)
    high = np.where(loose & ~np.isnan(high), step(elem, high, 1), high)
    zero = (low == 0) & (high == 0)
    return clean(elem, np.where(zero, -0.0, low), np.where(zero, 0.0, high), free)
