"""What the numeric matrix runs on: shapes, values at the edges and between them."""

import functools
import itertools

import numpy as np

from elements import (Arr, FLOATS, INTS, LOWEST, MANTISSA, bounds, largest, smallest,
                      smallest_normal)
from kinatest import rng
from references import wrap

SIZES = (0, 1, 3, 17, 64, 1000)
# The sizes beside the one that varies.
BESIDE, BESIDE_LARGE = (2, 1, 3, 2, 1), (1, 2, 1, 1, 2)
MORE = {2: [s for s in itertools.product(SIZES, SIZES) if np.prod(s) <= 4100],
        3: [(17, 3, 17), (3, 17, 3), (64, 3, 17), (0, 17, 0)], 4: [(3, 17, 3, 3), (1, 1, 1, 1)],
        5: [(3, 3, 3, 3, 3), (1, 1, 1, 1, 1), (3, 1, 17, 1, 3)]}


def shapes(rank):
    """Every size in every position."""
    if rank == 0:
        return [()]
    result = []
    for axis, size in itertools.product(range(rank), SIZES):
        fill = BESIDE if size < 64 else BESIDE_LARGE
        shape = [fill[(i + axis) % 5] for i in range(rank)]
        shape[axis] = size
        result.append(tuple(shape))
    return list(dict.fromkeys(result + MORE.get(rank, [])))


ALL_SHAPES = [shape for rank in range(6) for shape in shapes(rank)]


def edges(elem):
    """Zeros, infinities, NaN, the ends of the range, subnormals and some more."""
    if elem == "i1":
        return [False, True]
    if elem in INTS:
        low, high = bounds(elem)
        return [0, 1, -1, 2, -2, 3, 7, -7, 100, low, low + 1, high, high - 1]
    top, tiny, norm = largest(elem), smallest(elem), smallest_normal(elem)
    return [0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, top, -top, tiny, -tiny, norm, -norm,
            norm - tiny, 0.5, -0.5, 1.5, -1.5, 2.5, 3, -7, 1e-3, 10.25]


@functools.lru_cache(None)
def pool(elem):
    """The edges, and values of all sizes between them."""
    if elem == "i1":
        return Arr("i1", edges("i1"))
    random = rng("pool " + elem)
    if elem in INTS:
        low, high = bounds(elem)
        full = random.integers(low, high, 40, endpoint=True).tolist()
        return wrap(elem, edges(elem) + full + random.integers(-1000, 1000, 40).tolist())
    spread = random.normal(size=120) * np.exp(random.normal(size=120) * 2)
    # For sin and cos, whose argument must be reduced.
    far = [1e4, -12345.678, 1e6]
    return Arr(elem, np.concatenate([edges(elem), spread, np.linspace(-12, 12, 49), far]))


def mixed(elem, shape, name):
    """Values of the pool."""
    held = pool(elem).data
    return Arr(elem, held[rng(name + elem).integers(0, held.size, shape)], exact=True)


def pairs(elem):
    """Every edge value with every other."""
    e = Arr(elem, edges(elem)).data
    return Arr(elem, np.repeat(e, e.size), exact=True), Arr(elem, np.tile(e, e.size), exact=True)


def nonzero(x):
    """Divisors: 3 in the place of 0."""
    return Arr(x.elem, np.where(x.data == 0, 3, x.data), exact=True)


def tame(elem, shape, name, scale=1.0):
    """Values whose sums stay in the range; integers of the whole range."""
    random = rng(name + elem)
    if elem == "i1":
        return Arr("i1", random.integers(0, 2, shape))
    if elem in INTS:
        low, high = bounds(elem)
        return Arr(elem, random.integers(low, high, shape, endpoint=True))
    return Arr(elem, random.normal(size=shape) * scale)


def factors(elem, shape, name):
    """Values whose product stays in the range, however many there are."""
    if elem in INTS:
        return tame(elem, shape, name)
    random = rng(name + elem)
    spread = 0.3 if np.prod(shape) < 60 else 0.05
    return Arr(elem, np.exp(random.normal(size=shape) * spread) * random.choice([-1, 1], shape))


def indices(shape, bound, name):
    """Indices that reach both ends."""
    held = rng("index " + name).integers(0, max(bound, 1), shape)
    if held.size:
        held.flat[0], held.flat[held.size - 1] = 0, bound - 1
    return Arr("i64", held)


def ties(elem):
    """Halfway between neighbours of a float type, and next to that: rounding's edges."""
    random = rng("ties " + elem)
    unit = 2.0**-MANTISSA[elem]
    for exponent in (0, 1, 5, -3, LOWEST[elem] + MANTISSA[elem] - 2):
        for low in 1 + unit * random.integers(0, 2**min(MANTISSA[elem], 20), 3):
            step = max(unit * 2.0**exponent, smallest(elem))
            middle = np.floor(low * 2.0**exponent / step) * step + step / 2
            yield from (middle, -middle, middle + step * 2.0**-12, middle - step * 2.0**-12,
                        np.nextafter(middle, 9), np.nextafter(middle, 0))


@functools.lru_cache(None)
def cast_pool(source):
    """Sources of casts: the ends of every target type, and ties of every float type."""
    if source == "i1":
        return pool("i1")
    ends = [v + d for elem in INTS for v in bounds(elem) for d in (-1, 0, 1)]
    ends += [s * (2**k + d) for k in (8, 11, 24, 31, 32, 40, 53, 54, 60, 62) for s in (1, -1)
             for d in (-1, 0, 1, 2, 3)]
    ends += [(1 << 60) + (1 << 36) + 1, (1 << 62) + (1 << 38), 65519, 65520, 65535, 70000]
    if source in INTS:
        low, high = bounds(source)
        held = [v for v in ends if low <= v <= high]
        return Arr(source, np.concatenate([pool(source).data, np.array(held, np.int64)]))
    tops = [s * v for elem in FLOATS for v in (largest(elem), smallest(elem), smallest(elem) / 2,
                                                largest(elem) * (1 + 2.0**-MANTISSA[elem] / 4))
            for s in (1, -1)]
    with np.errstate(all="ignore"):
        held = [float(v) for v in ends] + tops + [v for elem in FLOATS for v in ties(elem)]
        held += [0.1, 1 / 3, 2.7, -2.7, 3e10, -3e10, 1e30, -1e30, 0.9999999, -0.9999999]
        return Arr(source, np.concatenate([pool(source).data.astype(np.float64), held]))
