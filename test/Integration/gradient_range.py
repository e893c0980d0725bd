"""Gradients of what is small, large or beside an integer: parts of a rule, such as 1 / x,
may leave the range or the precision that the operands and the gradient are within.

Expected values are the formulas, computed in f64 of the operands as their type has them,
and rounded once.
"""

import warnings

import numpy as np

from elements import Arr, round_to, want
from gradlib import vjp
from kinatest import Suite

np.seterr(all="ignore")
warnings.filterwarnings("ignore", category=RuntimeWarning)
LOG2E, LOG10E = 1 / np.log(2), 1 / np.log(10)

# Where 1 / x is infinite or has lost digits, and the gradient has not.
SMALL = {"f16": ([6e-8, 3e-6, 1e-5, 2.5], [1e-4, -1e-3, 0.25, 3]),
         "bf16": ([3e-38, 1e-20, 7, 1e38], [1e-3, -1e-3, 0.1, 3]),
         "f32": ([3e-38, 1e-20, 7, 1e38], [1e-3, -1e-3, 0.1, 3])}
LARGE = {"f16": ([20000, 60000, 40000, 31], [500, -3e4, 777, 3])}
UNARY = {
    "kina.log": (np.log, lambda x: 1 / x),
    "math.log": (np.log, lambda x: 1 / x),
    "math.log2": (np.log2, lambda x: LOG2E / x),
    "math.log10": (np.log10, lambda x: LOG10E / x),
    "kina.rsqrt": (lambda x: x**-0.5, lambda x: -0.5 * x**-1.5),
    "math.rsqrt": (lambda x: x**-0.5, lambda x: -0.5 * x**-1.5),
}
# By type, dividend, divisor and cotangent. The quotient of the first row rounds up to 10,
# that of the second, where there is one, is no number of the type.
REMAINDERS = {"f16": ([1.0, 60000.0, -7.5], [0.1, 0.5, 2], [0.3, 1e-3, 2]),
              "bf16": ([1.0, 1000.0, -7.5], [0.099609375, 0.099609375, 2], [0.3, 1e-3, 2]),
              "f32": ([1.0, 1e7, -7.5], [0.1, 3.3, 2], [0.3, 1e-3, 2]),
              "f64": ([1.0, 1e7, -7.5], [0.1, 3.3, 2], [0.3, 1e-3, 2])}
# 300 - 1 is no bf16, nor is 4097 - 1 an f16.
POWERS = {"bf16": ([1.1015625, 0.5], [300, 3], [1e-9, 2]), "f16": ([1.001, 0.5], [4096, 3], [1e-2, 2])}


def near(values, elem):
    """Two roundings of the type: that of the rule, and of what it takes from y."""
    return 2 * np.abs(values) * {"f16": 2.0**-11, "bf16": 2.0**-8, "f32": 2.0**-23,
                                 "f64": 2.0**-52}[elem] + {"f16": 2.0**-24}.get(elem, 0)


def check(suite, name, elem, body, inputs, g, y, gradients):
    """`y` and `gradients` are functions of the inputs in f64."""
    inputs = {n: Arr(elem, a) for n, a in inputs.items()}
    g = Arr(elem, g)
    wide = [a.wide() for a in inputs.values()]
    first = {n: g.wide() * f(*wide) for n, f in zip(inputs, gradients)}
    value = y(*wide)
    vjp(suite, "%s %s" % (name, elem), body, inputs, g,
        {n: want(elem, v, near=near(v, elem)) for n, v in first.items()},
        want(elem, value, near=4 * near(value, elem)))


def main():
    suite = Suite(__doc__)
    for cases, name in ((SMALL, "small"), (LARGE, "large")):
        for elem, (x, g) in cases.items():
            for op, (y, partial) in UNARY.items():
                check(suite, "%s of %s" % (op, name), elem, "%%y = %s %%x : $x" % op, {"x": x}, g, y,
                      [partial])
            for op in ("kina.div", "arith.divf"):
                a = np.array(x) * 0.5
                check(suite, "%s by %s" % (op, name), elem, "%%y = %s %%a, %%b : $a" % op,
                      {"a": a, "b": x}, g, np.divide, [lambda a, b: 1 / b, lambda a, b: -a / b**2])
    for elem, (a, b, g) in REMAINDERS.items():
        for op, y, integer in (("kina.mod", np.mod, np.floor), ("arith.remf", np.fmod, np.trunc)):
            # NumPy's quotient would round as well: that of the remainder is exact.
            quotient = lambda a, b, y=y: -np.rint((a - y(a, b)) / b)
            check(suite, op, elem, "%%y = %s %%a, %%b : $a" % op, {"a": a, "b": b}, g, y,
                  [lambda a, b: 1, quotient])
            if elem == "f64" and list(quotient(np.array(a), np.array(b)))[::2] != [
                    -9, 4 if integer is np.floor else 3]:
                suite.report(False, "%s quotients" % op, "expected 9 and those of -7.5 / 2")
    for elem, (a, b, g) in POWERS.items():
        for op in ("kina.pow", "math.powf"):
            check(suite, op, elem, "%%y = %s %%a, %%b : $a" % op, {"a": a, "b": b}, g, np.power,
                  [lambda a, b: b * a**(b - 1), lambda a, b: a**b * np.log(a)])
    check(suite, "math.tan", "f16", "%y = math.tan %x : $x", {"x": [1.57, -1.5, 0.5]}, [1e-3, 1, 1],
          np.tan, [lambda x: 1 + round_to("f16", np.tan(x)).astype(np.float64)**2])
    check(suite, "math.atan2", "f16", "%y = math.atan2 %a, %b : $a", {"a": [1e-5, 3e-6], "b": [2e-6, -1e-5]},
          [1e-3, 1e-4], np.arctan2, [lambda a, b: b / (a * a + b * b), lambda a, b: -a / (a * a + b * b)])
    # The sum of the cotangents is no f16; that of g y takes more digits than bf16 has.
    classes = np.zeros(70000)
    vjp(suite, "kina.log_softmax f16", "%y = kina.log_softmax %x axis = 0 : $x",
        {"x": Arr("f16", classes)}, Arr("f16", classes + 1), {"x": want("f16", classes, near=5e-3)},
        want("f16", classes - np.log(70000), ulps=1))
    x, g = np.array([0.0, 1, 2]), np.array([256.0, 258, 260])
    y = round_to("bf16", np.exp(x) / np.exp(x).sum()).astype(np.float64)
    d = y * (g - (g * y).sum())
    vjp(suite, "kina.softmax bf16", "%y = kina.softmax %x axis = 0 : $x", {"x": Arr("bf16", x)},
        Arr("bf16", g), {"x": want("bf16", d, near=near(d, "bf16"))}, want("bf16", y, ulps=1))
    suite.run()
    suite.finish()


if __name__ == "__main__":
    main()
