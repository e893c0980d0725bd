"""Derivatives of ops of arith, math and tensor, which kina attaches from outside: what
the matrix of derivatives (gradient_matrix_foreign.py) has no row for."""

import math
import warnings

import numpy as np

from elements import Arr
from gradlib import f64, grad, second, vjp, want
from kinatest import Suite

np.seterr(all="ignore")
warnings.filterwarnings("ignore", category=RuntimeWarning)
A = lambda *values: Arr("f64", np.array(values, np.float64))
MOVED = ("arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf")


def add_elementwise(suite):
    second(suite, "order 2: math.fma", "%y = math.fma %a, %b, %a : $a",
           {"a": f64("a", (3,)), "b": f64("b", (3,))}, lambda a, b: a * b + a)
    for value in (False, True):
        grad(suite, "grad arith.select of all by %s" % value, "%c = arith.constant " +
             str(value).lower() + "\n%e = math.exp %a : $a\n%y = arith.select %c, %e, %b : $a",
             {"a": f64("a", (3,)), "b": f64("b", (3,))},
             lambda a, b, v=value: np.exp(a) + 0 * b if v else b + 0 * a)


def add_edges(suite):
    """Ties, zero cotangents and ends of the range, as kina's own ops have them."""
    for op in MOVED:
        vjp(suite, "ties of %s" % op, "%%y = %s %%a, %%b : $a" % op, {"a": A(2, 1), "b": A(2, 1)},
            A(3, 5), {"a": A(1.5, 2.5), "b": A(1.5, 2.5)}, A(2, 1))
    vjp(suite, "absf at 0", "%y = math.absf %x : $x", {"x": A(0)}, A(3), {"x": want("f64", [0], near=0)},
        A(0))
    for op, x, y in (("math.log", 0, -np.inf), ("math.sqrt", 0, 0), ("math.cbrt", 0, 0),
                     ("math.log1p", -1, -np.inf), ("math.rsqrt", 0, np.inf),
                     ("math.asin", 1, math.pi / 2), ("math.acosh", 1, 0)):
        vjp(suite, "zero cotangent stops at %s" % op, "%%y = %s %%x : $x" % op, {"x": A(x)}, A(0),
            {"x": want("f64", [0], near=0)}, want("f64", [y], near=1e-15))
    vjp(suite, "zero cotangent stops at arith.mulf", "%y = arith.mulf %a, %b : $a",
        {"a": A(0, 1), "b": A(np.inf, np.inf)}, A(0, 0),
        {n: want("f64", [0, 0], near=0) for n in "ab"}, A(np.nan, np.inf))
    for (x, e), (dx, de) in (((0, 0), (0, 0)), ((0, 1), (1, 0)), ((0, 2), (0, 0)),
                             ((2, 0), (0, math.log(2)))):
        vjp(suite, "powf at %s, %s" % (x, e), "%y = math.powf %a, %b : $a", {"a": A(x), "b": A(e)},
            None, {"a": want("f64", [dx], near=1e-15), "b": want("f64", [de], near=1e-15)},
            A(float(x)**e))
    # So do those in asinh and acosh.
    for elem, big, near in (("f16", 300.0, 1e-5), ("f32", 1e20, 1e-25), ("f64", 1e200, 1e-210)):
        for op, value in (("asinh", np.arcsinh(big)), ("acosh", np.arccosh(big))):
            vjp(suite, "%s of large %s" % (op, elem), "%%y = math.%s %%x : $x" % op,
                {"x": Arr(elem, [big])}, None, {"x": want(elem, [1 / big], near=near)},
                want(elem, [value], near=1e-2))
    # The squares of 300 leave f16, those of 1e30 f32.
    for elem, big, near in (("f16", 300.0, 1e-4), ("f32", 1e30, 1e-37), ("f64", 1e200, 1e-210)):
        vjp(suite, "atan2 of large %s" % elem, "%y = math.atan2 %a, %b : $a",
            {"a": Arr(elem, [big, 0]), "b": Arr(elem, [big, 0])}, None,
            {"a": want(elem, [0.5 / big, 0], near=near), "b": want(elem, [-0.5 / big, 0], near=near)},
            want(elem, [math.pi / 4, 0], ulps=2))
    vjp(suite, "atan at the ends", "%y = math.atan %x : $x", {"x": A(-np.inf, 1e200, 0)}, None,
        {"x": A(0, 0, 1)}, want("f64", [-math.pi / 2, math.pi / 2, 0], near=1e-15))


def add_moves(suite):
    for shape, offsets, sizes, strides in [((5,), (1,), (2,), (2,)), ((3, 4), (1, 0), (2, 2), (1, 3)),
                                           ((), (), (), ()), ((2, 3, 4), (0, 1, 1), (2, 1, 2), (1, 2, 2)),
                                           ((4,), (2,), (0,), (1,))]:
        place = "%s %s %s" % (list(offsets), list(sizes), list(strides))
        index = tuple(slice(o, o + n * s, s) for o, n, s in zip(offsets, sizes, strides))
        part, whole = ("tensor<%sf64>" % "".join("%dx" % n for n in s) for s in (sizes, shape))
        cut = "%%y = tensor.extract_slice %%x%s : %s to %s" % (place, whole, part)
        grad(suite, "grad extract_slice %s of %s" % (place, shape), cut, {"x": f64("x", shape)},
             lambda x, i=index: x[i], dynamic=False)

        def put(s, d, i=index):
            out = d.copy()
            out[i] = s
            return out
        text = "%%y = tensor.insert_slice %%s into %%d%s : %s into %s" % (place, part, whole)
        grad(suite, "grad insert_slice %s into %s" % (place, shape), text,
             {"s": f64("s", sizes), "d": f64("d", shape)}, put, dynamic=False)
    text = "%c1 = arith.constant 1 : index\n%n0 = tensor.dim %x, %c1 : tensor<2x?xf64>\n" \
           "%n = arith.subi %n0, %c1 : index\n%p = tensor.extract_slice %x[1, 1] [1, %n] [1, 1] : " \
           "tensor<2x?xf64> to tensor<?xf64>\n%e = math.exp %p : tensor<?xf64>\n" \
           "%q = tensor.insert_slice %e into %x[0, %c1] [1, %n] [1, 1] : tensor<?xf64> into " \
           "tensor<2x?xf64>\n%y = arith.mulf %q, %q : tensor<2x?xf64>"
    x = f64("x", (2, 4), keep=[0])

    def moved(x):
        out = x.copy()
        out[0, 1:] = np.exp(x[1, 1:])
        return out * out
    grad(suite, "grad slices of dynamic sizes, without an axis", text, {"x": x}, moved, keep=[0],
         static=False)
    second(suite, "order 2: slices of dynamic sizes, without an axis", text, {"x": x}, moved,
           keep=[0], static=False)
    for name, body, shape, function in [
            ("collapse_shape", "%c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x2xf64> into "
             "tensor<6x2xf64>\n%y = math.sin %c : tensor<6x2xf64>", (2, 3, 2),
             lambda x: np.sin(x.reshape(6, 2))),
            ("expand_shape", "%c = tensor.expand_shape %x [[0, 1]] output_shape [2, 3] : tensor<6xf64> "
             "into tensor<2x3xf64>\n%y = math.sin %c : tensor<2x3xf64>", (6,),
             lambda x: np.sin(x.reshape(2, 3))),
            ("cast to less static", "%c = tensor.cast %x : tensor<3xf64> to tensor<?xf64>\n"
             "%d = math.sin %c : tensor<?xf64>\n%y = tensor.cast %d : tensor<?xf64> to tensor<3xf64>",
             (3,), np.sin)]:
        grad(suite, "grad " + name, body, {"x": f64(name, shape)}, function, dynamic=False)
        second(suite, "order 2: " + name, body, {"x": f64(name, shape)}, function, dynamic=False)
    grad(suite, "grad collapse_shape of dynamic sizes", "%y = tensor.collapse_shape %x [[0, 1]] : "
         "tensor<?x3xf64> into tensor<?xf64>", {"x": f64("x", (2, 3), keep=[1])}, np.ravel, static=False)
    grad(suite, "grad cast to more static", "%c = tensor.cast %x : $x to tensor<3xf64>\n"
         "%d = math.sin %c : tensor<3xf64>\n%y = tensor.cast %d : tensor<3xf64> to $x",
         {"x": f64("x", (3,))}, np.sin, static=False)


if __name__ == "__main__":
    tests = Suite(__doc__)
    for add in (add_elementwise, add_edges, add_moves):
        add(tests)
    tests.run()
    tests.finish()
