"""Values of the ops that read or write by index, and of repeat_interleave, in known
failure cases and modes; the matrix has the rest."""

import numpy as np

from elements import Arr, FLOATS, want
from kinatest import Suite

np.seterr(all="ignore")
GATHER = "%r = kina.gather %v, %i : $v, $i -> $r"
TAKE = "%%r = kina.take_along_axis %%v, %%i axis = %d : $v, $i -> $r"
SCATTER = "%%r = kina.scatter_along_axis %%u, %%i axis = %d $sizes : $u, $i -> $r"
SCATTER_ADD = "%r = kina.scatter_add %u, %i $sizes : $u, $i -> $r"


def add_gather(suite):
    v43 = Arr("f32", np.arange(12).reshape(4, 3))
    for values in ([3], [0, 3, 0, 2]):
        suite.add("D01 gather %s" % values, GATHER, {"v": v43, "i": Arr("i64", values)},
                  {"r": Arr("f32", v43.data[values])})
    suite.add("D07 scalar index", GATHER, {"v": v43, "i": Arr("i64", 2)},
              {"r": Arr("f32", [6, 7, 8])})
    empty = Arr("f32", np.zeros((0, 3)))
    suite.add("D08 no rows, no indices", GATHER, {"v": empty, "i": Arr("i64", np.zeros(0))},
              {"r": Arr("f32", np.zeros((0, 3)))})
    for mode in ("unchecked", "proven"):
        suite.add("gather %s" % mode, "%%r = kina.gather %%v, %%i bounds = %s : $v, $i -> $r" % mode,
                  {"v": v43, "i": Arr("i64", [3, 0])}, {"r": Arr("f32", v43.data[[3, 0]])})
    suite.add("M12 mod discharges the bound", "%m = kina.mod %i, %n : $i\n"
              "%r = kina.gather %v, %m : $v, $i -> $r",
              {"v": Arr("f32", np.arange(5).reshape(5, 1)), "i": Arr("i64", [-1, -7, 12]),
               "n": Arr("i64", [5, 5, 5])}, {"r": Arr("f32", [[4], [3], [2]])})
    suite.add("M12 constant divisor", "%n = kina.constant dense<5> : tensor<3xi64>\n"
              "%m = kina.mod %i, %n : tensor<3xi64>\n%r = kina.gather %v, %m : $v, tensor<3xi64> -> $r",
              {"v": Arr("f32", np.arange(5).reshape(5, 1)), "i": Arr("i64", [-1, -7, 12])},
              {"r": Arr("f32", [[4], [3], [2]])}, dynamic=False)


def add_take_and_scatter(suite):
    t = Arr("i64", np.arange(24).reshape(2, 3, 4))
    i = Arr("i64", [[0, 1, 2, 0], [2, 2, 1, 1]])
    suite.add("D11 middle axis", TAKE % 1, {"v": t, "i": i},
              {"r": Arr("i64", [[0, 5, 10, 3], [20, 21, 18, 19]])})
    u, i = Arr("f32", [[10, 20, 30], [40, 50, 60]]), Arr("i64", [[0, 1, 1], [2, 0, 2]])
    d18 = Arr("f32", [[[10, 0, 0], [0, 20, 30], [0, 0, 0]], [[0, 50, 0], [0, 0, 0], [40, 0, 60]]])
    suite.add("D18 scatter values", SCATTER % 1, {"u": u, "i": i}, {"r": d18})
    suite.add("I09 neg of scatter", "%s = kina.scatter_along_axis %u, %i axis = 1 $sizes : $u, $i"
              " -> $r\n%r = kina.neg %s : $r", {"u": u, "i": i}, {"r": Arr("f32", -d18.data)})
    suite.add("I09 scatter of neg", "%n = kina.neg %u : $u\n%r = kina.scatter_along_axis %n, %i "
              "axis = 1 $sizes : $u, $i -> $r\n%t = kina.scatter_along_axis %u, %i axis = 1 "
              "bounds = unchecked $sizes : $u, $i -> $r", {"u": u, "i": i},
              {"r": want("f32", -d18.data, near=0), "t": d18})
    suite.add("scatter of inf and NaN leaves zeros", SCATTER % 0,
              {"u": Arr("f32", [np.inf, np.nan, -0.0]), "i": Arr("i64", [1, 0, 1])},
              {"r": Arr("f32", [[0, np.nan, 0], [np.inf, 0, -0.0]])})


def add_scatter_add(suite):
    for elem in FLOATS:
        u, i = Arr(elem, np.ones((3000, 1))), Arr("i64", np.full(3000, 1))
        suite.add("scatter_add %s of 3000 ones" % elem, SCATTER_ADD, {"u": u, "i": i},
                  {"r": want(elem, [[0], [3000.0]])})
    u, i = Arr("f32", [[1, 1, 1], [10, 10, 10], [100, 100, 100]]), Arr("i64", [1, 1, 3])
    suite.add("D14 duplicates add", SCATTER_ADD, {"u": u, "i": i},
              {"r": Arr("f32", [[0] * 3, [11] * 3, [0] * 3, [100] * 3])})


def add_repeat(suite):
    x = Arr("f32", [[1, 2, 3], [4, 5, 6]])
    suite.add("F01 repeat_interleave is not tile", "\n".join(
        "%%r%d = kina.repeat_interleave %%x axis = %d repeats = 2 : $x -> $r%d" % (a, a, a)
        for a in (0, 1)), {"x": x},
        {"r0": Arr("f32", [[1, 2, 3], [1, 2, 3], [4, 5, 6], [4, 5, 6]]),
         "r1": Arr("f32", [[1, 1, 2, 2, 3, 3], [4, 4, 5, 5, 6, 6]])})


if __name__ == "__main__":
    tests = Suite(__doc__)
    for add in (add_gather, add_take_and_scatter, add_scatter_add, add_repeat):
        add(tests)
    tests.run()
    tests.finish()
