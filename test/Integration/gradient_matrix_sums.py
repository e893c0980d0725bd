"""Rows of the matrix of derivatives: reduce, linear_scan, matmul, softmax and log_softmax."""

import itertools

import numpy as np

import matrix_sums
from gradient_matrix_table import GradientRow, SHAPES, positive, tame
from gradlib import Problem, f64, to
from matrix_table import on_axes, size

REDUCE = {"sum": np.sum, "mean": np.mean, "max": np.max, "min": np.min, "prod": np.prod}


def reduce_of(kind, axes, keepdims):
    if not axes:
        return lambda x: x
    if kind in ("max", "min"):  # of nothing there is no result either
        return lambda x: (REDUCE[kind] if x.size else np.sum)(x, axis=tuple(axes), keepdims=keepdims)
    return lambda x: REDUCE[kind](x, axis=tuple(axes), keepdims=keepdims)


def reduce(kind):
    def build(elem, shape, axes, keepdims):
        name = kind + str(shape)
        if kind == "prod":
            x = f64(name, shape, 0.7, 1.3)
            x.data *= np.where(x.data > 1.15, -1, 1)
        else:
            x = tame(f64(name, shape), name)
        count = size([shape[a] for a in axes])
        function = reduce_of(kind, axes, keepdims)
        return Problem("%%y = kina.reduce %s %%x axes = %s%s : $x -> $y" %
                       (kind, list(axes), " keepdims" * keepdims), to(elem, {"x": x}), function,
                       size=positive(function, [0]), terms=3 * count if kind == "prod" else 4)
    return build


def matmul_instances():
    batches = [(), (3,), (0,), (1,), (2, 1), (1, 3)]
    for batch in batches:
        for m, k, n in itertools.product((0, 1, 3, 5) if not batch else (0, 1, 3), repeat=3):
            yield "batch %s %dx%dx%d" % (list(batch), m, k, n), batch + (m, k), batch, n
    yield "64x17x33", (64, 17), (), 33
    yield "batch [3] 17x5x9", (3, 17, 5), (3,), 9
    yield "one value twice", (3, 3), (), None
    yield "one value twice, batch [2]", (2, 2, 2), (2,), None


def matmul(elem, shape, batch, n):
    terms = shape[-2] + shape[-1] + (n or 0)
    a = f64("a%s" % (shape,), shape)
    if n is None:
        square = lambda a: np.matmul(a, a)
        return Problem("%y = kina.matmul %a, %a : $a, $a -> $y", to(elem, {"a": a}), square,
                       size=positive(square, [0]), terms=terms)
    b = f64("b%d%s" % (n, shape), batch + (shape[-1], n))
    turned = lambda x: np.swapaxes(np.abs(x), -1, -2)
    return Problem("%y = kina.matmul %a, %b : $a, $b -> $y", to(elem, {"a": a, "b": b}), np.matmul,
                   size=lambda g, a, b: [np.matmul(g, turned(b)), np.matmul(turned(a), g)],
                   terms=terms)


def scanned(a, b, axis, reverse, init):
    """c[0] = init, c[i + 1] = a[i] c[i] + b[i]."""
    a, b = (np.moveaxis(v, axis, 0)[::-1 if reverse else 1] for v in (a, b))
    values = [np.full(a.shape[1:], float(init))]
    for factor, term in zip(a, b):
        values.append(factor * values[-1] + term)
    result = np.array(values[:-1]).reshape(a.shape)
    return np.moveaxis(result[::-1 if reverse else 1], 0, axis)


def scan(elem, shape, axis, reverse, init):
    function = lambda a, b: scanned(a, b, axis, reverse, init)
    both = {"a": f64("scan a%s" % (shape,), shape), "b": f64("scan b%s" % (shape,), shape)}
    return Problem("%%y = kina.linear_scan %%a, %%b axis = %d%s init = %d : $a" %
                   (axis, " reverse" * reverse, init), to(elem, both), function,
                   size=positive(function, [0, 1]), terms=4 * shape[axis])


def softmax_of(x, axis):
    e = np.exp(x - x.max(axis, keepdims=True)) if x.size else x
    return e / e.sum(axis, keepdims=True)


def log_softmax_of(x, axis):
    return np.log(softmax_of(x, axis))


def softmax(op):
    """y * (g - S(g * y)) and g - exp(y) * S(g). What y itself may be off is in
    references.normalized: in units of the accumulator |x - max| + n + 8 + log n."""
    function = softmax_of if op == "softmax" else log_softmax_of

    def build(elem, shape, axis):
        x = f64(op + str(shape), shape, -2, 2)

        def bound(g, x):
            total = lambda v: np.sum(v, axis, keepdims=True)
            y = softmax_of(x, axis)
            if op == "softmax":
                return [y * (g + total(g * y))]
            return [g + y * (1 - np.log(y)) * total(g)]
        return Problem("%%y = kina.%s %%x axis = %d : $x" % (op, axis), to(elem, {"x": x}),
                       lambda x: function(x, axis), size=bound, steps=6,
                       terms=3 * (shape[axis] + 16))
    return build


def reduce_instances(kind):
    """Beyond rank 2 keepdims takes turns."""
    for instance in matrix_sums.reduce_instances(kind, SHAPES):
        _, shape, axes, keepdims = instance
        if len(shape) <= 2 or (len(axes) + sum(axes) + sum(shape)) % 2 == keepdims:
            yield instance


# Their rules are those of max and of sum.
ALIKE = ("min", "mean")
ROWS = [GradientRow("reduce", "reduce", reduce_instances(kind), reduce(kind), kind,
                    spread=11, thin=3 if kind in ALIKE else 1) for kind in matrix_sums.KINDS]
ROWS += [GradientRow("scan", "linear_scan", matrix_sums.scan_instances(SHAPES), scan, thin=3)]
ROWS += [GradientRow("matmul", "matmul", matmul_instances(), matmul, large_narrow=True)]
ROWS += [GradientRow("softmax", op, on_axes(SHAPES), softmax(op), large_narrow=True)
         for op in ("softmax", "log_softmax")]
