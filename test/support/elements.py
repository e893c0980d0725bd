"""Element types of kina tensors in NumPy: rounding, bits, files and comparison."""

import numpy as np

FLOATS = ("f32", "f64", "f16", "bf16")
INTS = ("i32", "i64")
NUMBERS = FLOATS + INTS

# How values are held: bf16 as f32 values that bf16 can represent.
DTYPE = {"f16": np.float16, "bf16": np.float32, "f32": np.float32, "f64": np.float64,
         "i1": np.bool_, "i32": np.int32, "i64": np.int64}
# The bits below the leading one, and the exponent of the smallest subnormal.
MANTISSA = {"f16": 10, "bf16": 7, "f32": 23, "f64": 52}
LOWEST = {"f16": -24, "bf16": -133, "f32": -149, "f64": -1074}
# Rounding step relative to 1 of the type that accumulates sums and products.
ACCUMULATOR = {"f16": 2.0**-24, "bf16": 2.0**-24, "f32": 2.0**-24, "f64": 2.0**-53}


def round_to(elem, values):
    """Values (f64 or wider, or integers) rounded once to the element type."""
    values = np.asarray(values)
    with np.errstate(all="ignore"):
        if elem != "bf16":
            return values.astype(DTYPE[elem])
        wide = np.atleast_1d(np.asarray(values, np.float64))
        # To f32 by round-to-odd, which makes the second rounding the only one.
        f32 = wide.astype(np.float32)
        bits = f32.view(np.uint32).copy()
        inexact = np.isfinite(wide) & (f32.astype(np.float64) != wide)
        away = inexact & (np.abs(f32.astype(np.float64)) > np.abs(wide))
        bits = np.where(away, bits - 1, bits)
        bits = np.where(inexact, bits | 1, bits).astype(np.uint32)
        rounded = (bits.astype(np.uint64) + np.uint64(0x7FFF) + ((bits >> 16) & 1)) & np.uint64(0xFFFF0000)
        nan = np.isnan(wide)
        keep = np.where(nan, (bits | 0x400000) & 0xFFFF0000, rounded).astype(np.uint32)
        return keep.view(np.float32).reshape(values.shape)


class Arr:
    """An element type and values; `keep` lists dimensions that stay static."""

    def __init__(self, elem, values, keep=(), exact=False):
        self.elem, self.keep = elem, frozenset(keep)
        held = np.asarray(values)
        self.data = np.array(held if exact else round_to(elem, held), dtype=DTYPE[elem],
                             order="C")

    @property
    def shape(self):
        return self.data.shape

    def wide(self):
        """The values in f64 (floats) or as they are."""
        return self.data.astype(np.float64) if self.elem in FLOATS else self.data

    def bits(self):
        """The storage bits as unsigned integers (i1 as 0 and 1)."""
        if self.elem == "bf16":
            high = np.atleast_1d(self.data).view(np.uint32) >> np.uint32(16)
            return high.astype(np.uint16).reshape(self.shape)
        if self.elem == "i1":
            return self.data.astype(np.uint8)
        return self.data.view("u%d" % self.data.dtype.itemsize)

    def save(self, path):
        if self.elem == "bf16":
            np.save(path, np.frombuffer(self.bits().tobytes(), "V2").reshape(self.shape)
                    if self.data.size else np.zeros(self.shape, "V2"))
        else:
            np.save(path, self.data)


def from_bits(elem, bits, keep=()):
    """An Arr from storage bits."""
    bits = np.asarray(bits)
    if elem == "bf16":
        widened = np.atleast_1d(bits).astype(np.uint32) << np.uint32(16)
        data = widened.view(np.float32).reshape(bits.shape)
    else:
        data = bits.view(DTYPE[elem])
    return Arr(elem, data, keep, exact=True)


def load(path, elem):
    """The tensor in a .npy file, which must be of the element type."""
    data = np.load(path)
    if elem == "bf16":
        if data.dtype.itemsize != 2 or data.dtype.kind != "V":
            raise ValueError("dtype %s, expected V2" % data.dtype)
        bits = np.array([], np.uint16) if not data.size else \
            np.frombuffer(data.tobytes(), np.uint16)
        return from_bits("bf16", bits.reshape(data.shape))
    if data.dtype != DTYPE[elem]:
        raise ValueError("dtype %s, expected %s" % (data.dtype, elem))
    return Arr(elem, data, exact=True)


def ulp(elem, values):
    """The distance to the next representable value at each value."""
    with np.errstate(all="ignore"):
        exponent = np.frexp(np.where(np.isfinite(values), values, 0))[1] - 1
        exponent = np.where(np.asarray(values) == 0, LOWEST[elem], exponent)
        return np.ldexp(1.0, np.maximum(exponent - MANTISSA[elem], LOWEST[elem]))


def ordered(arr):
    """The bits as signed integers in the order of the values; both zeros are 0."""
    bits = arr.bits().astype(np.uint64)
    width = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}[arr.elem]
    magnitude = (bits & np.uint64(2 ** (width - 1) - 1)).astype(np.int64)
    return np.where(bits >> np.uint64(width - 1) != 0, -magnitude, magnitude)


class Want:
    """An expected result: within `ulps` units in the last place, or within `near`
    (absolute, scalar or array), or else equal (zeros by sign, NaN as NaN) or, with
    `bits`, equal bit by bit."""

    def __init__(self, arr, ulps=0, near=None, bits=False):
        self.arr, self.ulps, self.near, self.bits = arr, ulps, near, bits

    def wrong(self, got):
        """A mask of the elements of `got` that are not as expected."""
        arr = self.arr
        if self.bits or arr.elem not in FLOATS:
            return got.bits() != arr.bits()
        both_nan = np.isnan(arr.data) & np.isnan(got.data)
        one_nan = np.isnan(arr.data) != np.isnan(got.data)
        if not self.ulps and self.near is None:
            return ~both_nan & (got.bits() != arr.bits())
        if self.near is None:  # zeros by sign
            zeros = (arr.data == 0) & (got.data == 0)
            one_nan |= zeros & (np.signbit(arr.data) != np.signbit(got.data))
        # 2^63 apart in f64 (inf against -inf) would wrap; those count as far.
        a, b = ordered(arr), ordered(got)
        far = (a < 0) != (b < 0)
        apart = np.where(far, np.abs(a).astype(np.float64) + np.abs(b), np.abs(a - b))
        fine = apart <= self.ulps
        if self.near is not None:
            with np.errstate(all="ignore"):
                fine |= np.abs(arr.wide() - got.wide()) <= self.near
        return (~fine | one_nan) & ~both_nan

    def spoiled(self):
        """An expectation that is wrong in its last element."""
        arr = Arr(self.arr.elem, self.arr.data, exact=True)
        if arr.data.size:
            last = tuple(s - 1 for s in arr.shape)
            value = arr.data[last]
            if arr.elem == "i1":
                arr.data[last] = not value
            elif np.isfinite(value) and value != 0:
                arr.data[last] = -value if value != -value else 0
            else:
                arr.data[last] = 7
        return Want(arr, self.ulps, None, self.bits)


def want(elem, values, **tolerance):
    """Shorthand: values rounded once to the element type, with a tolerance."""
    keep = tolerance.pop("keep", ())
    return Want(Arr(elem, values, keep), **tolerance)


def bounds(elem):
    """The smallest and the largest value of an integer type."""
    info = np.iinfo(DTYPE[elem])
    return info.min, info.max


def largest(elem):
    """The largest finite value of a float type, in f64."""
    top = {"f16": 15, "bf16": 127, "f32": 127, "f64": 1023}[elem]
    return (2 - 2.0 ** -MANTISSA[elem]) * 2.0**top


def smallest_normal(elem):
    """The smallest positive normal value of a float type, in f64."""
    return 2.0 ** (LOWEST[elem] + MANTISSA[elem])


def smallest(elem):
    """The smallest positive value of a float type, in f64."""
    return 2.0 ** LOWEST[elem]


def rng_floats(random, shape):
    """Values in [-2, 2] that every float type holds exactly."""
    return random.integers(-16, 17, shape) / 8
