"""Breaks every op's generic form in every way and wants an error at the op each time.

J01 (missing attributes), J02 (wrong numbers of operands) and J04 (wrong kinds of
types) of the project's list of failure cases, for all ops: none may be accepted,
none may stop the tool. An op that the table lacks fails the test.
"""

import argparse
import re
import subprocess
import sys

import counts
from kina_ops import load_ops
from robustness_table import BY_HAND, PRELUDE, TABLE

F = "tensor<2x3xf32>"
# No kina op takes any of these, whatever its rank.
WRONG_TYPES = [
    "tensor<*xf32>", "tensor<*xi64>", "memref<2x3xf32>", "vector<2x3xf32>", "f32", "i64",
    "complex<f32>", "none", "tuple<tensor<2xf32>>", "(tensor<f32>) -> tensor<f32>",
    "tensor<2x3xcomplex<f32>>", "tensor<2x3xindex>", "tensor<2x3xi8>", "tensor<2x3xui32>",
    "tensor<2x3xsi64>", "tensor<2x3xf8E4M3FN>", "tensor<2x3xf128>",
    "tensor<2x3xvector<2xf32>>", 'tensor<2x3xf32, "elsewhere">',
    "tensor<2x3xf32, 1>", "!llvm.ptr", "tensor<4611686018427387904x4xf32>",
]
WRONG_ATTRIBUTES = ['"text"', "unit", "1.0 : f32", "array<i8: 1>", "[1, 2]", "@symbol",
                    "dense<1> : tensor<i64>", "-9 : i3"]
EXTREMES = {
    "i64": ["-1", "-9223372036854775808", "9223372036854775807", "1099511627776",
            "4294967297"],
    "array<i64": ["array<i64>", "array<i64: -1>", "array<i64: 0, 0>", "array<i64: 1, 0>",
                  "array<i64: 4294967297, 1>",
                  "array<i64: 9223372036854775807, 1>", "array<i64: -9223372036854775808, 0>",
                  "array<i64: 0, 1, 2, 3, 4, 5, 6, 7, 8>"],
}
# Types that some ops take in some places: an error or none, but never a crash.
ODD_TYPES = ["tensor<f32>", "tensor<?x?xf32>", "tensor<0x0xf32>", "tensor<1x1x1x1x1xf32>",
             "tensor<i64>", "tensor<?xi64>", "tensor<2x3xi1>", "tensor<f16, #kina.device>",
             "tensor<1152921504606846976x1xf32>", "tensor<1x2305843009213693951xf32>"]


def spell(name, operands, attributes, results, tail=""):
    """A function around the generic form; its operands are the arguments."""
    values = ["%%a%d" % i for i in range(len(operands))]
    arguments = ", ".join("%s: %s" % pair for pair in zip(values, operands))
    properties = ", ".join("%s = %s" % item for item in attributes.items())
    left = "%%r:%d = " % len(results) if results else ""
    right = results[0] if len(results) == 1 else "(%s)" % ", ".join(results)
    if right.startswith("(") and len(results) == 1:
        right = "(%s)" % right
    return 'func.func @t(%s) {\n  %s"kina.%s"(%s) %s%s : (%s) -> %s\n  return\n}\n' % (
        arguments, left, name, ", ".join(values),
        "<{%s}>" % properties if properties else "", tail, ", ".join(operands), right)


def swap(sequence, i, value):
    return sequence[:i] + [value] + sequence[i + 1:]


def is_tensor(type_):
    return type_.startswith("tensor")


def on_device(type_):
    return type_[:-1] + ", #kina.device>"


def broken(name, operands, attributes, results, optional):
    """Programs that must be refused."""
    for key, value in attributes.items():
        if key not in optional:
            yield spell(name, operands, {k: v for k, v in attributes.items() if k != key}, results)
        for wrong in WRONG_ATTRIBUTES:
            # A unit attribute is what `keepdims` wants, a symbol what `callee` does.
            if not (wrong == "unit" and value == "unit" or wrong == "@symbol" and key == "callee"
                    or wrong.startswith("dense") and key == "value"):
                yield spell(name, operands, {**attributes, key: wrong}, results)
    required = [key for key in attributes if key not in optional]
    if required:
        yield spell(name, operands, {}, results)
    if operands:
        yield spell(name, [], attributes, results)
        yield spell(name, operands[:-1], attributes, results)
        yield spell(name, operands[1:], attributes, results)
    for extra in [F, "index"]:
        # Of variadic operands one more is one too many, each result being fixed.
        yield spell(name, operands + [extra], attributes, results)
    for i, type_ in enumerate(operands):
        for wrong in WRONG_TYPES + ["index"] * is_tensor(type_):
            yield spell(name, swap(operands, i, wrong), attributes, results)
    for i in range(len(results)):
        for wrong in WRONG_TYPES + ["index"]:
            yield spell(name, operands, attributes, swap(results, i, wrong))
    tensors = [i for i, type_ in enumerate(operands) if is_tensor(type_)]
    if name != "transfer" and name != "constant" and tensors:
        for i in tensors:
            yield spell(name, swap(operands, i, on_device(operands[i])), attributes, results)
        yield spell(name, operands, attributes, [on_device(results[0])] + results[1:])
    yield spell(name, operands, attributes, [])
    yield spell(name, operands, attributes, results + [F])
    yield spell(name, operands, attributes, results, tail=" ({\n})")
    yield spell(name, operands, attributes, results, tail=" ({\n^bb0:\n}, {\n})")


def odd(name, operands, attributes, results):
    """Programs that may be refused or accepted."""
    for key, value in attributes.items():
        for kind, extremes in EXTREMES.items():
            if value.startswith(kind) or value.endswith(kind):
                suffix = " : i64" if kind == "i64" else ""
                for extreme in extremes:
                    yield spell(name, operands, {**attributes, key: extreme + suffix}, results)
    for odd_type in ODD_TYPES:
        for i in range(len(operands)):
            yield spell(name, swap(operands, i, odd_type), attributes, results)
        for i in range(len(results)):
            yield spell(name, operands, attributes, swap(results, i, odd_type))
        yield spell(name, [odd_type] * len(operands), attributes, [odd_type] * len(results))


def run(kina_opt, text, flags):
    # As bytes: an error shows the line, which may be cut inside a character.
    done = subprocess.run([kina_opt, "--split-input-file", *flags, "-"], input=text.encode(),
                          capture_output=True, timeout=300)
    return done.returncode, done.stderr.decode(errors="replace")


def check(kina_opt, name, programs, flags, must_fail):
    """Runs all programs at once; returns those that crash or are accepted."""
    prelude = PRELUDE.get(name, "")
    chunks = [prelude + program for program in programs]
    status, errors = run(kina_opt, "// -----\n".join(chunks), flags)
    if status not in (0, 1):
        bad = []
        for chunk in chunks:
            status, errors = run(kina_opt, chunk, flags)
            if status not in (0, 1):
                bad.append("exit status %d:\n%s%s" % (status, chunk, errors[-800:]))
        return bad or ["exit status %d on all programs of %s together" % (status, name)]
    if not must_fail:
        return []
    reported = {int(line) for line in re.findall(r"^\S+?:(\d+):\d+: error:", errors, re.M)}
    bad, line = [], 0
    for chunk in chunks:
        text = chunk.split("\n")
        at = line + next(i for i, t in enumerate(text) if '"kina.' + name in t) + 1
        # The parser may stop a line later, where it misses something.
        if not {at, at + 1, at + 2} & reported:
            bad.append("accepted, or reported elsewhere:\n" + chunk)
        line += len(text)
    return bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kina-opt", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--mlir-include", required=True)
    arguments = parser.parse_args()

    ops = load_ops(arguments.source, arguments.mlir_include)
    problems = ["kina.%s is not in the table" % name for name in ops
                if name not in TABLE and name not in BY_HAND]
    count = 0
    for name, texts in BY_HAND.items():
        programs = ["func.func @t(%%a0: %s, %%n: index) {\n%s\nreturn\n}\n" % (F, text)
                    for text in texts]
        problems += check(arguments.kina_opt, name, programs, [], must_fail=True)
        count += len(programs)
    for name, (operands, attributes, results) in TABLE.items():
        good = spell(name, operands, attributes, results)
        status, errors = run(arguments.kina_opt, PRELUDE.get(name, "") + good, [])
        if status != 0:
            problems.append("the program to break is broken:\n%s%s" % (good, errors))
            continue
        optional = ops[name].optional_attributes
        refuse = list(broken(name, operands, attributes, results, optional))
        problems += check(arguments.kina_opt, name, refuse, [], must_fail=True)
        survive = list(odd(name, operands, attributes, results))
        problems += check(arguments.kina_opt, name, survive, ["--canonicalize"], must_fail=False)
        count += len(refuse) + len(survive)
    for problem in problems:
        print(problem, file=sys.stderr)
    counts.record("robustness", count - len(problems), len(problems))
    print("%d programs from %d ops, %d problems" % (count, len(TABLE), len(problems)))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
