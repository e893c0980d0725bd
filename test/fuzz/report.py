"""Writes a program that shows a fault as a file that stands alone."""

import os

from elements import FLOATS
from program import evaluate, program_text
from runner import MODES


def element(elem, x):
    if elem == "i1":
        return "true" if x else "false"
    # The shortest decimal of the f64 is the element itself.
    return repr(float(x)) if elem in FLOATS else str(int(x))


def flat(elem, data):
    return " ".join(element(elem, x) for x in data.flat) or "0"


def input_text(arr):
    shape = "".join("%dx" % s for s in arr.shape)
    return '--input="%s%s=%s"' % (shape, arr.elem, flat(arr.elem, arr.data))


def commands(mode, inputs):
    """Shell lines that show what is wrong; %s is the file."""
    before, run = MODES[mode]
    flags = " ".join(["--function=main"] + run + inputs)
    if not before:
        return "kina-run %%s %s" % flags
    return "kina-opt %s %%s | kina-run - %s" % (" ".join(before), flags)


def write(folder, stem, program, table, mode, problem, origin):
    """The path of a new .mlir file in the folder."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, stem + ".mlir")
    lines = [origin, "Mode %s: %s" % (mode, " ".join(problem.split())),
             commands(mode, [input_text(a) for a in program.inputs])]
    for k, val in enumerate(evaluate(program, table)[0]):
        lines.append("Expected result %d, %s: %s" % (
            k, "x".join([*map(str, val.shape), val.elem]), flat(val.elem, val.lo)))
        if not val.exact:
            lines.append("  to %s; not judged at %s" % (flat(val.elem, val.hi), [
                int(i) for i in val.free.ravel().nonzero()[0]]))
    with open(path, "w") as file:
        file.write("".join("// %s\n" % line for line in lines))
        file.write(program_text(program, table, "main"))
    return path
