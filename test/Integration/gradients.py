"""Derivatives of what the matrix of derivatives (gradient_matrix.py) has no row for:
given values, zeros in products, and ops of one value twice."""

import warnings

import numpy as np

from elements import Arr
from gradlib import f64, grad, second, vjp
from kinatest import Suite, rng

np.seterr(all="ignore")
warnings.filterwarnings("ignore", category=RuntimeWarning)
A = lambda *values: Arr("f64", np.array(values, np.float64))


def add_slices(suite):
    for offset, size, g, d in ((1, 2, (10, 20), (0, 10, 0, 20, 0)), (0, 3, (1, 2, 3), (1, 0, 2, 0, 3))):
        vjp(suite, "G26 strided slice from %d" % offset, "%%y = kina.slice %%x offsets = [%d] "
            "sizes = [%d] strides = [2] : $x -> $y" % (offset, size), {"x": A(0, 1, 2, 3, 4)},
            A(*g), {"x": A(*d)}, A(*np.arange(5)[offset::2][:size]))
    vjp(suite, "G28 strided slice of nothing", "%y = kina.slice %x offsets = [2] sizes = [0] "
        "strides = [2] : $x -> $y", {"x": A(0, 1, 2, 3)}, A(), {"x": A(0, 0, 0, 0)}, A())
    # One element has no stride; its distance to the next one fits nowhere.
    vjp(suite, "slice of one by a huge stride", "%%y = kina.slice %%x offsets = [1] sizes = [1] "
        "strides = [%d] : $x -> $y" % (2**63 - 1), {"x": A(1, 2, 3)}, A(5), {"x": A(0, 5, 0)}, A(2))


def add_pads_and_concats(suite):
    # What is infinite inside does not reach the value; 4096 ones of bf16 add up.
    vjp(suite, "pad around what is infinite", "%y = kina.pad %x, %v low = [1] high = [2] : $x, $v -> $y",
        {"x": A(1, 2, 3), "v": Arr("f64", 7.0)}, A(1, np.inf, np.nan, -np.inf, 2, 4),
        {"x": A(np.inf, np.nan, -np.inf), "v": Arr("f64", 7.0)}, A(7, 1, 2, 3, 7, 7))
    vjp(suite, "pad of bf16 by many", "%y = kina.pad %x, %v low = [4096] high = [0] : $x, $v -> $y",
        {"x": Arr("bf16", [1.0]), "v": Arr("bf16", 2.0)}, None,
        {"x": Arr("bf16", [1.0]), "v": Arr("bf16", 4096.0)}, Arr("bf16", [2.0] * 4096 + [1.0]))
    grad(suite, "grad concat of one value twice", "%y = kina.concat %x, %x axis = 0 : ($x, $x) -> $y",
         {"x": f64("x", (2, 2))}, lambda x: np.concatenate([x, x]))



def add_products(suite):
    for values, d in (((2, 0, 3), (0, 6, 0)), ((0, 0, 3), (0, 0, 0)), ((2, 3, 4), (12, 8, 6))):
        vjp(suite, "product of %s" % (values,), "%y = kina.reduce prod %x axes = [0] : $x -> $y",
            {"x": A(*values)}, None, {"x": A(*d)}, Arr("f64", float(np.prod(values))))
    # A polynomial: central differences are exact at its zeros as well.
    product = lambda axes: lambda x: np.prod(x, axis=tuple(axes))
    for zeros in (0, 1, 2, 3):
        for shape, axes in (((4,), [0]), ((2, 3), [1]), ((2, 3), [0, 1]), ((2, 2, 2), [0, 2])):
            x = Arr("f64", rng("zeros").uniform(0.5, 1.5, shape))
            x.data.ravel()[:zeros] = 0
            text = "%%y = kina.reduce prod %%x axes = %s : $x -> $y" % axes
            name = "product with %d zeros of %s over %s" % (zeros, shape, axes)
            grad(suite, "grad " + name, text, {"x": x}, product(axes))
            second(suite, "order 2: " + name, text, {"x": x}, product(axes))
    # The product before an element leaves f16, the gradient does not: powers of two.
    for elem in ("f16", "bf16", "f32"):
        vjp(suite, "product of %s beyond f16 on the way" % elem,
            "%y = kina.reduce prod %x axes = [0] : $x -> $y",
            {"x": Arr(elem, [512, 512, 2.0**-10, 2.0**-10])}, Arr(elem, 1.0),
            {"x": Arr(elem, [2.0**-11, 2.0**-11, 2.0**8, 2.0**8])}, Arr(elem, 0.25))


def add_matmul(suite):
    grad(suite, "H05 matmul of one value twice", "%y = kina.matmul %x, %x : $x, $x -> $y",
         {"x": f64("x", (3, 3))}, lambda x: x @ x)
    grad(suite, "H05 matmul with its transpose", "%t = kina.transpose %x perm = [1, 0] : $x -> $t\n"
         "%y = kina.matmul %x, %t : $x, $t -> $y", {"x": f64("x", (3, 2))}, lambda x: x @ x.T,
         types={"t": Arr("f64", np.zeros((2, 3)))})


if __name__ == "__main__":
    tests = Suite(__doc__)
    for add in (add_slices, add_pads_and_concats, add_products, add_matmul):
        add(tests)
    tests.run()
    tests.finish()
