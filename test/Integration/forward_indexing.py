"""Values of the ops that read or write by index, and of repeat_interleave."""

import numpy as np

from elements import ACCUMULATOR, Arr, FLOATS, INTS, NUMBERS, bounds, ulp, want
from forward_shape import moved, tested
from kinatest import Suite, rng

np.seterr(all="ignore")
TYPES = NUMBERS + ("i1",)
GATHER = "%r = kina.gather %v, %i : $v, $i -> $r"
TAKE = "%%r = kina.take_along_axis %%v, %%i axis = %d : $v, $i -> $r"
SCATTER = "%%r = kina.scatter_along_axis %%u, %%i axis = %d $sizes : $u, $i -> $r"
SCATTER_ADD = "%r = kina.scatter_add %u, %i $sizes : $u, $i -> $r"


def index(shape, bound, name):
    return Arr("i64", rng("index" + name).integers(0, max(bound, 1), shape))


def add_gather(suite):
    for table in ((4, 3), (1, 1), (5, 1), (3, 0), (9, 17), (2, 33)):
        for shape in ((), (1,), (0,), (7,), (2, 3), (2, 0, 3), (2, 1, 3), (1, 2, 1, 3)):
            for elem in TYPES if (table, shape) == ((4, 3), (2, 3)) else (
                    TYPES[(table[0] + len(shape)) % 7],):
                name = "gather D07 D08 %s %s by %s" % (elem, table, shape)
                v, i = tested(elem, table, name), index(shape, table[0], name)
                suite.add(name, GATHER, {"v": v, "i": i}, {"r": moved(v, v.data[i.data])})
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


TAKES = [((2, 3), 0), ((2, 3), 1), ((1, 4, 8), 2), ((2, 3, 4), 0), ((2, 3, 4), 1), ((2, 3, 4), 2),
         ((3, 1), 1), ((1, 3), 0), ((2, 1, 3, 2), 2), ((2, 2, 3, 1, 2), 2), ((0, 3), 1),
         ((3, 0), 0), ((2, 5, 0), 1), ((7, 19), 1), ((19, 7), 0)]


def add_take_and_scatter(suite):
    for k, (shape, axis) in enumerate(TAKES):
        rest = shape[:axis] + shape[axis + 1:]
        for elem in TYPES if k in (1, 4) else (TYPES[k % 7], TYPES[(k + 3) % 7]):
            name = "%s %s axis %d" % (elem, shape, axis)
            v, i = tested(elem, shape, name), index(rest, shape[axis], name)
            taken = np.take_along_axis(v.data, np.expand_dims(i.data, axis), axis).squeeze(axis) \
                if v.data.size else np.zeros(rest)
            suite.add("take_along_axis " + name, TAKE % axis, {"v": v, "i": i},
                      {"r": moved(v, taken)})
            u = tested(elem, rest, name + "u")
            put = np.zeros(shape, u.data.dtype)
            if put.size:
                np.put_along_axis(put, np.expand_dims(i.data, axis),
                                  np.expand_dims(u.data, axis), axis)
            suite.add("scatter_along_axis " + name, SCATTER % axis, {"u": u, "i": i},
                      {"r": Arr(elem, put, exact=True)})
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


def added(u, i, rows):
    """scatter_add in f64 or exact integers, and its tolerance."""
    width = u.shape[-1]
    if u.elem in INTS:
        out = np.zeros((rows, width), u.data.dtype)
        np.add.at(out, i.data.ravel(), u.data.reshape(i.data.size, width))
        return want(u.elem, out)
    out, size = np.zeros((rows, width)), np.zeros((rows, width))
    np.add.at(out, i.data.ravel(), u.wide().reshape(i.data.size, width))
    np.add.at(size, i.data.ravel(), np.abs(u.wide()).reshape(i.data.size, width))
    near = i.data.size * ACCUMULATOR[u.elem] * size + ulp(u.elem, out)
    return want(u.elem, out, near=near)


def add_scatter_add(suite):
    for shape in ((), (1,), (0,), (7,), (2, 3), (2, 0, 3), (2, 1, 3)):
        for rows, width in ((4, 3), (1, 1), (6, 0), (3, 17)):
            for k, elem in enumerate(NUMBERS):
                if (rows + len(shape) + k) % 2 and shape != (2, 3):
                    continue
                name = "scatter_add %s %s into %dx%d" % (elem, shape, rows, width)
                if elem in INTS:
                    low, high = bounds(elem)
                    u = Arr(elem, rng(name).integers(low, high, shape + (width,), endpoint=True))
                else:
                    u = Arr(elem, rng(name).normal(size=shape + (width,)))
                i = index(shape, rows, name)
                suite.add(name, SCATTER_ADD, {"u": u, "i": i}, {"r": added(u, i, rows)})
    for elem in FLOATS:
        u, i = Arr(elem, np.ones((3000, 1))), Arr("i64", np.full(3000, 1))
        suite.add("scatter_add %s of 3000 ones" % elem, SCATTER_ADD, {"u": u, "i": i},
                  {"r": want(elem, [[0], [3000.0]])})
    u, i = Arr("f32", [[1, 1, 1], [10, 10, 10], [100, 100, 100]]), Arr("i64", [1, 1, 3])
    suite.add("D14 duplicates add", SCATTER_ADD, {"u": u, "i": i},
              {"r": Arr("f32", [[0] * 3, [11] * 3, [0] * 3, [100] * 3])})


def add_repeat(suite):
    cases = [((2, 3), 1, 2), ((2, 3), 0, 2), ((5,), 0, 1), ((1,), 0, 7), ((0,), 0, 3),
             ((2, 0), 0, 2), ((2, 4, 8), 1, 2), ((1, 4, 3, 2), 1, 2), ((2, 1, 2, 3, 1), 4, 3),
             ((2, 3, 4), 2, 3)]
    for k, (shape, axis, repeats) in enumerate(cases):
        for elem in TYPES if k < 2 else (TYPES[k % 7],):
            x = tested(elem, shape, "repeat")
            suite.add("F01 repeat_interleave %s %s axis %d times %d" % (elem, shape, axis, repeats),
                      "%%r = kina.repeat_interleave %%x axis = %d repeats = %d : $x -> $r" %
                      (axis, repeats), {"x": x}, {"r": moved(x, np.repeat(x.data, repeats, axis))})


if __name__ == "__main__":
    tests = Suite(__doc__)
    for add in (add_gather, add_take_and_scatter, add_scatter_add, add_repeat):
        add(tests)
    tests.run()
    tests.finish()
