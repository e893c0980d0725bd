#!/usr/bin/env python3
"""Counts the scalar operations of programs: of each differentiated function alone,
and of the function with its gradient.

    scripts/op_counts.py --kina-opt build/bin/kina-opt examples/*.mlir

It runs --kina-ad --canonicalize --cse, and counts what is left of the callee of each
kina.handle and of what replaced the handler, through all calls, loops as often as
they turn. What later passes would drop or fuse counts.

    matmul                      2 M N K for each matrix
    elementwise, select, cast   1 for each element of the result
    transcendental functions    --transcendental (1) for each element
    reduce                      1 for each element of the operand; mean: and of the result
    softmax, log_softmax        4 for each element, and an exp; log_softmax: a log a row
    scatter_add                 1 for each element that is added
    data movement, and scalars that compute sizes: 0

Where --most or --most-of gives a bound, a larger ratio is an error.
"""

import argparse
import collections
import math
import os
import re
import subprocess
import sys

TRANSCENDENTAL = "exp log sqrt rsqrt sin cos tanh sigmoid erf pow".split()
ELEMENTWISE = """neg abs relu floor sign add sub mul mul_no_nan div max min mod and or xor not
    compare select cast""".split()
MOVEMENT = """constant iota broadcast reshape transpose slice pad concat gather take_along_axis
    scatter_along_axis repeat_interleave transfer seed""".split()
MEAN = 4  # the number of `mean` among the kinds of reduce
# Dialects whose ops here compute sizes, or move tensors: nothing per element.
FREE = re.compile(r"tensor\.|arith\.(constant|index_cast)$|(func\.return|scf\.yield)$")

OP = re.compile(r'^\s*(?:(%[\w#:]+) = )?"([\w.]+)"\(([^)]*)\)')
# A tensor type, with the one level of <> that an encoding may have; and its inside.
TYPE = re.compile(r"tensor<[^<>]*(?:<[^<>]*>)?>")
TENSOR = re.compile(r"tensor<([^<>]*)")
HANDLE = re.compile(r'"kina\.handle"\([^)]*\) (<\{.*callee = @([\w.$-]+|"[^"]*").*\}>) : \((.*)\) -> (.*)$', re.M)


class Uncountable(Exception):
    pass


def shape(text):
    """Sizes of a tensor type's inside: '2x3xf32, #kina.device' -> [2, 3]."""
    sizes = text.split(",")[0].split("x")[:-1]
    if "?" in sizes:
        raise Uncountable("expected static sizes, got tensor<%s>" % text)
    return [int(size) for size in sizes]


class Counter:
    """Scalar operations of every function of a module in generic form."""

    def __init__(self, text, transcendental):
        self.transcendental, self.functions, self.known = transcendental, {}, {}
        name, lines = None, []
        for line in text.split("\n"):
            if '"func.func"()' in line:
                name, lines = re.search(r'sym_name = "([^"]*)"', line).group(1), []
                self.functions[name] = lines
            elif name is not None:
                lines.append(line)

    def cost(self, op, line):
        """Scalar operations of one op, by its types."""
        _, _, types = line.rpartition(" : (")
        operands, _, results = types.partition(") -> ")
        results = TENSOR.findall(results)
        if FREE.match(op):
            return 0
        dialect, _, kind = op.partition(".")
        if dialect != "kina":
            raise Uncountable("no cost is known of %s" % op)
        if kind in MOVEMENT:
            return 0
        first = shape(TENSOR.findall(operands)[0])
        out = shape(results[0])
        n = math.prod(out)
        if kind == "matmul":
            return 2 * n * first[-1]
        if kind in TRANSCENDENTAL:
            return n * self.transcendental
        if kind in ELEMENTWISE:
            return n
        if kind == "scatter_add":
            return math.prod(first)
        if kind == "reduce":
            return math.prod(first) + (n if "kind = %d :" % MEAN in line else 0)
        if kind in ("softmax", "log_softmax"):
            axis = int(re.search(r"axis = (\d+)", line).group(1))
            rows = n // out[axis] if n else 0
            return n * (4 + self.transcendental) + (rows * self.transcendental if kind[0] == "l" else 0)
        raise Uncountable("no cost is known of %s" % op)

    def count(self, name, path=()):
        """{op: scalar operations} of one call of a function."""
        if name in path:
            raise Uncountable("expected no recursion, got @%s" % name)
        if name in self.known:
            return self.known[name]
        if not any(map(OP.match, self.functions[name])):
            raise Uncountable("expected a body of @%s, got a declaration" % name)
        total, times, constants = collections.Counter(), [1], {}
        for line in self.functions[name]:
            match = OP.match(line)
            if not match:
                if line.strip().startswith("})"):
                    times.pop()
                    if not times:
                        break
                continue
            value, op, operands = match.groups()
            number = re.search(r"<\{value = (-?\d+) : index\}>", line)
            if op == "arith.constant" and number:
                constants[value] = int(number.group(1))
            if op == "func.call":
                callee = re.search(r'callee = @"?([\w.$-]+)', line).group(1)
                for kind, n in self.count(callee, path + (name,)).items():
                    total[kind] += times[-1] * n
            elif line.rstrip().endswith("({"):
                times.append(times[-1] * self.trips(op, operands, constants))
            else:
                total[op] += times[-1] * self.cost(op, line)
        self.known[name] = total
        return total

    @staticmethod
    def trips(op, operands, constants):
        bounds = [constants.get(name) for name in operands.split(", ")[:3]]
        if op != "scf.for" or None in bounds:
            raise Uncountable("expected scf.for with constant bounds, got %s" % op)
        low, high, step = bounds
        return max(0, -(-(high - low) // step))


def run(kina_opt, text, *passes):
    done = subprocess.run([kina_opt, "-", "--mlir-print-op-generic", *passes], input=text,
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr.strip())
    return done.stdout


def with_handlers_apart(generic):
    """The module, with a function @count.I that holds nothing but the handler number I of
    those that differ; and their callees."""
    handlers = dict.fromkeys(match.groups() for match in HANDLE.finditer(generic))
    added = []
    for i, (attributes, _, operands, results) in enumerate(handlers):
        takes, gives = TYPE.findall(operands), TYPE.findall(results)
        arguments = ", ".join("%%a%d: %s" % pair for pair in enumerate(takes))
        names = ", ".join("%%a%d" % k for k in range(len(takes)))
        values = ", ".join("%%r#%d" % k for k in range(len(gives)))
        types = ", ".join(gives)
        added.append("func.func @count.%d(%s) -> (%s) {\n" % (i, arguments, types) +
                     '%%r:%d = "kina.handle"(%s) %s : (%s) -> (%s)\n' % (
                         len(gives), names, attributes, ", ".join(takes), types) +
                     "return %s : %s\n}\n" % (values, types))
    end = generic.rindex("}) : () -> ()")
    return generic[:end] + "".join(added) + generic[end:], [h[1].strip('"') for h in handlers]


def measure(kina_opt, path, transcendental):
    """(callee, counts of the primal, counts with the gradient) of each handler."""
    with open(path) as file:
        text, callees = with_handlers_apart(run(kina_opt, file.read()))
    module = run(kina_opt, text, "--kina-ad", "--canonicalize", "--cse")
    counter = Counter(module, transcendental)
    return [(callee, counter.count(callee), counter.count("count.%d" % i))
            for i, callee in enumerate(callees)]


def total(counts):
    return sum(counts.values())


def show(primal, both):
    """What each op adds, the costliest first."""
    for op, n in both.most_common():
        if n:
            print("    %-22s %14d %14d" % (op, primal[op], n))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kina-opt", default="build/bin/kina-opt")
    parser.add_argument("--transcendental", type=int, default=1, metavar="N",
                        help="operations in one exp, log, tanh ... (default 1)")
    parser.add_argument("--most", type=float, help="the largest ratio allowed")
    parser.add_argument("--most-of", action="append", default=[], metavar="FILE=RATIO",
                        help="the largest ratio allowed in one file, by its name without .mlir")
    parser.add_argument("--ops", action="store_true", help="list the ops of each count")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    bounds = {name: float(bound) for name, bound in (item.split("=") for item in arguments.most_of)}
    print("%-20s %-12s %14s %14s %7s" % ("program", "function", "alone", "with gradient", "ratio"))
    over, measured = [], set()
    for path in arguments.files:
        name = os.path.basename(path)[: -len(".mlir")]
        try:
            rows = measure(arguments.kina_opt, path, arguments.transcendental)
        except Uncountable as error:
            sys.exit("error: %s: %s" % (path, error))
        measured |= {name} if rows else set()
        for callee, primal, both in rows:
            ratio = total(both) / total(primal)
            print("%-20s %-12s %14d %14d %7.3f" % (name, callee, total(primal), total(both), ratio))
            if arguments.ops:
                show(primal, both)
            bound = bounds.get(name, arguments.most)
            if bound and ratio > bound:
                over.append("%s: @%s: expected a ratio of at most %g, got %.3f" % (name, callee, bound, ratio))
    over += ["%s: expected a kina.handle in it, got none" % name for name in bounds if name not in measured]
    for message in over:
        print("error: " + message, file=sys.stderr)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
