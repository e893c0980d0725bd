"""What a loop's policy of recomputation promises: the same gradients, bit for bit at -O0,
and how much memory the backward part lives on.

The program multiplies a state of half a megabyte by a factor 1,000 times. `store` keeps
1,000 states, `sqrt` about 2 sqrt(1000) = 63: the 32 before each segment and the 32 of
the segment that is run again. Memory is the largest resident size of kina-run, less that
of the same program without iterations; malloc gives each state back at once.
"""

import argparse
import math
import os
import subprocess
import sys
import tempfile

import counts

STATE = 65536
MB = STATE * 8 / 2**20
ENVIRONMENT = {**os.environ, "GLIBC_TUNABLES": "glibc.malloc.mmap_threshold=65536"}
PROGRAM = """
func.func private @f(%x: tensor<{n}xf64>, %w: tensor<{n}xf64>) -> tensor<{n}xf64> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %trips = arith.constant {trips} : index
  %y = scf.for %i = %c0 to %trips step %c1 iter_args(%a = %x) -> tensor<{n}xf64> {{
    %b = kina.mul %a, %w : tensor<{n}xf64>
    scf.yield %b : tensor<{n}xf64>
  }} {{kina.recompute_policy = "{policy}"}}
  return %y : tensor<{n}xf64>
}}
func.func @main(%x: tensor<{n}xf64>, %w: tensor<{n}xf64>) -> (tensor<{n}xf64>, tensor<{n}xf64>) {{
  %0:3 = kina.handle @f(%x, %w) with reverse_mode
      : (tensor<{n}xf64>, tensor<{n}xf64>) -> (tensor<{n}xf64>, tensor<{n}xf64>, tensor<{n}xf64>)
  return %0#1, %0#2 : tensor<{n}xf64>, tensor<{n}xf64>
}}
"""


def run(kina_run, folder, policy, trips, state=STATE):
    """The gradients' bytes, and the largest resident size in megabytes."""
    path = os.path.join(folder, "p.mlir")
    with open(path, "w") as file:
        file.write(PROGRAM.format(n=state, policy=policy, trips=trips))
    outs = [os.path.join(folder, "g%d.npy" % i) for i in range(2)]
    child = subprocess.Popen([kina_run, path, "-O0", "--function=main", "--input=%dxf64=1.25" % state,
                              "--input=%dxf64=0.9990001" % state] + ["--output=@" + o for o in outs],
                             env=ENVIRONMENT)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit("%s, %d trips: exit status %d" % (policy, trips, child.returncode))
    return [open(o, "rb").read() for o in outs], usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kina-run", default="kina-run")
    args = parser.parse_args()
    problems, checks = [], 0

    def expect(holds, text):
        nonlocal checks
        checks += 1
        if not holds:
            problems.append(text)

    with tempfile.TemporaryDirectory() as folder:
        for trips in (0, 1, 2, 31, 60):
            results = {p: run(args.kina_run, folder, p, trips, 37)[0]
                       for p in ("store", "sqrt", "recompute")}
            for policy in ("sqrt", "recompute"):
                expect(results[policy] == results["store"],
                       "%d trips: gradients of %s and store differ" % (trips, policy))
        _, base = run(args.kina_run, folder, "store", 0)
        stored, store = run(args.kina_run, folder, "store", 1000)
        again, sqrt = run(args.kina_run, folder, "sqrt", 1000)
        _, recompute = run(args.kina_run, folder, "recompute", 40)
    expect(stored == again, "1000 trips: gradients of sqrt and store differ")
    states = {"store": (store - base) / MB, "sqrt": (sqrt - base) / MB,
              "recompute, 40 trips": (recompute - base) / MB}
    for policy, number in states.items():
        print("%s: %.0f states" % (policy, number))
    expect(states["store"] > 950, "store: expected about 1000 states")
    expect(states["sqrt"] < 2 * math.sqrt(1000) + 12, "sqrt: expected about 63 states")
    expect(states["recompute, 40 trips"] < 12, "recompute: expected a few states")
    for problem in problems:
        print("FAIL " + problem)
    counts.record("recompute memory", checks - len(problems), len(problems))
    print("%d passed, %d failed" % (checks - len(problems), len(problems)))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
