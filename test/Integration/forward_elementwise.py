"""Values of the elementwise ops in known failure cases; the matrix has the rest."""

import math

import numpy as np

from elements import Arr, FLOATS, want
from kinatest import Suite

np.seterr(all="ignore")


def add_cases_of_the_wild(suite):
    e, nan = math.e, np.nan
    x, y = Arr("f32", [nan, 1, nan, 1, -0.0]), Arr("f32", [1, nan, nan, 1, 0])
    predicates = ("eq", "ne", "lt", "le", "gt", "ge")
    ones = [[0, 0, 0, 1, 1], [1, 1, 1, 0, 0], [0] * 5, [0, 0, 0, 1, 1], [0] * 5, [0, 0, 0, 1, 1]]
    suite.add("M03 compare with NaN", "\n".join(
        "%%%s = kina.compare %s, %%x, %%y : $x" % (p, p) for p in predicates), {"x": x, "y": y},
        {p: Arr("i1", held) for p, held in zip(predicates, ones)})
    for elem in FLOATS:
        suite.add("G09 pow of a negative base %s" % elem, "%r = kina.pow %x, %y : $x",
                  {"x": Arr(elem, [-2, -2, -2, -2, 0, 0, 0]), "y": Arr(elem, [3, 2, 0.5, -3, 0, 1, -1])},
                  {"r": want(elem, [-8, 4, nan, -0.125, 1, 0, np.inf])})
    for elem in ("f16", "bf16"):
        suite.add("B12 exp log tanh of %s 1" % elem, "%a = kina.exp %x : $x\n"
                  "%b = kina.log %x : $x\n%c = kina.tanh %x : $x", {"x": Arr(elem, [1.0])},
                  {"a": want(elem, [e]), "b": want(elem, [0.0]), "c": want(elem, [math.tanh(1)])})
    x = [-np.inf, -200, -87.4, 88.7, 88.8, np.inf, np.nan]
    suite.add("A17 exp at the edges", "%r = kina.exp %x : $x", {"x": Arr("f32", x)},
              {"r": want("f32", np.exp(Arr("f32", x).wide()), ulps=2)})
    x = Arr("f32", [-np.inf, -100, -50, 50, 100, np.inf])
    suite.add("G14 tanh saturates", "%r = kina.tanh %x : $x", {"x": x},
              {"r": want("f32", [-1, -1, -1, 1, 1, 1])})
    x = Arr("f32", [np.nan, -0.0, 1e-20])
    suite.add("G15 tanh special values", "%r = kina.tanh %x : $x", {"x": x}, {"r": x})
    x = Arr("f32", [np.inf, np.nan, 1, -0.0])
    suite.add("M01 no unsound folds", "%z = kina.constant dense<0.0> : $[4!xf32]\n"
              "%o = kina.constant dense<1.0> : $[4!xf32]\n%a = kina.mul %x, %z : $x\n"
              "%b = kina.sub %x, %x : $x\n%c = kina.div %z, %x : $x\n%d = kina.mul %x, %o : $x\n"
              "%e = kina.add %x, %z : $x", {"x": Arr("f32", x.data, keep=[0])},
              {"a": want("f32", x.data * 0, keep=[0]), "b": want("f32", x.data - x.data, keep=[0]),
               "c": want("f32", 0 / x.data, keep=[0]), "d": Arr("f32", x.data, keep=[0]),
               "e": want("f32", x.data + 0, keep=[0])})
    x = Arr("i64", [-7, 7, -1, 0, -3])
    suite.add("M08 integer mod is floored", "%r = kina.mod %x, %y : $x",
              {"x": x, "y": Arr("i64", [3] * 5)}, {"r": want("i64", [2, 1, 2, 0, 0])})
    suite.add("M08 constants", "%a = kina.constant dense<[-7, 7]> : tensor<2xi64>\n"
              "%b = kina.constant dense<[3, -3]> : tensor<2xi64>\n"
              "%r = kina.mod %a, %b : tensor<2xi64>", {}, {"r": want("i64", [2, -2])},
              dynamic=False)
    x, y = Arr("f32", [5, -5, np.nan, 0]), Arr("f32", [0, 0, 0, 0])
    suite.add("M10 float mod 0 is NaN", "%r = kina.mod %x, %y : $x", {"x": x, "y": y},
              {"r": want("f32", [np.nan] * 4)})
    suite.add("M14 neg at the end of the range", "%r = kina.neg %x : $x\n%s = kina.neg %y : $y",
              {"x": Arr("i32", [-2**31]), "y": Arr("f32", [0.0, np.nan])},
              {"r": want("i32", [-2**31]), "s": want("f32", [-0.0, np.nan])})
    x = Arr("f32", [-100.0, -90, 100])
    suite.add("G12 sigmoid written out", "%one = kina.constant dense<1.0> : tensor<3xf32>\n"
              "%a = kina.neg %x : $x\n%b = kina.exp %a : $x\n%c = kina.add %one, %b : $x\n"
              "%r = kina.div %one, %c : $x", {"x": x},
              {"r": want("f32", 1 / (1 + np.exp(-x.wide())), ulps=2, near=1e-38)}, dynamic=False)


if __name__ == "__main__":
    tests = Suite(__doc__)
    add_cases_of_the_wild(tests)
    tests.run()
    tests.finish()
