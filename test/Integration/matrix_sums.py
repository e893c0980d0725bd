"""Rows of the numeric matrix: reduce, linear_scan, matmul, softmax and log_softmax."""

import itertools

import numpy as np

import references
from elements import Arr, FLOATS, NUMBERS
from matrix_table import Row, on_axes, plain, size
from matrix_values import (ALL_SHAPES, SIZES, edges, factors, mixed, pairs, shapes, tame)

KINDS = ("sum", "prod", "max", "min", "mean")


def pairs_on(elem, axis):
    """All pairs of edges, along one of two axes."""
    a, b = pairs(elem)
    return Arr(elem, np.stack([a.data, b.data], axis), exact=True)


def reduce_instances(kind, shapes):
    """Every subset of the axes, with and without keepdims."""
    for label, shape in plain(shapes):
        for n, keepdims in itertools.product(range(len(shape) + 1), (False, True)):
            for axes in itertools.combinations(range(len(shape)), n):
                kept = [s for a, s in enumerate(shape) if a not in axes]
                if kind in ("max", "min") and size(shape) == 0 and size(kept) != 0:
                    continue  # an error, or a trap
                yield "%s axes %s%s" % (label, list(axes), " keepdims" * keepdims), \
                    shape, axes, keepdims


def reduce(kind):
    def build(elem, shape, axes, keepdims):
        name = kind + str(shape)
        if shape is None:
            x = pairs_on(elem, axes[0])
        elif kind in ("max", "min"):
            # NaN in every result would hide the rest.
            x = mixed(elem, shape, name) if len(axes) < 2 else tame(elem, shape, name)
        else:
            x = (factors if kind == "prod" else tame)(elem, shape, name)
        return ("%%r = kina.reduce %s %%x axes = %s%s : $x -> $r" %
                (kind, list(axes), " keepdims" * keepdims), {"x": x},
                {"r": references.reduce(kind, x, axes, keepdims)})
    return build


def matmul_instances():
    """All M, K, N that stay small, then batches of rank 1 to 3 with each size."""
    yield "pairs of edges, K = 1", None, None, None
    # No operand is large either where another size is 0.
    work = lambda t: np.prod([max(n, 1) for n in t])
    triples = [t for t in itertools.product(SIZES, repeat=3) if work(t) <= 70000]
    for m, k, n in triples:
        yield "%dx%dx%d" % (m, k, n), (m, k), (), n
    for rank in (1, 2, 3):
        for turn, batch in enumerate(shapes(rank)):
            few = [t for t in triples if work(t) * size(batch) <= 70000]
            for m, k, n in few[turn % 7::29]:
                yield "batch %s %dx%dx%d" % (list(batch), m, k, n), batch + (m, k), batch, n


def matmul(elem, shape, batch, n):
    if shape is None:
        e = np.array(Arr(elem, edges(elem)).data)
        a, b = Arr(elem, e[:, None], exact=True), Arr(elem, e[None, :], exact=True)
    else:
        a = tame(elem, shape, "a%d%s" % (n, shape))
        b = tame(elem, batch + (shape[-1], n), "b%d%s" % (n, shape))
    return ("%r = kina.matmul %a, %b : $a, $b -> $r", {"a": a, "b": b},
            {"r": references.matmul(a, b)})


def scan_instances(shapes):
    for k, (label, shape, axis) in enumerate(on_axes(shapes)):
        for reverse in (False, True):
            init = (k + reverse) % 2
            yield "%s%s from %d" % (label, " reverse" * reverse, init), shape, axis, reverse, init


def scan(elem, shape, axis, reverse, init):
    a, b = factors(elem, shape, "scan a%s" % (shape,)), tame(elem, shape, "scan b%s" % (shape,))
    return ("%%r = kina.linear_scan %%a, %%b axis = %d%s init = %d : $a" %
            (axis, " reverse" * reverse, init), {"a": a, "b": b},
            {"r": references.linear_scan(a, b, axis, reverse, init)})


def softmax_instances():
    for axis in (0, 1):
        yield "pairs of edges on axis %d" % axis, None, axis
    yield from on_axes(ALL_SHAPES)


def softmax(op):
    def build(elem, shape, axis):
        x = pairs_on(elem, axis) if shape is None else tame(elem, shape, op + str(shape), 3.0)
        results = dict(zip(("softmax", "log_softmax"), references.normalized(x, axis)))
        return "%%r = kina.%s %%x axis = %d : $x" % (op, axis), {"x": x}, {"r": results[op]}
    return build


PAIRS = [("pairs of edges on axis %d" % axis, None, (axis,), False) for axis in (0, 1)]
ROWS = [Row("reduce", "reduce", FLOATS if kind == "mean" else NUMBERS,
            PAIRS + list(reduce_instances(kind, ALL_SHAPES)), reduce(kind), kind,
            spread=4 if kind == "mean" else 6) for kind in KINDS]
ROWS += [Row("matmul", "matmul", NUMBERS, list(matmul_instances()), matmul, spread=2)]
ROWS += [Row("softmax", op, FLOATS, list(softmax_instances()), softmax(op), spread=2)
         for op in ("softmax", "log_softmax")]
ROWS += [Row("scan", "linear_scan", FLOATS, list(scan_instances(ALL_SHAPES)), scan, spread=4)]
