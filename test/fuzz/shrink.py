"""Makes a program that shows a fault as small as it gets."""

import time

import numpy as np

from elements import Arr
from intervals import Invalid
from program import Function, Program, evaluate, infer_types


def shrink(program, table, fails, ways=None, seconds=120):
    """`fails(program, expected)` tells whether a program still shows the fault; `ways` are
    functions that give candidates, all of them unless said."""
    ways = ways or OPS + SIZES_AND_VALUES
    deadline = time.monotonic() + seconds

    def accepted(candidate):
        try:
            infer_types(candidate, table)
            expected = evaluate(candidate, table)[0]
        except (Invalid, KeyError, IndexError):
            return False
        return fails(candidate, expected)

    progress = True
    while progress and time.monotonic() < deadline:
        progress = False
        for way in ways:
            # The candidates are made from the program as it was; start again from what is kept.
            again = True
            while again and time.monotonic() < deadline:
                again = False
                for candidate in way(program, table):
                    if accepted(candidate):
                        program, progress, again = candidate, True, True
                        break
                    if time.monotonic() > deadline:
                        break
    return program


def values_of(program, table):
    return evaluate(program, table)[1]


def inlined(program, table):
    """The first call replaced by its callee's body."""
    main = program.functions[0]
    for at, call in enumerate(main.instrs):
        if call.op != "call":
            continue
        new = program.copy()
        callee = new.functions[call.attrs["callee"]]
        names = dict(zip([p[0] for p in callee.params], call.operands))
        names.update(zip(callee.returns, call.name))
        rename = lambda n: names.setdefault(n, "%s_%d" % (n, at))
        for i in callee.instrs:
            i.operands = [rename(o) for o in i.operands]
            i.sizes = [s if isinstance(s, int) else [(rename(v), d) for v, d in s] for s in i.sizes]
            i.name = rename(i.name)
        new.functions[0].instrs[at:at + 1] = callee.instrs
        if not any(i.op == "call" for i in new.functions[0].instrs):
            del new.functions[1:]
        yield new
        return


def as_input(name, elem, dims, val):
    """A parameter that holds a value, where the value is known."""
    arr = Arr(elem, val.lo, exact=True)
    return (name, elem, dims), arr


def alone(program, table):
    """One op, its operands as arguments."""
    main = program.functions[0]
    if len(main.instrs) < 2:
        return
    env, types = values_of(program, table), main.types()
    for i in main.instrs:
        if i.op in ("call", "constant"):
            continue
        params = [as_input(n, *types[n], env[n]) for n in dict.fromkeys(i.uses())]
        yield Program(Function([p for p, _ in params], [i], [i.name]),
                      [a for _, a in params]).copy()


def one_result(program, table):
    returns = program.functions[0].returns
    for r in returns if len(returns) > 1 else ():
        new = program.copy()
        new.functions[0].returns = [r]
        yield new


def needed(function):
    used = set(function.returns)
    for i in reversed(function.instrs):
        if used & set(i.results()):
            used.update(i.uses())
    return used


def without_unused(program, drop):
    """The program without some ops, and without arguments that are not used."""
    new = program.copy()
    main = new.functions[0]
    main.instrs = [i for k, i in enumerate(main.instrs) if k not in drop]
    used = set(main.returns) | {v for i in main.instrs for v in i.uses()}
    kept = [k for k, p in enumerate(main.params) if p[0] in used]
    main.params, new.inputs = [main.params[k] for k in kept], [new.inputs[k] for k in kept]
    if not any(i.op == "call" for i in main.instrs):
        del new.functions[1:]
    return new


def pruned(program, table):
    """All dead ops away; else one of them."""
    main = program.functions[0]
    used = needed(main)
    dead = [k for k, i in enumerate(main.instrs) if not used & set(i.results())]
    unused = {p[0] for p in main.params} - used
    if dead or unused:
        yield without_unused(program, dead)
    for k in dead if len(dead) > 1 else ():
        uses = {v for i in main.instrs for v in i.uses()}
        if not uses & set(main.instrs[k].results()):
            yield without_unused(program, [k])


def cut(program, table):
    """The result of one op becomes an argument."""
    env, types = values_of(program, table), program.functions[0].types()
    for k, i in reversed(list(enumerate(program.functions[0].instrs))):
        if i.op == "call" or len(program.functions[0].instrs) == 1:
            continue
        new = program.copy()
        param, arr = as_input(i.name, *types[i.name], env[i.name])
        new.functions[0].params.append(param)
        new.inputs.append(arr)
        del new.functions[0].instrs[k]
        used = needed(new.functions[0])
        dead = [j for j, x in enumerate(new.functions[0].instrs) if not used & set(x.results())]
        yield without_unused(new, dead)


def bypassed(program, table):
    """One operand of an op in the op's place."""
    main = program.functions[0]
    types = main.types()
    for k, i in enumerate(main.instrs):
        for o in () if i.op == "call" else i.operands:
            if types[o] != types[i.name] or len(main.instrs) == 1:
                continue
            new = program.copy()
            name = lambda n: o if n == i.name else n
            for j in new.functions[0].instrs:
                j.operands = [name(n) for n in j.operands]
                j.sizes = [s if isinstance(s, int) else [(name(v), d) for v, d in s]
                           for s in j.sizes]
            new.functions[0].returns = [name(n) for n in main.returns]
            yield without_unused(new, [k])


def static(program, table):
    """No `?` at all; else in one argument or op less."""
    env = values_of(program, table)

    def fixed(only=None):
        new = program.copy()
        main = new.functions[0]
        if only is None or only in [p[0] for p in main.params]:
            main.params = [(n, e, env[n].shape if only in (None, n) else d) for n, e, d in main.params]
        for i in main.instrs:
            if only in (None, i.name):
                i.spelled = None
            if i.target and only in (None, i.name):
                i.target, i.sizes = (i.target[0], env[i.name].shape), []
            if i.op == "tensor.cast" and only in (None, i.name):
                i.attrs["dims"] = list(env[i.name].shape)
        return new
    main = program.functions[0]
    dynamic = [n for n, _, d in main.params if None in d] + [
        i.name for i in main.instrs if i.spelled or (i.target and None in i.target[1])
        or (i.op == "tensor.cast" and None in i.attrs["dims"])]
    if dynamic:
        yield fixed()
    for name in dynamic if len(dynamic) > 1 else ():
        yield fixed(name)


def cropped(arr, old, new):
    for axis, s in enumerate(arr.shape):
        if s == old:
            arr = Arr(arr.elem, np.take(arr.data, np.arange(new), axis), exact=True)
    return arr


def smaller(program, table):
    """One size everywhere replaced by a smaller one."""
    sizes = {s for a in program.inputs for s in a.shape}
    sizes |= {s for f in program.functions for i in f.instrs if i.op == "constant"
              for s in i.attrs["value"].shape}
    swap = lambda dims, a, b: tuple(b if d == a else d for d in dims)
    for old in sorted(sizes, reverse=True):
        for size in [n for n in (1, 2, old - 1) if n < old and n > 0]:
            new = program.copy()
            main = new.functions[0]
            new.inputs = [cropped(a, old, size) for a in new.inputs]
            main.params = [(n, e, swap(d, old, size)) for n, e, d in main.params]
            for i in main.instrs:
                i.spelled = i.spelled and swap(i.spelled, old, size)
                if i.target:
                    i.target = (i.target[0], swap(i.target[1], old, size))
                    i.sizes = [size if s == old else s for s in i.sizes]
                if i.op == "constant":
                    i.attrs["value"] = cropped(i.attrs["value"], old, size)
                if i.op == "slice":
                    i.attrs["sizes"] = list(swap(i.attrs["sizes"], old, size))
            yield new


def simpler(program, table):
    """Inputs of zeros, ones or few different values."""
    def replaced(k, data):
        new = program.copy()
        new.inputs[k] = Arr(new.inputs[k].elem, data, exact=True)
        return new
    for k, arr in enumerate(program.inputs):
        data = arr.data
        if data.size > 1 and len({repr(x) for x in data.flat}) > 1:
            for value in (0, 1, data.flat[0], data.flat[-1]):
                yield replaced(k, np.full(arr.shape, value, data.dtype))
        if 1 < data.size <= 12:
            for at in np.ndindex(*arr.shape):
                if data[at] != 0:
                    new = data.copy()
                    new[at] = 0
                    yield replaced(k, new)


OPS = [inlined, alone, one_result, pruned, cut, bypassed]
SIZES_AND_VALUES = [static, smaller, simpler]
