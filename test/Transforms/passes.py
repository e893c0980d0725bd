"""Every kina pass and pipeline on programs that are legal but unusual.

J06, J08, J09, J14, J15, J16 of the project's list of failure cases: functions without
body or without use, names that passes would take, many functions on many threads,
locations, symbols defined twice; and every pass twice in a row, and deep nesting.
"""

import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

import counts
from survive import ends_well, run

DEEP = 10000  # Regions in regions; text of that depth is too much for MLIR's parser.

# Programs of foreign ops that a pass takes, one for each pass that kina ops never reach.
BUFFERS = """func.func @buffers(%m: memref<4xf32>, %x: f64) -> bf16 {
  %a = memref.alloc() : memref<4xf32>
  %s = memref.subview %m[0] [2] [2] : memref<4xf32> to memref<2xf32, strided<[2]>>
  %t = memref.subview %a[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  memref.copy %s, %t : memref<2xf32, strided<[2]>> to memref<2xf32, strided<[1]>>
  %y = arith.truncf %x : f64 to bf16
  return %y : bf16
}
"""

UNUSUAL = """
func.func private @external(tensor<2xf32>) -> tensor<2xf32>
func.func private @no_results(tensor<?xi64>)
func.func private @nothing()
func.func private @dead(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = kina.exp %x : tensor<2xf32>
  %z = call @external(%y) : (tensor<2xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}
func.func private @dead_handler(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0:2 = kina.handle @f(%x) with reverse_mode : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %0#1 : tensor<2xf32>
}
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = kina.sigmoid %x : tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func @empty() { return }
func.func @main(%x: tensor<2xf32>, %i: tensor<3xi64>) -> tensor<3x1xf32> {
  %y = call @external(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %z = kina.reshape %y : tensor<2xf32> -> tensor<2x1xf32>
  %w = kina.gather %z, %i : tensor<2x1xf32>, tensor<3xi64> -> tensor<3x1xf32>
  return %w : tensor<3x1xf32>
}
"""

# The names that passes make, taken by symbols of other kinds and types.
TAKEN = """
func.func private @f(%%x: tensor<4xf32>) -> tensor<4xf32> {
  %%y = kina.exp %%x : tensor<4xf32>
  %%z = kina.mul %%y, %%x : tensor<4xf32>
  return %%z : tensor<4xf32>
}
func.func private @f_bwd(%%x: tensor<i32>) -> tensor<i32> { return %%x : tensor<i32> }
func.func private @f_fwd(%%x: tensor<i64>) -> tensor<i64> { return %%x : tensor<i64> }
func.func private @f_bwd_0() -> index
func.func private @f_fwd_0() -> index
memref.global "private" constant @__constant_4xf32 : memref<4xf32> = dense<7.0>
func.func private @__constant_2xi64(%%x: tensor<2xi64>) -> tensor<2xi64> { return %%x : tensor<2xi64> }
llvm.mlir.global internal constant @kina_string_gather("mine")
%s
func.func @main(%%x: tensor<4xf32>, %%i: tensor<2xi64>, %%n: tensor<i32>, %%m: tensor<i64>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i64>, tensor<2xi64>) {
  %%0:2 = kina.handle @f(%%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %%t = kina.reshape %%0#1 : tensor<4xf32> -> tensor<4x1xf32>
  %%one = kina.constant dense<[1, 0]> : tensor<2xi64>
  %%j = kina.add %%i, %%one : tensor<2xi64>
  %%g = kina.gather %%t, %%j : tensor<4x1xf32>, tensor<2xi64> -> tensor<2x1xf32>
  %%a = call @f_bwd(%%n) : (tensor<i32>) -> tensor<i32>
  %%b = call @f_fwd(%%m) : (tensor<i64>) -> tensor<i64>
  %%c = call @__constant_2xi64(%%one) : (tensor<2xi64>) -> tensor<2xi64>
  return %%0#0, %%0#1, %%g, %%a, %%b, %%c
      : tensor<4xf32>, tensor<4xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i64>, tensor<2xi64>
}
"""
# x e^x and its derivative (1 + x) e^x at [0, 1, 2, -1]; then the derivative at [2, 3].
TAKEN_INPUTS = ["4xf32=0 1 2 -1", "2xi64=1 3", "i32=5", "i64=6"]
TAKEN_RESULTS = ["4xf32=0 2.7182818 14.778112 -0.36787944", "4xf32=1 5.4365637 22.167168 0",
                 "2x1xf32=22.167168 0", "i32=5", "i64=6", "2xi64=1 0"]
# What the runtime's names may be declared as, and not.
RUNTIME_SAME = "func.func private @kina_trap_index(!llvm.ptr, !llvm.ptr, i64, i64)"
RUNTIME_OTHER = ["func.func private @kina_trap_index(i64)",
                 "func.func private @kina_trap_index(%a: i64) { return }",
                 'memref.global "private" @kina_trap_index : memref<4xf32>',
                 "llvm.func @kina_trap_index(!llvm.ptr, !llvm.ptr, i64, i64)",
                 "module @kina_trap_index {}"]


def many_functions(n):
    """Differentiable functions that call one another, with constants and checks."""
    text = ""
    for i in range(n):
        call = ("  %%c = call @f%d(%%b) : (tensor<4xf32>) -> tensor<4xf32>\n" % (i * 7 % i)
                if i else "  %c = kina.sin %b : tensor<4xf32>\n")
        text += """func.func private @f%d(%%x: tensor<4xf32>) -> tensor<4xf32> {
  %%k = kina.constant dense<%d.5> : tensor<4xf32>
  %%a = kina.mul %%x, %%k : tensor<4xf32>
  %%b = kina.tanh %%a : tensor<4xf32>
%s  return %%c : tensor<4xf32>
}
func.func @g%d(%%x: tensor<4xf32>, %%i: tensor<?xi64>) -> (tensor<4xf32>, tensor<?x1xf32>) {
  %%y, %%d = kina.handle @f%d(%%x) with reverse_mode
      : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %%t = kina.reshape %%d : tensor<4xf32> -> tensor<4x1xf32>
  %%r = kina.gather %%t, %%i : tensor<4x1xf32>, tensor<?xi64> -> tensor<?x1xf32>
  return %%y, %%r : tensor<4xf32>, tensor<?x1xf32>
}
""" % (i, i, call, i, i)
    return text


def nested(depth):
    """kina ops in the innermost of `depth` regions, and a gradient beside them."""
    opening = "".join("%%r%d = scf.execute_region -> tensor<2xf32> {\n" % i for i in range(depth))
    closing = "".join("}\nscf.yield %%r%d : tensor<2xf32>\n" % i for i in range(depth - 1, 0, -1))
    return """func.func private @f(%%x: tensor<2xf32>) -> tensor<2xf32> {
  %%y = kina.exp %%x : tensor<2xf32>
  return %%y : tensor<2xf32>
}
func.func @main(%%x: tensor<2xf32>) -> tensor<2xf32> {
%s  %%a = kina.exp %%x : tensor<2xf32>
  %%b:2 = kina.handle @f(%%a) with reverse_mode : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  scf.yield %%b#1 : tensor<2xf32>
%s}
  return %%r0 : tensor<2xf32>
}
""" % (opening, closing)


class Tests:
    def __init__(self, arguments):
        self.tool, self.runner = arguments.kina_opt, arguments.kina_run
        self.all = arguments.scope == "all"
        listed = subprocess.run([self.tool, "--help"], capture_output=True, text=True).stdout
        self.passes = sorted(set(re.findall(r"^ +--(kina-[a-z-]+)[ =]", listed, re.M)))
        seeds = os.path.join(arguments.source, "test", "fuzz", "Inputs", "program")
        examples = os.path.join(arguments.source, "examples")
        self.programs = {os.path.basename(path): open(path).read()
                         for folder in (seeds, examples)
                         for path in sorted(glob.glob(folder + "/*.mlir"))}
        self.programs["buffers.mlir"] = BUFFERS
        self.passed = self.failed = 0

    def report(self, good, what, evidence=""):
        self.passed, self.failed = self.passed + bool(good), self.failed + (not good)
        if not good:
            print("FAILED: %s\n%s" % (what, evidence[-1500:]), file=sys.stderr)

    def opt(self, text, *flags):
        return run([self.tool, *flags, "-"], text)

    def before(self, name):
        """Passes that a pass is meant to stand after."""
        return ["--kina-ad"] if name == "kina-to-linalg" else []

    def run_all(self):
        self.report(len(self.passes) > 12, "the list of passes", " ".join(self.passes))
        for test in (self.names_taken, self.external_and_unused, self.defined_twice, self.twice,
                     self.locations, self.threads, self.deep):
            test()

    def names_taken(self):
        """J08: fresh names, and the user's keep their meaning."""
        for declaration in ["", RUNTIME_SAME]:
            command = [self.runner, "-", "--function=main"]
            command += ["--input=" + text for text in TAKEN_INPUTS]
            command += ["--expected_output=" + text for text in TAKEN_RESULTS]
            status, out, errors = run(command, TAKEN % declaration)
            self.report(status == 0, "names that are taken: " + declaration, out + errors)
        for declaration in RUNTIME_OTHER:
            status, _, errors = self.opt(TAKEN % declaration, "--kina-ad", "--kina-to-linalg")
            self.report(status == 1 and "'kina_trap_index'" in errors, declaration, errors)

    def external_and_unused(self):
        """J06, J16: nothing crashes, declarations and public functions stay."""
        declared = re.findall(r"func\.func (private )?@(\w+)", UNUSUAL)
        for name in self.passes:
            status, out, errors = self.opt(UNUSUAL, *self.before(name), "--" + name)
            missing = [symbol for private, symbol in declared
                       if not re.search(r"func(\.func)? .*@%s\b" % symbol, out)
                       # The whole pipeline may leave out what nobody can call.
                       and not (private and name == "kina-host-pipeline")]
            self.report(status == 0 and not missing, name + " on unusual functions",
                        errors + " missing: " + ", ".join(missing))

    def defined_twice(self):
        """J15."""
        text = "func.func @t() { return }\nfunc.func @t() { return }\n"
        for name in self.passes:
            status, _, errors = self.opt(text, "--" + name)
            self.report(status == 1 and "redefinition of symbol" in errors, name, errors)

    def twice(self):
        """A pass after itself: no change, or an error."""
        for program, text in self.programs.items():
            if not self.all and program.startswith(("story", "transformer", "mlp")):
                continue  # The largest ones.
            for name in self.passes:
                if not self.all and (len(text) + len(name)) % 8:
                    continue
                once = self.opt(text, *self.before(name), "--" + name)
                self.report(ends_well(once[0], once[2]), "%s on %s" % (name, program), once[2])
                if once[0] != 0:
                    continue
                again = self.opt(text, *self.before(name), "--" + name, "--" + name)
                self.report(ends_well(again[0], again[2]) and (again[0] or again[1] == once[1]),
                            "%s twice on %s" % (name, program), again[2])

    def locations(self):
        """J14: what a pass makes has the place of what it comes from."""
        flags = ["--mlir-print-debuginfo", "--mlir-print-local-scope"]
        for i, (program, text) in enumerate(self.programs.items()):
            if "unknown" in text or not self.all and i % 4:
                continue
            for passes in (["--kina-ad"], ["--kina-ad", "--kina-to-linalg"],
                           ["--kina-ad", "--kina-to-linalg", "--kina-elementwise-to-linalg",
                            "--kina-inline-once", "--kina-host-interface", "--kina-split-reads",
                            "--kina-constants-to-globals"]):
                status, out, errors = self.opt(text, *passes, *flags)
                lines = [line for line in out.split("\n") if "loc(unknown)" in line]
                self.report(ends_well(status, errors) and not lines,
                            "locations of %s after %s" % (program, passes[-1]),
                            "\n".join(lines[:4]))

    def threads(self):
        """J09: the same text in each run, with threads and without."""
        text = many_functions(64 if self.all else 24)
        roads = [["--kina-host-pipeline"], ["--kina-ad", "--kina-to-linalg"]]
        if self.all:
            roads += [[*self.before(name), "--" + name] for name in self.passes]
        for flags in roads:
            expected = self.opt(text, *flags, "--mlir-disable-threading")
            self.report(expected[0] == 0 and len(expected[1]) > len(text) / 2, " ".join(flags),
                        expected[2])
            for i in range(50 if self.all else 3):
                got = self.opt(text, *flags)
                self.report(got[:2] == expected[:2], "%s, run %d" % (" ".join(flags), i), got[2])

    def deep(self):
        """Nothing in a pass recurses where MLIR does not. Text and printing do."""
        depth = DEEP if self.all else 300
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "deep.mlirbc")
            # The parser alone gets a stack as large as it wants.
            done = subprocess.run(
                ["bash", "-c", 'ulimit -s unlimited; exec "$0" --emit-bytecode -o "$1"',
                 self.tool, path], input=nested(depth).encode(), capture_output=True)
            self.report(done.returncode == 0, "deep bytecode", done.stderr.decode())
            for name in self.passes:
                # Upstream's passes in the pipeline recurse.
                if self.all and name == "kina-host-pipeline":
                    continue
                passes = [*self.before(name), "--" + name]
                done = subprocess.run(
                    ["bash", "-c", 'ulimit -s 8192; exec "$0" "$@"', self.tool, path,
                     *passes, "--emit-bytecode", "-o", os.devnull], capture_output=True)
                self.report(done.returncode == 0, "%s in %d regions" % (name, depth),
                            done.stderr.decode())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kina-opt", required=True)
    parser.add_argument("--kina-run", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--scope", choices=["sample", "all"], default="sample")
    tests = Tests(parser.parse_args())
    tests.run_all()
    counts.record("passes", tests.passed, tests.failed)
    print("%d passed, %d failed" % (tests.passed, tests.failed))
    return 1 if tests.failed else 0


if __name__ == "__main__":
    sys.exit(main())
