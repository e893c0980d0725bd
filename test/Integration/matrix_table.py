"""A row of the numeric matrix: an op on each of its element types and instances."""

import numpy as np

from kinatest import Case
from references import moved


class Row:
    """`instances` are (label, shape, attributes...), shape None where the label says it
    all; `build(elem, shape, attributes...)` gives the text, inputs and results of one.
    `variant` tells the rows of one op apart. Beyond rank 2 an instance takes one type of
    every `spread` in turn, so that each type still meets every rank and op."""

    def __init__(self, family, op, types, instances, build, variant="", spread=1, dynamic=True):
        self.family, self.op, self.types, self.variant = family, op, types, variant
        self.instances, self.build, self.spread = instances, build, spread
        self.dynamic = dynamic

    def cases(self, elem):
        """(name, shape, attributes...) of every case of one element type."""
        turn = self.types.index(elem)
        for k, (label, shape, *attributes) in enumerate(self.instances):
            small = shape is None or len(shape) <= 2
            if small or (k + turn) % self.spread == 0:
                words = (self.op, self.variant, elem, label)
                yield (" ".join(w for w in words if w), shape, *attributes)

    def case(self, name, elem, shape, *attributes):
        return Case(name, *self.build(elem, shape, *attributes))


def moving(build):
    """The results of an op that moves the first operand's bits, with the others' help,
    from a builder that gives a function of the operands' data instead."""
    def with_results(elem, shape, *attributes):
        text, inputs, function = build(elem, shape, *attributes)
        first = next(iter(inputs.values()))
        return text, inputs, {"r": moved(first, function(*[a.data for a in inputs.values()]))}
    return with_results


def plain(shapes):
    """Instances without attributes."""
    return [("x".join(map(str, s)) or "scalar", s) for s in shapes]


def with_edges(shapes):
    return [("edges", None)] + plain(shapes)


def on_axes(shapes):
    """Each shape with each of its axes."""
    return [("%s axis %d" % (label, axis), shape, axis)
            for label, shape in plain(shapes) for axis in range(len(shape))]


def size(shape):
    return int(np.prod(shape))
