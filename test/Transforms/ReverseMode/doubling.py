"""Functions that each call the next one twice: sin(x) to the power 2^n. Derivative
functions are shared, so program and derivative grow linearly in n; what a call keeps
for the backward part would double with each level, and must not."""

import math
import re
import subprocess
import sys

kina_opt, kina_run = sys.argv[1:3]
T = "tensor<8xf64>"
POINTS = [1.57, 1.5, 1.6, 1.55, 1.56, 1.58, 1.59, 1.54]


def program(levels):
    text = f"func.func private @f0(%x: {T}) -> {T} {{\n  %y = kina.sin %x : {T}\n  return %y : {T}\n}}\n"
    for k in range(1, levels + 1):
        text += (f"func.func private @f{k}(%x: {T}) -> {T} {{\n"
                 f"  %a = call @f{k - 1}(%x) : ({T}) -> {T}\n"
                 f"  %b = call @f{k - 1}(%x) : ({T}) -> {T}\n"
                 f"  %y = kina.mul %a, %b : {T}\n  return %y : {T}\n}}\n")
    return text + (f"func.func @main(%x: {T}) -> {T} {{\n"
                   f"  %y, %g = kina.handle @f{levels}(%x) with reverse_mode : ({T}) -> ({T}, {T})\n"
                   f"  return %g : {T}\n}}\n")


def differentiate(levels):
    """(derivative functions, ops) of the differentiated program."""
    run = subprocess.run([kina_opt, "--kina-ad"], input=program(levels), timeout=60,
                         capture_output=True, text=True, check=True)
    functions = run.stdout.count("func.func private") - (levels + 1)
    return functions, len(re.findall(r"^ +(?:%\S+ = )", run.stdout, re.M))


checks = []
(_, few), (shared, twice), (_, deep) = differentiate(10), differentiate(20), differentiate(40)
# @f0 to @f20; @f0 keeps nothing, and so has no forward part of its own.
checks.append(("fewer than two derivative functions for each", shared < 2 * 21, shared))
twenty, _ = differentiate(19)
checks.append(("at most 40 for a chain of 20", twenty <= 40, twenty))
checks.append(("ops grow linearly", twice <= 2.2 * few and deep <= 2.2 * twice, (few, twice, deep)))

LEVELS = 10
run = subprocess.run([kina_run, "-", "--input=8xf64=" + " ".join(map(str, POINTS))],
                     input=program(LEVELS), capture_output=True, text=True)
got = [float(word) for word in run.stdout.split("=")[-1].split()]
power = 2**LEVELS
want = [power * math.sin(x)**(power - 1) * math.cos(x) for x in POINTS]
checks.append(("the gradient is the closed form's",
               len(got) == len(want) and
               all(abs(g - w) <= 1e-9 * abs(w) for g, w in zip(got, want)), (got, run.stderr)))

for name, ok, what in checks:
    if not ok:
        print(f"{name}: got {what}")
failed = sum(not ok for _, ok, _ in checks)
print(f"{len(checks) - failed} passed, {failed} failed")
sys.exit(failed != 0)
