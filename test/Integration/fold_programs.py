"""Constants as text and back, bits compared, and functions put together from both."""

import re

import numpy as np

from elements import Arr, FLOATS, from_bits

BYTES = {"f16": 2, "bf16": 2, "f32": 4, "f64": 8, "i32": 4, "i64": 8}


def tensor(elem, shape):
    return "tensor<%s>" % "x".join([str(s) for s in shape] + [elem])


def spell(arr, shape=None):
    """The text of a constant; with a shape, a splat of the only element of `arr`."""
    if shape is None:
        shape = arr.shape
        if arr.elem == "i1":
            text = str(arr.data.tolist()).lower()
        else:
            text = '"0x%s"' % arr.bits().astype("<u%d" % BYTES[arr.elem]).tobytes().hex().upper()
        if not arr.data.size:
            text = ""
    elif arr.elem == "i1":
        text = "true" if arr.data.item() else "false"
    elif arr.elem in FLOATS:
        text = "0x%0*X" % (2 * BYTES[arr.elem], arr.bits().item())
    else:
        text = str(arr.data.item())
    return "dense<%s> : %s" % (text, tensor(arr.elem, shape))


def read(text, elem, shape):
    """The values of a printed constant."""
    size = int(np.prod(shape, dtype=int))
    if '"0x' in text:
        data = bytes.fromhex(text.strip('"')[2:])
        if elem == "i1":
            bits = np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little")[:size]
            return Arr("i1", bits.reshape(shape))
        return from_bits(elem, np.frombuffer(data, "<u%d" % BYTES[elem]).reshape(shape))
    if not size:
        return Arr(elem, np.zeros(shape))
    if text.startswith("0x"):
        return from_bits(elem, np.full(shape, int(text, 16), "u%d" % BYTES[elem]))
    if elem in FLOATS:
        return Arr(elem, np.full(shape, float(text)))
    return Arr(elem, np.full(shape, text == "true" if elem == "i1" else int(text)), exact=True)


def pick(arr, index, shape=None):
    """Some of the elements, in another shape."""
    data = arr.data[index]
    return Arr(arr.elem, data if shape is None else data.reshape(shape), exact=True)


def difference(got, expected, exact):
    """The first place where the bits differ, in words, or None."""
    if got.shape != expected.shape:
        return "shape %s, expected %s" % (got.shape, expected.shape)
    wrong = got.bits() != expected.bits()
    if got.elem in FLOATS and not exact:
        wrong &= ~(np.isnan(got.data) & np.isnan(expected.data))
    if not wrong.any():
        return None
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    return "%s: folded %r, run %r, %d differ" % (
        list(at), got.data[at].item(), expected.data[at].item(), int(wrong.sum()))


class Function:
    """A function of constants, or of arguments, with named results."""

    def __init__(self, name):
        self.name, self.arguments, self.lines, self.results = name, [], [], []

    def constant(self, text):
        name = "%%k%d" % len(self.lines)
        self.lines.append("%s = kina.constant %s" % (name, text))
        return name

    def argument(self, arr):
        name = "%%a%d" % len(self.arguments)
        self.arguments.append((name, arr))
        return name

    def result(self, text, elem, shape):
        """`text` computes {y}; without {y} it is the op alone."""
        name = "%%r%d" % len(self.results)
        self.lines.append(text.replace("{y}", name) if "{y}" in text else name + " = " + text)
        self.results.append((name, elem, shape))

    def text(self):
        types = ", ".join(tensor(e, s) for _, e, s in self.results)
        return "func.func @%s(%s) -> (%s) {\n  %s\n  return %s : %s\n}\n" % (
            self.name, ", ".join("%s: %s" % (n, tensor(a.elem, a.shape)) for n, a in self.arguments),
            types, "\n  ".join(self.lines), ", ".join(r[0] for r in self.results), types)


def merge_mains(functions):
    """One @main with all arguments and results."""
    main = Function("main")
    for i, function in enumerate(functions):
        rename = lambda text: re.sub(r"%(\w+)", r"%%f%d_\1" % i, text)
        main.arguments += [(rename(n), a) for n, a in function.arguments]
        main.lines += [rename(line) for line in function.lines]
        main.results += [(rename(n), e, s) for n, e, s in function.results]
    return main
