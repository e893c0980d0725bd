"""Gradients of whole functions, by seeds and clauses, and at edges that have been wrong
elsewhere (docs/open-cases.md); those of gradient_edges.py are by rule."""

import math

import numpy as np

from elements import Arr, want
from gradlib import apart, f64, grad, handle, second, vjp
from gradient_matrix_sums import softmax_of as softmax
from kinatest import Fn, Suite, rng
from references import take

np.seterr(all="ignore")
A = lambda *values: Arr("f64", np.array(values, np.float64))
F = lambda *values: Arr("f32", np.array(values, np.float64))
CONST = "%%%s = kina.constant dense<%s> : tensor<%s>\n"


def add_edges(suite):
    exact = lambda name, body, inputs, seed, d, y, **o: vjp(
        suite, name, body, inputs, seed, d, y, dynamic=o.pop("dynamic", True), **o)
    exact("G01 select around exp", CONST % ("z", "0.0", "1xf32") + CONST % ("o", "1.0", "1xf32") +
          "%c = kina.compare le, %x, %z : $x\n%e = kina.exp %x : $x\n%s = kina.add %o, %x : $x\n"
          "%y = kina.select %c, %e, %s : $x", {"x": F(100)}, None, {"x": F(1)}, F(101), dynamic=False)
    exact("G03 routing of select", (CONST % ("two", "2.0", "2xf32")) + (CONST % ("five", "5.0", "2xf32")) +
          "%c = kina.compare gt, %x, %two : $x\n%a = kina.mul %x, %x : $x\n"
          "%b = kina.mul %five, %x : $x\n%y = kina.select %c, %a, %b : $x", {"x": F(2, 3)},
          F(1, 1), {"x": F(5, 6)}, F(10, 9), dynamic=False)
    exact("G04 max over ties", "%y = kina.reduce max %x axes = [0] : $x -> $y", {"x": F(2, 2, 1)},
          Arr("f32", 3.0), {"x": F(1.5, 1.5, 0)}, Arr("f32", 2.0))
    exact("G07 pow at base 0", "%y = kina.pow %a, %b : $a", {"a": A(0, 2, 0, 0, 0, 2),
                                                             "b": A(1, 1, 0, 1, 2, 0)},
          A(1, 1, 1, 1, 1, 1), {"a": want("f64", [1, 1, 0, 1, 0, 0], near=1e-15),
                                "b": want("f64", [0, 2 * math.log(2), 0, 0, 0, math.log(2)], near=1e-15)},
          A(0, 2, 1, 0, 0, 1))
    for power, value, d in ((3, -8, 12), (2, 4, -4)):
        exact("G09 pow of a negative base %d" % power, (CONST % ("e", "%.1f" % power, "1xf32")) +
              "%y = kina.pow %x, %e : $x", {"x": F(-2)}, None, {"x": F(d)}, F(value), dynamic=False)
    exact("G10 sqrt at 0", "%y = kina.sqrt %x : $x", {"x": A(0)}, A(1), {"x": A(np.inf)}, A(0))
    exact("G10 norm at 0", "%s = kina.mul %x, %x : $x\n%t = kina.reduce sum %s axes = [0] : $x -> $y\n"
          "%y = kina.sqrt %t : $y", {"x": A(0, 0)}, None, {"x": A(np.nan, np.nan)}, Arr("f64", 0.0))
    sigmoid = (CONST % ("o", "1.0", "3xf32")) + "%n = kina.neg %x : $x\n%e = kina.exp %n : $x\n" \
        "%s = kina.add %o, %e : $x\n%y = kina.div %o, %s : $x"
    x = F(-80, -30, 100)
    s = 1 / (1 + np.exp(-x.wide()))
    exact("G12 sigmoid written out", sigmoid, {"x": x}, None,
          {"x": want("f32", s * (1 - s), near=1e-18)}, want("f32", s, ulps=4), dynamic=False)
    exact("G14 tanh saturates", "%y = kina.tanh %x : $x", {"x": F(-np.inf, -100, 50, np.inf)}, None,
          {"x": want("f32", [0] * 4, near=0)}, F(-1, -1, 1, 1))
    one = Arr("f64", [1, 2, 3])
    log = lambda x: x - np.log(np.sum(np.exp(x)))
    for g, d in ([(1, 1, 1), (0.7299083, 0.2658146, -0.9957229)], [(1, -1, 0), (1, -1, 0)]):
        exact("G16 log_softmax, seed %s" % (g,), "%y = kina.log_softmax %x axis = 0 : $x", {"x": one},
              A(*g), {"x": want("f64", d, near=1e-7)}, want("f64", log(one.data), near=1e-14))
    exact("G17 softmax", "%y = kina.softmax %x axis = 0 : $x", {"x": one}, A(1, 0, 0),
          {"x": want("f64", [0.0819251, -0.0220330, -0.0598920], near=1e-7)},
          want("f64", softmax(one.data, 0), near=1e-14))
    exact("G17 softmax with -inf", "%y = kina.softmax %x axis = 0 : $x", {"x": A(-np.inf, 0, 0)},
          A(1, 2, 3), {"x": want("f64", [0, -0.25, 0.25], near=1e-14)}, A(0, 0.5, 0.5))
    exact("G21 masked logit", "%n = kina.constant dense<0xFF800000> : tensor<3xf32>\n"
          "%z = kina.select %m, %x, %n : tensor<3xf32>\n%y = kina.softmax %z axis = 0 : tensor<3xf32>",
          {"x": F(1, 1, 100), "m": Arr("i1", [1, 1, 0])}, None, {"x": want("f32", [0] * 3, near=0)},
          F(0.5, 0.5, 0), dynamic=False)
    exact("G24 broadcast that changes nothing", "%y = kina.broadcast %x $sizes[5] : $x -> $y",
          {"x": A(1, 1, 1, 1, 1)}, A(1, 2, 3, 4, 5), {"x": A(1, 2, 3, 4, 5)}, A(1, 1, 1, 1, 1))
    for shape, d in (((1, 3), [[2, 2, 2]]), ((2, 1), [[3], [3]]), ((3,), [2, 2, 2]), ((), 6)):
        keep = [k for k, n in enumerate(shape) if n == 1]
        x = Arr("f64", np.ones(shape), keep)
        exact("G22 broadcast of %s" % (shape,), "%y = kina.broadcast %x $sizes[2x3] : $x -> $y",
              {"x": x}, None, {"x": Arr("f64", d, keep)}, Arr("f64", np.ones((2, 3))))
    for elem, n in (("bf16", 512), ("f16", 4096)):
        x = Arr(elem, [1.0], [0])
        exact("B13 broadcast of %s to %d" % (elem, n), "%%y = kina.broadcast %%x $sizes[%d] : $x -> $y" % n,
              {"x": x}, None, {"x": Arr(elem, [float(n)], [0])}, Arr(elem, np.ones(n)))
    a, b = Arr("f64", np.arange(6).reshape(2, 3)), Arr("f64", np.arange(12).reshape(3, 4))
    exact("G29 matmul", "%y = kina.matmul %a, %b : $a, $b -> $y", {"a": a, "b": b}, None,
          {"a": Arr("f64", [[6, 22, 38]] * 2), "b": Arr("f64", [[3] * 4, [5] * 4, [7] * 4])},
          Arr("f64", a.data @ b.data))
    exact("H23 gradient keeps the type through a cast", "%c = kina.cast %x : $x -> $y\n"
          "%y = kina.mul %c, %c : $y", {"x": Arr("f16", [1, 2])}, None, {"x": Arr("f16", [2, 4])},
          F(1, 4))
    exact("mean of f16 beyond its range", "%y = kina.reduce mean %x axes = [0] : $x -> $y",
          {"x": Arr("f16", np.ones(70000))}, Arr("f16", 1000.0),
          {"x": Arr("f16", np.full(70000, 1000 / 70000))}, Arr("f16", 1.0))


def add_structure(suite):
    square = "%y = kina.mul %x, %x : $x"
    vjp(suite, "H01 unused input", square, {"x": F(2, 3), "z": Arr("f32", np.ones((3, 1)))}, None,
        {"x": F(4, 6), "z": Arr("f32", np.zeros((3, 1)))}, F(4, 9))
    vjp(suite, "H03 independent of the input", CONST % ("y", "7.0", "2xf32"), {"x": F(1, 2, 3)},
        None, {"x": F(0, 0, 0)}, F(7, 7), dynamic=False)
    for op, y, d in (("div", 1, 0), ("sub", 0, 0), ("add", 8, 2), ("mul", 16, 8)):
        vjp(suite, "H05 x %s x" % op, "%%y = kina.%s %%x, %%x : $x" % op, {"x": A(4)}, None,
            {"x": want("f64", [d], near=1e-15)}, A(y))
    grad(suite, "H06 integer inputs", "%y = kina.gather %v, %i : $v, $i -> $y",
         {"j": Arr("i32", [1]), "v": f64("v", (3, 2)), "i": Arr("i64", [2, 2]), "w": f64("w", (1,))},
         lambda j, v, i, w: v[i] + 0 * w)
    doubling = "".join("%%x%d = kina.add %%x%d, %%x%d : $x\n" % (k + 1, k, k) for k in range(30))
    vjp(suite, "H15 doubled 30 times", doubling.replace("%x0", "%x").replace("%x30", "%y"),
        {"x": A(1.5)}, A(3), {"x": A(3 * 2.0**30)}, A(1.5 * 2**30))
    # A seed passes its own cotangent on, and gives none to the value it is checked with.
    grad(suite, "seed", "%y = kina.seed %s, %x : $s", {"s": f64("s", (2, 3)), "x": f64("x", (2, 3))},
         lambda s, x: s + 0 * x)
    # More ties than the narrow type can count: 70000 of f16, 300 of bf16.
    for elem, count in (("f16", 70000), ("bf16", 300)):
        for kind in ("max", "min"):
            vjp(suite, "G04 %d ties of %s %s" % (count, elem, kind),
                "%%y = kina.reduce %s %%x axes = [0] : $x -> $y" % kind,
                {"x": Arr(elem, np.full(count, 2.0))}, Arr(elem, 1000.0),
                {"x": want(elem, np.full(count, 1000.0 / count), ulps=1)}, Arr(elem, 2.0))
    given = {"x": A(2, 3), "n": Arr("i64", [5, 6]), "z": A(5, 7)}
    fns = [Fn("f", ["x", "n", "z"], "%p = kina.mul %x, %z : $x\n%q = kina.exp %x : $x\n"
              "%m = kina.add %n, %n : $n", ["p", "m", "q"])]
    p, m, q = A(10, 21), Arr("i64", [10, 12]), want("f64", np.exp([2, 3]), ulps=2)
    s, t = A(10, 100), A(1, 2)
    types = {"p": p, "q": A(0, 0), "m": m}
    names = ["x", "n", "z"]
    e = np.exp([2, 3])

    def one(name, clauses, seeds, gradients, **more):
        results = {"p": p, "m": m, "q": q}
        results.update({"d_" + k: want("f64", v, near=1e-13) for k, v in gradients.items()})
        inputs = {**given, **{"s": s, "t": t}}
        suite.add(name, handle("f", names, seeds, list(results), clauses),
                  inputs, results, fns=fns, types=types)

    z = np.array([5, 7])
    one("several results", "", ["s", "t"], {"x": z * s.data + e * t.data, "z": [20, 300]})
    one("several results, seeds of ones", "", [], {"x": z + e, "z": [2, 3]})
    one("of the first", "of = [0]", ["s"], {"x": z * s.data, "z": [20, 300]})
    one("of the last", "of = [2]", ["t"], {"x": e * t.data, "z": [0, 0]})
    one("wrt the first", "wrt = [0]", ["s", "t"], {"x": z * s.data + e * t.data})
    one("wrt the last", "wrt = [2]", ["s", "t"], {"z": [20, 300]})
    one("of and wrt", "of = [2] wrt = [2]", ["t"], {"z": [0, 0]})
    one("of both in order", "of = [0, 2] wrt = [0, 2]", ["s", "t"],
        {"x": z * s.data + e * t.data, "z": [20, 300]})
    # Calls: a value used in two callees, and one callee used twice.
    fns = [Fn("g", ["x"], "%y = kina.sin %x : $x", ["y"]),
           Fn("f", ["x"], "%a = func.call @g(%x$carriers) : ($x$carriertypes) -> $x\n"
              "%b = kina.mul %a, %x : $x\n%y = func.call @g(%b$carriers) : ($x$carriertypes) -> $x",
              ["y"])]
    x = np.array([0.3, 1.1])
    b = x * np.sin(x)
    d = 5 * np.cos(b) * (np.sin(x) + x * np.cos(x))
    suite.add("calls of calls", handle("f", ["x"], ["g"], ["y", "d_x"]),
              {"x": A(*x), "g": A(5, 5)}, {"y": want("f64", np.sin(b), near=1e-14),
                                           "d_x": want("f64", d, near=1e-14)}, fns=fns)


def add_chains(suite):
    nll = "%l = kina.log_softmax %x axis = 2 : $x\n%p = kina.take_along_axis %l, %t axis = 2 : " \
          "$x, $t -> $y\n%y = kina.neg %p : $y"
    for shape in ((1, 4, 8), (2, 3, 5), (3, 1, 1), (2, 0, 4)):
        x = Arr("f64", rng("nll").normal(size=shape) * 3)
        t = Arr("i64", rng("t").integers(0, shape[2], shape[:2]))
        g = Arr("f64", rng("g").normal(size=shape[:2]))
        p = softmax(x.data, 2)
        onehot = np.eye(shape[2])[t.data]
        vjp(suite, "G18 NLL %s" % (shape,), nll, {"x": x, "t": t}, g,
            {"x": want("f64", (p - onehot) * g.data[..., None], near=1e-14)},
            want("f64", -np.log(take(p, t.data, 2)), near=1e-13))
    x, t = Arr("f32", np.arange(8).reshape(1, 2, 4) / 4), Arr("i64", [[3, 0]])
    d = [[[.1652962, .2122445, .2725273, -.6500680], [-.8347037, .2122445, .2725273, .3499320]]]
    vjp(suite, "G18 NLL of the specification", nll, {"x": x, "t": t}, None,
        {"x": want("f32", d, near=1e-6)}, want("f32", [[1.0500164, 1.8000164]], near=1e-6))
    mlp = "%h = kina.matmul %x, %w : $x, $w -> $h\n%c = kina.broadcast %b $sizes[3x5] : $b -> $h\n" \
          "%a = kina.add %h, %c : $h\n%r = kina.tanh %a : $h\n%y = kina.matmul %r, %v : $h, $v -> $y"
    inputs = {"x": f64("x", (3, 4)), "w": f64("w", (4, 5)), "b": f64("b", (5,)), "v": f64("v", (5, 2))}
    grad(suite, "chain: perceptron", mlp, inputs, lambda x, w, b, v: np.tanh(x @ w + b) @ v,
         types={"h": Arr("f64", np.zeros((3, 5)))})
    norm = "%m = kina.reduce mean %x axes = [1] keepdims : $x -> $[3x1!xf64]\n" \
           "%b = kina.broadcast %m $sizes[3x4] : $[3x1!xf64] -> $x\n%c = kina.sub %x, %b : $x\n" \
           "%q = kina.mul %c, %c : $x\n%v = kina.reduce mean %q axes = [1] keepdims : $x -> $[3x1!xf64]\n" \
           "%s = kina.rsqrt %v : $[3x1!xf64]\n%t = kina.broadcast %s $sizes[3x4] : $[3x1!xf64] -> $x\n" \
           "%y = kina.mul %c, %t : $x"
    center = lambda x: x - x.mean(1, keepdims=True)
    layer_norm = lambda x: center(x) / np.sqrt((center(x)**2).mean(1, keepdims=True))
    grad(suite, "chain: layer norm", norm, {"x": f64("ln", (3, 4))}, layer_norm)
    second(suite, "order 2: layer norm", norm, {"x": f64("ln", (3, 4))}, layer_norm)


def add_second(suite):
    cases = [("sum of cubes", "%s = kina.mul %x, %x : $x\n%t = kina.mul %s, %x : $x\n"
              "%y = kina.reduce sum %t axes = [1] : $x -> $y", (2, 3), lambda x: np.sum(x**3, 1)),
             ("mean of exp", "%e = kina.exp %x : $x\n%y = kina.reduce mean %e axes = [0] keepdims : "
              "$x -> $y", (3, 2), lambda x: np.mean(np.exp(x), 0, keepdims=True)),
             ("max of squares", "%s = kina.mul %x, %x : $x\n%y = kina.reduce max %s axes = [1] : "
              "$x -> $y", (2, 3), lambda x: np.max(x * x, 1)),
             ("transpose and exp", "%t = kina.transpose %x perm = [1, 0] : $x -> $y\n"
              "%y = kina.exp %t : $y", (2, 3), lambda x: np.exp(x.T)),
             ("repeat and sin", "%t = kina.repeat_interleave %x axis = 0 repeats = 2 : $x -> $y\n"
              "%y = kina.sin %t : $y", (2, 2), lambda x: np.sin(np.repeat(x, 2, 0)))]
    for name, body, shape, function in cases:
        second(suite, "order 2: " + name, body, {"x": apart("o2" + name, shape)}, function)
    second(suite, "order 2: gather and exp", "%r = kina.gather %e, %i : $e, $i -> $y\n"
           "%y = kina.exp %r : $y", {"e": f64("v", (3, 2)), "i": Arr("i64", [1, 1, 2])},
           lambda v, i: np.exp(v[i]))
    second(suite, "order 2: NLL", "%l = kina.log_softmax %x axis = 1 : $x\n%y = kina.take_along_axis"
           " %l, %i axis = 1 : $x, $i -> $y", {"x": f64("n", (2, 3)), "i": Arr("i64", [2, 0])},
           lambda x, i: take(np.log(softmax(x, 1)), i, 1))


if __name__ == "__main__":
    tests = Suite(__doc__)
    for add in (add_edges, add_structure, add_chains, add_second):
        add(tests)
    tests.run()
    tests.finish()
