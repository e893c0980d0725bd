"""Wrong sizes that only become known while the program is compiled.

Run-time checks guard ops whose sizes the types leave open. Inlining and folding may
make those sizes known, and wrong: the program still compiles, since the op may never
run, and traps where it does. Each program runs with the sizes as run-time values, as
constants or casts beside the op, and as those behind a call that is inlined.
"""

import argparse
import concurrent.futures
import itertools
import math
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


def mismatch(got, expected, dimension=0):
    return " size mismatch: %d and %d in dimension %d" % (got, expected, dimension)


def mismatches():
    """(name, op, operands, result type, the trap after the op's name): sizes that disagree."""
    q = "?"
    v3, v4 = Operand([q], [3]), Operand([q], [4])
    m23, m32 = Operand([q, q], [2, 3]), Operand([q, q], [3, 2])
    two, three = Operand([q], [2], "i64"), Operand([q], [3], "i64")
    mm, vec = "tensor<?x?xf32>", "tensor<?xf32>"
    for name, op in [("add", "add %0, %1"), ("mul", "mul %0, %1")]:
        yield name, "%%r = kina.%s : %s" % (op, vec), [v3, v4], vec, mismatch(3, 4)
    yield "compare", "%r = kina.compare lt, %0, %1 : tensor<?xf32>", [v3, v4], "tensor<?xi1>", \
        mismatch(3, 4)
    yield "select", "%r = kina.select %0, %1, %2 : tensor<?xf32>", \
        [Operand([q], [3], "i1"), v4, v4], vec, mismatch(3, 4)
    yield "seed", "%r = kina.seed %0, %1 : tensor<?xf32>", [v3, v4], vec, mismatch(3, 4)
    yield "linear_scan", "%r = kina.linear_scan %0, %1 axis = 0 init = 0 : tensor<?xf32>", \
        [v3, v4], vec, mismatch(3, 4)
    yield "cast", "%r = kina.cast %0 : tensor<?xf32> -> tensor<4xf16>", [v3], "tensor<4xf16>", \
        mismatch(3, 4)
    product = "%r = kina.matmul %0, %1 : {0}, {0} -> {1}"
    yield "matmul K", product.format(mm, mm), [m23, Operand([q, q], [4, 2])], mm, mismatch(3, 4, 1)
    yield "matmul batch", product.format("tensor<?x?x?xf32>", "tensor<?x?x?xf32>"), \
        [Operand([q] * 3, [2, 2, 3]), Operand([q] * 3, [1, 3, 2])], "tensor<?x?x?xf32>", \
        mismatch(2, 1)
    yield "matmul result", product.format(mm, "tensor<4x?xf32>"), [m23, m32], "tensor<4x?xf32>", \
        mismatch(2, 4)
    join = "%r = kina.concat %0, %1 axis = 0 : ({0}, {0}) -> {1}"
    yield "concat", join.format(mm, mm), [m23, Operand([q, q], [1, 4])], mm, mismatch(3, 4, 1)
    yield "concat result", join.format(mm, "tensor<5x3xf32>"), [m23, m23], "tensor<5x3xf32>", \
        mismatch(4, 5)
    part = "%r = kina.slice %0 offsets = [{0}] sizes = [{1}] strides = [1] : tensor<?xf32> -> {2}"
    yield "slice", part.format(1, 4, tensor([4])), [v3], tensor([4]), \
        " out of bounds: 5 is beyond 3 in dimension 0"
    yield "empty slice", part.format(5, 0, tensor([0])), [v3], tensor([0]), \
        " out of bounds: 5 is beyond 3 in dimension 0"
    yield "pad", "%r = kina.pad %0, %1 low = [1] high = [1] : tensor<?xf32>, tensor<f32>" \
        " -> tensor<9xf32>", [v3, Operand([], [])], "tensor<9xf32>", mismatch(5, 9)
    one = "%r = kina.{0} %0 {1} : tensor<?x?xf32> -> {2}"
    for name, clauses, shape, got, dimension in [
            ("transpose", "perm = [1, 0]", (4, q), 3, 0), ("reduce sum", "axes = [0]", (4,), 3, 0),
            ("reduce sum", "axes = [0] keepdims", (1, 4), 3, 1),
            ("reduce mean", "axes = []", (2, 4), 3, 1), ("broadcast", "", (5, 2, 4), 3, 2),
            ("repeat_interleave", "axis = 0 repeats = 2", (5, 3), 4, 0),
            ("repeat_interleave", "axis = 0 repeats = 1", (5, 3), 2, 0)]:
        head, _, kind = name.partition(" ")
        op = one.format(head, clauses, tensor(shape))
        yield "%s %s" % (name, clauses), op.replace("%0", kind + " %0"), [m23], tensor(shape), \
            mismatch(got, shape[dimension], dimension)
    yield "reduce over nothing", one.format("reduce", "axes = [0]", vec).replace(
        "%0", "max %0"), [Operand([q, q], [0, 3])], vec, " max over an empty axis"
    yield "broadcast of one", "%r = kina.broadcast %0 : tensor<?xf32> -> tensor<4xf32>", \
        [Operand([q], [1])], "tensor<4xf32>", mismatch(1, 4)
    indexed = "%r = kina.{0} %0, %1 {1}: {2}, tensor<?xi64> -> {3}"
    for name, axis, values, indices, result, *wrong in [
            ("gather", "", m23, two, [5, 3], 2, 5), ("gather", "", m23, two, [2, 4], 3, 4, 1),
            ("take_along_axis", "axis = 1 ", m23, three, [q], 2, 3),
            ("take_along_axis", "axis = 1 ", m23, two, [5], 2, 5),
            ("scatter_along_axis", "axis = 1 ", Operand([q], [2]), three, [2, 3], 2, 3),
            ("scatter_along_axis", "axis = 1 ", Operand([q], [2]), two, [4, 3], 2, 4),
            ("scatter_add", "", m23, three, [4, 3], 2, 3),
            ("scatter_add", "", m23, two, [4, 5], 3, 5, 1)]:
        op = indexed.format(name, axis, values.type, tensor(result))
        yield "%s to %s" % (name, result), op, [values, indices], tensor(result), mismatch(*wrong)


def growing():
    """Like mismatches(): sizes that grow beyond 63 bits, or just not. Tensors of rows without
    elements may be that long, and of i1 may be passed."""
    q, last = "?", 2**63 - 1
    beyond = " size does not fit in 63 bits in dimension %d"
    vec, rows = "tensor<?xf32>", "tensor<?x0xi1>"
    zero = Operand([], [], "i1")

    def of(size):
        return Operand([q, 0], [size, 0], "i1")

    for repeats, size, result in [
            (2**62 + 1, 4, vec), (2**62 + 1, 4, "tensor<4xf32>"), (2**62, 2, vec), (last, 2, vec)]:
        yield "repeat_interleave %d" % repeats, "%%r = kina.repeat_interleave %%0 axis = 0 repeats = " \
            "%d : %s -> %s" % (repeats, vec, result), [Operand([q], [size])], result, beyond % 0
    for repeats, size, fits in [(last, 1, True), (last, 2, False), (3, last // 3, True),
                                (3, last // 3 + 1, False), (2, last // 2, True), (2, 2**62, False)]:
        yield "repeat_interleave of rows %d" % repeats, "%%r = kina.repeat_interleave %%0 axis = 0 " \
            "repeats = %d : %s -> %s" % (repeats, rows, rows), [of(size)], rows, \
            None if fits else beyond % 0
    pad = "%%r = kina.pad %%0, %%1 low = [%d, 0] high = [%d, 0] : tensor<?x0xi1>, tensor<i1> -> " \
        "tensor<?x0xi1>"
    for low, high, size, fits in [(0, 1, last - 1, True), (0, 1, last, False), (last, 0, 0, True),
                                  (last, 0, 1, False), (2**62, 2**62 - 1, 0, True),
                                  (2**62, 2**62 - 1, last, False)]:
        yield "pad by %d and %d" % (low, high), pad % (low, high), [of(size), zero], rows, \
            None if fits else beyond % 0
    yield "pad inside", "%%r = kina.pad %%0, %%1 low = [0, 1] high = [0, %d] : tensor<0x?xi1>, " \
        "tensor<i1> -> tensor<0x?xi1>" % (last - 3), \
        [Operand([0, q], [0, 3], "i1"), zero], "tensor<0x?xi1>", beyond % 1
    for sizes in [(last - 1, 1), (last, 1), (last, last), (2**62, 2**62 - 1, 0), (2**62, 2**62, 0),
                  (2**62,) * 4, (0, 0, last), (last, last, 2), (last,) * 5]:
        yield "concat of %s" % (sizes,), "%%r = kina.concat %s axis = 0 : (%s) -> %s" % (
            ", ".join("%%%d" % i for i in range(len(sizes))), ", ".join([rows] * len(sizes)), rows), \
            [of(size) for size in sizes], rows, None if sum(sizes) <= last else beyond % 0
    for known, size in [(5, last - 5), (5, last - 4), (last, 0), (last, 1)]:
        yield "concat with %d" % known, "%%r = kina.concat %%0, %%1 axis = 0 : (%s, tensor<%dx0xi1>) " \
            "-> %s" % (rows, known, rows), [of(size), Operand([known, 0], [known, 0], "i1")], rows, \
            None if known + size <= last else beyond % 0


VALUES = (0, 1, 3, 7, -1, -5, 2**32, 2**62, 2**63 - 1, -2**63)


def reshapes(every):
    """(name, op, operands, result type, sizes, the trap if they are wrong)."""
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
            product = math.prod(shape)
            negative = next((" negative size: %d in dimension %d" % (size, d)
                             for d, size in enumerate(shape) if size < 0), None)
            # The last number tells that the product is too large, and not by how much.
            wrong = " size mismatch: 6 and %s elements" % (
                product if product < 2**63 else r"\d{15,}")
            clause = "sizes(%s) " % ", ".join("%%n%d" % i for i in range(unknown)) if unknown else ""
            yield "reshape to %s" % shape, "%%r = kina.reshape %%0 %s: %s -> %s" % (
                clause, source.type, tensor(target)), [source], tensor(target), sizes, \
                negative or (None if product == 6 else wrong)


def computed():
    """The ops that take sizes, with every value as all of their sizes; like reshapes()."""
    one, zero = Operand([1], [1]), Operand([1], [1], "i64")
    row = Operand([1, 1], [1, 1])
    for op, operands, result, dimension in [
            ("%r = kina.iota axis = 0 sizes(%n0) : tensor<?xi64>", [], "tensor<?xi64>", 0),
            ("%r = kina.iota axis = 0 sizes(%n0, %n1) : tensor<?x?xf64>", [], "tensor<?x?xf64>", 0),
            ("%r = kina.broadcast %0 sizes(%n0) : tensor<1xf32> -> tensor<?x4x1xf32>", [one],
             "tensor<?x4x1xf32>", 0),
            ("%r = kina.broadcast %0 sizes(%n0) : tensor<1xf32> -> tensor<?xf32>", [one],
             "tensor<?xf32>", 0),
            ("%r = kina.scatter_along_axis %0, %1 axis = 1 sizes(%n0) : tensor<1xf32>, tensor<1xi64>"
             " -> tensor<1x?xf32>", [one, zero], "tensor<1x?xf32>", 1),
            ("%r = kina.scatter_add %0, %1 sizes(%n0) : tensor<1x1xf32>, tensor<1xi64>"
             " -> tensor<?x1xf32>", [row, zero], "tensor<?x1xf32>", 0)]:
        for value in VALUES:
            # 2^32 rows of a byte or more may or may not be there.
            if value == 2**32 and "%n1" not in op:
                continue
            trap = None
            if value < 0:
                trap = " negative size: %d in dimension %d" % (value, dimension)
            elif value >= 2**32:
                trap = "out of memory: %d bytes" % 2**62  # Where the count of bytes stops.
            elif value == 0 and "scatter" in op:
                trap = " index out of bounds: 0 is not in [0, 0)"
            yield "%s of %d" % (op.split()[2], value), op, operands, result, \
                (value,) * (1 + op.count("%n1")), trap


def expected_line(module, trap):
    """The line of a trap, as a pattern. Memory belongs to no op."""
    if not trap.startswith(" "):
        return re.escape("kina: " + trap)
    line, text = next((i, text) for i, text in enumerate(module.split("\n"), 1)
                      if "= kina." in text)
    column = text.index("kina.") + 1
    name = re.match(r"kina\.(\w+)", text[column - 1:]).group(1)
    # The ops of a seed and its handler share a name.
    name = {"seed": "handle"}.get(name, name)
    number = r"\d{15,}"
    return number.join(re.escape(part) for part in (
        "kina: %s%s at <stdin>:%d:%d" % (name, trap, line, column)).split(number))


def expected_flag(op, result, operands, sizes):
    """--expected_output of the right programs: they give ones, positions, or a sum."""
    left = iter(sizes)
    shape, elem = re.fullmatch(r"tensor<((?:[?\d]+x)*)(\w+)>", result).groups()
    shape = [next(left) if size == "?" else int(size) for size in shape.split("x")[:-1]]
    if "iota" in op:
        rest = math.prod(shape[1:])
        values = [i for i in range(shape[0]) for _ in range(rest)]
    else:
        values = [1] * math.prod(shape)
        if "scatter" in op:  # Of a single 1 to the first place.
            values[1:] = [0] * (len(values) - 1)
    return "--expected_output=%s=%s" % ("x".join([str(size) for size in shape] + [elem]),
                                        " ".join(map(str, values)))


def grown_size(op, operands):
    """The rows of the result of a program of growing()."""
    rows = [int(re.search(r"=(\d+)x", o.flag).group(1)) for o in operands if "x0xi1" in o.flag]
    low, high, repeats = (re.search(key + r" = \[?(\d+)", op) for key in ("low", "high", "repeats"))
    return sum(rows) * (int(repeats[1]) if repeats else 1) + \
        (int(low[1]) + int(high[1]) if low else 0)


def run(kina_run, module, flags):
    done = subprocess.run([kina_run, "-O0", "-", *flags], input=module, capture_output=True,
                          text=True, timeout=100)
    # A sanitizer's allocator says so too.
    return done.returncode, re.sub(r"^==\d+==WARNING: AddressSanitizer failed to allocate .*\n", "",
                                   done.stderr, flags=re.M)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kina-run", default="kina-run")
    parser.add_argument("--scope", choices=("sample", "all"), default="sample")
    arguments = parser.parse_args()
    cases = [(*case[:4], (), case[4]) for case in mismatches()]
    for name, op, operands, result, trap in growing():
        cases.append((name, op, operands, result, () if trap else (grown_size(op, operands),), trap))
    cases += list(reshapes(arguments.scope == "all")) + list(computed())
    jobs = []
    for name, op, operands, result, sizes, trap in cases:
        # The sizes that growing() has for its results are no operands.
        for how, module, flags in variants(op, operands, result, sizes if "%n0" in op else ()):
            if not trap:
                flags = flags + [expected_flag(op, result, operands, sizes)]
            jobs.append((name, sizes, how, module, flags, trap))
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        ends = pool.map(lambda job: run(arguments.kina_run, job[3], job[4]), jobs)
        for (name, sizes, how, module, flags, trap), (status, errors) in zip(jobs, ends):
            if trap:
                line = expected_line(module, trap)
                good = status == -6 and re.fullmatch(line + "\n", errors)
            else:
                line, good = "no trap", status == 0
            passed, failed = passed + bool(good), failed + (not good)
            if not good:
                print("FAIL %s, sizes %s %s: expected %s, got status %s, %s\n%s\n%s" % (
                    name, list(sizes), how, line, status, errors[:500], module, flags))
    counts.record("late_sizes", passed, failed)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


sys.exit(main())
