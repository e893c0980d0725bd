"""Rows of the numeric matrix: the ops that read or write by index."""

import references
from elements import NUMBERS
from matrix_table import Row, moving, on_axes, size
from matrix_values import ALL_SHAPES, SIZES, indices, mixed, tame
from references import ALL

TABLES = [(v, d) for v in SIZES for d in SIZES if v * d <= 17000]


def table_instances(shapes, tables):
    """Every table with an index of every rank, every index with some table."""
    few = [[s for s in shapes if len(s) == rank and size(s) <= 20] for rank in range(5)]
    chosen = [(few[rank][k % len(few[rank])], t) for k, t in enumerate(tables) for rank in range(5)]
    indexes = [s for s in shapes if len(s) < 5]
    chosen += [(s, tables[k % len(tables)]) for k, s in enumerate(indexes)]
    for shape, (v, d) in dict.fromkeys(chosen):
        if (v or size(shape) == 0) and size(shape) * d <= 70000:
            yield "%s by %s" % ([v, d], list(shape)), shape, v, d


def gather(elem, shape, v, d):
    name = "gather%s%s" % (shape, (v, d))
    values, i = mixed(elem, (v, d), name), indices(shape, v, name)
    return ("%r = kina.gather %v, %i : $v, $i -> $r", {"v": values, "i": i},
            lambda v, i: v[i])


def scatter_add(elem, shape, v, d):
    name = "scatter_add%s%s" % (shape, (v, d))
    u, i = tame(elem, shape + (d,), name), indices(shape, v, name)
    return ("%r = kina.scatter_add %u, %i $sizes : $u, $i -> $r", {"u": u, "i": i},
            {"r": references.scatter_add(u, i, v)})


def along_instances(shapes):
    """Each axis of each shape, but no index into nothing."""
    for label, shape, axis in on_axes(shapes):
        rest = shape[:axis] + shape[axis + 1:]
        if len(shape) >= 2 and (shape[axis] or size(rest) == 0):
            yield "%s axis %d" % (label, axis), shape, axis


def along(elem, shape, axis, name):
    rest = shape[:axis] + shape[axis + 1:]
    return rest, indices(rest, shape[axis], name + str(shape))


def take(elem, shape, axis):
    rest, i = along(elem, shape, axis, "take")
    v = mixed(elem, shape, "take" + str(shape))
    return ("%%r = kina.take_along_axis %%v, %%i axis = %d : $v, $i -> $r" % axis,
            {"v": v, "i": i}, lambda v, i: references.take(v, i, axis))


def scatter(elem, shape, axis):
    rest, i = along(elem, shape, axis, "scatter")
    u = mixed(elem, rest, "scatter" + str(shape))
    return ("%%r = kina.scatter_along_axis %%u, %%i axis = %d $sizes : $u, $i -> $r" % axis,
            {"u": u, "i": i}, lambda u, i: references.put(u, i, axis, shape[axis]))


BY_TABLE = list(table_instances(ALL_SHAPES, TABLES))
ALONG = list(along_instances(ALL_SHAPES))
ROWS = [
    Row("indexing", "gather", ALL, BY_TABLE, moving(gather), spread=2),
    Row("indexing", "scatter_add", NUMBERS, BY_TABLE, scatter_add, spread=2),
    Row("indexing", "take_along_axis", ALL, ALONG, moving(take), spread=3),
    Row("indexing", "scatter_along_axis", ALL, ALONG, moving(scatter), spread=3),
]
