"""Values of softmax and log_softmax: rows beside others, edges, narrow types; the matrix
has every shape and axis."""

import numpy as np

from elements import Arr, FLOATS, want
from kinatest import Suite, rng
from matrix_values import tame
from references import normalized

np.seterr(all="ignore")
TEXT = "%r = kina.softmax %x axis = {0} : $x\n%s = kina.log_softmax %x axis = {0} : $x"


def add(suite, name, x, axis, **options):
    soft, log = normalized(x, axis)
    suite.add(name, TEXT.format(axis), {"x": x}, {"r": soft, "s": log}, **options)


def add_shapes(suite):
    for tag, shape, axis in (("A13", (3, 1), 1), ("A13", (1, 5), 0), ("A13", (2, 1, 3, 2), 1),
                             ("A14", (3, 0), 1), ("A14", (10, 0), 1), ("A14", (2, 0, 3), 1),
                             ("A16", (64, 33), 1), ("A16", (3, 17), 1)):
        for elem in FLOATS:
            name = "%s softmax %s %s axis %d" % (tag, elem, shape, axis)
            add(suite, name, tame(elem, shape, name, 3.0), axis)
    for n in (5, 7, 17, 1000):
        add(suite, "A16 negative rows of %d" % n, Arr("f32", -50 - rng("a").random((3, n))), 1)


def add_edges(suite):
    inf, nan = np.inf, np.nan
    for elem in FLOATS:
        x = Arr(elem, [[0, -inf, 0]])
        suite.add("A01 some logits are -inf %s" % elem, TEXT.format(1), {"x": x},
                  {"r": want(elem, [[0.5, 0, 0.5]]),
                   "s": want(elem, [[np.log(0.5), -inf, np.log(0.5)]], ulps=1)})
        add(suite, "A04 +inf logit %s" % elem, Arr(elem, [[1, inf, 0]]), 1)
        rows = [[-inf, -inf, -inf], [1, 2, 3], [inf, inf, 0], [nan, 1, 2], [0, 0, 0],
                [-inf, inf, 1], [-inf, 5, -inf]]
        add(suite, "rows of -inf, +inf and NaN stay apart %s" % elem, Arr(elem, rows), 1)
        add(suite, "columns of -inf, +inf and NaN stay apart %s" % elem,
            Arr(elem, np.array(rows).T), 0)
        add(suite, "rows of one: -inf and inf are NaN %s" % elem,
            Arr(elem, [[-inf], [inf], [nan], [3]]), 1)
        big = Arr(elem, [[3e4, 3e4, -3e4], [-6e4, -6e4, -6e4]])
        suite.add("A06 large logits %s" % elem, TEXT.format(1), {"x": big},
                  {"r": want(elem, [[0.5, 0.5, 0], [1 / 3] * 3], ulps=1),
                   "s": want(elem, [[-np.log(2)] * 2 + [2 * big.wide()[0, 2] - np.log(2)],
                                    [-np.log(3)] * 3], ulps=1)})
    add(suite, "A06 above the range of exp", Arr("f32", [1000, 1001, 1002]), 0)
    add(suite, "A06 just above the range of exp", Arr("f32", [88.72284, 0]), 0)
    add(suite, "A06 f64", Arr("f64", [1e4, 1e4 + 1, -1e4, 710]), 0)
    add(suite, "largest values", Arr("f32", [3.4e38, 3.4e38, -3.4e38]), 0)
    for value in (1, 1e4, 1e8, 1e20):
        suite.add("A07 equal logits %g" % value, TEXT.format(0), {"x": Arr("f32", [value, value])},
                  {"r": want("f32", [0.5, 0.5]), "s": want("f32", [-np.log(2)] * 2, ulps=1)})
    for value in (88.72284, 1e30, -3e38):
        suite.add("A10 one class %g" % value, TEXT.format(0), {"x": Arr("f32", [value])},
                  {"r": want("f32", [1.0]), "s": want("f32", [0.0], near=0.0)})
    x = Arr("f32", [16.942385, 0])
    suite.add("A11 smallest log-probability", TEXT.format(0), {"x": x},
              {"r": want("f32", [1, np.exp(-16.942385)], near=1e-7),
               "s": want("f32", [-4.385e-08, -16.942385], near=np.array([7.6e-8, 2e-6]))})
    # Never positive: the largest of such values is at most 0.
    suite.add("A11 never positive", "%s = kina.log_softmax %x axis = 0 : $x\n"
              "%z = kina.sub %s, %s : $x\n%m = kina.max %s, %z : $x\n"
              "%r = kina.compare gt, %m, %z : $x", {"x": x}, {"r": want("i1", [0, 0])})
    x = Arr("f32", np.arange(1, 9).reshape(2, 2, 2))
    add(suite, "A12 the axis is one axis", x, 1)
    add(suite, "A16 six logits",
        Arr("f32", [9.34623, 8.43469, 7.19462, 6.59385, 5.89481, 5.67304]), 0)


def add_narrow(suite):
    for elem, n, tag in (("f16", 4096, "B01"), ("bf16", 512, "B03"), ("bf16", 4096, "B03")):
        for shape, axis in (((1, n), 1), ((n, 2), 0)):
            x = Arr(elem, np.zeros(shape))
            suite.add("%s softmax of %d equal logits in %s %s" % (tag, n, elem, shape),
                      TEXT.format(axis), {"x": x},
                      {"r": want(elem, np.full(shape, 1 / n)),
                       "s": want(elem, np.full(shape, -np.log(n)), ulps=1)})
    # Each of the small ones is 0 as an f16, all together are 1.5e-3 of the sum. They come
    # first, so that the sum in f32 has them whatever its order.
    x = Arr("f16", [-17.6] * 65535 + [0])
    e = np.exp(x.wide())
    suite.add("B01 exponentials below f16", TEXT.format(0), {"x": x},
              {"r": want("f16", e / e.sum(), ulps=1), "s": want("f16", x.wide() - np.log(e.sum()), ulps=1)})
    suite.add("G21 masking before the maximum", "%ninf = kina.constant dense<0xFF800000> : "
              "tensor<3xf32>\n%z = kina.select %m, %x, %ninf : tensor<3xf32>\n"
              "%r = kina.softmax %z axis = 0 : tensor<3xf32>",
              {"x": Arr("f32", [1, 1, 100]), "m": Arr("i1", [1, 1, 0])},
              {"r": want("f32", [0.5, 0.5, 0])}, dynamic=False)


if __name__ == "__main__":
    tests = Suite(__doc__)
    for add_cases in (add_shapes, add_edges, add_narrow):
        add_cases(tests)
    tests.run()
    tests.finish()
