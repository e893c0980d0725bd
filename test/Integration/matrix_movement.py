"""Rows of the numeric matrix: data movement.

A builder gives the text, the inputs and what NumPy does to their data: of that come the
values here, and the derivatives in gradient_matrix_movement.py.
"""

import itertools

import numpy as np

from matrix_table import Row, moving, on_axes, plain, size
from matrix_values import ALL_SHAPES, mixed
from references import ALL


def source(op, elem, shape, keep=()):
    x = mixed(elem, shape, op + str(shape))
    x.keep = frozenset(keep)
    return x


def broadcast_instances(shapes):
    """Each dimension expanded, all of them, and none, from each smaller rank too."""
    for label, shape in plain(shapes):
        rank = len(shape)
        for front in range(rank + 1):
            kept = range(front, rank)
            choices = [()] + [(a,) for a in kept] if front < 2 else [()]
            for ones in dict.fromkeys(choices + [tuple(kept)]):
                yield "%s front %d ones %s" % (label, front, list(ones)), shape, front, ones


def broadcast(elem, shape, front, ones):
    sizes = tuple(1 if axis in ones else shape[axis] for axis in range(front, len(shape)))
    x = source("broadcast", elem, sizes, [axis - front for axis in ones])
    return ("%r = kina.broadcast %x $sizes : $x -> $r", {"x": x},
            lambda x: np.broadcast_to(x, shape))


def reshape_instances(shapes):
    for label, shape in plain(shapes):
        count, half = size(shape), len(shape) // 2
        targets = [(count,), (1, count, 1), shape[::-1],
                   (size(shape[:half]), size(shape[half:])), shape[:half] + (1,) + shape[half:]]
        if count == 1:
            targets.append(())
        if count == 0:
            targets.append((5, 0, 7))
        targets += [(k, count // k) for k in (2, 4) if count and count % k == 0]
        for target in dict.fromkeys(t for t in targets if len(t) <= 5 and size(t) == count):
            yield "%s to %s" % (label, list(target)), shape, target


def reshape(elem, shape, target):
    x = source("reshape", elem, shape)
    return ("%r = kina.reshape %x $sizes : $x -> $r", {"x": x},
            lambda x: x.reshape(target))


def transpose_instances(shapes):
    """All permutations up to rank 3; beyond, all over the shapes, three for each."""
    turn = 0
    for label, shape in plain(shapes):
        perms = list(itertools.permutations(range(len(shape))))
        if len(shape) > 3:
            step = 8 if len(shape) == 4 else 40
            perms, turn = perms[turn % step::step], turn + 1
        for perm in perms:
            yield "%s perm %s" % (label, list(perm)), shape, perm


def transpose(elem, shape, perm):
    x = source("transpose", elem, shape)
    return ("%%r = kina.transpose %%x perm = %s : $x -> $r" % list(perm), {"x": x},
            lambda x: x.transpose(perm))


def part(n, way):
    """An offset, a size and a stride of one dimension of n elements."""
    return [(0, n, 1), (min(1, n), max(n - 1, 0), 1), (0, (n + 1) // 2, 2), (n, 0, 1),
            (max(n - 1, 0), min(1, n), 100), (min(1, n), max(n - 1, 0) // 3, 3)][way % 6]


def slice_instances(shapes):
    return [("%s way %d" % (label, way), shape, way)
            for label, shape in plain(shapes) for way in range(6 if shape else 1)]


def slice_(elem, shape, way):
    x = source("slice", elem, shape)
    # Neighbouring dimensions are cut in different ways, the first in each of them.
    parts = [part(n, way + 2 * axis) for axis, n in enumerate(shape)]
    offsets, sizes, strides = ([p[k] for p in parts] for k in range(3))
    index = tuple(slice(o, o + (n - 1) * s + 1 if n else o, s) for o, n, s in parts)
    return ("%%r = kina.slice %%x offsets = %s sizes = %s strides = %s : $x -> $r" %
            (offsets, sizes, strides), {"x": x}, lambda x: x[index])


def pad_instances(shapes):
    for label, shape in plain(shapes):
        ways = [((0,) * 5, (0,) * 5), ((1, 0, 2, 0, 1), (0, 0, 1, 3, 0)),
                ((0, 2, 0, 1, 1), (2, 1, 0, 0, 1))]
        for low, high in ways if shape else ways[:1]:
            low, high = low[:len(shape)], high[:len(shape)]
            yield "%s low %s high %s" % (label, list(low), list(high)), shape, low, high


def pad(elem, shape, low, high):
    x, v = source("pad", elem, shape), mixed(elem, (), "pad value" + str(low + shape))
    fill = lambda x, v: np.pad(x, list(zip(low, high)), constant_values=v) if shape else x
    return ("%%r = kina.pad %%x, %%v low = %s high = %s : $x, $v -> $r" % (list(low), list(high)),
            {"x": x, "v": v}, fill)


def concat_instances(shapes):
    """One to four parts: the shape itself and others of sizes 0, 1 and 3."""
    others = [(), (1,), (0, 3), (3, 1, 0)]
    for k, (label, shape, axis) in enumerate(on_axes(shapes)):
        for more in (others[k % 4], others[(k + 1) % 4]):
            yield "%s axis %d and %s" % (label, axis, list(more)), shape, axis, more


def concat(elem, shape, axis, more):
    parts = {"p0": source("concat", elem, shape)}
    for k, n in enumerate(more):
        other = shape[:axis] + (n,) + shape[axis + 1:]
        parts["p%d" % (k + 1)] = source("concat%d" % k, elem, other)
    operands, types = (", ".join(sign + n for n in parts) for sign in "%$")
    return ("%%r = kina.concat %s axis = %d : (%s) -> $r" % (operands, axis, types), parts,
            lambda *parts: np.concatenate(parts, axis))


def repeat_instances(shapes):
    for k, (label, shape, axis) in enumerate(on_axes(shapes)):
        for repeats in (2, (1, 3, 17)[k % 3]):
            if size(shape) * repeats <= 40000:
                yield "%s axis %d times %d" % (label, axis, repeats), shape, axis, repeats


def repeat(elem, shape, axis, repeats):
    x = source("repeat", elem, shape)
    return ("%%r = kina.repeat_interleave %%x axis = %d repeats = %d : $x -> $r" % (axis, repeats),
            {"x": x}, lambda x: np.repeat(x, repeats, axis))


# op -> (instances on shapes, builder)
OPS = {
    "broadcast": (broadcast_instances, broadcast), "reshape": (reshape_instances, reshape),
    "transpose": (transpose_instances, transpose), "slice": (slice_instances, slice_),
    "pad": (pad_instances, pad), "concat": (concat_instances, concat),
    "repeat_interleave": (repeat_instances, repeat)}
ROWS = [Row("data movement", op, ALL, list(instances(ALL_SHAPES)), moving(build), spread=7)
        for op, (instances, build) in OPS.items()]
