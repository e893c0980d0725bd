"""What fold_equals_run.py folds and runs: ops with operand values, identities, traps."""

import itertools

import numpy as np

from elements import Arr, FLOATS, INTS, LOWEST, MANTISSA, NUMBERS, bounds, from_bits, largest
from kinatest import rng

ALL = FLOATS + INTS + ("i1",)
BITS = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64, "i32": 32, "i64": 64}


def edges(elem):
    """The ends and the middle of what a type holds, and what lies beside them."""
    if elem == "i1":
        return np.array([False, True])
    if elem in INTS:
        low, high = bounds(elem)
        return np.array([0, 1, -1, 2, 3, -3, 7, -7, 100, low, low + 1, high, high - 1, 1 << 24,
                         -(1 << 16)], np.int64)
    top, tiny, normal = largest(elem), 2.0 ** LOWEST[elem], 2.0 ** (LOWEST[elem] + MANTISSA[elem])
    positive = np.array([0.0, 1, np.inf, np.nan, top, tiny, normal, normal - tiny, 0.5, 1.5, 2.5,
                         3, 7, 1e-3, 10.25])
    return np.concatenate([positive, -positive])


def random_bits(elem, count, name):
    """Values whose bits are random: subnormals, NaNs and huge numbers among them."""
    if elem == "i1":
        return Arr("i1", rng(name).integers(0, 2, count))
    return from_bits(elem, rng(name).integers(0, 2 ** BITS[elem], count, dtype=np.uint64).astype(
        "u%d" % (BITS[elem] // 8)))


def near_bounds(elem):
    """What casts find hard: ties of the narrower types, and the ends of the integers."""
    values = []
    for power in (7, 8, 11, 24, 31, 53, 63):
        values += [2.0**power, 2.0**power + 1, 2.0**power - 1]
    for other in FLOATS:
        step = 2.0 ** -MANTISSA[other]
        values += [1 + step / 2, 1 + 3 * step / 2, 1 + step / 2 + 2.0**-50, 1 + step / 2 - 2.0**-50,
                   largest(other) * (1 + step / 4), largest(other) * (1 + step / 8),
                   2.0 ** LOWEST[other] / 2, 2.0 ** LOWEST[other] * 1.5]
    with np.errstate(all="ignore"):
        values = np.array(values + [-v for v in values])
    if elem in FLOATS:
        return values
    low, high = bounds(elem)
    exact = [int(v) for v in values if np.isfinite(v)]
    exact += [(1 << 53) + 1, (1 << 62) + 1, (1 << 62) + (1 << 54) + 1, (1 << 62) + (1 << 54)]
    return np.array([v for v in exact if low <= v <= high], np.int64)


def join(*arrays):
    return from_bits(arrays[0].elem, np.concatenate([a.bits() for a in arrays])) \
        if arrays[0].elem != "i1" else Arr("i1", np.concatenate([a.data for a in arrays]))


def values(elem, count, name, more=()):
    return join(Arr(elem, edges(elem)), Arr(elem, more), random_bits(elem, count, name + elem))


class Use:
    """An op on vectors of values. `text` has {0}, {1} for operands, {t0} for their types,
    {r} for the result's. The first grid * grid pairs are each edge with each other.
    `exact`: the bits of a NaN matter, too. `vector`: non-splat operands fold as well."""

    def __init__(self, op, text, operands, result, grid=0, exact=False, vector=True):
        self.op, self.text, self.operands, self.result = op, text, operands, result
        self.grid, self.exact, self.vector = grid, exact, vector
        self.name = "%s %s" % (text.split("{")[0].replace("kina.", "").strip(" ,"),
                               " ".join(a.elem for a in operands) + " " + result)
        self.size = operands[0].data.size


def unary(op, elem, count, exact=False):
    return Use(op, "kina.%s {0} : {t0}" % op, [values(elem, count, op)], elem, exact=exact)


def binary(op, elem, count, text=None, result=None):
    side = Arr(elem, edges(elem))
    n = side.data.size
    a = join(from_bits(elem, np.repeat(side.bits(), n)) if elem != "i1"
             else Arr("i1", np.repeat(side.data, n)), random_bits(elem, count, op + elem + "a"))
    b = join(from_bits(elem, np.tile(side.bits(), n)) if elem != "i1"
             else Arr("i1", np.tile(side.data, n)), random_bits(elem, count, op + elem + "b"))
    use = Use(op, text or "kina.%s {0}, {1} : {t0}" % op, [a, b], result or elem, grid=n)
    if op in ("div", "mod") and elem in INTS:
        # Division by zero traps: see traps().
        b.data[b.data == 0] = 11
    return use


def elementwise(count):
    """Every elementwise op that folds constants, for every element type."""
    for op in ("neg", "abs"):
        yield from (unary(op, elem, count, exact=True) for elem in NUMBERS)
    for op in ("relu", "sign"):
        yield from (unary(op, elem, count) for elem in NUMBERS)
    yield from (unary("floor", elem, count) for elem in FLOATS)
    yield from (unary("not", elem, count) for elem in INTS + ("i1",))
    for op in ("add", "sub", "mul", "div", "mod", "max", "min"):
        yield from (binary(op, elem, count) for elem in NUMBERS)
    yield from (binary("mul_no_nan", elem, count) for elem in FLOATS)
    for op in ("and", "or", "xor"):
        yield from (binary(op, elem, count) for elem in INTS + ("i1",))
    for elem in ALL:
        for predicate in ("eq", "ne") if elem == "i1" else ("eq", "ne", "lt", "le", "gt", "ge"):
            yield binary("compare", elem, count, "kina.compare %s, {0}, {1} : {t0}" % predicate, "i1")
    for source, target in itertools.product(ALL, ALL):
        more = near_bounds(source) if source != "i1" else ()
        yield Use("cast", "kina.cast {0} : {t0} -> {r}",
                  [values(source, 4 * count, "cast", more)], target, exact=source == target)
    for elem in ALL:
        a, b = values(elem, count, "select"), values(elem, count, "other")
        condition = Arr("i1", np.arange(a.data.size) % 2)
        yield Use("select", "kina.select {0}, {1}, {2} : {r}", [condition, a, b], elem, exact=True,
                  vector=False)


# Data movement: op, text, the operand's and the result's shape, whether a constant that
# is no splat folds. {x} is the operand.
MOVEMENT = [
    ("reshape", "kina.reshape {x} : {t} -> {r}", (2, 3), (6,), True),
    ("reshape", "kina.reshape {x} : {t} -> {r}", (6,), (1, 3, 2), True),
    ("reshape", "kina.reshape {x} : {t} -> {r}", (1, 1), (), True),
    ("reshape", "kina.reshape {x} : {t} -> {r}", (0, 3), (5, 0), True),
    ("reshape", "kina.reshape {x} : {t} -> {r}", (2, 3), (2, 3), True),
    ("broadcast", "kina.broadcast {x} : {t} -> {r}", (), (2, 3), False),
    ("broadcast", "kina.broadcast {x} : {t} -> {r}", (1, 3), (2, 4, 3), False),
    ("broadcast", "kina.broadcast {x} : {t} -> {r}", (2, 3), (2, 3), True),
    ("broadcast", "kina.broadcast {x} : {t} -> {r}", (1,), (0,), False),
    ("transpose", "kina.transpose {x} perm = [2, 0, 1] : {t} -> {r}", (2, 3, 4), (4, 2, 3), False),
    ("transpose", "kina.transpose {x} perm = [0, 1] : {t} -> {r}", (2, 3), (2, 3), True),
    ("slice", "kina.slice {x} offsets = [1, 0] sizes = [2, 2] strides = [1, 2] : {t} -> {r}",
     (3, 4), (2, 2), False),
    ("slice", "kina.slice {x} offsets = [0] sizes = [3] strides = [1] : {t} -> {r}", (3,), (3,),
     True),
    ("pad", "%v = kina.constant {zero}\n{y} = kina.pad {x}, %v low = [0, 0] high = [0, 0] : "
     "{t}, tensor<{e}> -> {r}", (2, 3), (2, 3), True),
    ("concat", "kina.concat {x} axis = 1 : ({t}) -> {r}", (2, 3), (2, 3), True),
    ("reduce", "kina.reduce max {x} axes = [] : {t} -> {r}", (2, 3), (2, 3), True),
    ("repeat_interleave", "kina.repeat_interleave {x} axis = 1 repeats = 1 : {t} -> {r}", (2, 3),
     (2, 3), True),
]


NOT_SO = -1


class Identity:
    """A body that computes %r from %x and %y of type {t} (and %c, i1 of the same shape),
    and the number of kina ops that simplification leaves of it, for static shapes and for
    unknown ones (None: any number; NOT_SO: the body makes no sense with such shapes)."""

    def __init__(self, op, body, elems, left=0, unknown=NOT_SO, shape=None):
        self.op, self.body, self.elems = op, body, elems
        self.left, self.unknown, self.shape = left, unknown, shape


def splat_second(op, value, elems, left=0):
    return Identity(op, "%%k = kina.constant dense<%s> : {t}\n%%r = kina.%s %%x, %%k : {t}" % (
        value, op), elems, left)


def splat_first(op, value, elems, left=0):
    return Identity(op, "%%k = kina.constant dense<%s> : {t}\n%%r = kina.%s %%k, %%x : {t}" % (
        value, op), elems, left)


def twice(op, elems):
    return Identity(op, "%%i = kina.%s %%x : {t}\n%%r = kina.%s %%i : {t}" % (op, op), elems,
                    0 if op in ("neg", "not") else 1, 0 if op in ("neg", "not") else 1)


LOGIC = INTS + ("i1",)
IDENTITIES = [
    splat_second("add", "-0.0", FLOATS), splat_first("add", "-0.0", FLOATS),
    splat_second("add", "0", INTS), splat_first("add", "0", INTS),
    splat_second("sub", "0.0", FLOATS), splat_second("sub", "0", INTS),
    splat_second("mul", "1.0", FLOATS), splat_first("mul", "1.0", FLOATS),
    splat_second("mul", "1", INTS), splat_second("mul", "0", INTS, 1),
    splat_second("div", "1.0", FLOATS), splat_second("div", "1", INTS),
    splat_second("pow", "1.0", FLOATS), splat_first("mul_no_nan", "0.0", FLOATS, 1),
    twice("neg", NUMBERS), twice("not", LOGIC), twice("abs", NUMBERS), twice("relu", NUMBERS),
    Identity("and", "%r = kina.and %x, %x : {t}", LOGIC, 0, 0),
    Identity("or", "%r = kina.or %x, %x : {t}", LOGIC, 0, 0),
    Identity("select", "%r = kina.select %c, %x, %x : {t}", ALL, 0, 1),
    *(Identity("select", "%%k = kina.constant dense<%s> : {b}\n%%r = kina.select %%k, %%x, %%y : {t}"
               % value, ALL) for value in ("true", "false")),
    Identity("cast", "%r = kina.cast %x : {t} -> {t}", ALL, 0, 0),
    Identity("seed", "%r = kina.seed %x, %y : {t}", FLOATS, 0, 1),
    Identity("reshape", "%r = kina.reshape %x : {t} -> {t}", ALL),
    Identity("broadcast", "%r = kina.broadcast %x : {t} -> {t}", ALL),
    Identity("concat", "%r = kina.concat %x axis = 0 : ({t}) -> {t}", ALL, 0, 0),
    Identity("reduce", "%r = kina.reduce sum %x axes = [] : {t} -> {t}", NUMBERS, 0, 0),
    Identity("repeat_interleave",
             "%r = kina.repeat_interleave %x axis = 0 repeats = 1 : {t} -> {t}", ALL, 0, 0),
    Identity("transpose", "%r = kina.transpose %x perm = [0] : {t} -> {t}", ALL, 0, 0),
    Identity("reshape", "%i = kina.reshape %x : {t} -> tensor<3x2x{e}>\n"
             "%r = kina.reshape %i : tensor<3x2x{e}> -> {t}", ALL, shape=(2, 3)),
    Identity("reshape", "%i = kina.reshape %x : {t} -> tensor<3x4x2x{e}>\n"
             "%r = kina.reshape %i : tensor<3x4x2x{e}> -> {t}", ALL, shape=(2, 3, 4)),
    Identity("transpose", "%i = kina.transpose %x perm = [1, 2, 0] : {t} -> {t}\n"
             "%r = kina.transpose %i perm = [1, 2, 0] : {t} -> {t}", ALL, 1, 1,
             shape=(3, 3, 3)),
    Identity("transpose", "%i = kina.transpose %x perm = [1, 0, 2] : {t} -> {t}\n"
             "%r = kina.transpose %i perm = [0, 2, 1] : {t} -> {t}", ALL, 1, 1,
             shape=(3, 3, 3)),
    Identity("transpose", "%i = kina.transpose %x perm = [1, 2, 0] : {t} -> {t}\n"
             "%r = kina.transpose %i perm = [2, 0, 1] : {t} -> {t}", ALL, 0, 0,
             shape=(3, 3, 3)),
    Identity("slice", "%r = kina.slice %x offsets = [0, 0] sizes = [2, 3] strides = [1, 1] : "
             "{t} -> {t}", ALL, shape=(2, 3)),
    Identity("pad", "%v = kina.constant {zero}\n%r = kina.pad %x, %v low = [0] high = [0] : "
             "{t}, tensor<{e}> -> {t}", ALL, 0, 0),
    # What looks alike and is not: whatever becomes of it, the bits stay.
    *(splat_second(op, value, FLOATS, None)
      for op, value in (("add", "0.0"), ("sub", "-0.0"), ("mul", "0.0"), ("mul", "-1.0"),
                        ("div", "-1.0"), ("div", "0.0"), ("pow", "0.0"), ("pow", "2.0"),
                        ("mod", "1.0"), ("max", "0.0"), ("min", "-0.0"), ("mul_no_nan", "1.0"))),
    *(splat_first(op, value, FLOATS, None)
      for op, value in (("sub", "0.0"), ("sub", "-0.0"), ("div", "1.0"), ("pow", "1.0"),
                        ("mul_no_nan", "1.0"), ("mul_no_nan", "-0.0"))),
    *(splat_second(op, value, INTS, None)
      for op, value in (("div", "-1"), ("mod", "1"), ("mod", "-1"), ("mul", "-1"))),
    *(Identity(op, "%%r = kina.%s %%x, %%x : {t}" % op, elems, None, None)
      for op, elems in (("sub", NUMBERS), ("xor", LOGIC), ("max", NUMBERS), ("min", NUMBERS))),
    Identity("repeat_interleave",
             "%r = kina.repeat_interleave %x axis = 0 repeats = 2 : {t} -> {t}", ALL, NOT_SO, 1),
    Identity("concat", "%r = kina.concat %x, %y axis = 0 : ({t}, {t}) -> {t}", ALL, NOT_SO, 1),
    *(Identity("pad", "%%v = kina.constant {zero}\n%%r = kina.pad %%x, %%v low = [%d] high = [%d] : "
               "{t}, tensor<{e}> -> {t}" % ends, ALL, NOT_SO, 2) for ends in ((0, 1), (1, 0))),
    Identity("transpose", "%r = kina.transpose %x perm = [1, 0] : {t} -> {t}", ALL, 1, 1,
             shape=(3, 3)),
    Identity("neg", "%i = kina.abs %x : {t}\n%r = kina.neg %i : {t}", NUMBERS, None),
    Identity("abs", "%i = kina.neg %x : {t}\n%r = kina.abs %i : {t}", NUMBERS, None),
    Identity("relu", "%i = kina.neg %x : {t}\n%r = kina.relu %i : {t}", NUMBERS, None),
    Identity("sign", "%i = kina.sign %x : {t}\n%r = kina.sign %i : {t}", NUMBERS, None),
    Identity("floor", "%i = kina.floor %x : {t}\n%r = kina.floor %i : {t}", FLOATS, None),
    *(Identity("cast", "%%i = kina.cast %%x : {t} -> {like:%s}\n%%r = kina.cast %%i : {like:%s} -> {t}"
               % (other, other), ALL, None) for other in ALL),
]
