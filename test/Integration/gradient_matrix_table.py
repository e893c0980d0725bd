"""A row of the matrix of derivatives: an op on each element type and instance."""

import itertools

import numpy as np

from elements import Arr, FLOATS
from gradlib import Problem, adjoint, first_order, is_float, pullback, second_order
from kinatest import rng
from matrix_table import Row, size

# Rank 0 to 4 with sizes 0, 1 and odd: all of them up to rank 3, each in each position
# beyond, where 2 keeps neighbours apart.
SMALL = [()] + [s for rank in (1, 2) for s in itertools.product((0, 1, 3, 5), repeat=rank)]
SMALL += list(itertools.product((0, 1, 3), repeat=3))
SMALL += [tuple(n if k == axis else (2, 1, 3, 2)[(k + axis) % 4] for k in range(4))
          for axis in range(4) for n in (0, 1, 3)] + [(1, 1, 1, 1)]
# Judged by a pairing, ⟨J v, u⟩ = ⟨v, Jᵀ u⟩.
LARGE = [(1000,), (17, 64), (3, 17, 17), (3, 17, 3, 3)]
MOST = 150
SHAPES = list(dict.fromkeys(SMALL + LARGE))


class GradientRow(Row):
    """`build(elem, shape, attributes...)` gives a Problem. In f64 a small instance is
    one case for the first and second order; f32, f16 and bf16 have the first, against
    the gradient in f64. `large_narrow`: instances of many elements also in these. Beyond
    rank 2, f64 takes one instance of every `thin`, and the others of every `spread`."""

    def __init__(self, family, op, instances, build, variant="", types=("f64", "f32", "f16", "bf16"),
                 spread=5, thin=1, dynamic=True, large_narrow=False):
        super().__init__(family, op, types, list(instances), build, variant, spread, dynamic)
        self.large_narrow, self.thin = large_narrow, thin
        self.names = ""  # ids of known failures that the row is about

    def cases(self, elem):
        turn = self.types.index(elem)
        for k, (label, shape, *attributes) in enumerate(self.instances):
            narrow, many = elem != "f64", size(shape) > MOST
            if narrow and many and not self.large_narrow:
                continue
            if len(shape) > 2 and (k + turn) % (self.spread if narrow else self.thin):
                continue
            words = (self.names, "gradient", self.op, self.variant, elem, label)
            yield (" ".join(w for w in words if w), shape, *attributes)

    def case(self, name, elem, shape, *attributes):
        problem = self.build(elem, shape, *attributes)
        if sum(problem.arrays[p].size for p in problem.floats) > MOST:
            return adjoint(name, problem)
        return (second_order if elem == "f64" else first_order)(name, problem)


def positive(function, floats):
    """The `size` of sums and products of the inputs: the gradient with every term
    positive."""
    return lambda g, *arrays: pullback(function, [np.asarray(np.abs(a)) if p in floats else a
                                                  for p, a in enumerate(arrays)], floats, g)


def tame(arr, name):
    """Float inputs without edges: distinct, away from each other."""
    if not is_float(arr):
        return arr
    # Odd multiples of 1/8; of a narrow type those that it can hold, some of them twice.
    most = arr.data.size if arr.elem == "f64" else min(arr.data.size, 120)
    held = 2 * (rng(name).permutation(arr.data.size) % max(most, 1) - most // 2) + 1
    return Arr(arr.elem, held.reshape(arr.shape) / 8, arr.keep)


def linear(op, instances, build, **options):
    """A row from a builder of the matrix of values, which gives the text with result %r,
    the inputs and a function of the data."""
    def problem(elem, shape, *attributes):
        text, inputs, function = build(elem, shape, *attributes)
        name = "%s%s%s" % (op, shape, attributes)
        inputs = {n: tame(a, name + n) for n, a in inputs.items()}
        floats = [p for p, a in enumerate(inputs.values()) if is_float(a)]
        return Problem(text.replace("%r ", "%y ").replace("$r", "$y"), inputs, function,
                       size=positive(function, floats), terms=4)
    return GradientRow(options.pop("family"), op, instances, problem, **options)


NARROW = tuple(e for e in FLOATS if e != "f64")
