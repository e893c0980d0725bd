"""Operands and results that name some sizes and leave others `?`, at random.

An op that spells its result type may know more sizes than its operands, or fewer. Values
and gradients must not depend on that.
"""

import warnings

import numpy as np

from elements import Arr
from gradient_matrix_sums import reduce_of
from gradlib import apart, f64, grad
from kinatest import Suite, rng
from references import added, put, take

np.seterr(all="ignore")
warnings.filterwarnings("ignore", category=RuntimeWarning)


def some(random, rank, always=()):
    """A random set of dimensions, and those given."""
    return frozenset(np.flatnonzero(random.integers(0, 2, rank))) | frozenset(always)


def add_round(suite, number):
    random = rng("mixed %d" % number)

    def case(name, body, inputs, function, rank):
        inputs = {k: Arr(a.elem, a.data, some(random, a.data.ndim)) for k, a in inputs.items()}
        grad(suite, "%s, round %d" % (name, number), body, inputs, function,
             keep=some(random, rank), static=False)

    index = lambda bound, shape: Arr("i64", random.integers(0, bound, shape))
    case("transpose", "%y = kina.transpose %x perm = [2, 0, 1] : $x -> $y",
         {"x": f64("t", (2, 3, 4))}, lambda x: x.transpose(2, 0, 1), 3)
    for kind in ("sum", "mean", "max"):
        for flag in ("", "keepdims "):
            case("reduce %s %s" % (kind, flag),
                 "%%y = kina.reduce %s %%x axes = [0, 2] %s: $x -> $y" % (kind, flag),
                 {"x": apart("r", (2, 3, 2))}, reduce_of(kind, [0, 2], bool(flag)), 3 if flag else 1)
    case("matmul", "%y = kina.matmul %a, %b : $a, $b -> $y",
         {"a": f64("a", (2, 3)), "b": f64("b", (3, 4))}, np.matmul, 2)
    case("batched matmul", "%y = kina.matmul %a, %b : $a, $b -> $y",
         {"a": f64("a", (2, 2, 2, 3)), "b": f64("b", (2, 2, 3, 1))}, np.matmul, 4)
    case("gather", "%y = kina.gather %v, %i : $v, $i -> $y",
         {"v": f64("v", (4, 3)), "i": index(4, (2, 2))}, lambda v, i: v[i], 3)
    case("take_along_axis", "%y = kina.take_along_axis %v, %i axis = 1 : $v, $i -> $y",
         {"v": f64("v", (2, 3, 2)), "i": index(3, (2, 2))}, lambda v, i: take(v, i, 1), 2)
    case("repeat_interleave", "%y = kina.repeat_interleave %x axis = 1 repeats = 2 : $x -> $y",
         {"x": f64("r", (2, 3, 2))}, lambda x: np.repeat(x, 2, 1), 3)


def add_sized(suite, number):
    """Ops whose `sizes` follow the result type."""
    random = rng("sized %d" % number)
    for name, body, inputs, function, shape, always in [
            ("broadcast", "%y = kina.broadcast %x $S : $x -> $y", {"x": f64("b", (3, 1))},
             lambda x: np.broadcast_to(x, (2, 3, 4)), (2, 3, 4), {"x": [1]}),
            ("reshape", "%y = kina.reshape %x $S : $x -> $y", {"x": f64("rs", (2, 3, 2))},
             lambda x: x.reshape(4, 3), (4, 3), {}),
            ("scatter_along_axis", "%y = kina.scatter_along_axis %u, %i axis = 1 $S : $u, $i -> $y",
             {"u": f64("u", (2, 2)), "i": Arr("i64", random.integers(0, 3, (2, 2)))},
             lambda u, i: put(u, i, 1, 3), (2, 3, 2), {}),
            ("scatter_add", "%y = kina.scatter_add %u, %i $S : $u, $i -> $y",
             {"u": f64("u", (2, 2, 3)), "i": Arr("i64", random.integers(0, 4, (2, 2)))},
             lambda u, i: added(u, i, 4), (4, 3), {})]:
        keep = some(random, len(shape))
        spec = "x".join("%d%s" % (s, "!" if d in keep else "") for d, s in enumerate(shape))
        inputs = {k: Arr(a.elem, a.data, some(random, a.data.ndim, always.get(k, ())))
                  for k, a in inputs.items()}
        grad(suite, "%s, round %d" % (name, number), body.replace("$S", "$sizes[%s]" % spec), inputs,
             function, keep=keep, static=False)


if __name__ == "__main__":
    tests = Suite(__doc__)
    for k in range(24 if tests.args.all else 8):
        add_round(tests, k)
        add_sized(tests, k)
    tests.run()
    tests.finish()
