"""Constants of every type, bit by bit, through every form of a program.

-0, NaNs with payloads, infinities, subnormals and random bits; rank 0, no elements,
splats, odd numbers of booleans, resources. The bits are NumPy's; they come back from the
text, the generic form, bytecode and canonicalization, spelled as a list, as hexadecimal
digits or as a resource.
"""

import argparse
import sys

import numpy as np

import counts
from survive import run

TYPES = {"f16": np.uint16, "bf16": np.uint16, "f32": np.uint32, "f64": np.uint64,
         "i32": np.uint32, "i64": np.uint64}
EXPONENT = {"f16": 5, "bf16": 8, "f32": 8, "f64": 11}
SHAPES = [(), (1,), (3,), (2, 3), (0,), (3, 0, 2), (1, 1, 1), (7,), (17,)]
LOCATIONS = ['loc("a \\"b\\".mlir":1:2)', 'loc("n\\0Ame")', 'loc("name"("f":3:4))',
             'loc(callsite("f":1:2 at "g":3:4))', 'loc(fused["f":1:2, "g":3:4])',
             'loc(fused<"why">["f":1:2, unknown])', "loc(unknown)", 'loc("f":1:2 to :9)',
             'loc("f":1:2 to 3:4)']
ATTRIBUTES = ["tag", "tag = -0.0 : f32", "tag = 0x7FC00001 : f32", 'tag = "q\\"\\00\\FF"',
              "tag = dense<> : tensor<0xf32>", "tag = [@a::@b, unit, i64]", "kina.tag = {a, b = 1}",
              '"odd name" = 1 : i64', "tag = #kina.device<3>", "tag = affine_map<(d0) -> (d0)>",
              "tag = tensor<2xf32, #kina.device>", "axis = 9223372036854775807 : i64"]


def special_bits(name, width):
    """Bits that a reader of decimal numbers could lose."""
    if name not in EXPONENT:
        return [0, 1, 2**width - 1, 2**(width - 1), 2**(width - 1) - 1]
    mantissa = width - 1 - EXPONENT[name]
    sign, inf = 1 << (width - 1), ((1 << EXPONENT[name]) - 1) << mantissa
    quiet = inf | 1 << (mantissa - 1)
    return [sign, inf, sign | inf, quiet, sign | quiet, quiet | 1, inf | 1, sign | inf | 3,
            1, sign | 1, (1 << mantissa) - 1, 1 << mantissa, inf - 1]


def bits_of(name, shape, rng):
    width = np.dtype(TYPES[name]).itemsize * 8
    special = special_bits(name, width)
    n = int(np.prod(shape))
    values = [special[i] if i < len(special) and rng.random() < 0.9
              else int.from_bytes(rng.bytes(width // 8), "little") for i in range(n)]
    rng.shuffle(values)
    return np.array(values, TYPES[name]).reshape(shape)


def tensor(shape, name):
    return "tensor<%s>" % "x".join([*map(str, shape), name])


def nest(values):
    return "[%s]" % ", ".join(map(nest, values)) if isinstance(values, list) else values


def spell(array, name):
    """The array as a nested list: floats by their bits, integers as signed numbers."""
    digits = array.dtype.itemsize * 2
    if name in EXPONENT:
        text = np.vectorize(lambda x: "0x%0*X" % (digits, x), otypes=[object])(array)
    else:
        signed = array.astype(array.dtype.str.replace("u", "i"))
        text = np.vectorize(lambda x: str(int(x)), otypes=[object])(signed)
    return nest(text.tolist()) if array.size else ""


def constants(rng):
    """(what stands in the program, its resource or None, expected hexadecimal digits)."""
    for name in TYPES:
        for shape in SHAPES:
            array = bits_of(name, shape, rng)
            type_, data = tensor(shape, name), array.tobytes().hex().upper()
            yield "dense<%s> : %s" % (spell(array, name), type_), None, data
            if array.size:
                yield 'dense<"0x%s"> : %s' % (data, type_), None, data
                resource = "%02d000000%s" % (array.itemsize, data)
                yield "dense_resource<KEY> : " + type_, resource, resource
        # A splat of each special value.
        for bits in special_bits(name, np.dtype(TYPES[name]).itemsize * 8):
            one = np.array(bits, TYPES[name])
            yield ("dense<%s> : %s" % (spell(one, name), tensor((2, 3), name)), None,
                   one.tobytes().hex().upper())


def booleans(rng):
    """Text that must come back as it is: of i1 there is no other oracle."""
    for shape in [(), (1,), (0,), (7,), (8,), (9,), (63,), (64,), (65,), (3, 5)]:
        # Not all alike, or the text would be a splat's.
        values = rng.integers(0, 2, shape) if shape == () else np.arange(np.prod(shape)) % 3 == 1
        text = np.where(np.reshape(values, shape), "true", "false").tolist()
        if shape == (1,):
            text = text[0]
        yield "dense<%s> : %s" % (nest(text) if 0 not in shape else "", tensor(shape, "i1"))


def line_of(text, key):
    """The printed op with the attribute `key`."""
    return next((line for line in text.split("\n") if key + "}" in line), "")


class Tests:
    def __init__(self, kina_opt):
        self.kina_opt = kina_opt
        self.passed = self.failed = 0

    def report(self, good, what, evidence):
        self.passed, self.failed = self.passed + bool(good), self.failed + (not good)
        if not good:
            print("FAILED: %s\n%s" % (what, evidence[-1000:]), file=sys.stderr)

    def through(self, text, roads, final):
        """Sends the program through kina-opt once for each road, then once with `final`."""
        command = " | ".join('"$0" %s' % " ".join(road) for road in [*roads, final])
        status, out, errors = run(["bash", "-o", "pipefail", "-c", command, self.kina_opt], text)
        self.report(status == 0, "exit status of " + command, errors)
        return out

    def values(self, rng):
        cases = [(value.replace("KEY", "blob%d" % i), resource, data)
                 for i, (value, resource, data) in enumerate(constants(rng))]
        lines = ["  %%%d = kina.constant {k%d} %s" % (i, i, value)
                 for i, (value, _, _) in enumerate(cases)]
        uses = ['  "test.use"(%%%d) : (%s) -> ()' % (i, value.rsplit(" : ")[-1])
                for i, (value, _, _) in enumerate(cases)]
        blobs = ['blob%d: "0x%s"' % (i, r) for i, (_, r, _) in enumerate(cases) if r]
        program = "func.func @f() {\n%s\n  return\n}\n{-# dialect_resources: { builtin: {%s} } #-}\n" % (
            "\n".join(lines + uses), ", ".join(blobs))
        final = ["--allow-unregistered-dialect", "--mlir-print-elementsattrs-with-hex-if-larger=0"]
        for road in ([], ["--mlir-print-op-generic"], ["--emit-bytecode"], ["--verify-roundtrip"],
                     ["--mlir-print-elementsattrs-with-hex-if-larger=0"], ["--cse"]):
            out = self.through(program, [["--allow-unregistered-dialect", *road]], final)
            for i, (value, resource, data) in enumerate(cases):
                key = "k%d" % i
                line = out[out.find("blob%d: " % i):][:len(data) + 20] if resource else line_of(out, key)
                if value.startswith("dense<>"):
                    good = "dense<> : " in line
                else:
                    good = data in line.upper() or self.is_splat(line, data, value)
                self.report(good, "%s by way of %s" % (value[:200], road), line)

    @staticmethod
    def is_splat(line, data, value):
        """Splats, rank 0 included, print as one value, floats beyond decimal as bits."""
        name = value.rstrip(">").split("x")[-1].split("<")[-1]
        text = line.split("dense<")[-1].split(">")[0]
        width = np.dtype(TYPES[name]).itemsize
        bits = int.from_bytes(bytes.fromhex(data[:2 * width]), "little")
        if data != data[:2 * width] * (len(data) // (2 * width)):
            return False
        if text.startswith('"0x'):
            return text[3:-1] == data[:2 * width]
        if text.startswith("0x"):
            return int(text, 16) == bits
        if name not in EXPONENT:
            return int(text) % 2**(8 * width) == bits
        if name == "bf16":
            # The nearest one; no printed decimal lies half way between two.
            return int(np.float32(text).view(np.uint32)) + 0x8000 >> 16 == bits
        kind = {"f16": np.float16, "f32": np.float32, "f64": np.float64}[name]
        return kind(np.float64(text)).view(TYPES[name]) == bits

    def same_text(self, what, body, *flags):
        program = "module {\n  func.func @f() {\n%s\n    return\n  }\n}\n" % body
        first = self.through(program, [], list(flags))
        for road in (["--mlir-print-op-generic"], ["--emit-bytecode"], ["--verify-roundtrip"]):
            out = self.through(program, [[*road, *flags]], list(flags))
            self.report(out == first and out, "%s by way of %s" % (what, road), out)
        return first

    def run_all(self):
        rng = np.random.default_rng(5)
        self.values(rng)
        lines = list(booleans(rng))
        out = self.same_text("booleans", "\n".join(
            "    %%%d = kina.constant {k%d} %s" % (i, i, line) for i, line in enumerate(lines)))
        for i, line in enumerate(lines):
            self.report(line in line_of(out, "k%d" % i), line, line_of(out, "k%d" % i))
        out = self.same_text("locations", "\n".join(
            "    %%%d = kina.iota axis = 0 : tensor<%dxf32> %s" % (i, i + 1, location)
            for i, location in enumerate(LOCATIONS)), "--mlir-print-debuginfo",
            "--mlir-print-local-scope")
        for i in range(len(LOCATIONS)):
            self.report("tensor<%dxf32> loc(" % (i + 1) in out, LOCATIONS[i], out)
        out = self.same_text("attributes", "\n".join(
            "    %%%d = kina.iota axis = 0 {%s} : tensor<%dxf32>" % (i, attribute, i + 1)
            for i, attribute in enumerate(ATTRIBUTES) if not attribute.startswith("axis")))
        for i, attribute in enumerate(ATTRIBUTES):
            name = attribute.split(" =")[0]
            self.report(name.startswith("axis") or any(
                name in line and "tensor<%dxf32>" % (i + 1) in line for line in out.split("\n")),
                attribute, out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kina-opt", required=True)
    tests = Tests(parser.parse_args().kina_opt)
    tests.run_all()
    counts.record("round trips", tests.passed, tests.failed)
    print("%d passed, %d failed" % (tests.passed, tests.failed))
    return 1 if tests.failed else 0


if __name__ == "__main__":
    sys.exit(main())
