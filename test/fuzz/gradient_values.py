"""Random programs in plain NumPy, for differences: f64 in, f64 out, no intervals."""

import numpy as np

import ops_elementwise
from intervals import Val
from program import concrete_target
from table import TABLE


def softmax(x, axis):
    e = np.exp(x - np.max(x, axis, keepdims=True, initial=-np.inf))
    return e / np.sum(e, axis, keepdims=True)


def reduce(attrs, x, shape):
    axes = tuple(attrs["axes"])
    if not axes or not x.size and attrs["kind"] in ("max", "min"):
        return x.reshape(shape)
    return getattr(np, attrs["kind"])(x, axis=axes).reshape(shape)


def put(attrs, u, i, shape):
    out = np.zeros(shape)
    if out.size:
        np.put_along_axis(out, np.expand_dims(i, attrs["axis"]), np.expand_dims(u, attrs["axis"]),
                          attrs["axis"])
    return out


def added(u, i, shape):
    out = np.zeros(shape)
    np.add.at(out, i, u)
    return out


# op -> function of (attributes, operands..., result's shape)
VALUES = {n: lambda a, x, s, f=f: f(x) for n, (f, _, _) in ops_elementwise.MONOTONE.items()}
VALUES.update({n: lambda a, x, s, f=getattr(np, n): f(x) for n in ("abs", "sin", "cos")})
VALUES.update({n: lambda a, x, y, s, f=f: f(x, y) for n, f in (
    ("add", np.add), ("sub", np.subtract), ("mul", np.multiply), ("div", np.divide),
    ("max", np.maximum), ("min", np.minimum), ("pow", np.power), ("mod", np.mod))})
VALUES.update({
    "select": lambda a, c, x, y, s: np.where(c, x, y),
    "softmax": lambda a, x, s: softmax(x, a["axis"]),
    "log_softmax": lambda a, x, s: np.log(softmax(x, a["axis"])),
    "matmul": lambda a, x, y, s: np.matmul(x, y),
    "reduce": lambda a, x, s: reduce(a, x, s),
    "broadcast": lambda a, x, s: np.broadcast_to(x, s),
    "reshape": lambda a, x, s: x.reshape(s),
    "transpose": lambda a, x, s: x.transpose(a["perm"]),
    "concat": lambda a, *rest: np.concatenate(rest[:-1], a["axis"]),
    "repeat_interleave": lambda a, x, s: np.repeat(x, a["repeats"], a["axis"]),
    "gather": lambda a, v, i, s: v[i],
    "scatter_along_axis": put, "scatter_add": lambda a, u, i, s: added(u, i, s),
})


def elem_of(array):
    return "i1" if array.dtype.kind == "b" else "%s%d" % (array.dtype.kind, 8 * array.itemsize)


def value(instr, operands, elem, shape):
    """What an op of f64 gives; what has no derivative, or only moves, as the fuzzer has it."""
    if elem == "f64" and instr.op in VALUES:
        return VALUES[instr.op](instr.attrs, *operands, shape)
    held = [Val(elem_of(o), o) for o in operands]
    return TABLE[instr.op].evaluate(instr.attrs, held, elem, shape).lo


def evaluate(program, inputs, function=None):
    """The results for inputs in NumPy."""
    function = function or program.functions[0]
    env = {name: np.asarray(x) for (name, _, _), x in zip(function.params, inputs)}
    for i in function.instrs:
        operands = [env[o] for o in i.operands]
        if i.op == "call":
            env.update(zip(i.name, evaluate(program, operands, program.functions[i.attrs["callee"]])))
            continue
        types = [(elem_of(o), o.shape) for o in operands]
        elem, shape = TABLE[i.op].infer(i.attrs, types, concrete_target(i, env))
        env[i.name] = np.asarray(value(i, operands, elem, shape))
    return [env[r] for r in function.returns]
