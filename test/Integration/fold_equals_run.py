"""A fold gives the bits that the run gives.

Constants: every op that folds, on constant operands, through kina-opt --canonicalize,
which must leave a constant, against kina-run with the same values as arguments.
Identities: programs before and after --canonicalize on the same arguments. Traps: no
fold drops a check. What a NaN's bits are is compared where the op only moves values or
touches the sign; elsewhere any NaN equals any other (docs/decisions/0002-which-bits-a-fold-keeps.md).
"""

import argparse
import concurrent.futures
import os
import re
import resource
import subprocess
import sys
import tempfile

import numpy as np

import counts
import fold_cases as cases
from elements import FLOATS, Arr, from_bits, load
from fold_programs import Function, difference, merge_mains, pick, read, spell, tensor
from fold_traps import TRAPS
from kina_ops import load_ops
from kinatest import input_flag, rng

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
# Constants that are no splats are printed as bytes.
AS_BYTES = "--mlir-print-elementsattrs-with-hex-if-larger=1"


class Runner:
    def __init__(self):
        parser = argparse.ArgumentParser(description=__doc__)
        parser.add_argument("--kina-run", default="kina-run")
        parser.add_argument("--kina-opt", default="kina-opt")
        parser.add_argument("--mlir-include", required=True)
        parser.add_argument("--scope", choices=("sample", "all"), default="sample")
        parser.add_argument("--spoil", action="store_true",
                            help="change the last bit of every value that has elements, and a NaN "
                            "there to 0: all of these must fail")
        self.args = parser.parse_args()
        self.all = self.args.scope == "all"
        self.failed, self.passed = 0, {}
        self.folder = tempfile.TemporaryDirectory(prefix="kina-fold-")
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def report(self, kind, name, problem):
        if problem:
            self.failed += 1
            print("FAIL %s: %s" % (name, problem), flush=True)
        else:
            self.passed[kind] = self.passed.get(kind, 0) + 1

    def optimize(self, text, *flags):
        done = subprocess.run([self.args.kina_opt, *flags, AS_BYTES, "-"], input=text,
                              capture_output=True, text=True)
        if done.returncode:
            sys.exit("kina-opt fails:\n" + done.stderr[:3000])
        return done.stdout

    def functions(self, text):
        return dict(re.findall(r"^  func\.func @(\w+)\((.*?)^  }$", text, re.M | re.S))

    def run(self, text, inputs, elems, level):
        """The results of @main, or what went wrong."""
        folder = tempfile.mkdtemp(dir=self.folder.name)
        path = os.path.join(folder, "module.mlir")
        with open(path, "w") as file:
            file.write(text)
        command = [self.args.kina_run, path, "--function=main", level]
        for i, arr in enumerate(inputs):
            file = os.path.join(folder, "in%d.npy" % i)
            arr.save(file)
            command.append(input_flag(arr, file))
        files = [os.path.join(folder, "out%d.npy" % i) for i in range(len(elems))]
        done = subprocess.run(command + ["--output=@" + f for f in files], capture_output=True,
                              text=True, timeout=600)
        if done.returncode:
            return "exit status %d: %s" % (done.returncode, done.stderr[:1000])
        return [load(file, elem) for file, elem in zip(files, elems)]

    def folded(self, text, functions):
        """The constants that each function's results fold to, or the text of an op."""
        bodies = self.functions(self.optimize(text, "--canonicalize"))
        for function in functions:
            body = bodies[function.name]
            constants = dict(re.findall(r"^    (%\w+) = kina\.constant dense<(.*)> : tensor<.*>$",
                                        body, re.M))
            returned = re.search(r"^    return (.*) : ", body, re.M).group(1).split(", ")
            values = []
            for name, (_, elem, shape) in zip(returned, function.results):
                if name in constants:
                    values.append(self.spoiled(read(constants[name], elem, shape)))
                else:
                    values.append(re.search(r"^    %s = (.*)$" % name, body, re.M).group(1))
            yield values

    def spoiled(self, arr):
        if not self.args.spoil or not arr.data.size:
            return arr
        if arr.elem == "i1":
            return Arr("i1", ~arr.data)
        bits = arr.bits().copy()
        if arr.elem in FLOATS and np.isnan(arr.data.ravel()[-1]):
            bits.ravel()[-1] = 0  # Any other NaN might pass.
        else:
            bits.ravel()[-1] ^= bits.dtype.type(1)
        return from_bits(arr.elem, bits)


class ConstantCase:
    """One function of a program that is folded and run: on constants the vectors, splats
    and mixtures of both; on arguments the vectors alone, which have the same values."""

    def __init__(self, use, number, everything):
        self.use, self.forms = use, []
        self.folding, self.running = Function("f%d" % number), Function("main")
        if use.vector:
            self.add("vector", [spell(a) for a in use.operands], [a.shape for a in use.operands],
                     slice(None))
        chosen = np.arange(use.size)
        if not everything:
            chosen = rng(use.name).permutation(chosen)[:24]
        for i in chosen:
            self.add("splat %d" % i, [spell(pick(a, i), (2,)) for a in use.operands],
                     [(2,)] * len(use.operands), [i, i])
        for j in range(use.grid) if everything else chosen[:2] % max(use.grid, 1):
            if use.grid:
                self.mix(int(j))
        types = [tensor(a.elem, a.shape) for a in use.operands]
        self.apply(self.running, [self.running.argument(a) for a in use.operands], types,
                   (use.size,))

    def apply(self, function, names, types, shape):
        kinds = {"t%d" % i: t for i, t in enumerate(types)}
        function.result(self.use.text.format(*names, r=tensor(self.use.result, shape), **kinds),
                        self.use.result, shape)

    def add(self, form, texts, shapes, index):
        types = [tensor(a.elem, s) for a, s in zip(self.use.operands, shapes)]
        self.apply(self.folding, [self.folding.constant(t) for t in texts], types, shapes[0])
        self.forms.append((form, index))

    def mix(self, j):
        """One operand a splat, the other all edges."""
        n, (a, b) = self.use.grid, self.use.operands
        rows, columns = np.arange(n) * n + j, np.arange(n) + n * j
        self.add("edges, splat %d" % j, [spell(pick(a, rows)), spell(pick(b, rows[0]), (n,))],
                 [(n,)] * 2, rows)
        self.add("splat %d, edges" % j, [spell(pick(a, columns[0]), (n,)), spell(pick(b, columns))],
                 [(n,)] * 2, columns)

    def check(self, runner, folded, ran, road):
        for (form, index), value in zip(self.forms, folded):
            problem = "not folded: " + value if isinstance(value, str) else difference(
                value, Arr(self.use.result, ran.data[index], exact=True), self.use.exact)
            runner.report("constants", "%s, %s, %s" % (self.use.name, form, road), problem)


def run_batch(runner, functions, level):
    """Results of every function of a batch."""
    main = merge_mains(functions)
    values = runner.run(main.text(), [a for _, a in main.arguments],
                        [elem for _, elem, _ in main.results], level)
    if isinstance(values, str):
        sys.exit("kina-run fails, %s" % values)
    values = iter(values)
    return [[next(values) for _ in f.results] for f in functions]


def check_constants(runner):
    uses = list(cases.elementwise(400 if runner.all else 24))
    tried = [ConstantCase(use, i, runner.all) for i, use in enumerate(uses)]
    folding = [case.folding for case in tried]
    folded = list(runner.folded("".join(f.text() for f in folding), folding))
    batches = [range(i, min(i + 40, len(tried))) for i in range(0, len(tried), 40)]
    jobs = [(batch, level) for level in ("-O0", "-O3") for batch in batches]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda job: run_batch(
            runner, [tried[i].running for i in job[0]], job[1]), jobs)
        for (batch, level), ran in zip(jobs, results):
            for i, values in zip(batch, ran):
                tried[i].check(runner, folded[i], values[0], level)
    return {use.op for use in uses}


def movement():
    """(name, values, op text, result's shape) of every case of data movement."""
    for op, text, source, target, dense in cases.MOVEMENT:
        size = int(np.prod(source, dtype=int))
        for elem in cases.ALL if op != "reduce" else cases.NUMBERS:
            values = cases.random_bits(elem, size, op + elem)
            name = "%s %s" % (text.replace("{y} = ", ""), elem)
            if dense or size < 2:
                yield name, pick(values, slice(None), source), text, target
            if size > 1:
                same = pick(values, np.zeros(size, int), source)
                yield name + " splat", same, text, target


def check_movement(runner):
    """Data movement on constants, NaN payloads included."""
    tried = list(movement())
    folding, running = [], []
    for i, (name, arr, text, target) in enumerate(tried):
        pair = [Function("f%d" % i), Function("main")]
        first = Arr(arr.elem, arr.data.ravel()[:1], exact=True)
        constant = spell(first, arr.shape) if name.endswith("splat") else spell(arr)
        for function, x in zip(pair, (pair[0].constant(constant), pair[1].argument(arr))):
            full = text if "{y}" in text else "{y} = " + text
            function.result(full.format(
                x=x, y="{y}", t=tensor(arr.elem, arr.shape), r=tensor(arr.elem, target),
                e=arr.elem, zero=spell(Arr(arr.elem, [0]), ())), arr.elem, target)
        folding.append(pair[0])
        running.append(pair[1])
    folded = runner.folded("".join(f.text() for f in folding), folding)
    ran = run_batch(runner, running, "-O3")
    for (name, *_), got, values in zip(tried, folded, ran):
        problem = "not folded: " + got[0] if isinstance(got[0], str) else \
            difference(got[0], values[0], exact=True)
        runner.report("constants", name, problem)
    return {op for op, *_ in cases.MOVEMENT}


class IdentityCase:
    """An identity for one element type, with static or unknown sizes."""

    def __init__(self, identity, elem, unknown, number):
        self.identity, self.elem, self.number = identity, elem, number
        self.left = identity.unknown if unknown else identity.left
        size = int(np.prod(identity.shape, dtype=int)) if identity.shape else 64
        data = [cases.values(elem, size, name) for name in ("x", "y")]
        if not identity.shape:
            size = data[0].data.size
        shape = identity.shape or (size,)
        arrays = [Arr(elem, d.data[-size:].reshape(shape), exact=True) for d in data]
        arrays.append(Arr("i1", np.arange(size).reshape(shape) % 2))
        spelled = ["?"] * len(shape) if unknown else shape
        types = [tensor(a.elem, spelled) for a in arrays]
        self.inputs, self.type = arrays, types[0]
        body = re.sub(r"\{like:(\w+)\}", lambda m: tensor(m.group(1), spelled), identity.body)
        body = body.replace("{t}", types[0]).replace("{e}", elem).replace("{b}", types[2])
        body = body.replace("{zero}", spell(Arr(elem, [0]), ()))
        self.types = types
        self.name = "identity %s, %s" % (body.replace("\n", "; "), elem)
        self.text = "func.func private @i%d(%%x: %s, %%y: %s, %%c: %s) -> %s {\n%s\n" \
            "return %%r : %s\n}\n" % (number, *types, types[0], body, types[0])


def check_identities(runner):
    tried = []
    for identity in cases.IDENTITIES:
        for elem in identity.elems:
            for unknown in (False, True):
                if (identity.unknown if unknown else identity.left) != cases.NOT_SO:
                    tried.append(IdentityCase(identity, elem, unknown, len(tried)))
    text = "".join(case.text for case in tried)
    before, after = (runner.functions(runner.optimize(text.replace(" private", ""), *flags))
                     for flags in ((), ("--canonicalize",)))
    changed = []
    for case in tried:
        name = "i%d" % case.number
        left = after[name].count("= kina.")
        if case.left is not None and case.left != left:
            runner.report("identities", case.name, "%d ops left, expected %d" % (left, case.left))
        elif before[name] == after[name]:
            runner.report("identities", case.name, None)
        else:
            changed.append(case)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        batches = [changed[i:i + 60] for i in range(0, len(changed), 60)]
        for problems in pool.map(lambda batch: run_identities(runner, batch), batches):
            for case, problem in problems:
                runner.report("identities", case.name, problem)
    return {identity.op for identity in cases.IDENTITIES}


def run_identities(runner, batch):
    """A program that calls every function, as written and simplified."""
    arguments, calls, inputs = {}, [], []
    for case in batch:
        names = []
        for role, arr, type_ in zip("xyc", case.inputs, case.types):
            key = (role, case.elem if role != "c" else "", type_)
            if key not in arguments:
                arguments[key] = "%%a%d" % len(arguments)
                inputs.append(arr)
            names.append(arguments[key])
        calls.append("%%r%d = func.call @i%d(%s) : (%s) -> %s" % (
            case.number, case.number, ", ".join(names), ", ".join(case.types), case.type))
    types = ", ".join(case.type for case in batch)
    text = "".join(case.text for case in batch) + "func.func @main(%s) -> (%s) {\n%s\nreturn %s : %s\n}\n" % (
        ", ".join("%s: %s" % (n, key[2]) for key, n in arguments.items()), types, "\n".join(calls),
        ", ".join("%%r%d" % case.number for case in batch), types)
    elems = [case.elem for case in batch]
    simplified = runner.optimize(text, "--canonicalize")
    for level in ("-O0", "-O3"):
        plain, simple = (runner.run(t, inputs, elems, level) for t in (text, simplified))
        for values in (plain, simple):
            if isinstance(values, str):
                return [(case, values) for case in batch]
        for case, a, b in zip(batch, simple, plain):
            yield case, difference(runner.spoiled(a), b, exact=False)


def check_traps(runner):
    """Simplified programs still trap, with the same line."""
    for trap in TRAPS:
        simplified = runner.optimize(trap.module, "--canonicalize")
        got = runner.run(simplified, trap.inputs, ["f32"], "-O3")
        expected = "exit status -6: kina: " + trap.line
        problem = None
        if runner.args.spoil or not isinstance(got, str) or not got.startswith(expected):
            problem = "got %s, expected %s" % (got, expected)
        runner.report("traps", "trap " + trap.name, problem)


def check_table(runner, covered):
    """The tables have every op that folds or has a canonicalization, and no other."""
    ops = load_ops(ROOT, runner.args.mlir_include)
    simplified = {op.name for op in ops.values() if op.has_folder or op.has_canonicalizer}
    simplified -= {"constant"}  # Folds to its own value: all tables rest on it.
    # Beside those that fold nothing but may be simplified with others some day.
    for name in simplified - covered:
        runner.report("table", name, "folds or is canonicalized, and is in no table")
    for name in covered - simplified:
        runner.report("table", name, "is in a table, and has neither fold nor canonicalizer")


def main():
    runner = Runner()
    covered = check_constants(runner) | check_movement(runner) | check_identities(runner)
    check_traps(runner)
    check_table(runner, covered)
    for kind, passed in runner.passed.items():
        print("%s: %d passed" % (kind, passed))
        counts.record("fold equals run, " + kind, passed, 0)
    passed = sum(runner.passed.values())
    if runner.failed:
        counts.record("fold equals run, failures", 0, runner.failed)
    print("%d passed, %d failed" % (passed, runner.failed))
    sys.exit(1 if runner.failed or not passed else 0)


if __name__ == "__main__":
    main()
