"""Numeric tests of kina programs: many small cases in one module, run by kina-run.

A case is op text with placeholders, inputs and expected results. `$x` is the type of
the input or result %x, `$[2x?xf32]` a type (`!` after a size keeps it static),
`$sizes` the clause that a result with `?` needs (`$sizes[2x3]` for other sizes).
Every case runs with static shapes and with every dimension `?`, where the sizes come
from tensor.dim of one more argument. Cases whose name starts with the id of a known
failure run once more on other roads, without LLVM's optimisations: as they are,
simplified first, fused by passes that kina's own pipeline does not use. --scope=all
takes all cases there. Memory from malloc is full of a large number, of another one on
the other roads; road -O0 runs with both, for the same bytes.
"""

import argparse
import concurrent.futures
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import zlib

import numpy as np

import counts
from elements import Arr, Want, load

# A test's name that starts with the id of a known failure case.
CASE_ID = re.compile(r"[A-M][0-9]{2}\b")
# road -> what kina-opt does before kina-run sees the module (I13: results do not depend
# on which passes ran)
ROADS = {
    "-O0": [],
    "simplified": ["--canonicalize", "--cse"],
    "fused": ["--kina-ad", "--kina-to-linalg", "--linalg-fuse-elementwise-ops",
              "--linalg-fold-unit-extent-dims", "--canonicalize", "--cse"],
}
# What glibc fills memory with: 0x7f and 0xfe, large numbers or NaN in every type.
POISON = [{**os.environ, "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0:glibc.malloc.perturb=%d" %
           (byte ^ 0xff)} for byte in (0x7f, 0xfe)]


class Fn:
    """A function of a case: parameters and results are named values of the case."""

    def __init__(self, name, params, body, results):
        self.name, self.params, self.body, self.results = name, params, body, results


class Case:
    """One comparison. `types` gives the types of values that are neither inputs nor
    results; `dynamic` is False for what makes no sense with `?`."""

    def __init__(self, name, text, inputs, results, fns=(), types=None, dynamic=True,
                 static=True):
        self.name, self.text, self.inputs, self.fns = name, text, inputs, list(fns)
        self.results = {k: v if isinstance(v, Want) else Want(v) for k, v in results.items()}
        self.types = {k: (v.elem, v.shape, v.keep) for k, v in inputs.items()}
        for k, v in self.results.items():
            self.types.setdefault(k, (v.arr.elem, v.arr.shape, v.arr.keep))
        for k, v in (types or {}).items():
            self.types[k] = (v.elem, v.shape, v.keep) if isinstance(v, Arr) else v
        self.dynamic, self.static = dynamic, static


def rng(name):
    """A generator of random numbers that depends on a name alone."""
    return np.random.default_rng(zlib.crc32(name.encode()))


def parse_sizes(text):
    """'2x3!' -> ((2, 3), {1})."""
    parts = [p for p in text.split("x") if p]
    return (tuple(int(p.rstrip("!")) for p in parts),
            frozenset(i for i, p in enumerate(parts) if p.endswith("!")))


class Rendered:
    """The text of a case in one module, its arguments and results."""

    def __init__(self, case, prefix, dynamic):
        self.case, self.prefix, self.dyn = case, prefix, dynamic
        self.carriers = []
        texts = [case.text] + [f.body for f in case.fns]
        for text in texts:
            re.sub(r"\$sizes(\[[^\]]*\])?", self.note_carrier, text)
        self.params = dict(case.inputs)
        for name, shape, keep in self.carriers:
            self.params[name] = Arr("i1", np.zeros(shape), keep)
        self.types = dict(case.types)
        self.types.update({n: ("i1", s, k) for n, s, k in self.carriers})
        self.fns = "".join(self.function(f) for f in case.fns)
        self.body = self.rename(self.expand(case.text))
        self.arguments = [("%%%s_%s" % (prefix, n), self.type(n), a)
                          for n, a in self.params.items()]

    def tensor(self, elem, shape, keep):
        dims = ["?" if self.dyn and i not in keep else str(s) for i, s in enumerate(shape)]
        return "tensor<%s>" % "x".join(dims + [elem])

    def type(self, name):
        return self.tensor(*self.types[name])

    def carrier_spec(self, match):
        if match.group(1):
            return parse_sizes(match.group(1)[1:-1])
        first = next(iter(self.case.results.values())).arr
        return first.shape, first.keep

    def carrier_name(self, shape, keep):
        return "like_" + "_".join("%d%s" % (s, "k" if i in keep else "")
                                  for i, s in enumerate(shape))

    def note_carrier(self, match):
        shape, keep = self.carrier_spec(match)
        entry = (self.carrier_name(shape, keep), shape, keep)
        if self.dyn and len(shape) > len(keep) and entry not in self.carriers:
            self.carriers.append(entry)
        return ""

    def expand(self, text):
        """Placeholders replaced, and before the text the sizes that it uses."""
        prelude = {}

        def sizes(match):
            shape, keep = self.carrier_spec(match)
            if not self.dyn or len(shape) == len(keep):
                return ""
            name, uses = self.carrier_name(shape, keep), []
            for axis in range(len(shape)):
                if axis in keep:
                    continue
                size = "%%%s_n%d" % (name, axis)
                prelude[size] = ("%%%s_c%d = arith.constant %d : index\n"
                                 "%s = tensor.dim %%%s, %%%s_c%d : %s\n" %
                                 (name, axis, axis, size, name, name, axis, self.type(name)))
                uses.append(size)
            return "sizes(%s)" % ", ".join(uses)

        text = re.sub(r"\$sizes(\[[^\]]*\])?", sizes, text)
        text = text.replace("$carriertypes", "".join(", " + self.type(c[0]) for c in self.carriers))
        text = text.replace("$carriers", "".join(", %" + c[0] for c in self.carriers))

        def literal(match):
            sizes_text, _, elem = match.group(1).rpartition("x")
            return self.tensor(elem, *parse_sizes(sizes_text))

        text = re.sub(r"\$\[([^\]]*)\]", literal, text)
        text = re.sub(r"\$(\w+)", lambda m: self.type(m.group(1)), text)
        return "".join(prelude.values()) + text + "\n"

    def rename(self, text):
        text = re.sub(r"%([A-Za-z_]\w*)", r"%%%s_\1" % self.prefix, text)
        return re.sub(r"@(\w+)", r"@%s_\1" % self.prefix, text)

    def function(self, fn):
        params = list(fn.params) + [c[0] for c in self.carriers]
        head = "func.func private @%s(%s) -> (%s) {\n" % (
            fn.name, ", ".join("%%%s: %s" % (p, self.type(p)) for p in params),
            ", ".join(self.type(r) for r in fn.results))
        tail = "return %s : %s\n}\n" % (", ".join("%" + r for r in fn.results),
                                       ", ".join(self.type(r) for r in fn.results))
        return self.rename(head + self.expand(fn.body) + tail)

    def results(self):
        return [("%%%s_%s" % (self.prefix, n), self.type(n), w)
                for n, w in self.case.results.items()]


def build_module(rendered):
    """One module whose @main takes all arguments and returns all results."""
    args = [a for r in rendered for a in r.arguments]
    outs = [o for r in rendered for o in r.results()]
    return "%sfunc.func @main(%s) -> (%s) {\n%sreturn %s : %s\n}\n" % (
        "".join(r.fns for r in rendered), ", ".join("%s: %s" % a[:2] for a in args),
        ", ".join(o[1] for o in outs), "".join(r.body for r in rendered),
        ", ".join(o[0] for o in outs), ", ".join(o[1] for o in outs))


def input_flag(arr, path):
    if arr.elem == "bf16":
        return "--input=%s=@%s" % ("x".join([str(s) for s in arr.shape] + ["bf16"]), path)
    return "--input=@" + path


class Suite:
    """Collects cases, runs them in batches, counts what passed and failed."""

    def __init__(self, description):
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("--kina-run", default="kina-run")
        parser.add_argument("--kina-opt", default="kina-opt")
        parser.add_argument("--scope", choices=("sample", "all"), default="sample",
                            help="all: every case on every road, and the heavier sweep")
        parser.add_argument("--all", action="store_true", help="the heavier sweep as well")
        parser.add_argument("--parse", action="store_true",
                            help="only verify the modules, with kina-opt --kina-ad")
        parser.add_argument("--mlir-include", default="/usr/lib/llvm-22/include")
        parser.add_argument("--filter", default="", help="cases whose name contains this")
        parser.add_argument("--keep", help="keep modules, inputs and outputs in this folder")
        parser.add_argument("--batch", type=int, default=24, help="cases in one module")
        parser.add_argument("--option", action="append", default=[],
                            help="one more option of kina-run")
        parser.add_argument("--mutate", action="store_true",
                            help="spoil every expectation: all cases must fail")
        self.args = parser.parse_args()
        self.args.all |= self.args.scope == "all"
        self.cases, self.passed, self.failed = [], 0, 0
        self.dir = self.args.keep or tempfile.mkdtemp(prefix="kina-numeric-")
        os.makedirs(self.dir, exist_ok=True)
        self.temporary = not self.args.keep
        self.modules = 0
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def add(self, name, text, inputs, results, **options):
        """A case; `results` maps names to Arr (equal) or Want (within a tolerance)."""
        self.cases.append(Case(name, text, inputs, results, **options))

    def report(self, ok, name, message=""):
        self.passed += ok
        self.failed += not ok
        counts.note(os.path.basename(sys.argv[0]), name, ok)
        if not ok:
            print("FAIL %s: %s" % (name, message), flush=True)

    def take_road(self, path, road, more=()):
        """The module after what kina-opt does on the road, or why there is none."""
        if not ROADS.get(road):
            return path, None
        done = subprocess.run([self.args.kina_opt, *ROADS[road], *more, path, "-o", path + ".out"],
                              capture_output=True, text=True, timeout=300)
        return path + ".out", done.returncode and done.stderr.strip()[:600]

    def run_command(self, command, environment):
        """Why a command failed, if it did."""
        done = subprocess.run(command, capture_output=True, text=True, timeout=300,
                              env=environment)
        return None if done.returncode == 0 else "exit status %d, %s" % (
            done.returncode, done.stderr.strip()[:600])

    def run_batch(self, batch, dynamic, road=""):
        """Reports of one module; a module that does not run is split in halves."""
        self.modules += 1
        rendered = [Rendered(c, "c%d" % i, dynamic) for i, c in enumerate(batch)]
        folder = tempfile.mkdtemp(dir=self.dir)
        path = os.path.join(folder, "module.mlir")
        with open(path, "w") as file:
            file.write(build_module(rendered))
        failure = None
        if self.args.parse:
            command = [self.args.kina_opt, "--kina-ad", "-o", os.devnull, path]
        else:
            path, failure = self.take_road(path, road)
            command = [self.args.kina_run, path] + self.args.option + ["-O0"] * bool(road)
            for i, (_, _, arr) in enumerate(a for r in rendered for a in r.arguments):
                file = os.path.join(folder, "in%d.npy" % i)
                arr.save(file)
                command.append(input_flag(arr, file))
            outs = [o for r in rendered for o in r.results()]
            command += ["--output=@" + os.path.join(folder, "out%d.npy" % i)
                        for i in range(len(outs))]
        try:
            failure = failure or self.run_command(command, POISON[bool(road)])
            if road == "-O0" and not failure:
                files = [os.path.join(folder, "out%d.npy" % i) for i in range(len(outs))]
                first = [open(file, "rb").read() for file in files]
                failure = self.run_command(command, POISON[0])
                if not failure and first != [open(file, "rb").read() for file in files]:
                    failure = "other results with other contents of free memory"
        except subprocess.TimeoutExpired:
            failure = "no result after 300 s"
        kind = " (%s)" % ", ".join(["dynamic"] * dynamic + [road] * bool(road)) \
            if dynamic or road else ""
        if failure and len(batch) > 1:
            half = len(batch) // 2
            return (self.run_batch(batch[:half], dynamic, road) +
                    self.run_batch(batch[half:], dynamic, road))
        if failure:
            return [(False, batch[0].name + kind, failure)]
        if self.args.parse:
            return [(True, c.name, "") for c in batch]
        reports, index = [], 0
        for r in rendered:
            problems = []
            for name, _, expected in r.results():
                file = os.path.join(folder, "out%d.npy" % index)
                index += 1
                problems += self.compare(name.split("_", 1)[1], file, expected)
            reports.append((not problems, r.case.name + kind, "; ".join(problems)))
        if self.temporary:
            shutil.rmtree(folder)
        return reports

    def compare(self, name, file, expected):
        """What is wrong with one result, as a list of at most one text."""
        try:
            got = load(file, expected.arr.elem)
        except (OSError, ValueError) as error:
            return ["%s: %s" % (name, error)]
        if got.shape != expected.arr.shape:
            return ["%s: shape %s, expected %s" % (name, got.shape, expected.arr.shape)]
        if self.args.mutate:
            wrong = expected.spoiled().wrong(got).any()
            return ["spoiled"] if wrong or not got.data.size else []
        wrong = expected.wrong(got)
        if not wrong.any():
            return []
        first = tuple(int(i) for i in np.argwhere(wrong)[0])
        return ["%s%s: got %r, expected %r, %d of %d differ" % (
            name, list(first), got.data[first].item(), expected.arr.data[first].item(),
            int(wrong.sum()), wrong.size)]

    def run(self):
        """Runs all cases added so far, static and dynamic."""
        cases = [c for c in self.cases if self.args.filter in c.name]
        self.cases = []
        jobs = []
        everything = self.args.scope == "all"
        for road in [""] + list(ROADS) * (not self.args.parse):
            for dynamic in (False, True):
                chosen = [c for c in cases if (c.dynamic if dynamic else c.static)
                          and (not road or everything or CASE_ID.match(c.name))]
                jobs += [(chosen[i:i + self.args.batch], dynamic, road)
                         for i in range(0, len(chosen), self.args.batch)]
        self.run_jobs(jobs)

    def run_jobs(self, jobs):
        """Runs (cases, dynamic, road), two modules at a time."""
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for reports in pool.map(lambda job: self.run_batch(*job), jobs):
                for report in reports:
                    self.report(*report)

    def run_files(self, command):
        """Runs a command with stdout and stderr in files: (status, stdout, stderr)."""
        folder = tempfile.mkdtemp(dir=self.dir)
        with open(os.path.join(folder, "out"), "w+b") as out, \
             open(os.path.join(folder, "err"), "w+b") as err:
            status = subprocess.run(command, stdout=out, stderr=err, timeout=300).returncode
            out.seek(0)
            err.seek(0)
            return status, out.read().decode(), err.read().decode()

    def expect_trap(self, name, module, inputs, line, at, options=()):
        """The program must write exactly `line at FILE:LINE:COL`, where LINE is that of
        the first `at` in the module, and end by SIGABRT, on every road."""
        if self.args.filter not in name or self.args.parse:
            return
        roads = list(ROADS) if self.args.scope == "all" else \
            ["simplified"] if CASE_ID.match(name) else []
        for road in [""] + roads:
            self.expect_trap_on(road, name + " (%s)" % road if road else name, module, inputs,
                                line, at, options)

    def expect_trap_on(self, road, name, module, inputs, line, at, options):
        folder = tempfile.mkdtemp(dir=self.dir)
        path = os.path.join(folder, "module.mlir")
        with open(path, "w") as file:
            file.write(module)
        path, failure = self.take_road(path, road, ["--mlir-print-debuginfo"])
        if failure:
            self.report(False, name, failure)
            return
        command = [self.args.kina_run, path, *self.args.option, *["-O0"] * bool(road), *options]
        for i, arr in enumerate(inputs):
            file = os.path.join(folder, "in%d.npy" % i)
            arr.save(file)
            command.append(input_flag(arr, file))
        status, out, err = self.run_files(command)
        if self.args.mutate:
            line += "0"
        number = 1 + next(i for i, text in enumerate(module.split("\n")) if at in text)
        pattern = re.escape(line) + r" at \S*module\.mlir:%d:\d+\n" % number
        problems = []
        if not re.fullmatch(pattern, err):
            problems.append("stderr %r, expected %r at line %d" % (err, line, number))
        if status != -signal.SIGABRT:
            problems.append("status %d, stdout %r" % (status, out[:200]))
        self.report(not problems, name, "; ".join(problems))

    def finish(self, record=True):
        """Prints the summary and ends the process; the cases are counted already where
        not `record`."""
        if self.temporary:
            shutil.rmtree(self.dir, ignore_errors=True)
        if record:
            counts.record(os.path.basename(sys.argv[0])[:-3], self.passed, self.failed)
        print("%d passed, %d failed" % (self.passed, self.failed))
        sys.exit(1 if self.failed or not self.passed else 0)
