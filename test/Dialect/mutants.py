"""Random mutants of every op: several changes at once to its generic form, and single
words of its own form left out, doubled, exchanged or replaced by odd numbers.

Each gives an error or a program, never a crash, a hang or a failure without a word: in
the parser, the verifier, every printer (of IR that does not verify, too), folding,
differentiation, the lowering, and the whole host pipeline.
"""

import argparse
import random
import re
import sys

import counts
from kina_ops import load_ops
from robustness_table import PRELUDE, TABLE
from survive import find_crashes

TYPES = """tensor<2x3xf32> tensor<?x?xf32> tensor<2x?xf16> tensor<f64> tensor<0x3xf32> tensor<*xf32>
    tensor<2x3xi1> tensor<2xi64> tensor<?xi64> tensor<2x3xi32> tensor<2x3xbf16> tensor<2x3xi8>
    tensor<2x3xindex> tensor<2x3xcomplex<f32>> memref<2x3xf32> vector<2x3xf32> index i64 f32 none
    tensor<2x3xf32,#kina.device> tensor<2x3xf32,#kina.device<1>> tensor<2x3xf32,"there">
    tensor<4294967297x2xf32> tensor<1x2305843009213693951xf32> tensor<9223372036854775807xi1>
    tensor<1x1x1x1x1x1xf32> tuple<> !llvm.ptr tensor<3x3xf32> tensor<3x2xf32>""".split()
NUMBERS = [0, 1, -1, 2, 3, 2**31, 2**32 + 1, 2**63 - 1, -2**63]
ATTRIBUTES = ['"text"', "unit", "1.0 : f32", "true", "array<i8: 1>", "array<i32: 1, 0>", "[1, 2]",
              "@f", "@nothing", "@f::@g", "dense<1> : tensor<i64>", "dense<> : tensor<0x3xf32>",
              "dense_resource<gone> : tensor<2x3xf32>", "{a = 1}", "tensor<2xf32>", "loc(unknown)",
              "#kina.device", "sparse<0, 1.0> : tensor<2x3xf32>", "dense<1.0> : vector<2x3xf32>",
              "affine_map<(d0) -> (d0)>", "7 : i32", "-1 : i32", "4 : i32"]


def random_attribute(rng):
    kind = rng.randrange(4)
    if kind == 0:
        return "%d : i64" % rng.choice(NUMBERS)
    if kind == 1:
        values = [rng.choice(NUMBERS) for _ in range(rng.randrange(4))]
        return "array<i64%s>" % (": " + ", ".join(map(str, values)) if values else "")
    return rng.choice(ATTRIBUTES)


def change_list(types, rng):
    if types and rng.random() < 0.3:
        types.pop(rng.randrange(len(types)))
    elif types and rng.random() < 0.7:
        types[rng.randrange(len(types))] = rng.choice(TYPES)
    else:
        types.insert(rng.randint(0, len(types)), rng.choice(TYPES))


def generic_mutant(name, rng):
    operands, attributes, results = (part.copy() for part in TABLE[name])
    tail = successors = discardable = ""
    for _ in range(rng.randint(1, 4)):
        kind = rng.randrange(8)
        if kind < 2:
            change_list(operands, rng)
        elif kind == 2:
            change_list(results, rng)
        elif kind == 3:  # One type everywhere.
            type_ = rng.choice(TYPES)
            operands = [type_] * len(operands)
            results = [type_] * len(results)
        elif kind == 4 and attributes:
            del attributes[rng.choice(list(attributes))]
        elif kind < 7:
            key = rng.choice(list(attributes) or ["value"]) if rng.random() < 0.9 else "unknown"
            attributes[key] = random_attribute(rng)
        elif rng.random() < 0.3:
            tail = rng.choice([" ({\n})", " ({\n^b(%b: f32):\n})", " ({}, {})"])
        elif rng.random() < 0.3:
            successors = "[^end]"
        else:
            discardable = " {%s = %s}" % (rng.choice(["tag", "kina.tag", "axis", "func.tag"]),
                                          random_attribute(rng))
    values = ["%%a%d" % i for i in range(len(operands))]
    properties = ", ".join("%s = %s" % item for item in attributes.items())
    # The results are returned: bufferization takes no use by an op of another dialect.
    end = "return"
    if results:
        end += " %s : %s" % (", ".join("%%r#%d" % i for i in range(len(results))),
                             ", ".join(results))
    return 'func.func @t(%s)%s {\n  %s"kina.%s"(%s)%s%s%s%s : (%s) -> (%s)\n  %s\n}\n' % (
        ", ".join("%s: %s" % pair for pair in zip(values, operands)),
        " -> (%s)" % ", ".join(results) if results else "",
        "%%r:%d = " % len(results) if results else "", name, ", ".join(values), successors,
        " <{%s}>" % properties if properties else "", tail, discardable, ", ".join(operands),
        ", ".join(results), "cf.br ^end\n^end:\n  " + end if successors else end)


WORD = re.compile(r"\s*(%\w+|@\w+|-?\d+(?:\.\d+)?|[\w.]+|->|.)", re.S)
ODD_NUMBERS = ["0", "-1", str(2**32 + 1), str(2**63 - 1), str(2**63), str(2**64), "1" + "0" * 30,
               "1.5", "?", "*", "0x1", "-0"]


def text_mutants(example):
    """All changes of one word in the lines that spell a kina op."""
    head, op, rest = re.match(r"(.*?)(\n[^\n]*kina\..*?)(\n  return.*)", example, re.S).groups()
    words = WORD.findall(op)
    for i, word in enumerate(words):
        others = [[], [word, word], words[i + 1:i + 2] + [word]]
        if word[0] in "-0123456789?":
            others += [[number] for number in ODD_NUMBERS]
        if word[0] == "%":
            others += [["%nothing"], ["%arg0"], ["%0#7"]]
        for other in others:
            skip = 2 if len(other) == 2 and other[0] != word else 1
            spelled = " ".join(words[:i] + other + words[i + skip:])
            # The parts of a shape are one word to the lexer.
            spelled = re.sub(r"(?<=[\w?*<]) ?x ?(?=[\w?*])", "x", spelled)
            yield "%s\n  %s%s\n" % (head, spelled.replace("< ", "<").replace(" >", ">"), rest)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kina-opt", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--mlir-include", required=True)
    parser.add_argument("--scope", choices=["sample", "all"], default="sample")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, help="mutants of each op's generic form")
    arguments = parser.parse_args()
    count = arguments.count or (200 if arguments.scope == "all" else 16)

    rng = random.Random(arguments.seed)
    ops = load_ops(arguments.source, arguments.mlir_include)
    generic = [PRELUDE.get(name, "") + generic_mutant(name, rng)
               for name in TABLE for _ in range(count)]
    texts = []
    for op in ops.values():
        example = re.search(r"```mlir\n(.*?)```", op.description, re.S).group(1)
        texts += text_mutants(example)
    if arguments.scope == "sample":
        texts = rng.sample(texts, min(len(texts), 1200))

    unverified = ["--mlir-very-unsafe-disable-verifier-on-parsing", "--verify-each=0"]
    roads = [[], unverified, unverified + ["--mlir-print-op-generic"],
             ["--canonicalize", "--cse"], ["--kina-ad"], ["--kina-to-linalg"],
             ["--kina-host-pipeline"]]
    tool = [arguments.kina_opt, "--allow-unregistered-dialect"]
    problems, ran = [], 0
    for programs in (generic, texts):
        for i in range(0, len(programs), 2500):
            for flags in roads:
                part = programs[i:i + 2500]
                problems += find_crashes([*tool, *flags], part, timeout=120)
                ran += len(part)
    for problem in problems:
        print(problem, file=sys.stderr)
    counts.record("mutants", ran - len(problems), len(problems))
    print("%d mutants, %d runs, %d problems" % (len(generic) + len(texts), ran, len(problems)))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
