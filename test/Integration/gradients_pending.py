"""Derivatives of slice, pad, concat and products, which not every version has."""

import numpy as np

from elements import Arr
from gradients import add_reductions
from gradlib import f64, grad, vjp
from kinatest import Suite

np.seterr(all="ignore")
A = lambda *values: Arr("f64", np.array(values, np.float64))


def part(offsets, sizes, strides):
    return tuple(slice(o, o + (n - 1) * s + 1 if n else o, s)
                 for o, n, s in zip(offsets, sizes, strides))


def add_slices(suite):
    for shape, offsets, sizes, strides in [((5,), (1,), (2,), (2,)), ((5,), (0,), (3,), (2,)),
                                           ((4,), (2,), (0,), (2,)), ((3, 4), (1, 0), (2, 2), (1, 3)),
                                           ((), (), (), ()), ((2, 3, 4), (0, 1, 1), (2, 1, 2), (1, 2, 2))]:
        grad(suite, "G26 G28 grad slice %s %s %s %s" % (shape, offsets, sizes, strides),
             "%%y = kina.slice %%x offsets = %s sizes = %s strides = %s : $x -> $y" %
             (list(offsets), list(sizes), list(strides)), {"x": f64("s", shape)},
             lambda x, i=part(offsets, sizes, strides): x[i])
    for offset, size, g, d in ((1, 2, (10, 20), (0, 10, 0, 20, 0)), (0, 3, (1, 2, 3), (1, 0, 2, 0, 3))):
        vjp(suite, "G26 strided slice from %d" % offset, "%%y = kina.slice %%x offsets = [%d] "
            "sizes = [%d] strides = [2] : $x -> $y" % (offset, size), {"x": A(0, 1, 2, 3, 4)},
            A(*g), {"x": A(*d)}, A(*np.arange(5)[offset::2][:size]))


def add_pads_and_concats(suite):
    for shape, low, high in [((3,), (2,), (1,)), ((2, 3), (0, 1), (2, 0)), ((0,), (1,), (1,)),
                             ((), (), ()), ((2, 1, 2), (1, 0, 1), (0, 2, 1))]:
        grad(suite, "grad pad %s %s %s" % (shape, low, high),
             "%%y = kina.pad %%x, %%v low = %s high = %s : $x, $v -> $y" % (list(low), list(high)),
             {"x": f64("p", shape), "v": f64("v", ())},
             lambda x, v, w=list(zip(low, high)): padded(x, v, w))
    for shapes, axis in [([(2,), (3,)], 0), ([(2, 3), (1, 3), (2, 3)], 0), ([(2, 1), (2, 0), (2, 2)], 1),
                         ([(1, 2, 3)], 2)]:
        parts = {"p%d" % i: f64("c%d" % i, s) for i, s in enumerate(shapes)}
        grad(suite, "grad concat %s axis %d" % (shapes, axis),
             "%%y = kina.concat %s axis = %d : (%s) -> $y" % (
                 ", ".join("%" + n for n in parts), axis, ", ".join("$" + n for n in parts)), parts,
             lambda *p, a=axis: np.concatenate(p, a))
    grad(suite, "grad concat of one value twice", "%y = kina.concat %x, %x axis = 0 : ($x, $x) -> $y",
         {"x": f64("x", (2, 2))}, lambda x: np.concatenate([x, x]))


def padded(x, v, widths):
    out = np.full([n + a + b for n, (a, b) in zip(x.shape, widths)], float(v))
    out[tuple(slice(a, a + n) for n, (a, b) in zip(x.shape, widths))] = x
    return out


def add_products(suite):
    add_reductions(suite, ("prod",))
    for values, d in (((2, 0, 3), (0, 6, 0)), ((0, 0, 3), (0, 0, 0)), ((2, 3, 4), (12, 8, 6))):
        vjp(suite, "product of %s" % (values,), "%y = kina.reduce prod %x axes = [0] : $x -> $y",
            {"x": A(*values)}, None, {"x": A(*d)}, Arr("f64", float(np.prod(values))))


if __name__ == "__main__":
    tests = Suite(__doc__)
    for add in (add_slices, add_pads_and_concats, add_products):
        add(tests)
    tests.run()
    tests.finish()
