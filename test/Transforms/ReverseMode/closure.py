"""The closure of derivative rules: each op's documented example, and a use of each
foreign op that kina attaches a rule to, is differentiated three times over, so that
every op which a rule builds must have a rule itself."""

import re
import subprocess
import sys

from kina_ops import load_foreign

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


T = "tensor<4x3xf32>"
# Uses of foreign ops whose operands are not one or two tensors like the result.
FOREIGN = {
    "arith.select": "%y = arith.select %c, %a, %b : tensor<4x3xi1>, " + T,
    "arith.extf": "%e = arith.extf %h : tensor<4x3xf16> to {0}\n%y = arith.addf %e, %a : {0}".format(T),
    "arith.truncf": "%t = arith.truncf %a : {0} to tensor<4x3xf16>\n%u = arith.addf %t, %h : "
                    "tensor<4x3xf16>\n%y = arith.extf %u : tensor<4x3xf16> to {0}".format(T),
    "math.fpowi": "%n = arith.constant dense<3> : tensor<4x3xi32>\n%y = math.fpowi %a, %n : "
                  "{0}, tensor<4x3xi32>".format(T),
    "math.sincos": "%s, %k = math.sincos %a : {0}\n%y = arith.mulf %s, %k : {0}".format(T),
    "math.fma": "%y = math.fma %a, %b, %a : " + T,
    "tensor.cast": "%d = tensor.cast %a : {0} to tensor<?x3xf32>\n%m = math.sin %d : "
                   "tensor<?x3xf32>\n%y = tensor.cast %m : tensor<?x3xf32> to {0}".format(T),
    "tensor.collapse_shape": "%d = tensor.collapse_shape %a [[0, 1]] : {0} into tensor<12xf32>\n"
                             "%y = tensor.expand_shape %d [[0, 1]] output_shape [4, 3] : "
                             "tensor<12xf32> into {0}".format(T),
    "tensor.extract_slice": "%d = tensor.extract_slice %a[1, 0] [2, 3] [1, 1] : {0} to "
                            "tensor<2x3xf32>\n%y = tensor.insert_slice %d into %b[0, 0] [2, 3] "
                            "[2, 1] : tensor<2x3xf32> into {0}".format(T),
}
FOREIGN["tensor.expand_shape"] = FOREIGN["tensor.collapse_shape"]
FOREIGN["tensor.insert_slice"] = FOREIGN["tensor.extract_slice"]
BINARY = set("""arith.addf arith.subf arith.mulf arith.divf arith.remf arith.maximumf arith.maxnumf
                arith.minimumf arith.minnumf math.powf math.atan2
                math.copysign""".split())


def foreign_examples():
    for name in load_foreign(source):
        body = FOREIGN.get(name, "%%y = %s %s : %s" % (name, "%a, %b" if name in BINARY else "%a", T))
        yield name, ("func.func @example(%%a: %s, %%b: %s, %%c: tensor<4x3xi1>, %%h: tensor<4x3xf16>) "
                     "-> %s {\n%s\nreturn %%y : %s\n}\n" % (T, T, T, body, T))


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
foreign = 0
for op, example in [*examples(), *foreign_examples()]:
    if op in NOT_DIFFERENTIABLE:
        continue
    foreign += "." in op
    program = nest(example, 3)
    run = subprocess.run([kina_opt, "--kina-ad"], input=program, capture_output=True,
                         text=True)
    ok = run.returncode == 0 and "kina.handle" not in run.stdout
    passed, failed = passed + ok, failed + (not ok)
    if not ok:
        print(f"{op}: exit status {run.returncode}\n{run.stderr[:800]}\n{program}")
print(f"{passed} passed, {failed} failed, {foreign} of foreign ops")
sys.exit(failed != 0 or passed - foreign < 47 or foreign < 48)
