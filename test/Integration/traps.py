"""Programs that must stop: the exact line on stderr, and SIGABRT."""

import itertools

import numpy as np

from elements import Arr, want
from kinatest import Case, Fn, Rendered, Suite, build_module

GATHER = "%r = kina.gather %v, %i{0} : $v, $i -> $r"
TAKE = "%r = kina.take_along_axis %v, %i axis = 1{0} : $v, $i -> $r"
SCATTER = "%r = kina.scatter_along_axis %u, %i axis = 1{0} $sizes : $u, $i -> $r"
SCATTER_ADD = "%r = kina.scatter_add %u, %i{0} $sizes : $u, $i -> $r"
f32 = lambda *shape: Arr("f32", np.arange(int(np.prod(shape))).reshape(shape))


def trap(suite, name, text, inputs, results, line, at, kinds=(False, True), **options):
    """One trap with static shapes, with dynamic ones, or both."""
    run = options.pop("run", ())
    for dynamic in kinds:
        r = Rendered(Case(name, text, inputs, results, **options), "t", dynamic)
        suite.expect_trap(name + (" (dynamic)" if dynamic else ""), build_module([r]),
                          [a for _, _, a in r.arguments], line, at, run)


def indexing(bounds=""):
    """op -> (text, inputs for given indices, result, bound); the indices are of [2]."""
    return {
        "gather": (GATHER.format(bounds), lambda i: {"v": f32(4, 3), "i": i}, f32(2, 3), 4),
        "take_along_axis": (TAKE.format(bounds), lambda i: {"v": f32(2, 3), "i": i}, f32(2), 3),
        "scatter_along_axis": (SCATTER.format(bounds), lambda i: {"u": f32(2), "i": i},
                               f32(2, 3), 3),
        "scatter_add": (SCATTER_ADD.format(bounds), lambda i: {"u": f32(2, 3), "i": i},
                        f32(4, 3), 4)}


def out_of_bounds(op, index, bound):
    return "kina: %s index out of bounds: %d is not in [0, %d)" % (op, index, bound)


def add_indices(suite):
    for op, (text, inputs, result, bound) in indexing().items():
        for bad in (-1, bound, 2**32, 2**32 + 1, -2**63, 2**63 - 1):
            for position in (0, 1) if bad in (-1, bound) else (1,):
                indices = np.array([1, 1])
                indices[position] = bad
                trap(suite, "D01 D02 D17 D20 %s index %d at %d" % (op, bad, position), text,
                     inputs(Arr("i64", indices)), {"r": result},
                     out_of_bounds(op, bad, bound), "kina." + op,
                     (False, True) if position else (False,))
    at = "kina.gather"
    trap(suite, "D20 the first of several bad ones", GATHER.format(""),
         {"v": f32(3, 2), "i": Arr("i64", [0, -5, 2, 100])}, {"r": f32(4, 2)},
         out_of_bounds("gather", -5, 3), at)
    trap(suite, "gather from no rows", GATHER.format(""),
         {"v": f32(0, 3), "i": Arr("i64", [0])}, {"r": f32(1, 3)},
         out_of_bounds("gather", 0, 0), at)
    trap(suite, "gather of rows without elements", GATHER.format(""),
         {"v": f32(3, 0), "i": Arr("i64", [1, 7])}, {"r": f32(2, 0)},
         out_of_bounds("gather", 7, 3), at)
    trap(suite, "K05 gather of i32", GATHER.format(""),
         {"v": Arr("i32", np.arange(8).reshape(4, 2)), "i": Arr("i64", [4])},
         {"r": Arr("i32", np.zeros((1, 2)))}, out_of_bounds("gather", 4, 4), at)
    trap(suite, "D05 rows that nobody reads", "%g = kina.gather %v, %i : $v, $i -> $g\n"
         "%r = kina.slice %g offsets = [0, 0] sizes = [1, 3] strides = [1, 1] : $g -> $r",
         {"v": f32(4, 3), "i": Arr("i64", [1, 99])}, {"r": f32(1, 3)},
         out_of_bounds("gather", 99, 4), at, types={"g": f32(2, 3)})
    for level in ("-O0", "-O1", "-O2", "-O3"):
        trap(suite, "D05 checked at %s" % level, GATHER.format(""),
             {"v": f32(4, 3), "i": Arr("i64", [99])}, {"r": f32(1, 3)},
             out_of_bounds("gather", 99, 4), at, (False,), run=[level])
    trap(suite, "constant index", "%i = kina.constant dense<[0, 4]> : tensor<2xi64>\n"
         "%r = kina.gather %v, %i : $v, tensor<2xi64> -> $r", {"v": f32(4, 3)}, {"r": f32(2, 3)},
         out_of_bounds("gather", 4, 4), "kina.gather", (False,))
    # The divisor of a mod is not the bound: nothing is proven.
    trap(suite, "M12 another divisor", "%m = kina.mod %i, %n : $i\n"
         "%r = kina.gather %v, %m : $v, $i -> $r",
         {"v": f32(4, 3), "i": Arr("i64", [9]), "n": Arr("i64", [5])}, {"r": f32(1, 3)},
         out_of_bounds("gather", 4, 4), at)
    text = "%y, %d_v = kina.handle @f(%v, %i$carriers) with reverse_mode : " \
           "($v, $i$carriertypes) -> ($y, $v)"
    trap(suite, "trap below a handler", text, {"v": f32(4, 3), "i": Arr("i64", [1, -1])},
         {"y": f32(2, 3), "d_v": f32(4, 3)}, out_of_bounds("gather", -1, 4), at,
         fns=[Fn("f", ["v", "i"], "%y = kina.gather %v, %i : $v, $i -> $y", ["y"])])


def add_no_traps(suite):
    for mode in ("", " bounds = unchecked", " bounds = proven"):
        for op, (text, inputs, result, bound) in indexing(mode).items():
            given = inputs(Arr("i64", [bound - 1, 0]))
            data = {k: v.data for k, v in given.items()}
            i = data["i"]
            if op == "gather":
                value = data["v"][i]
            elif op == "take_along_axis":
                value = data["v"][np.arange(2), i]
            else:
                value = np.zeros(result.shape)
                if op == "scatter_add":
                    np.add.at(value, i, data["u"])
                else:
                    value[np.arange(2), i] = data["u"]
            suite.add("no trap of %s%s" % (op, mode), text, given, {"r": want("f32", value)})
    suite.add("no trap without indices", GATHER.format(""),
              {"v": f32(0, 3), "i": Arr("i64", np.zeros((2, 0)))}, {"r": f32(2, 0, 3)})
    suite.add("softmax over an empty axis", "%r = kina.softmax %x axis = 1 : $x",
              {"x": f32(2, 0)}, {"r": f32(2, 0)})


def add_division(suite):
    for op, elem in itertools.product(("div", "mod"), ("i32", "i64")):
        for shape, bad in (((3,), 2), ((), ()), ((2, 5), (1, 4))):
            x, y = Arr(elem, np.full(shape, 5)), Arr(elem, np.full(shape, 3))
            y.data[bad] = 0
            trap(suite, "M10 %s by zero %s %s" % (op, elem, shape),
                 "%%r = kina.%s %%x, %%y : $x" % op, {"x": x, "y": y}, {"r": x},
                 "kina: %s by zero" % op, "kina." + op)
        trap(suite, "M10 %s by a constant zero %s" % (op, elem),
             "%%y = kina.constant dense<0> : tensor<2x%s>\n%%r = kina.%s %%x, %%y : $x" % (elem, op),
             {"x": Arr(elem, [5, 6])}, {"r": Arr(elem, [0, 0])}, "kina: %s by zero" % op,
             "kina." + op, (False,))


def add_sizes(suite):
    def mismatch(name, text, inputs, result, line, at, **options):
        trap(suite, name, text, inputs, {"r": result}, "kina: " + line, at, (True,), **options)

    for odd in range(3):
        c, x, y = [(2, 4) if k == odd else (2, 3) for k in range(3)]
        mismatch("select sizes: operand %d" % odd, "%r = kina.select %c, %x, %y : $x",
                 {"c": Arr("i1", np.ones(c)), "x": f32(*x), "y": f32(*y)}, f32(*x),
                 "select size mismatch: %s in dimension 1" % ("3 and 4" if odd else "4 and 3"),
                 "kina.select")
    for op in ("add", "mul", "max", "compare lt,"):
        x, y = f32(2, 3), f32(2, 4)
        word = op.split()[0]
        space = "" if "," not in op else " "
        result = Arr("i1", np.ones((2, 3))) if space else x
        mismatch(word + " sizes", "%%r = kina.%s %%x, %%y : $x" % op, {"x": x, "y": y}, result,
                 word + " size mismatch: 3 and 4 in dimension 1", "kina." + word)
    mismatch("add of empty and not", "%r = kina.add %x, %y : $x", {"x": f32(0), "y": f32(1)}, f32(0),
             "add size mismatch: 0 and 1 in dimension 0", "kina.add")
    matmul = "%r = kina.matmul %x, %y : $x, $y -> $r"
    mismatch("C05 matmul inner sizes", matmul, {"x": f32(2, 3), "y": f32(4, 2)}, f32(2, 2),
             "matmul size mismatch: 3 and 4 in dimension 1", "kina.matmul")
    mismatch("K08 matmul batch sizes", matmul, {"x": f32(5, 2, 3), "y": f32(1, 3, 4)}, f32(5, 2, 4),
             "matmul size mismatch: 5 and 1 in dimension 0", "kina.matmul")
    mismatch("matmul against its result type", matmul, {"x": f32(2, 3), "y": f32(3, 4)},
             Arr("f32", np.zeros((2, 5)), keep=[1]),
             "matmul size mismatch: 4 and 5 in dimension 1", "kina.matmul")
    mismatch("broadcast does not expand a ?", "%r = kina.broadcast %x $sizes : $x -> $r",
             {"x": f32(1, 3)}, f32(2, 4, 3), "broadcast size mismatch: 1 and 4 in dimension 1",
             "kina.broadcast")
    mismatch("reshape counts", "%r = kina.reshape %x $sizes : $x -> $r", {"x": f32(2, 3)}, f32(7),
             "reshape size mismatch: 6 and 7 elements", "kina.reshape")
    part = "%r = kina.slice %x offsets = [0, 1] sizes = [2, 2] strides = [1, 3] : $x -> $r"
    mismatch("slice out of bounds", part, {"x": f32(2, 4)}, f32(2, 2),
             "slice out of bounds: 5 is beyond 4 in dimension 1", "kina.slice")
    mismatch("concat sizes", "%r = kina.concat %x, %y axis = 0 : ($x, $y) -> $r",
             {"x": f32(2, 3), "y": f32(1, 4)}, f32(3, 3),
             "concat size mismatch: 3 and 4 in dimension 1", "kina.concat")
    mismatch("D13 take_along_axis sizes", TAKE.format(""),
             {"v": f32(2, 3, 4), "i": Arr("i64", np.zeros((2, 5)))}, f32(2, 5),
             "take_along_axis size mismatch: 4 and 5 in dimension 2", "kina.take_along_axis")
    mismatch("scatter_add sizes", SCATTER_ADD.format(""),
             {"u": f32(2, 3), "i": Arr("i64", np.zeros(3))}, f32(4, 3),
             "scatter_add size mismatch: 2 and 3 in dimension 0", "kina.scatter_add")
    mismatch("transpose against its result type", "%r = kina.transpose %x perm = [1, 0] : $x -> $r",
             {"x": f32(2, 3)}, Arr("f32", np.zeros((4, 2)), keep=[0]),
             "transpose size mismatch: 3 and 4 in dimension 0", "kina.transpose")
    for kind in ("max", "min"):
        mismatch("E05 reduce %s over an empty axis" % kind,
                 "%%r = kina.reduce %s %%x axes = [1] : $x -> $r" % kind, {"x": f32(2, 0)}, f32(2),
                 "reduce %s over an empty axis" % kind, "kina.reduce")
    text = "%y, %d = kina.handle @f(%x$carriers) with reverse_mode seed(%g) : " \
           "($x$carriertypes, $g) -> ($x, $x)\n%r = kina.add %y, %d : $x"
    mismatch("H08 seed of another size", text, {"x": f32(2, 3), "g": f32(2, 2)}, f32(2, 3),
             "handle size mismatch: 2 and 3 in dimension 1", "kina.handle",
             fns=[Fn("f", ["x"], "%y = kina.exp %x : $x", ["y"])], types={"y": f32(2, 3)})


if __name__ == "__main__":
    tests = Suite(__doc__)
    for add in (add_indices, add_no_traps, add_division, add_sizes):
        add(tests)
    tests.run()
    tests.finish()
