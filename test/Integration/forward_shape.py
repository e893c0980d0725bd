"""Values of casts, constants and data movement, for every element type and shape."""

import itertools

import numpy as np

from elements import Arr, FLOATS, INTS, NUMBERS, Want, bounds, from_bits, want
from kinatest import Suite, rng

np.seterr(all="ignore")
TYPES = NUMBERS + ("i1",)
WIDTH = {"i1": 1, "f16": 16, "bf16": 16, "f32": 32, "i32": 32, "f64": 64, "i64": 64}


def any_bits(elem, shape, name):
    """Random storage bits: NaN payloads and subnormals included."""
    random = rng(name + elem)
    if elem == "i1":
        return Arr("i1", random.integers(0, 2, shape))
    width = WIDTH[elem]
    bits = random.integers(0, 2**width, shape, dtype=np.uint64).astype("u%d" % (width // 8))
    return from_bits(elem, bits)


def moved(arr, data, keep=()):
    """The same bits in another place."""
    return Want(Arr(arr.elem, data, keep, exact=True), bits=True)


def clean(elem, shape, name):
    """Random values without NaN, so that every road keeps the bits."""
    random = rng(name + elem)
    if elem == "i1":
        return Arr("i1", random.integers(0, 2, shape))
    return Arr(elem, random.integers(-64, 65, shape))


def tested(elem, shape, name):
    return any_bits(elem, shape, name) if elem in ("i32", "i64", "i1") else clean(elem, shape, name)


def add_constants(suite):
    for elem in TYPES:
        true, other = ("true", "false") if elem == "i1" else ("1", "0") if elem in INTS \
            else ("1.5", "0.25")
        a, b = (1, 0) if elem == "i1" or elem in INTS else (1.5, 0.25)
        suite.add("constant %s" % elem, "%%a = kina.constant dense<%s> : tensor<2x3x%s>\n"
                  "%%b = kina.constant dense<[%s, %s]> : tensor<2x%s>\n"
                  "%%c = kina.constant dense<%s> : tensor<%s>\n"
                  "%%d = kina.constant dense<%s> : tensor<0x%s>" %
                  (true, elem, true, other, elem, true, elem, true, elem), {},
                  {"a": Arr(elem, np.full((2, 3), a)), "b": Arr(elem, [a, b]),
                   "c": Arr(elem, a), "d": Arr(elem, np.zeros(0))}, dynamic=False)
    suite.add("J18 hex constant", '%a = kina.constant dense<"0x82F5AB00"> : tensor<1xi32>', {},
              {"a": Arr("i32", [11269506])}, dynamic=False)
    special = '%a = kina.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, -0.0]> : tensor<4xf32>'
    suite.add("constant inf nan", special, {},
              {"a": Arr("f32", [np.inf, -np.inf, np.nan, -0.0])}, dynamic=False)
    for elem in NUMBERS:
        for shape in [(5,), (0,), (2, 3), (3, 1, 4), (2, 2, 2, 3)]:
            for axis in range(len(shape)):
                values = np.indices(shape)[axis]
                suite.add("iota %s %s axis %d" % (elem, shape, axis),
                          "%%r = kina.iota axis = %d $sizes : $r" % axis, {},
                          {"r": Arr(elem, values)})
    suite.add("iota bf16 rounds", "%r = kina.iota axis = 0 $sizes : $r", {},
              {"r": Arr("bf16", np.arange(700))})


def add_broadcast(suite):
    sources = [((4, 1), (2, 4, 8)), ((), (3,)), ((), ()), ((), (2, 0)), ((3,), (2, 3)),
               ((1,), (5,)), ((1, 1), (3, 2)), ((2, 1, 3), (2, 4, 3)), ((5,), (5,)),
               ((1, 3), (0, 3)), ((1, 2, 1, 3), (2, 4, 2, 5, 3)), ((0,), (2, 0)), ((1,), (1,)),
               ((2, 3), (1, 2, 3))]
    for i, (source, target) in enumerate(sources):
        for elem in TYPES if i < 2 else (TYPES[i % 7],):
            grown = len(target) - len(source)
            units = [k for k, s in enumerate(source) if s == 1 and target[k + grown] != 1]
            x = tested(elem, source, "broadcast")
            x.keep = frozenset(units)
            suite.add("broadcast %s %s to %s" % (elem, source, target),
                      "%r = kina.broadcast %x $sizes : $x -> $r", {"x": x},
                      {"r": moved(x, np.broadcast_to(x.data, target))})


def add_reshape_and_transpose(suite):
    shapes = [((2, 3), (6,)), ((6,), (2, 3)), ((), (1,)), ((1, 1), ()), ((2, 3, 4), (4, 6)),
              ((4, 6), (2, 3, 4)), ((0, 3), (5, 0, 2)), ((2, 1, 3), (2, 3)), ((5,), (5,)),
              ((3, 4), (2, 6)), ((2, 2, 2, 3), (3, 8)), ((1, 2, 3, 2, 2), (4, 6)), ((7,), (7, 1))]
    for i, (source, target) in enumerate(shapes):
        for elem in TYPES if i in (0, 9) else (TYPES[i % 7],):
            x = tested(elem, source, "reshape")
            suite.add("reshape %s %s to %s" % (elem, source, target),
                      "%r = kina.reshape %x $sizes : $x -> $r", {"x": x},
                      {"r": moved(x, x.data.reshape(target))})
    for shape in [(), (3,), (2, 3), (1, 2, 3), (2, 0, 3), (2, 1, 3, 2), (2, 3, 1, 2, 2)]:
        perms = list(itertools.permutations(range(len(shape))))
        for perm in perms if len(perms) <= 6 else perms[1::max(1, len(perms) // 8)]:
            elem = TYPES[sum(perm[:2]) % 7 if perm else 0]
            x = tested(elem, shape, "transpose")
            suite.add("transpose F07 F09 %s %s" % (shape, perm),
                      "%%r = kina.transpose %%x perm = %s : $x -> $r" % list(perm), {"x": x},
                      {"r": moved(x, x.data.transpose(perm))})
    for elem in TYPES:
        x = tested(elem, (2, 3, 4), "t")
        suite.add("transpose %s" % elem, "%r = kina.transpose %x perm = [2, 0, 1] : $x -> $r",
                  {"x": x}, {"r": moved(x, x.data.transpose(2, 0, 1))})
    x = Arr("i64", np.arange(6).reshape(1, 2, 3))
    suite.add("F07 permutation", "%r = kina.transpose %x perm = [2, 0, 1] : $x -> $r", {"x": x},
              {"r": Arr("i64", np.array([0, 3, 1, 4, 2, 5]).reshape(3, 1, 2))})


def add_slice_and_pad(suite):
    slices = [((4, 8), (0, 2), (4, 4), (1, 1)), ((5,), (1,), (2,), (2,)), ((5,), (0,), (3,), (2,)),
              ((4,), (2,), (0,), (2,)), ((2, 3), (1, 0), (1, 3), (1, 1)), ((2, 3), (2, 0), (0, 3), (1, 1)),
              ((), (), (), ()), ((0, 3), (0, 1), (0, 2), (1, 1)), ((7, 5), (1, 0), (3, 3), (2, 2)),
              ((2, 3, 4), (1, 1, 0), (1, 2, 2), (1, 1, 3)), ((9,), (8,), (1,), (100,)),
              ((2, 3, 2, 5), (0, 1, 0, 1), (2, 2, 1, 2), (1, 1, 1, 3))]
    for i, (shape, offsets, sizes, strides) in enumerate(slices):
        for elem in TYPES if i < 2 else (TYPES[i % 7],):
            x = tested(elem, shape, "slice")
            index = tuple(slice(o, o + (n - 1) * s + 1 if n else o, s)
                          for o, n, s in zip(offsets, sizes, strides))
            suite.add("slice F14 G28 %s %s %s %s %s" % (elem, shape, offsets, sizes, strides),
                      "%%r = kina.slice %%x offsets = %s sizes = %s strides = %s : $x -> $r" %
                      (list(offsets), list(sizes), list(strides)), {"x": x},
                      {"r": moved(x, x.data[index])})
    pads = [((4, 8), (0, 1), (0, 2)), ((3,), (2,), (0,)), ((), (), ()), ((0,), (2,), (1,)),
            ((2, 0), (1, 0), (0, 0)), ((2, 3), (0, 0), (0, 0)), ((1, 2, 3), (1, 0, 2), (0, 3, 1)),
            ((2, 1, 2, 1), (1, 1, 0, 0), (0, 0, 1, 2))]
    for i, (shape, low, high) in enumerate(pads):
        for elem in TYPES if i < 1 else (TYPES[i % 7],):
            x, v = tested(elem, shape, "pad"), Arr(elem, 1)
            result = np.pad(x.data, list(zip(low, high)), constant_values=v.data) if shape else x.data
            suite.add("pad %s %s %s %s" % (elem, shape, low, high),
                      "%%r = kina.pad %%x, %%v low = %s high = %s : $x, $v -> $r" %
                      (list(low), list(high)), {"x": x, "v": v}, {"r": moved(x, result)})


def add_concat(suite):
    def one(name, elem, shapes, axis, result_keep=()):
        parts = {"p%d" % i: tested(elem, s, "concat%d" % i) for i, s in enumerate(shapes)}
        joined = np.concatenate([p.data for p in parts.values()], axis)
        suite.add(name, "%%r = kina.concat %s axis = %d : (%s) -> $r" % (
            ", ".join("%" + n for n in parts), axis, ", ".join("$" + n for n in parts)), parts,
            {"r": moved(next(iter(parts.values())), joined, result_keep)})

    for elem in TYPES:
        one("concat %s" % elem, elem, [(2, 3), (1, 3)], 0)
        one("concat %s last axis" % elem, elem, [(2, 3), (2, 0), (2, 2)], 1)
    one("F11 empty part", "f32", [(0,), (3,)], 0)
    one("F11 one operand", "f32", [(2, 3)], 1)
    one("F11 sizes of run time, static result", "f32", [(8, 3), (8, 5), (8, 2)], 1, (0, 1))
    one("concat all empty", "i32", [(0,), (0,)], 0)
    one("concat of rank 4", "f16", [(2, 1, 3, 2), (2, 4, 3, 2)], 1)
    one("concat of rank 5", "bf16", [(1, 2, 1, 3, 2), (1, 2, 1, 3, 1), (1, 2, 1, 3, 4)], 4)
    one("concat many", "i64", [(i % 3,) for i in range(12)], 0)


def cast(source, elem):
    """One correctly rounded conversion."""
    x = source.data
    if elem == "i1":
        return x != 0
    if source.elem == "i1":
        return x.astype(np.int64)
    if elem in FLOATS:
        if source.elem == "i64" and elem != "f64":
            return np.array([exact_int(int(v), elem) for v in x])
        return source.wide() if source.elem in FLOATS else x
    low, high = bounds(elem)
    if source.elem in FLOATS:
        clipped = [0 if np.isnan(v) else low if v <= low else high if v >= high else int(v)
                   for v in source.wide().ravel()]
        return np.array(clipped, np.int64)
    return x.astype(np.int64).astype(np.int32 if elem == "i32" else np.int64)


def exact_int(value, elem):
    """An integer rounded once: f64 cannot hold it, so round to odd there first."""
    near = float(value)
    if int(near) != value:
        if abs(int(near)) > abs(value):
            near = np.nextafter(near, 0)
        bits = np.float64(near).view(np.uint64) | np.uint64(1)
        near = float(np.uint64(bits).view(np.float64))
    return near


def add_casts(suite):
    i32, i64 = bounds("i32"), bounds("i64")
    float_values = [0.0, -0.0, 1, -1, 2.7, -2.7, 0.5, -0.5, np.nan, np.inf, -np.inf, 3e10, -3e10,
                    1e30, -1e30, 65504, 65519, 65520, 1e-8, 6e-8, 3e-8, 1.00390625, 1.01171875,
                    1.005, 3.4e38, 1 + 2.0**-11, 1 + 3 * 2.0**-11, 2.0**31, -2.0**31 - 1, 2.0**63,
                    -2.0**63, 2147483520, 0.1, 1 / 3, 1 + 2.0**-8 + 2.0**-40,
                    1 + 2.0**-11 + 2.0**-40, 1e-45, 1e-310, 2.0**-25 + 2.0**-60]
    int_values = [0, 1, -1, 7, -7, 127, 255, 257, 2049, 65519, 65520, 65535, 70000, 16777217,
                  16777219, i32[0], i32[1], i32[1] - 1]
    long_values = int_values + [2**32, 2**32 + 1, 2**40 + 5, 2**53 + 1, 2**53 + 3, i64[0], i64[1],
                                2**24 + 1, (1 << 54) + 1, (1 << 60) + (1 << 36) + 1,
                                -((1 << 60) + (1 << 36) + 1), (1 << 62) + (1 << 38)]
    for source in TYPES:
        values = [0, 1, 1, 0] if source == "i1" else float_values if source in FLOATS \
            else int_values if source == "i32" else long_values
        x = Arr(source, np.array(values, np.int64 if source in INTS else np.float64))
        for elem in TYPES:
            suite.add("cast %s to %s B10 B12 M05 M07" % (source, elem),
                      "%r = kina.cast %x : $x -> $r", {"x": x}, {"r": want(elem, cast(x, elem))})
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
              {"r": Arr("i32", np.array([2, -2, 0, i32[1], i32[0], i32[1]]))}, dynamic=False)
    for shape in [(), (0,), (3, 1), (2, 3, 4), (1, 2, 1, 2), (2, 1, 2, 1, 2)]:
        x = Arr("f32", rng("cast").normal(size=shape))
        suite.add("cast of rank %d" % len(shape), "%r = kina.cast %x : $x -> $r", {"x": x},
                  {"r": want("f16", x.wide())})


if __name__ == "__main__":
    tests = Suite(__doc__)
    for add in (add_constants, add_broadcast, add_reshape_and_transpose, add_slice_and_pad,
                add_concat, add_casts):
        add(tests)
    tests.run()
    tests.finish()
