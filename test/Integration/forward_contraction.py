"""Values of matmul beyond the matrix: transposed operands, tiles, sums in narrow types."""

import numpy as np

from elements import Arr, FLOATS, NUMBERS, want
from kinatest import Suite
from matrix_values import tame
from references import matmul

np.seterr(all="ignore")


TEXT = "%r = kina.matmul %a, %b : $a, $b -> $r"


def add_sizes(suite):
    """K = 0, and products of several tiles, whose last ones are not full."""
    for m, k, n in ((2, 0, 3), (65, 127, 33), (64, 64, 64), (100, 3, 100)):
        for elem in NUMBERS if k == 0 else ("f32", "f64", "bf16", "i64"):
            name = "%smatmul %s %dx%dx%d" % ("C01 " * (k == 0), elem, m, k, n)
            x, y = tame(elem, (m, k), name), tame(elem, (k, n), name + "b")
            suite.add(name, TEXT, {"a": x, "b": y}, {"r": matmul(x, y)})


def add_transposed(suite):
    for i, batch in enumerate([(), (2,), (2, 3), (1, 2, 2)]):
        rank = len(batch) + 2
        perm = list(range(rank - 2)) + [rank - 1, rank - 2]
        swap = lambda a: np.swapaxes(a, -1, -2)
        for elem in (NUMBERS[i], NUMBERS[(i + 4) % 6]):
            name = "matmul %s transposed batch %s" % (elem, list(batch))
            x = tame(elem, batch + (4, 3), name + "x")
            y = tame(elem, batch + (4, 5), name + "y")
            suite.add(name + " left", "%%t = kina.transpose %%a perm = %s : $a -> $t\n"
                      "%%r = kina.matmul %%t, %%b : $t, $b -> $r" % perm, {"a": x, "b": y},
                      {"r": matmul(x, y, swap(x.data))},
                      types={"t": Arr(elem, swap(x.data), exact=True)})
            x, y = tame(elem, batch + (3, 4), name), tame(elem, batch + (5, 4), name + "q")
            suite.add(name + " right", "%%t = kina.transpose %%b perm = %s : $b -> $t\n"
                      "%%r = kina.matmul %%a, %%t : $a, $t -> $r" % perm, {"a": x, "b": y},
                      {"r": matmul(x, y, None, swap(y.data))},
                      types={"t": Arr(elem, swap(y.data), exact=True)})
            x, y = tame(elem, batch + (4, 3), name), tame(elem, batch + (5, 4), name + "w")
            suite.add(name + " both", "%%t = kina.transpose %%a perm = %s : $a -> $t\n"
                      "%%u = kina.transpose %%b perm = %s : $b -> $u\n"
                      "%%r = kina.matmul %%t, %%u : $t, $u -> $r" % (perm, perm),
                      {"a": x, "b": y}, {"r": matmul(x, y, swap(x.data), swap(y.data))},
                      types={"t": Arr(elem, swap(x.data), exact=True),
                             "u": Arr(elem, swap(y.data), exact=True)})
    # Heads moved in front, as attention does: a permutation that is not a swap.
    x, y = tame("f32", (2, 5, 3, 4), "heads"), tame("f32", (2, 3, 4, 6), "head values")
    moved = x.data.transpose(0, 2, 1, 3)
    suite.add("matmul of moved heads", "%t = kina.transpose %a perm = [0, 2, 1, 3] : $a -> $t\n"
              "%r = kina.matmul %t, %b : $t, $b -> $r", {"a": x, "b": y},
              {"r": matmul(x, y, moved)}, types={"t": Arr("f32", moved)})
    x = tame("f64", (4, 4), "square")
    suite.add("matmul of one value with itself", "%r = kina.matmul %a, %a : $a, $a -> $r\n"
              "%t = kina.transpose %a perm = [1, 0] : $a -> $a\n"
              "%s = kina.matmul %a, %t : $a, $a -> $s\n%u = kina.matmul %t, %a : $a, $a -> $u",
              {"a": x}, {"r": matmul(x, x), "s": matmul(x, x, None, x.data.T),
                         "u": matmul(x, x, x.data.T)})


def add_narrow(suite):
    for elem in ("f16", "bf16"):
        x, y = Arr(elem, np.ones((1, 4096))), Arr(elem, np.ones((4096, 1)))
        suite.add("B05 %s matmul of long K" % elem, TEXT, {"a": x, "b": y},
                  {"r": want(elem, [[4096.0]])})
        x, y = Arr(elem, np.full((3, 700), 0.5)), Arr(elem, np.full((700, 2), 3.0))
        suite.add("%s matmul accumulates in f32" % elem, TEXT, {"a": x, "b": y},
                  {"r": want(elem, np.full((3, 2), 1050.0))})
    x, y = Arr("f16", np.full((1, 33), 1000.0)), Arr("f16", np.ones((33, 1)))
    suite.add("B07 near the top of the range", TEXT, {"a": x, "b": y}, {"r": want("f16", [[32992.0]])})
    x = Arr("f16", [[300.0]])
    suite.add("B07 above the range", TEXT, {"a": x, "b": x}, {"r": want("f16", [[np.inf]])})
    x, y = Arr("f16", [[60000, 60000.0]]), Arr("f16", [[1], [-1.0]])
    suite.add("f16 terms that cancel", TEXT, {"a": x, "b": y}, {"r": want("f16", [[0.0]])})


def add_more(suite):
    for elem in NUMBERS:
        x, y = Arr(elem, [[1, 2], [3, 4]]), Arr(elem, [[1], [1]])
        suite.add("C03 a second product does not see the first %s" % elem,
                  "%r = kina.matmul %a, %b : $a, $b -> $r\n%n = kina.neg %a : $a\n"
                  "%s = kina.matmul %n, %b : $a, $b -> $s\n%t = kina.matmul %a, %b : $a, $b -> $t",
                  {"a": x, "b": y}, {"r": Arr(elem, [[3], [7]]), "s": Arr(elem, [[-3], [-7]]),
                                     "t": Arr(elem, [[3], [7]])})
    x = Arr("f32", np.arange(32).reshape(1, 4, 8), keep=[0])
    y = Arr("f32", np.arange(16).reshape(1, 8, 2) - 5, keep=[0])
    r = matmul(x, y)
    r.arr.keep = frozenset([0])
    suite.add("C07 static 1 among dynamic sizes", TEXT, {"a": x, "b": y}, {"r": r})
    x = Arr("f64", np.arange(1, 9).reshape(2, 2, 2))
    y = Arr("f64", np.stack([np.eye(2), 2 * np.eye(2)]))
    suite.add("C10 batches", TEXT, {"a": x, "b": y},
              {"r": Arr("f64", [[[1, 2], [3, 4]], [[10, 12], [14, 16]]])})
    for elem in FLOATS:
        x = Arr(elem, [[1, np.nan, 0], [np.inf, 1, 2], [1, 2, 3]])
        y = Arr(elem, [[0, 1], [1, 2], [1, -1]])
        suite.add("matmul %s IEEE: inf times 0, NaN" % elem, TEXT, {"a": x, "b": y},
                  {"r": want(elem, [[np.nan, np.nan], [np.nan, np.inf], [5, 2]])})
    x, y = tame("f32", (3, 4), "chain"), tame("f32", (4, 2), "chain b")
    relu = np.maximum(np.matmul(x.wide(), y.wide()), 0)
    suite.add("matmul fused with what follows", "%m = kina.matmul %a, %b : $a, $b -> $r\n"
              "%r = kina.relu %m : $r", {"a": x, "b": y}, {"r": want("f32", relu, near=1e-5)})


if __name__ == "__main__":
    tests = Suite(__doc__)
    for add in (add_sizes, add_transposed, add_narrow, add_more):
        add(tests)
    tests.run()
    tests.finish()
