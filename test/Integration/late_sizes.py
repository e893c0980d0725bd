"""Wrong sizes that only become known while the program is compiled.

Run-time checks guard ops whose sizes the types leave open. Inlining and folding may
make those sizes known, and wrong: the program still compiles, since the op may never
run, and traps where it does. Each program runs with the sizes as run-time values, as
constants or casts beside the op, and as those behind a call that is inlined.
"""

import argparse
import itertools
import re
import subprocess
import sys

import counts


def tensor(shape, elem="f32"):
    return "tensor<%s>" % "x".join([str(size) for size in shape] + [elem])


def call(arguments, types, result):
    return "%%r = func.call @f(%s) : (%s) -> %s\n" % (", ".join(arguments), ", ".join(types), result)


def function(name, parameters, body, result, visibility=""):
    return "func.func %s @%s(%s) -> %s {\n%sreturn %%r : %s\n}\n" % (
        visibility, name, ", ".join("%s: %s" % p for p in parameters), result, body, result)


class Operand:
    """A tensor argument: the type that the op sees, and the sizes that it gets."""

    def __init__(self, shape, sizes, elem="f32"):
        self.type, self.exact = tensor(shape, elem), tensor(sizes, elem)
        self.flag = "--input=%s=%s" % ("x".join([str(s) for s in sizes] + [elem]),
                                       "" if 0 in sizes else {"f32": "1", "i64": "0", "i1": "1"}[elem])


def variants(op, operands, result, sizes=()):
    """(how, module, flags) for an op on %0, %1, ... with size operands %n0, %n1, ..."""
    names = ["%%v%d" % i for i in range(len(operands))]
    counts_ = ["%%n%d" % i for i in range(len(sizes))]
    op = re.sub(r"%(\d)", r"%v\1", op) + "\n"
    seen = [(n, o.type) for n, o in zip(names, operands)]
    constants = "".join("%s = arith.constant %d : index\n" % pair for pair in zip(counts_, sizes))
    flags = [o.flag for o in operands]

    scalars = [("%%t%d" % i, "tensor<i64>") for i in range(len(sizes))]
    read = "".join("%%e%d = tensor.extract %%t%d[] : tensor<i64>\n"
                   "%%n%d = arith.index_cast %%e%d : i64 to index\n" % (i, i, i, i)
                   for i in range(len(sizes)))
    yield "at run time", function("main", seen + scalars, read + op, result), \
        flags + ["--input=i64=%d" % size for size in sizes]

    exact = [(n + "x", o.exact) for n, o in zip(names, operands)]
    casts = "".join("%s = tensor.cast %sx : %s to %s\n" % (n, n, o.exact, o.type)
                    if o.exact != o.type else "" for n, o in zip(names, operands))
    same = {n: n + "x" for n, o in zip(names, operands) if o.exact == o.type}
    renamed = re.sub(r"%v\d", lambda m: same.get(m.group(), m.group()), op)
    yield "beside the op", function("main", exact, constants + casts + renamed, result), flags

    arguments = [same.get(n, n) for n in names] + counts_
    parameters = seen + [(n, "index") for n in counts_]
    yield "behind a call", function("f", parameters, op, result, "private") + function(
        "main", exact, constants + casts + call(arguments, [t for _, t in parameters], result),
        result), flags


def mismatches():
    """(name, op, operands, result type): sizes that disagree."""
    q = "?"
    v3, v4 = Operand([q], [3]), Operand([q], [4])
    m23, m32 = Operand([q, q], [2, 3]), Operand([q, q], [3, 2])
    two, three = Operand([q], [2], "i64"), Operand([q], [3], "i64")
    mm = "tensor<?x?xf32>"
    yield "add", "%r = kina.add %0, %1 : tensor<?xf32>", [v3, v4], "tensor<?xf32>"
    yield "compare", "%r = kina.compare lt, %0, %1 : tensor<?xf32>", [v3, v4], "tensor<?xi1>"
    yield "select", "%r = kina.select %0, %1, %2 : tensor<?xf32>", \
        [Operand([q], [3], "i1"), v4, v4], "tensor<?xf32>"
    yield "seed", "%r = kina.seed %0, %1 : tensor<?xf32>", [v3, v4], "tensor<?xf32>"
    yield "cast", "%r = kina.cast %0 : tensor<?xf32> -> tensor<4xf16>", [v3], "tensor<4xf16>"
    product = "%r = kina.matmul %0, %1 : {0}, {0} -> {1}"
    yield "matmul K", product.format(mm, mm), [m23, Operand([q, q], [4, 2])], mm
    yield "matmul batch", product.format("tensor<?x?x?xf32>", "tensor<?x?x?xf32>"), \
        [Operand([q] * 3, [2, 2, 3]), Operand([q] * 3, [1, 3, 2])], "tensor<?x?x?xf32>"
    yield "matmul result", product.format(mm, "tensor<4x?xf32>"), [m23, m32], "tensor<4x?xf32>"
    join = "%r = kina.concat %0, %1 axis = 0 : ({0}, {0}) -> {1}"
    yield "concat", join.format(mm, mm), [m23, Operand([q, q], [1, 4])], mm
    yield "concat result", join.format(mm, "tensor<5x3xf32>"), [m23, m23], "tensor<5x3xf32>"
    part = "%r = kina.slice %0 offsets = [{0}] sizes = [{1}] strides = [1] : tensor<?xf32> -> {2}"
    yield "slice", part.format(1, 4, tensor([4])), [v3], tensor([4])
    yield "empty slice", part.format(5, 0, tensor([0])), [v3], tensor([0])
    yield "pad", "%r = kina.pad %0, %1 low = [1] high = [1] : tensor<?xf32>, tensor<f32>" \
        " -> tensor<9xf32>", [v3, Operand([], [])], "tensor<9xf32>"
    one = "%r = kina.{0} %0 {1} : tensor<?x?xf32> -> {2}"
    for name, clauses, shape in [
            ("transpose", "perm = [1, 0]", (4, q)), ("reduce sum", "axes = [0]", (4,)),
            ("reduce sum", "axes = [0] keepdims", (1, 4)), ("reduce mean", "axes = []", (2, 4)),
            ("broadcast", "", (5, 2, 4)), ("repeat_interleave", "axis = 0 repeats = 2", (5, 3)),
            ("repeat_interleave", "axis = 0 repeats = 1", (5, 3))]:
        head, _, kind = name.partition(" ")
        op = one.format(head, clauses, tensor(shape))
        yield "%s %s" % (name, clauses), op.replace("%0", kind + " %0"), [m23], tensor(shape)
    yield "reduce over nothing", one.format("reduce", "axes = [0]", "tensor<?xf32>").replace(
        "%0", "max %0"), [Operand([q, q], [0, 3])], "tensor<?xf32>"
    yield "broadcast of one", "%r = kina.broadcast %0 : tensor<?xf32> -> tensor<4xf32>", \
        [Operand([q], [1])], "tensor<4xf32>"
    indexed = "%r = kina.{0} %0, %1 {1}: {2}, tensor<?xi64> -> {3}"
    vec = "tensor<?xf32>"
    for name, axis, values, indices, result in [
            ("gather", "", m23, two, [5, 3]), ("gather", "", m23, two, [2, 4]),
            ("take_along_axis", "axis = 1 ", m23, three, [q]),
            ("take_along_axis", "axis = 1 ", m23, two, [5]),
            ("scatter_along_axis", "axis = 1 ", Operand([q], [2]), three, [2, 3]),
            ("scatter_along_axis", "axis = 1 ", Operand([q], [2]), two, [4, 3]),
            ("scatter_add", "", m23, three, [4, 3]), ("scatter_add", "", m23, two, [4, 5])]:
        op = indexed.format(name, axis, values.type, tensor(result))
        yield "%s to %s" % (name, result), op, [values, indices], tensor(result)


VALUES = (0, 1, 3, 7, -1, -5, 2**32, 2**62, 2**63 - 1, -2**63)


def reshapes(every):
    """(name, op, operands, result type, sizes, whether they are right)."""
    q = "?"
    sources = [Operand(*shapes) for shapes in [
        ([q], [6]), ([q, 2], [3, 2]), ([2, q], [2, 3]), ([q, q], [2, 3]), ([6], [6]), ([2, 3], [2, 3])]]
    targets = [(), (1,), (4,), (6,), (4, 1), (2, 3), (q,), (q, 2), (2, q), (q, 4), (q, q), (1, q, 1),
               (q, 2, q), (0,), (0, q)]
    for number, (source, target) in enumerate(itertools.product(sources, targets)):
        unknown = target.count(q)
        if q not in source.type and (not unknown or 0 in target):
            continue  # The verifier's.
        choices = list(itertools.product(VALUES, repeat=unknown))
        step = 1 if every or len(choices) < 2 else len(choices) // 2 + number % 3
        for sizes in choices[number % step::step]:
            left = iter(sizes)
            shape = [next(left) if size == q else size for size in target]
            product = 1
            for size in shape:
                product *= size
            clause = "sizes(%s) " % ", ".join("%%n%d" % i for i in range(unknown)) if unknown else ""
            yield "reshape to %s" % shape, "%%r = kina.reshape %%0 %s: %s -> %s" % (
                clause, source.type, tensor(target)), [source], tensor(target), sizes, \
                product == 6 and min(shape, default=0) >= 0


def computed():
    """The ops that take sizes, with every value as all of their sizes."""
    one, zero = Operand([1], [1]), Operand([1], [1], "i64")
    row = Operand([1, 1], [1, 1])
    for op, operands, result in [
            ("%r = kina.iota axis = 0 sizes(%n0) : tensor<?xi64>", [], "tensor<?xi64>"),
            ("%r = kina.iota axis = 0 sizes(%n0, %n1) : tensor<?x?xf64>", [], "tensor<?x?xf64>"),
            ("%r = kina.broadcast %0 sizes(%n0) : tensor<1xf32> -> tensor<?x4x1xf32>", [one],
             "tensor<?x4x1xf32>"),
            ("%r = kina.broadcast %0 sizes(%n0) : tensor<1xf32> -> tensor<?xf32>", [one],
             "tensor<?xf32>"),
            ("%r = kina.scatter_along_axis %0, %1 axis = 1 sizes(%n0) : tensor<1xf32>, tensor<1xi64>"
             " -> tensor<1x?xf32>", [one, zero], "tensor<1x?xf32>"),
            ("%r = kina.scatter_add %0, %1 sizes(%n0) : tensor<1x1xf32>, tensor<1xi64>"
             " -> tensor<?x1xf32>", [row, zero], "tensor<?x1xf32>")]:
        for value in VALUES:
            scatter = "scatter" in op and value == 0  # no room for the index 0
            # 2^32 rows of a byte or more may or may not be there.
            if value != 2**32 or "%n1" in op:
                yield "%s of %d" % (op.split()[2], value), op, operands, result, \
                    (value,) * (1 + op.count("%n1")), 0 <= value < 2**32 and not scatter


def run(kina_run, module, flags):
    done = subprocess.run([kina_run, "-O0", "-", *flags], input=module, capture_output=True,
                          text=True, timeout=100)
    return done.returncode, done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kina-run", default="kina-run")
    parser.add_argument("--scope", choices=("sample", "all"), default="sample")
    arguments = parser.parse_args()
    cases = [(*case, (), False) for case in mismatches()]
    cases += list(reshapes(arguments.scope == "all")) + list(computed())
    passed = failed = 0
    for name, op, operands, result, sizes, right in cases:
        for how, module, flags in variants(op, operands, result, sizes):
            status, errors = run(arguments.kina_run, module, flags)
            good = status == 0 if right else status == -6 and re.fullmatch(r"kina: .*\n", errors)
            passed, failed = passed + bool(good), failed + (not good)
            if not good:
                print("FAIL %s, sizes %s %s: status %d, %s\n%s" % (
                    name, list(sizes), how, status, errors[:500], module))
    counts.record("late_sizes", passed, failed)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


sys.exit(main())
