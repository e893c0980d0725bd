"""Rows of the numeric matrix: elementwise ops, compare, select, cast, constant, iota."""

import numpy as np

import references
from elements import Arr, FLOATS, INTS, NUMBERS, Want, want
from kinatest import rng
from matrix_table import Row, on_axes, with_edges
from matrix_values import ALL_SHAPES, cast_pool, mixed, nonzero, pairs, pool
from references import ALL, BINARY, COMPARE, UNARY, moved

EVERY = with_edges(ALL_SHAPES)


def unary(op):
    def build(elem, shape):
        x = pool(elem) if shape is None else mixed(elem, shape, op + str(shape))
        if op == "not":
            result = want(elem, ~x.data)
        else:
            result = references.unary(op, x)
        return "%%r = kina.%s %%x : $x" % op, {"x": x}, {"r": result}
    return build


def two(elem, shape, name):
    """Two operands: all pairs of edges, or values of the pool."""
    if shape is None:
        return pairs(elem)
    return mixed(elem, shape, name + str(shape)), mixed(elem, shape, name + "b" + str(shape))


def binary(op):
    def build(elem, shape):
        a, b = two(elem, shape, op)
        if elem in INTS and op in ("div", "mod"):
            b = nonzero(b)
        return ("%%r = kina.%s %%a, %%b : $a" % op, {"a": a, "b": b},
                {"r": references.binary(op, a, b)})
    return build


def seed(elem, shape):
    """The first operand, whatever the second one holds."""
    a, b = two(elem, shape, "seed")
    return "%r = kina.seed %a, %b : $a", {"a": a, "b": b}, {"r": moved(a, a.data)}


def compare(predicate):
    def build(elem, shape):
        a, b = two(elem, shape, "compare")
        return ("%%r = kina.compare %s, %%a, %%b : $a" % predicate, {"a": a, "b": b},
                {"r": want("i1", COMPARE[predicate](a.data, b.data))})
    return build


def select(elem, shape):
    a, b = two(elem, shape, "select")
    c = Arr("i1", rng("condition" + str(shape)).integers(0, 2, a.shape))
    return ("%r = kina.select %c, %a, %b : $a", {"c": c, "a": a, "b": b},
            {"r": moved(a, np.where(c.data, a.data, b.data))})


def cast(target):
    def build(elem, shape):
        x = cast_pool(elem) if shape is None else None
        if x is None:
            held = cast_pool(elem).data
            x = Arr(elem, held[rng("cast" + str(shape)).integers(0, held.size, shape)], exact=True)
        return "%r = kina.cast %x : $x -> $r", {"x": x}, {"r": references.cast(x, target)}
    return build


def literal(x):
    """The elements as nested lists: floats by their bits, the others as numbers."""
    if x.elem in FLOATS:
        digits = x.bits().dtype.itemsize * 2
        held = np.vectorize(lambda v: "0x%0*X" % (digits, v), otypes=[object])(x.bits())
    else:
        held = np.vectorize(lambda v: str(v).lower(), otypes=[object])(x.data)
    return "" if not x.data.size else str(held.tolist()).replace("'", "")


def constant(elem, shape):
    x = pool(elem) if shape is None else mixed(elem, shape, "constant" + str(shape))
    return "%%r = kina.constant dense<%s> : $r" % literal(x), {}, {"r": moved(x, x.data)}


def iota(elem, shape, axis):
    return ("%%r = kina.iota axis = %d $sizes : $r" % axis, {},
            {"r": Want(Arr(elem, np.indices(shape)[axis]))})


ROWS = [Row("elementwise", op, UNARY[op][1], EVERY, unary(op)) for op in UNARY]
ROWS += [Row("elementwise", op, BINARY[op][1], EVERY, binary(op)) for op in BINARY]
ROWS += [
    Row("elementwise", "not", INTS + ("i1",), EVERY, unary("not")),
    Row("elementwise", "seed", FLOATS, EVERY, seed),
    Row("elementwise", "select", ALL, EVERY, select),
]
ROWS += [Row("compare", "compare", ALL if p in ("eq", "ne") else NUMBERS, EVERY, compare(p), p)
         for p in COMPARE]
ROWS += [Row("cast", "cast", ALL, EVERY, cast(target), "to " + target, spread=2)
         for target in ALL]
ROWS += [
    Row("constant", "constant", ALL, EVERY, constant, dynamic=False),
    Row("constant", "iota", NUMBERS, on_axes(ALL_SHAPES), iota, spread=2),
]
