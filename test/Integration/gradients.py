"""First derivatives of every op with a rule, against finite differences."""

import itertools
import math
import warnings

import numpy as np

from elements import Arr
from gradlib import apart, f64, grad, second, to, vjp
from kinatest import Suite, rng

np.seterr(all="ignore")
warnings.filterwarnings("ignore", category=RuntimeWarning)
SHAPES = [(), (1,), (5,), (0,), (2, 3), (1, 3, 2), (2, 1, 2, 2)]
erf = np.vectorize(lambda v: math.erf(v), otypes=[np.float64])
A = lambda *values: Arr("f64", np.array(values, np.float64))
sigmoid = lambda x: 1 / (1 + np.exp(-x))

UNARY = {"neg": np.negative, "abs": np.abs, "exp": np.exp, "log": np.log, "sqrt": np.sqrt,
         "rsqrt": lambda x: 1 / np.sqrt(x), "sin": np.sin, "cos": np.cos, "tanh": np.tanh,
         "sigmoid": sigmoid, "relu": lambda x: np.maximum(x, 0), "erf": erf}
BINARY = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide,
          "max": np.maximum, "min": np.minimum, "pow": np.power, "mod": np.mod}


def input_for(op, name, shape):
    if op in ("log", "sqrt", "rsqrt", "pow"):
        return f64(name, shape, 0.5, 2.5)
    if op in ("abs", "relu", "max", "min"):
        return apart(name, shape)
    if op in ("div", "mod"):
        return f64(name, shape, 0.6, 1.4)
    return f64(name, shape)


def add_elementwise(suite):
    for k, (op, function) in enumerate(UNARY.items()):
        for shape in SHAPES if suite.args.all else SHAPES[k % 2::2]:
            x = {"x": input_for(op, op, shape)}
            grad(suite, "grad %s %s" % (op, shape), "%%y = kina.%s %%x : $x" % op, x, function)
        for elem in ("f32", "f16", "bf16"):
            grad(suite, "grad %s %s" % (op, elem), "%%y = kina.%s %%x : $x" % op,
                 to(elem, {"x": input_for(op, op, (7,))}), function)
    for op, function in BINARY.items():
        text = "%%y = kina.%s %%a, %%b : $a" % op
        for shape in SHAPES if suite.args.all else ((), (5,), (0,), (2, 1, 2, 2)):
            both = {"a": input_for(op, op + "a", shape), "b": input_for(op, op + "b", shape)}
            if op in ("max", "min"):
                both["b"] = Arr("f64", both["b"].data + 0.031)
            if op == "mod":  # a/b in (n + 0.2, n + 0.8), away from the jumps
                random = rng("mod%s" % (shape,))
                b = random.uniform(0.8, 1.5, shape) * random.choice([-1, 1], shape)
                a = b * (random.integers(-3, 4, shape) + random.uniform(0.2, 0.8, shape))
                both = {"a": Arr("f64", a), "b": Arr("f64", b)}
            grad(suite, "grad %s %s" % (op, shape), text, both, function)
            if shape == (5,):
                for elem in ("f32", "f16", "bf16"):
                    if op != "mod" and not (op in ("max", "min") and elem == "bf16"):
                        grad(suite, "grad %s %s" % (op, elem), text, to(elem, both), function)
        one = input_for(op, op, (4,))
        if op not in ("max", "min", "mod"):
            grad(suite, "grad %s of one value twice" % op, "%%y = kina.%s %%x, %%x : $x" % op,
                 {"x": one}, lambda x, f=function: f(x, x))
    for shape in SHAPES:
        c = Arr("i1", rng("c").integers(0, 2, shape))
        grad(suite, "grad select %s" % (shape,), "%y = kina.select %c, %a, %b : $a",
             {"c": c, "a": f64("a", shape), "b": f64("b", shape)}, lambda c, a, b: np.where(c, a, b))
        grad(suite, "grad mul_no_nan %s" % (shape,), "%y = kina.mul_no_nan %a, %b : $a",
             {"a": f64("ma", shape), "b": f64("mb", shape)}, np.multiply)
    for elem in ("f64", "f32", "f16", "bf16"):
        for other in ("f64", "f32", "f16", "bf16"):
            if elem != other:
                x = {"x": Arr(elem, rng("cast").integers(-9, 10, (2, 3)) / 4)}
                grad(suite, "H23 grad cast %s to %s" % (elem, other),
                     "%y = kina.cast %x : $x -> $y", x, lambda x: x, result=other)


def add_shape_ops(suite):
    for source, target in [((4, 1), (2, 4, 3)), ((), (3,)), ((), ()), ((3,), (2, 3)), ((1,), (5,)),
                           ((2, 1, 3), (2, 4, 3)), ((5,), (5,)), ((1, 3), (0, 3)), ((0,), (2, 0)),
                           ((1, 2, 1), (2, 2, 2, 3)), ((1, 1), (1, 1)), ((1, 3), (2, 1, 3))]:
        grown = len(target) - len(source)
        units = [k for k, s in enumerate(source) if s == 1 and target[k + grown] != 1]
        grad(suite, "G22 grad broadcast %s to %s" % (source, target),
             "%y = kina.broadcast %x $sizes[" + "x".join(map(str, target)) + "] : $x -> $y",
             {"x": f64("b", source, keep=units)}, lambda x, t=target: np.broadcast_to(x, t))
    for source, target in [((2, 3), (6,)), ((6,), (3, 2)), ((), (1, 1)), ((1,), ()), ((0, 2), (3, 0)),
                           ((2, 3, 2), (4, 3)), ((2, 6), (3, 4)), ((2, 2, 1, 3), (3, 4))]:
        grad(suite, "grad reshape %s to %s" % (source, target),
             "%y = kina.reshape %x $sizes[" + "x".join(map(str, target)) + "] : $x -> $y",
             {"x": f64("r", source)}, lambda x, t=target: np.reshape(x, t))
    for shape, perm in [((), ()), ((3,), (0,)), ((2, 3), (1, 0)), ((2, 3, 4), (2, 0, 1)),
                        ((2, 3, 4), (1, 2, 0)), ((2, 1, 3, 2), (3, 1, 0, 2)), ((0, 3), (1, 0))]:
        grad(suite, "grad transpose %s %s" % (shape, perm),
             "%%y = kina.transpose %%x perm = %s : $x -> $y" % list(perm), {"x": f64("t", shape)},
             lambda x, p=perm: np.transpose(x, p))
    for shape, axis, repeats in [((3,), 0, 2), ((2, 3), 1, 3), ((2, 3), 0, 1), ((0, 2), 0, 2),
                                 ((1, 2, 3), 1, 2), ((2, 1, 2, 2), 3, 2)]:
        grad(suite, "F06 grad repeat_interleave %s axis %d times %d" % (shape, axis, repeats),
             "%%y = kina.repeat_interleave %%x axis = %d repeats = %d : $x -> $y" % (axis, repeats),
             {"x": f64("ri", shape)}, lambda x, r=repeats, a=axis: np.repeat(x, r, a))


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


    # One element has no stride; its distance to the next one fits nowhere.
    vjp(suite, "slice of one by a huge stride", "%%y = kina.slice %%x offsets = [1] sizes = [1] "
        "strides = [%d] : $x -> $y" % (2**63 - 1), {"x": A(1, 2, 3)}, A(5), {"x": A(0, 5, 0)}, A(2))
    for elem in ("f32", "f16", "bf16"):
        grad(suite, "grad slice %s" % elem, "%y = kina.slice %x offsets = [1] sizes = [2] strides = [2] "
             ": $x -> $y", to(elem, {"x": f64("s", (5,))}), lambda x: x[1:4:2])
    second(suite, "order 2: slice", "%s = kina.slice %x offsets = [0, 1] sizes = [2, 2] strides = "
           "[1, 2] : $x -> $y\n%y = kina.exp %s : $y", {"x": f64("s", (3, 4))},
           lambda x: np.exp(x[:2, 1:4:2]))


def add_pads_and_concats(suite):
    # What is infinite inside does not reach the value; 4096 ones of bf16 add up.
    vjp(suite, "pad around what is infinite", "%y = kina.pad %x, %v low = [1] high = [2] : $x, $v -> $y",
        {"x": A(1, 2, 3), "v": Arr("f64", 7.0)}, A(1, np.inf, np.nan, -np.inf, 2, 4),
        {"x": A(np.inf, np.nan, -np.inf), "v": Arr("f64", 7.0)}, A(7, 1, 2, 3, 7, 7))
    vjp(suite, "pad of bf16 by many", "%y = kina.pad %x, %v low = [4096] high = [0] : $x, $v -> $y",
        {"x": Arr("bf16", [1.0]), "v": Arr("bf16", 2.0)}, None,
        {"x": Arr("bf16", [1.0]), "v": Arr("bf16", 4096.0)}, Arr("bf16", [2.0] * 4096 + [1.0]))
    for elem in ("f32", "f16"):
        grad(suite, "grad pad %s" % elem, "%y = kina.pad %x, %v low = [1] high = [2] : $x, $v -> $y",
             to(elem, {"x": f64("p", (3,)), "v": f64("v", ())}), lambda x, v: padded(x, v, [(1, 2)]))
        grad(suite, "grad concat %s" % elem, "%y = kina.concat %a, %b axis = 0 : ($a, $b) -> $y",
             to(elem, {"a": f64("p", (3,)), "b": f64("v", (2,))}), lambda a, b: np.concatenate([a, b]))
    second(suite, "order 2: pad", "%p = kina.pad %x, %z low = [1] high = [2] : $x, $z -> $y\n"
           "%y = kina.exp %p : $y", {"x": f64("p", (3,)), "z": f64("v", ())},
           lambda x, z: np.exp(padded(x, z, [(1, 2)])))
    second(suite, "order 2: concat", "%c = kina.concat %a, %b, %a axis = 1 : ($a, $b, $a) -> $y\n"
           "%y = kina.exp %c : $y", {"a": f64("p", (2, 1)), "b": f64("v", (2, 2))},
           lambda a, b: np.exp(np.concatenate([a, b, a], 1)))
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


def reduce_of(kind, axes, keepdims):
    numpy = {"sum": np.sum, "mean": np.mean, "max": np.max, "min": np.min, "prod": np.prod}[kind]
    return lambda x: numpy(x, axis=tuple(axes), keepdims=keepdims) if axes else x


def add_reductions(suite, kinds=("sum", "mean", "max", "min", "prod")):
    for kind in kinds:
        for shape in [(), (1,), (5,), (2, 3), (3, 1), (2, 3, 2), (2, 1, 2, 2)]:
            if kind in ("mean", "min") and len(shape) > 2 and not suite.args.all:
                continue
            axes_of = [a for n in range(len(shape) + 1)
                       for a in itertools.combinations(range(len(shape)), n)]
            for i, axes in enumerate(axes_of):
                for keepdims in (False, True) if len(shape) < 4 else (bool(i % 2),):
                    flag = "keepdims " if keepdims else ""
                    grad(suite, "grad reduce %s %s %s %s" % (kind, shape, list(axes), flag),
                         "%%y = kina.reduce %s %%x axes = %s %s: $x -> $y" % (kind, list(axes), flag),
                         {"x": apart(kind, shape)}, reduce_of(kind, axes, keepdims))
        if kind not in ("max", "min"):
            for shape, axes in [((0,), [0]), ((2, 0), [1]), ((0, 3), [1])]:
                grad(suite, "grad reduce %s of nothing %s %s" % (kind, shape, axes),
                     "%%y = kina.reduce %s %%x axes = %s : $x -> $y" % (kind, axes),
                     {"x": f64("n", shape)}, reduce_of(kind, axes, False))
        for elem in ("f32", "f16", "bf16"):
            grad(suite, "grad reduce %s %s" % (kind, elem),
                 "%%y = kina.reduce %s %%x axes = [0] : $x -> $y" % kind,
                 to(elem, {"x": apart(kind, (5, 3))}), reduce_of(kind, [0], False))


def scanned(a, b, axis, reverse, init):
    a, b = (np.moveaxis(v, axis, 0)[::-1 if reverse else 1] for v in (a, b))
    values = [np.full(a.shape[1:], float(init))]
    for factor, term in zip(a, b):
        values.append(factor * values[-1] + term)
    result = np.array(values[:-1]).reshape(a.shape)
    return np.moveaxis(result[::-1 if reverse else 1], 0, axis)


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
    for reverse in ("", "reverse "):
        for init in (0, 1):
            for shape, axis in (((1,), 0), ((4,), 0), ((0,), 0), ((2, 3), 0), ((2, 3), 1),
                                ((2, 1, 3), 2), ((2, 0), 0)):
                text = "%%y = kina.linear_scan %%a, %%b axis = %d %sinit = %d : $a" % (axis, reverse, init)
                both = {"a": f64("scan a", shape), "b": f64("scan b", shape)}
                function = lambda a, b, k=axis, r=bool(reverse), c=init: scanned(a, b, k, r, c)
                grad(suite, "grad linear_scan %s axis %d %sfrom %d" % (shape, axis, reverse, init),
                     text, both, function)
                if shape == (2, 3):
                    second(suite, "order 2: linear_scan axis %d %sfrom %d" % (axis, reverse, init),
                           text, both, function)


def add_matmul(suite):
    text = "%y = kina.matmul %a, %b : $a, $b -> $y"
    for batch in ((), (2,), (2, 2), (1, 2, 1)):
        for m, k, n in ((2, 3, 4), (1, 1, 1), (3, 1, 2), (2, 0, 3), (0, 2, 3)):
            both = {"a": f64("ma", batch + (m, k)), "b": f64("mb", batch + (k, n))}
            grad(suite, "grad matmul %s %dx%dx%d" % (batch, m, k, n), text, both, np.matmul)
    for elem in ("f32", "f16", "bf16"):
        grad(suite, "grad matmul %s" % elem, text,
             to(elem, {"a": f64("a", (3, 5)), "b": f64("b", (5, 2))}), np.matmul)
    grad(suite, "H05 matmul of one value twice", "%y = kina.matmul %x, %x : $x, $x -> $y",
         {"x": f64("x", (3, 3))}, lambda x: x @ x)
    grad(suite, "H05 matmul with its transpose", "%t = kina.transpose %x perm = [1, 0] : $x -> $t\n"
         "%y = kina.matmul %x, %t : $x, $t -> $y", {"x": f64("x", (3, 2))}, lambda x: x @ x.T,
         types={"t": Arr("f64", np.zeros((2, 3)))})


def softmax(x, axis):
    e = np.exp(x - x.max(axis, keepdims=True)) if x.size else x
    return e / e.sum(axis, keepdims=True)


def add_normalization(suite):
    log_softmax = lambda x, axis: np.log(softmax(x, axis))
    for op, function in (("softmax", softmax), ("log_softmax", log_softmax)):
        for shape in [(1,), (5,), (2, 3), (3, 1), (2, 3, 2), (2, 1, 2, 2), (0, 3), (3, 0)]:
            for axis in range(len(shape)) if suite.args.all or len(shape) < 4 else (2,):
                grad(suite, "grad %s %s axis %d" % (op, shape, axis),
                     "%%y = kina.%s %%x axis = %d : $x" % (op, axis), {"x": f64(op, shape)},
                     lambda x, f=function, a=axis: f(x, a))
        for elem in ("f32", "f16", "bf16"):
            grad(suite, "grad %s %s" % (op, elem), "%%y = kina.%s %%x axis = 1 : $x" % op,
                 to(elem, {"x": f64(op, (2, 5))}), lambda x, f=function: f(x, 1))


def take(v, i, axis):
    return np.take_along_axis(v, np.expand_dims(i, axis), axis).squeeze(axis)


def put(u, i, shape, axis):
    out = np.zeros(shape)
    np.put_along_axis(out, np.expand_dims(i, axis), np.expand_dims(u, axis), axis)
    return out


def scatter(u, i, rows):
    out = np.zeros((rows, u.shape[-1]))
    np.add.at(out, i, u)
    return out


def add_indexing(suite):
    for shape in ((), (1,), (0,), (5,), (2, 3), (2, 1, 2)):
        for table in ((4, 3), (1, 1), (3, 0)):
            i = Arr("i64", rng("gi%s" % (shape,)).integers(0, table[0], shape))
            grad(suite, "D14 grad gather %s by %s" % (table, shape),
                 "%y = kina.gather %v, %i : $v, $i -> $y", {"v": f64("v", table), "i": i},
                 lambda v, i: v[i])
            grad(suite, "grad scatter_add %s into %s" % (shape, table),
                 "%%y = kina.scatter_add %%u, %%i $sizes[%dx%d] : $u, $i -> $y" % table,
                 {"u": f64("u", shape + table[1:]), "i": i}, lambda u, i, r=table[0]: scatter(u, i, r))
    for shape, axis in [((2, 3), 0), ((2, 3), 1), ((2, 3, 2), 1), ((1, 2, 4), 2), ((2, 2, 1, 3), 2),
                        ((0, 3), 1)]:
        rest = shape[:axis] + shape[axis + 1:]
        i = Arr("i64", rng("ti%s" % (shape,)).integers(0, shape[axis], rest))
        grad(suite, "grad take_along_axis %s axis %d" % (shape, axis),
             "%%y = kina.take_along_axis %%v, %%i axis = %d : $v, $i -> $y" % axis,
             {"v": f64("v", shape), "i": i}, lambda v, i, a=axis: take(v, i, a))
        grad(suite, "grad scatter_along_axis %s axis %d" % (shape, axis),
             "%%y = kina.scatter_along_axis %%u, %%i axis = %d $sizes[%s] : $u, $i -> $y" %
             (axis, "x".join(map(str, shape))), {"u": f64("u", rest), "i": i},
             lambda u, i, s=shape, a=axis: put(u, i, s, a))
    for elem in ("f32", "f16", "bf16"):
        i = Arr("i64", [0, 1, 1, 3])
        grad(suite, "grad gather %s" % elem, "%y = kina.gather %v, %i : $v, $i -> $y",
             to(elem, {"v": f64("v", (4, 3)), "i": i}), lambda v, i: v[i])


if __name__ == "__main__":
    tests = Suite(__doc__)
    for add in (add_elementwise, add_shape_ops, add_slices, add_pads_and_concats, add_reductions,
                add_products, add_matmul, add_normalization, add_indexing):
        add(tests)
    tests.run()
    tests.finish()
