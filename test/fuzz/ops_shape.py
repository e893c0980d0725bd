"""Constants and data movement: how each op is drawn, and its values."""

import numpy as np

from elements import Arr, NUMBERS, round_to
from generator import ELEMS
from intervals import Val
from op import Op, agree, agree_all, need
from program import constant_text, type_text

FEW = 400


def count(shape):
    return int(np.prod(shape))


def spelled_type(attrs, types, target):
    return target


# Constant, iota, tensor.cast.

def constant_line(instr, body, operands, result):
    return "kina.constant %s : %s" % (
        constant_text(instr.attrs["value"], instr.attrs["splat"]), result)


def draw_constant(g):
    return g.constant(g.data(g.choice(ELEMS), g.shape()))


def iota(attrs, vals, elem, shape):
    values = np.arange(shape[attrs["axis"]]).reshape(
        [-1 if k == attrs["axis"] else 1 for k in range(len(shape))])
    return Val(elem, round_to(elem, np.broadcast_to(values, shape)))


def infer_iota(attrs, types, target):
    need(0 <= attrs["axis"] < len(target[1]))
    return target


def draw_iota(g):
    shape = g.shape(1)
    return g.spelled("iota", [], {"axis": g.integer(0, len(shape) - 1)}, g.choice(NUMBERS), shape)


def draw_tensor_cast(g):
    x = g.operand(ELEMS, 1)
    dims = [g.choice([None, s]) for s in x.shape]
    return g.emit("tensor.cast", [x], {"dims": dims})


def infer_tensor_cast(attrs, types, target):
    agree_all(attrs["dims"], types[0][1])
    return types[0][0], tuple(attrs["dims"])


def tensor_cast_line(instr, body, operands, result):
    return "tensor.cast %s : %s to %s" % (body, operands[0], result)


# Broadcast, reshape, transpose.

def infer_broadcast(attrs, types, target):
    (elem, source), (wanted, result) = types[0], target
    added = len(result) - len(source)
    need(added >= 0 and elem == wanted)
    for s, r in zip(source, result[added:]):
        if s != 1:
            agree(s, r)
    return target


def draw_broadcast(g):
    x = g.operand(ELEMS, 0, 4)
    front = [g.size() for _ in range(g.choice([0, 0, 1, 1, 2])) if x.rank < 5][:5 - x.rank]
    shape = front + [g.size() if d == 1 and g.chance(0.7) else s for s, d in zip(x.shape, x.dims)]
    need(count(shape) <= FEW)
    return g.spelled("broadcast", [x], {}, x.elem, shape)


def draw_reshape(g):
    x = g.operand(ELEMS)
    n = count(x.shape)
    shape = []
    if n == 0:
        shape = [g.size() for _ in range(g.integer(1, 4))]
        shape[g.integer(0, len(shape) - 1)] = 0
    else:
        rest = n
        for _ in range(g.integer(0, 4)):
            divisors = [d for d in range(1, min(rest, 40) + 1) if rest % d == 0]
            shape.append(g.choice(divisors))
            rest //= shape[-1]
        if rest != 1:
            shape.insert(g.integer(0, len(shape)), rest)
    return g.spelled("reshape", [x], {}, x.elem, shape)


def infer_reshape(attrs, types, target):
    need(types[0][0] == target[0])
    if None not in types[0][1] and None not in target[1]:
        need(count(types[0][1]) == count(target[1]))
    return target


def infer_transpose(attrs, types, target):
    need(sorted(attrs["perm"]) == list(range(len(types[0][1]))))
    return types[0][0], tuple(types[0][1][p] for p in attrs["perm"])


def draw_transpose(g):
    x = g.operand(ELEMS)
    return g.emit("transpose", [x], {"perm": [int(p) for p in g.random.permutation(x.rank)]})


# Slice, pad, concat, repeat_interleave.

def infer_slice(attrs, types, target):
    elem, shape = types[0]
    need(len(shape) == len(attrs["sizes"]))
    for s, offset, size, stride in zip(shape, attrs["offsets"], attrs["sizes"], attrs["strides"]):
        need(s is None or offset + (size > 0) * ((size - 1) * stride + 1) <= s)
    return elem, tuple(attrs["sizes"])


def slice_values(attrs, vals, elem, shape):
    index = tuple(slice(o, o + max((n - 1) * s + 1, 0), s) for o, n, s in zip(
        attrs["offsets"], attrs["sizes"], attrs["strides"]))
    return vals[0].moved(lambda a: a[index])


def draw_slice(g):
    x = g.operand(ELEMS)
    offsets, sizes, strides = [], [], []
    for s in x.shape:
        offset, stride = g.integer(0, s), g.choice([1, 1, 1, 2, 3])
        room = (s - offset + stride - 1) // stride
        size = room if g.chance(0.4) else g.integer(0 if g.chance(0.2) else min(1, room), room)
        offsets.append(offset if g.chance(0.6) or size else 0), sizes.append(size)
        strides.append(stride)
    return g.emit("slice", [x], {"offsets": offsets, "sizes": sizes, "strides": strides})


def infer_pad(attrs, types, target):
    (elem, shape), value = types
    need(value == (elem, ()) and len(shape) == len(attrs["low"]))
    return elem, tuple(None if s is None else s + l + h
                       for s, l, h in zip(shape, attrs["low"], attrs["high"]))


def pad_values(attrs, vals, elem, shape):
    x, value = vals
    edges = list(zip(attrs["low"], attrs["high"]))

    def fill(a, v):
        out = np.full(shape, v, a.dtype)
        out[tuple(slice(l, l + s) for (l, _), s in zip(edges, a.shape))] = a
        return out
    lo = fill(x.lo, value.lo)
    exact = x.hi is x.lo and value.hi is value.lo
    return Val(elem, lo, lo if exact else fill(x.hi, value.hi), fill(x.free, value.free))


def draw_pad(g):
    x = g.operand(ELEMS)
    low, high = ([g.choice([0, 0, 1, 2]) for _ in x.shape] for _ in range(2))
    need(count([s + l + h for s, l, h in zip(x.shape, low, high)]) <= FEW)
    value = g.operand(x.elem, 0, 0)
    return g.emit("pad", [x, value], {"low": low, "high": high})


def infer_concat(attrs, types, target):
    axis = attrs["axis"]
    need(types and len({e for e, _ in types}) == 1 and 0 <= axis < len(types[0][1]))
    need(len({len(s) for _, s in types}) == 1)
    for k in range(len(types[0][1])):
        if k != axis:
            agree(*[s[k] for _, s in types])
    first = list(types[0][1])
    along = [s[axis] for _, s in types]
    first[axis] = None if None in along else sum(along)
    return types[0][0], tuple(first)


def concat_values(attrs, vals, elem, shape):
    join = lambda arrays: np.concatenate(arrays, attrs["axis"])
    lo = join([v.lo for v in vals])
    exact = all(v.hi is v.lo for v in vals)
    return Val(elem, lo, lo if exact else join([v.hi for v in vals]), join([v.free for v in vals]))


def draw_concat(g):
    x = g.operand(ELEMS, 1)
    axis = g.integer(0, x.rank - 1)
    fits = lambda e: e.rank == x.rank and all(
        a == b for k, (a, b) in enumerate(zip(e.shape, x.shape)) if k != axis)
    parts = [x]
    for _ in range(g.choice([0, 1, 1, 1, 2])):
        other = x if g.chance(0.1) else g.pick(x.elem, fits)
        if not other:
            shape = tuple(g.size() if k == axis else s for k, s in enumerate(x.shape))
            other = g.fresh_value(x.elem, shape)
        parts.append(other)
    need(sum(count(p.shape) for p in parts) <= FEW)
    if g.chance(0.5):
        parts.reverse()
    return g.emit("concat", parts, {"axis": axis})


def infer_repeat(attrs, types, target):
    elem, shape = types[0]
    need(0 <= attrs["axis"] < len(shape))
    return elem, tuple(s if k != attrs["axis"] or s is None else s * attrs["repeats"]
                       for k, s in enumerate(shape))


def draw_repeat(g):
    x = g.operand(ELEMS, 1)
    repeats = g.choice([1, 2, 2, 3])
    need(count(x.shape) * repeats <= FEW)
    return g.emit("repeat_interleave", [x], {"axis": g.integer(0, x.rank - 1), "repeats": repeats})


def lists(*names):
    return lambda a: "".join(" %s = %s" % (n, a[n]) for n in names)


TABLE = {op.name: op for op in [
    Op("constant", draw_constant, lambda a, t, _: (a["value"].elem, a["value"].shape),
       lambda a, v, e, s: Val(e, a["value"].data), 0.6, constant_line, spells=False),
    Op("iota", draw_iota, infer_iota, iota, 0.6, "result", spells=False,
       prefix=lambda a: "axis = %d" % a["axis"]),
    Op("tensor.cast", draw_tensor_cast, infer_tensor_cast, lambda a, v, e, s: v[0], 0.8,
       tensor_cast_line, spells=False),
    Op("broadcast", draw_broadcast, infer_broadcast,
       lambda a, v, e, s: v[0].moved(lambda x: np.broadcast_to(x, s)), 1.5, spells=False),
    Op("reshape", draw_reshape, infer_reshape,
       lambda a, v, e, s: v[0].moved(lambda x: x.reshape(s)), 1.5, spells=False),
    Op("transpose", draw_transpose, infer_transpose,
       lambda a, v, e, s: v[0].moved(lambda x: x.transpose(a["perm"])), 1.5, suffix=lists("perm")),
    Op("slice", draw_slice, infer_slice, slice_values, 1.2,
       suffix=lists("offsets", "sizes", "strides")),
    Op("pad", draw_pad, infer_pad, pad_values, 1.2, suffix=lists("low", "high")),
    Op("concat", draw_concat, infer_concat, concat_values, 1.2, "tuple", suffix=lists("axis")),
    Op("repeat_interleave", draw_repeat, infer_repeat,
       lambda a, v, e, s: v[0].moved(lambda x: np.repeat(x, a["repeats"], a["axis"])), 1,
       suffix=lists("axis", "repeats")),
]}
