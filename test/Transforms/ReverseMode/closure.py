"""The closure of derivative rules: each op's documented example is differentiated
three times over, so that every op which a rule builds must have a rule itself."""

import re
import subprocess
import sys

kina_opt, tblgen, source, llvm_include = sys.argv[1:5]

# Their examples have no float argument, or are handlers themselves.
NOT_DIFFERENTIABLE = {"constant", "iota", "and", "or", "xor", "not", "handle"}


def examples():
    """Yields (op name, example) for every op of the dialect."""
    doc = subprocess.run(
        [tblgen, "-gen-dialect-doc", "-dialect=kina", "-I", source + "/include",
         "-I", llvm_include, source + "/include/Kina/Dialect/KinaOps.td"],
        check=True, capture_output=True, text=True).stdout
    for section in re.split(r"^### ", doc, flags=re.M)[1:]:
        name = re.match(r"`kina\.(\w+)`", section)
        if name:
            op = name.group(1)
            example = re.search(r"```mlir\n(.*?)```", section, re.S).group(1)
            yield op, example
            if op == "reduce":
                for kind in ("mean", "max", "min", "prod"):
                    yield op, example.replace("reduce sum", "reduce " + kind)


def is_float(tensor_type):
    return re.search(r"x?(f16|bf16|f32|f64)[,>]", tensor_type) is not None


def nest(example, order):
    """`@order0` is the example; `@order<n>` returns the results and gradients of
    `@order<n-1>`."""
    match = re.search(r"func\.func @example\((.*?)\) -> (.*?) \{", example)
    arguments = re.findall(r"%\w+: ([^%]+?)(?:, |$)", match.group(1))
    results = [match.group(2)]
    text = example.replace("func.func @example", "func.func private @order0")
    names = ", ".join(f"%a{i}" for i in range(len(arguments)))
    typed = ", ".join(f"%a{i}: {t}" for i, t in enumerate(arguments))
    gradients = [t for t in arguments if is_float(t)]
    for n in range(1, order + 1):
        outer = results + gradients
        listed = ", ".join(outer)
        text += (f"func.func private @order{n}({typed}) -> ({listed}) {{\n"
                 f"  %r:{len(outer)} = kina.handle @order{n - 1}({names}) with reverse_mode\n"
                 f"      : ({', '.join(arguments)}) -> ({listed})\n"
                 f"  return {', '.join(f'%r#{i}' for i in range(len(outer)))} : {listed}\n}}\n")
        results = outer
    return text


passed = failed = 0
for op, example in examples():
    if op in NOT_DIFFERENTIABLE:
        continue
    program = nest(example, 3)
    run = subprocess.run([kina_opt, "--kina-ad"], input=program, capture_output=True,
                         text=True)
    ok = run.returncode == 0 and "kina.handle" not in run.stdout
    passed, failed = passed + ok, failed + (not ok)
    if not ok:
        print(f"kina.{op}: exit status {run.returncode}\n{run.stderr[:800]}\n{program}")
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0 or passed < 47)
