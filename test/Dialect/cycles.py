"""Cycles of every op: a graph region may hold them, and so may an unreachable block.

Folding and every other simplification must end, and what comes out must verify.
"""

import argparse
import sys

import counts
from robustness_table import TABLE
from survive import SEPARATOR, find_crashes, run

# Uses of an op in which a fold might give an operand back: the operand and the
# result are of one type.
X = "tensor<2x2xf32>"
SAME = {
    "broadcast": [("", X)], "reshape": [("", X)], "cast": [("", X)],
    "transpose": [("perm = array<i64: 0, 1>", X), ("perm = array<i64: 1, 0>", X)],
    "slice": [("offsets = array<i64: 0, 0>, sizes = array<i64: 2, 2>, "
               "strides = array<i64: 1, 1>", X)],
    "pad": [("low = array<i64: 0, 0>, high = array<i64: 0, 0>", X)],
    "concat": [("axis = 0 : i64", X)],
    "reduce": [("kind = 0 : i32, axes = array<i64>", X)],
    "repeat_interleave": [("axis = 0 : i64, repeats = 1 : i64", X)],
    "linear_scan": [("axis = 0 : i64, init = 1 : i64", X)],
    "softmax": [("axis = 0 : i64", X)], "log_softmax": [("axis = 0 : i64", X)],
    "matmul": [("", X)],
    "select": [("", X)],
    "gather": [("", "tensor<2x2xf32>")],
}
BITS = {"and", "or", "xor", "not"}
CONSTANTS = {"f": ["0.0", "-0.0", "1.0"], "i": ["0", "1", "-1"]}


def uses(name):
    """(properties, type of operand and result, further operands) of a use of the op that
    can be part of a cycle."""
    operands, attributes, results = TABLE[name]
    if name in SAME:
        for properties, type_ in SAME[name]:
            if name == "pad":
                yield properties, type_, [("%zero", "tensor<f32>")]
            elif name == "select":
                for rest in ["%c", "%true"]:
                    yield properties, type_, [(rest, "tensor<2x2xi1>")]
            elif name == "gather":
                yield properties, type_, [("%i", "tensor<2xi64>")]
            elif name in ("matmul", "linear_scan"):
                yield properties, type_, [("%x", type_)]
            else:
                yield properties, type_, []
    elif name != "handle" and results and set(operands) == set(results):
        types = ["tensor<2x2xi32>", "tensor<2x2xi1>"] if name in BITS else [X]
        if name in "add sub mul div max min pow mod neg abs relu sign".split():
            types += ["tensor<2x2xi64>"] if name != "pow" else []
        for type_ in types:
            kind = "f" if "f" in type_[-4:] else "i"
            if len(operands) == 1:
                yield "", type_, []
                continue
            yield "", type_, [None]
            for value in CONSTANTS[kind]:
                value = {"1": "true", "0": "false"}.get(value) if "i1>" in type_ else value
                if value:
                    yield "", type_, [("dense<%s> : %s" % (value, type_), type_)]


def program(name, properties, type_, rest, length, tail):
    """A cycle of `length` ops, and `tail` ops that hang off it."""
    lines = []
    for i in range(length + tail):
        source = "%%%d" % ((i + 1) % length if i < length else i - 1)
        operands, types = [source], [type_]
        for j, more in enumerate(rest):
            if more is None:
                more = (source, type_)
            elif more[0].startswith("dense"):
                lines.append("  %%k%d_%d = kina.constant %s" % (i, j, more[0]))
                more = ("%%k%d_%d" % (i, j), type_)
            operands.append(more[0])
            types.append(more[1])
        if name == "select":
            operands, types = [operands[1], source, source if i % 2 else "%x"], [
                types[1], type_, type_]
        lines.append('  %%%d = "kina.%s"(%s) %s : (%s) -> %s' % (
            i, name, ", ".join(operands), "<{%s}>" % properties if properties else "",
            ", ".join(types), type_))
    body = "\n".join(lines)
    return """module {
  %%x = kina.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %%c = "test.condition"() : () -> tensor<2x2xi1>
  %%true = kina.constant dense<true> : tensor<2x2xi1>
  %%i = "test.indices"() : () -> tensor<2xi64>
  %%zero = kina.constant dense<0.0> : tensor<f32>
%s
  "test.use"(%%%d) : (%s) -> ()
}
""" % (body, length + tail - 1, type_)


def reshapes(tail):
    """Cycles of ops whose canonicalizations look through each other."""
    for length in (2, 3, 4):
        lines = []
        types = ["tensor<2x2xf32>", "tensor<4xf32>", "tensor<1x4xf32>", "tensor<?x?xf32>"]
        for i in range(length + tail):
            source = (i + 1) % length if i < length else i - 1
            of = types[source % length]
            to = types[i % length]
            sizes = "sizes(%n, %n) " if "?" in to else ""
            lines.append("  %%%d = kina.reshape %%%d %s: %s -> %s" % (i, source, sizes, of, to))
        yield 'module {\n  %%n = "test.size"() : () -> index\n%s\n  "test.use"(%%%d) : (%s) -> ()\n}\n' % (
            "\n".join(lines), length + tail - 1, types[(length + tail - 1) % length])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kina-opt", required=True)
    arguments = parser.parse_args()
    programs = [program(name, *use, length, tail) for name in TABLE for use in uses(name)
                for length in (1, 2, 3) for tail in (0, 1, 2)]
    programs += [text for tail in (0, 1, 3) for text in reshapes(tail)]
    base = [arguments.kina_opt, "--allow-unregistered-dialect"]
    problems = []
    status, _, errors = run([*base, "--split-input-file", "-"], SEPARATOR.join(programs))
    if status != 0:
        problems.append("not all programs are valid:\n" + errors[:2000])
    for flags in (["--canonicalize"], ["--cse"], ["--canonicalize", "--kina-to-linalg"],
                  ["--kina-ad"]):
        problems += find_crashes([*base, *flags], programs, timeout=40)
    for problem in problems:
        print(problem, file=sys.stderr)
    counts.record("cycles", len(programs) - len(problems), len(problems))
    print("%d programs, %d problems" % (len(programs), len(problems)))
    return 1 if problems or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
