"""The ops that read or write by index: how each is drawn, and its values."""

import numpy as np

from elements import FLOATS, NUMBERS
from generator import ELEMS
from intervals import Val, low_bit, rounded, sums, wide
from op import Op, agree, agree_all, need


def checked(indices, bound):
    """Indices that are known, and do not trap."""
    need(not indices.free.any() and ((indices.lo >= 0) & (indices.lo < bound)).all(), "index")
    return indices.lo


def mode(attrs):
    return " bounds = %s" % attrs["bounds"] if attrs.get("bounds") else ""


def axis_and_mode(attrs):
    return " axis = %d%s" % (attrs["axis"], mode(attrs))


def with_mode(g, **attrs):
    if g.chance(0.1):
        attrs["bounds"] = "unchecked"
    return attrs


# Gather, take_along_axis.

def infer_gather(attrs, types, target):
    (elem, table), (index, shape) = types
    need(len(table) == 2 and index == "i64")
    return elem, tuple(shape) + (table[1],)


def gather(attrs, vals, elem, shape):
    index = checked(vals[1], vals[0].shape[0])
    return vals[0].moved(lambda x: x[index] if x.shape[0] else np.zeros(shape, x.dtype))


def draw_gather(g):
    v = g.operand(ELEMS, 2, 2)
    shape = g.shape(0, 3)
    if v.shape[0] == 0:
        shape = shape[:-1] + (0,) if shape else (0,)
    need(int(np.prod(shape)) * v.shape[1] <= 400)
    return g.emit("gather", [v, g.exact_ints(shape, 0, v.shape[0] - 1)], with_mode(g))


def without(shape, axis):
    return tuple(shape[:axis]) + tuple(shape[axis + 1:])


def infer_take(attrs, types, target):
    (elem, shape), (index, rest) = types
    need(len(shape) >= 2 and index == "i64" and 0 <= attrs["axis"] < len(shape))
    return elem, agree_all(without(shape, attrs["axis"]), rest)


def take(attrs, vals, elem, shape):
    axis = attrs["axis"]
    index = np.expand_dims(checked(vals[1], vals[0].shape[axis]), axis)
    if not index.size:
        return vals[0].moved(lambda x: np.zeros(shape, x.dtype))
    return vals[0].moved(lambda x: np.take_along_axis(x, index, axis).squeeze(axis))


def draw_take(g):
    v = g.operand(ELEMS, 2)
    axis = g.integer(0, v.rank - 1)
    rest = without(v.shape, axis)
    need(v.shape[axis] or 0 in rest)
    dims = without(v.dims, axis) if g.chance(0.8) else None
    return g.emit("take_along_axis", [v, g.exact_ints(rest, 0, v.shape[axis] - 1, dims)],
                  with_mode(g, axis=axis))


# scatter_along_axis, scatter_add.

def infer_scatter(attrs, types, target):
    (elem, shape), (index, other) = types
    rank = len(target[1])
    need(rank >= 2 and index == "i64" and elem == target[0] and 0 <= attrs["axis"] < rank)
    agree_all(shape, other, without(target[1], attrs["axis"]))
    return target


def scatter(attrs, vals, elem, shape):
    axis = attrs["axis"]
    index = np.expand_dims(checked(vals[1], shape[axis]), axis)

    def put(x):
        out = np.zeros(shape, x.dtype)
        if out.size:
            np.put_along_axis(out, index, np.expand_dims(x, axis), axis)
        return out
    return vals[0].moved(put)


def draw_scatter(g):
    u = g.operand(ELEMS, 1, 4)
    axis, size = g.integer(0, u.rank), g.size()
    need(size or 0 in u.shape)
    need(int(np.prod(u.shape)) * size <= 400)
    shape = u.shape[:axis] + (size,) + u.shape[axis:]
    return g.spelled("scatter_along_axis", [u, g.exact_ints(u.shape, 0, size - 1, u.dims)],
                     with_mode(g, axis=axis), u.elem, shape)


def infer_scatter_add(attrs, types, target):
    (elem, shape), (index, rest) = types
    need(index == "i64" and elem == target[0] and len(target[1]) == 2 and len(shape) == len(rest) + 1)
    agree_all(shape[:-1], rest)
    agree(shape[-1], target[1][1])
    return target


def scatter_add(attrs, vals, elem, shape):
    u, rows = vals[0], checked(vals[1], shape[0]).ravel()
    flat = lambda x: x.reshape(rows.size, shape[1])
    if elem not in FLOATS:
        out, free = np.zeros(shape, u.lo.dtype), np.zeros(shape, bool)
        np.add.at(out, rows, flat(u.lo))
        np.logical_or.at(free, rows, flat(u.free))
        return Val(elem, out, free=free)
    lo, hi, free = flat(wide(elem, u.lo)), flat(wide(elem, u.hi)), flat(u.free)
    bit = np.where(flat(u.points()), low_bit(lo), 0)
    parts = []
    for row in range(shape[0]):
        mine = rows == row
        parts.append(sums(elem, lo[mine], hi[mine], free[mine],
                          np.min(bit[mine], axis=0, initial=np.inf), (0,)))
    if not parts:
        return Val(elem, np.zeros(shape))
    return rounded(elem, *[np.stack(x) for x in zip(*parts)])


def draw_scatter_add(g):
    u = g.operand(NUMBERS, 1, 4)
    rows = g.size()
    rest = u.shape[:-1]
    need(rows or 0 in rest)
    dims = u.dims[:-1] if g.chance(0.8) else None
    return g.spelled("scatter_add", [u, g.exact_ints(rest, 0, rows - 1, dims)], with_mode(g),
                     u.elem, (rows, u.shape[-1]))


TABLE = {op.name: op for op in [
    Op("gather", draw_gather, infer_gather, gather, 1.5, suffix=mode),
    Op("take_along_axis", draw_take, infer_take, take, 1.5, suffix=axis_and_mode),
    Op("scatter_along_axis", draw_scatter, infer_scatter, scatter, 1.2, suffix=axis_and_mode,
       spells=False),
    Op("scatter_add", draw_scatter_add, infer_scatter_add, scatter_add, 1.2, suffix=mode,
       spells=False),
]}
