"""Programs as data: their text, and their evaluation by the tables of ops."""

import copy

import numpy as np

from elements import Arr, FLOATS
from intervals import Invalid, Val


def type_text(elem, dims):
    return "tensor<%s>" % "x".join(["?" if d is None else str(d) for d in dims] + [elem])


class Instr:
    """One op. `sizes` has, for each `?` of a spelled type, a number or a list of
    (value, dimension) whose sizes are multiplied. `elem` and `dims` are the result's
    type; a call has lists of names, element types and dims instead."""

    def __init__(self, op, operands=(), attrs=None, target=None, sizes=()):
        self.op, self.operands, self.attrs = op, list(operands), attrs or {}
        self.target, self.sizes = target, list(sizes)
        # Sizes of the result type where the op says others than those that follow.
        self.spelled = None
        self.name = self.elem = self.dims = None

    def uses(self):
        return self.operands + [v for s in self.sizes if not isinstance(s, int) for v, _ in s]

    def results(self):
        return self.name if isinstance(self.name, list) else [self.name]

    def types(self):
        return list(zip(self.elem, self.dims)) if isinstance(self.name, list) else \
            [(self.elem, self.dims)]


class Function:
    """`params` are (name, elem, dims); `returns` are names."""

    def __init__(self, params, instrs, returns):
        self.params, self.instrs, self.returns = params, instrs, returns

    def types(self):
        types = {n: (e, d) for n, e, d in self.params}
        for i in self.instrs:
            types.update(zip(i.results(), i.types()))
        return types


class Program:
    """`functions[0]` is called with `inputs`; the others are called by it."""

    def __init__(self, function, inputs, helpers=()):
        self.functions, self.inputs = [function] + list(helpers), inputs

    def copy(self):
        return copy.deepcopy(self)

    def count(self):
        return sum(len(f.instrs) for f in self.functions) - sum(
            i.op == "call" for f in self.functions for i in f.instrs)


# Text.

def number(elem, x):
    """An element of a constant: floats by their bits."""
    if elem == "i1":
        return "true" if x else "false"
    if elem not in FLOATS:
        return str(int(x))
    digits = {"f16": 4, "bf16": 4, "f32": 8, "f64": 16}[elem]
    return "0x%0*X" % (digits, int(Arr(elem, x, exact=True).bits()))


def nested(elem, data):
    if data.ndim == 0:
        return number(elem, data)
    return "[%s]" % ", ".join(nested(elem, row) for row in data)


def constant_text(arr, splat):
    if arr.data.size == 0 and not splat:
        return "dense<>"
    if splat:
        return "dense<%s>" % number(arr.elem, arr.data.flat[0] if arr.data.size else 0)
    return "dense<%s>" % nested(arr.elem, arr.data)


def size_text(instr, types, lines):
    """The sizes(...) clause, and before it the ops that compute the sizes."""
    names = []
    for k, size in enumerate(instr.sizes):
        stem = "%s_s%d" % (instr.name, k)
        factors = []
        for j, (value, dim) in enumerate(() if isinstance(size, int) else size):
            lines.append("%%%s_c%d = arith.constant %d : index" % (stem, j, dim))
            lines.append("%%%s_d%d = tensor.dim %%%s, %%%s_c%d : %s" % (
                stem, j, value, stem, j, type_text(*types[value])))
            factors.append("%%%s_d%d" % (stem, j))
        if isinstance(size, int):
            lines.append("%%%s = arith.constant %d : index" % (stem, size))
            factors = ["%" + stem]
        while len(factors) > 1:
            lines.append("%%%s_m%d = arith.muli %s, %s : index" % (
                stem, len(factors), factors[0], factors[1]))
            factors[:2] = ["%%%s_m%d" % (stem, len(factors))]
        names += factors
    return " sizes(%s)" % ", ".join(names) if names else ""


def function_text(function, table, name, callee, visibility=""):
    types = function.types()
    lines = []
    for i in function.instrs:
        operand_types = [type_text(*types[o]) for o in i.operands]
        operands = ", ".join("%" + o for o in i.operands)
        if i.op == "call":
            results = [type_text(*t) for t in i.types()]
            lines.append("%s = func.call @%s(%s) : (%s) -> (%s)" % (
                ", ".join("%" + n for n in i.name), callee(i.attrs["callee"]), operands,
                ", ".join(operand_types), ", ".join(results)))
            continue
        op = table[i.op]
        clause = op.suffix(i.attrs) + size_text(i, types, lines)
        lines.append("%%%s = %s" % (i.name, op.line(
            i, op.prefix(i.attrs) + operands + clause, operand_types, type_text(i.elem, i.dims))))
    return "func.func %s@%s(%s) -> (%s) {\n%s  return %s : %s\n}\n" % (
        visibility, name, ", ".join("%%%s: %s" % (n, type_text(e, d)) for n, e, d in function.params),
        ", ".join(type_text(*types[r]) for r in function.returns),
        "".join("  %s\n" % line for line in lines), ", ".join("%" + r for r in function.returns),
        ", ".join(type_text(*types[r]) for r in function.returns))


def program_text(program, table, name):
    """Text of the functions; the first one is public and has the name."""
    callee = lambda k: "%s_h%d" % (name, k)
    return function_text(program.functions[0], table, name, callee) + "".join(
        function_text(f, table, callee(k), callee, "private ")
        for k, f in enumerate(program.functions) if k)


# Evaluation.

def concrete_target(instr, env):
    """The result's sizes where the op spells them."""
    if instr.target is None:
        return None
    sizes = iter(instr.sizes)
    shape = []
    for d in instr.target[1]:
        if d is None:
            size = next(sizes, None)
            if size is None:
                raise Invalid("missing size")
            d = size if isinstance(size, int) else int(np.prod([env[v].shape[k] for v, k in size]))
        shape.append(d)
    return (instr.target[0], tuple(shape))


def check_type(val, elem, dims, what):
    if val.elem != elem or len(val.shape) != len(dims) or any(
            d is not None and d != s for d, s in zip(dims, val.shape)):
        raise Invalid("%s: %s of %s, expected %s" % (what, val.elem, val.shape, type_text(elem, dims)))


def evaluate_instr(instr, table, env, program):
    """The results of one op."""
    vals = [env[o] for o in instr.operands]
    if instr.op == "call":
        return evaluate(program, table, program.functions[instr.attrs["callee"]], vals)[0]
    op = table[instr.op]
    elem, shape = op.infer(instr.attrs, [(v.elem, v.shape) for v in vals],
                           concrete_target(instr, env))
    val = op.evaluate(instr.attrs, vals, elem, shape)
    # A cast of a type names sizes that only a run knows.
    if val.elem != elem or any(s not in (d, None) for d, s in zip(val.shape, shape)):
        raise AssertionError("%s: evaluated to %s %s, inferred %s %s" % (
            instr.op, val.elem, val.shape, elem, shape))
    check_type(val, instr.elem, instr.dims, instr.op)
    return [val]


def evaluate(program, table, function=None, args=None):
    """The values of the results, and of every name."""
    function = function or program.functions[0]
    if args is None:
        args = [Val(a.elem, a.data) for a in program.inputs]
    env = {}
    for (name, elem, dims), val in zip(function.params, args):
        check_type(val, elem, dims, "parameter")
        env[name] = val
    for instr in function.instrs:
        env.update(zip(instr.results(), evaluate_instr(instr, table, env, program)))
    return [env[r] for r in function.returns], env


def infer_types(program, table):
    """Gives every op the result type that follows from its operands and target."""
    for function in reversed(program.functions):
        types = {n: (e, d) for n, e, d in function.params}
        for i in function.instrs:
            given = [types[o] for o in i.operands]
            if i.op == "call":
                callee = program.functions[i.attrs["callee"]]
                known = callee.types()
                if given != [(e, d) for _, e, d in callee.params]:
                    raise Invalid("call of other types")
                i.elem = [known[r][0] for r in callee.returns]
                i.dims = [known[r][1] for r in callee.returns]
            else:
                i.elem, i.dims = table[i.op].infer(i.attrs, given, i.target)
                i.dims = tuple(i.spelled or i.dims)
            types.update(zip(i.results(), i.types()))
