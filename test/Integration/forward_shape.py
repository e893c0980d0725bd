"""Values of casts, constants and data movement in known failure cases; the matrix has
the rest."""

import numpy as np

from elements import Arr, FLOATS, bounds, from_bits, want
from kinatest import Fn, Suite, rng
from references import moved

np.seterr(all="ignore")
WIDTH = {"i1": 1, "f16": 16, "bf16": 16, "f32": 32, "i32": 32, "f64": 64, "i64": 64}


def any_bits(elem, shape, name):
    """Random storage bits: NaN payloads and subnormals included."""
    random = rng(name + elem)
    if elem == "i1":
        return Arr("i1", random.integers(0, 2, shape))
    width = WIDTH[elem]
    bits = random.integers(0, 2**width, shape, dtype=np.uint64).astype("u%d" % (width // 8))
    return from_bits(elem, bits)


def add_constants(suite):
    for elem in FLOATS + ("i32", "i64", "i1"):
        splat, value = ("true", 1) if elem == "i1" else ("1.5", 1.5) if elem in FLOATS else ("7", 7)
        suite.add("splat constant %s" % elem, "%%a = kina.constant dense<%s> : tensor<2x3x%s>\n"
                  "%%b = kina.constant dense<%s> : tensor<0x%s>" % (splat, elem, splat, elem), {},
                  {"a": Arr(elem, np.full((2, 3), value)), "b": Arr(elem, np.zeros(0))},
                  dynamic=False)
    suite.add("J18 hex constant", '%a = kina.constant dense<"0x82F5AB00"> : tensor<1xi32>', {},
              {"a": Arr("i32", [11269506])}, dynamic=False)
    special = '%a = kina.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, -0.0]> : tensor<4xf32>'
    suite.add("constant inf nan", special, {},
              {"a": Arr("f32", [np.inf, -np.inf, np.nan, -0.0])}, dynamic=False)


def add_movement(suite):
    for elem in WIDTH:
        x = any_bits(elem, (2, 3, 4), "bits")
        suite.add("F07 transpose keeps all bits %s" % elem,
                  "%r = kina.transpose %x perm = [2, 0, 1] : $x -> $r", {"x": x},
                  {"r": moved(x, x.data.transpose(2, 0, 1))})
    x = Arr("i64", np.arange(6).reshape(1, 2, 3))
    suite.add("F07 permutation", "%r = kina.transpose %x perm = [2, 0, 1] : $x -> $r", {"x": x},
              {"r": Arr("i64", np.array([0, 3, 1, 4, 2, 5]).reshape(3, 1, 2))})
    x = Arr("f32", 3)
    suite.add("F09 no dimension to permute", "%r = kina.transpose %x perm = [] : $x -> $r",
              {"x": x}, {"r": x})
    x = Arr("f32", np.arange(6).reshape(2, 3))
    suite.add("F14 the last row, and none after it",
              "%r = kina.slice %x offsets = [1, 0] sizes = [1, 3] strides = [1, 1] : $x -> $r\n"
              "%s = kina.slice %x offsets = [2, 0] sizes = [0, 3] strides = [1, 1] : $x -> $s",
              {"x": x}, {"r": Arr("f32", [[3, 4, 5]]), "s": Arr("f32", np.zeros((0, 3)))})
    suite.add("G28 nothing by stride 2", "%r = kina.slice %x offsets = [2] sizes = [0] "
              "strides = [2] : $x -> $r", {"x": Arr("f32", np.arange(4))},
              {"r": Arr("f32", np.zeros(0))})
    x = Arr("f32", np.arange(16).reshape(4, 4))
    for offset in (0, 1):
        # Twice, so that it is not inlined; what it gets must be contiguous or copied so.
        part = Arr("f32", x.data[offset:offset + 2, :2])
        suite.add("slice at %d passed to a function" % offset, "%%s = kina.slice %%x offsets = "
                  "[%d, 0] sizes = [2, 2] strides = [1, 1] : $x -> $r\n"
                  "%%r = func.call @same(%%s) : ($r) -> $r\n"
                  "%%t = func.call @same(%%r) : ($r) -> $r" % offset, {"x": x},
                  {"r": part, "t": part}, types={"s": part}, fns=[Fn("same", ["r"], "", ["r"])])
    for name, shapes, axis, keep in [
            ("empty part", [(0,), (1,)], 0, ()), ("one operand", [(2, 3)], 1, ()),
            ("sizes of run time, static result", [(8, 3), (8, 5), (8, 2)], 1, (0, 1)),
            ("many parts", [(k % 3,) for k in range(12)], 0, ()),
            # From 17 on the host pipeline copies the parts itself.
            ("16 parts", [(3, k % 3) for k in range(16)], 1, ()),
            ("17 parts, first axis", [(k % 3, 2, 3) for k in range(17)], 0, ()),
            ("18 parts, middle axis", [(2, k % 4, 3) for k in range(18)], 1, (0, 2)),
            ("17 parts, last axis", [(2, 3, k % 2) for k in range(17)], 2, ()),
            ("17 parts, static result", [(2, k % 4) for k in range(17)], 1, (0, 1)),
            ("17 parts of nothing", [(0, 2)] * 17, 0, ())]:
        parts = {"p%d" % k: Arr("f32", rng(name + str(k)).integers(0, 9, shape))
                 for k, shape in enumerate(shapes)}
        joined = np.concatenate([p.data for p in parts.values()], axis)
        suite.add("F11 concat, " + name, "%%r = kina.concat %s axis = %d : (%s) -> $r" % (
            ", ".join("%" + n for n in parts), axis, ", ".join("$" + n for n in parts)), parts,
            {"r": Arr("f32", joined, keep)})
    add_long_concats(suite)


def add_long_concats(suite):
    """Parts that are not arguments: one many times, computed, sliced; the result is used on."""
    x = Arr("f32", rng("long").integers(0, 9, (2, 3)))
    for axis in (0, 1):
        def join(names):
            return "kina.concat %s axis = %d : (%s) -> " % (
                ", ".join("%" + n for n in names), axis, ", ".join(["$x"] * len(names)))
        joined = Arr("f32", np.concatenate([x.data] * 20, axis))
        suite.add("F11 concat, one operand 20 times, axis %d" % axis,
                  "%%r = %s $r" % join(["x"] * 20), {"x": x}, {"r": joined})
        sums = [x.data + k * x.data for k in range(20)]
        text = "%y0 = kina.add %x, %z : $x\n" + "".join(
            "%%y%d = kina.add %%y%d, %%x : $x\n" % (k, k - 1) for k in range(1, 20))
        joined = np.concatenate(sums, axis)
        # A part is used again after the whole, and the whole twice.
        text += ("%%r = %s $r\n%%s = kina.add %%r, %%r : $r\n%%t = kina.mul %%y19, %%y7 : $x"
                 % join(["y%d" % k for k in range(20)]))
        suite.add("F11 concat, 20 computed parts, axis %d" % axis, text,
                  {"x": x, "z": Arr("f32", np.zeros((2, 3)))},
                  {"r": Arr("f32", joined), "s": Arr("f32", joined + joined),
                   "t": Arr("f32", sums[19] * sums[7])})
    x = Arr("i64", np.arange(60).reshape(3, 20))
    text = "".join("%%y%d = kina.slice %%x offsets = [0, %d] sizes = [3, 1] strides = [1, 1] : "
                   "$x -> tensor<3x1xi64>\n" % (k, 19 - k) for k in range(20))
    text += "%%r = kina.concat %s axis = 1 : (%s) -> $r" % (
        ", ".join("%%y%d" % k for k in range(20)), ", ".join(["tensor<3x1xi64>"] * 20))
    suite.add("F11 concat, columns in reverse", text, {"x": x},
              {"r": Arr("i64", x.data[:, ::-1])})


def add_casts(suite):
    low, high = bounds("i32")
    suite.add("B10 ties to even, above the range, NaN", "%r = kina.cast %x : $x -> $r",
              {"x": Arr("f32", [1.00390625, 1.01171875, 1.005, 3.4e38, np.nan])},
              {"r": Arr("bf16", [1.0, 1.015625, 1.0078125, np.inf, np.nan], exact=True)})
    suite.add("B10 NaN bits stay NaN", "%r = kina.cast %x : $x -> $r",
              {"x": from_bits("f32", np.array([0x7F800001, 0xFF800001, 0x7FC00000], np.uint32))},
              {"r": want("bf16", [np.nan] * 3)})
    suite.add("M05 sum of casts of comparisons", "%z = kina.constant dense<0.0> : tensor<2xf32>\n"
              "%c = kina.compare gt, %x, %z : $x\n%i = kina.cast %c : tensor<2xi1> -> $i\n"
              "%r = kina.cast %c : tensor<2xi1> -> tensor<2xf32>\n"
              "%s = kina.reduce sum %r axes = [0] : tensor<2xf32> -> tensor<f32>",
              {"x": Arr("f32", [1, 0])}, {"s": Arr("f32", 1), "i": Arr("i32", [1, 0])},
              dynamic=False)
    suite.add("M07 constants fold alike", "%c = kina.constant dense<[2.7, -2.7, 0x7FC00000, "
              "0x7F800000, 0xFF800000, 3.0e10]> : tensor<6xf32>\n"
              "%r = kina.cast %c : tensor<6xf32> -> tensor<6xi32>", {},
              {"r": Arr("i32", [2, -2, 0, high, low, high])}, dynamic=False)
    suite.add("M07 float to int", "%r = kina.cast %x : $x -> $r",
              {"x": Arr("f32", [2.7, -2.7, np.nan, np.inf, -np.inf, 3e10])},
              {"r": Arr("i32", np.array([2, -2, 0, high, low, high]))})


if __name__ == "__main__":
    tests = Suite(__doc__)
    for add in (add_constants, add_movement, add_casts):
        add(tests)
    tests.run()
    tests.finish()
