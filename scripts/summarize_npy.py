#!/usr/bin/env python3
"""Shape, norm and first values of .npy files, and how far they are from expected ones.

    scripts/summarize_npy.py NAME=FILE... [--expected FILE...]

The standard library only, so that it runs before NumPy is there.
"""

import argparse
import ast
import math
import struct
import sys

FORMATS = {"<f2": "e", "<f4": "f", "<f8": "d", "<i4": "i", "<i8": "q", "|b1": "?"}


def read(path):
    """(shape, element type, values in C order) of a .npy file."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:6] != b"\x93NUMPY":
        sys.exit("error: %s: expected a .npy file, got other data" % path)
    width = 2 if data[6] == 1 else 4
    length = int.from_bytes(data[8:8 + width], "little")
    start = 8 + width + length
    header = ast.literal_eval(data[8 + width:start].decode())
    shape, descr = header["shape"], header["descr"]
    if header["fortran_order"] and len(shape) > 1 or descr not in FORMATS:
        sys.exit("error: %s: expected C order and one of %s, got %s" % (path, ", ".join(FORMATS), header))
    values = struct.unpack_from("<%d%s" % (math.prod(shape), FORMATS[descr]), data, start)
    return shape, descr, values


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", metavar="NAME=FILE")
    parser.add_argument("--expected", nargs="*", default=[], metavar="FILE")
    arguments = parser.parse_args()
    for i, item in enumerate(arguments.files):
        name, path = item.split("=", 1)
        shape, descr, values = read(path)
        first = " ".join("%.6f" % value for value in values[:8]) + (" ..." if len(values) > 8 else "")
        print("%s: %s of shape %s" % (name, descr[1:], list(shape)))
        print("  values   %s" % first)
        print("  sum      %.6f" % math.fsum(values))
        print("  2-norm   %.6f" % math.sqrt(math.fsum(value * value for value in values)))
        if i < len(arguments.expected):
            other_shape, _, others = read(arguments.expected[i])
            if other_shape != shape:
                sys.exit("error: %s: expected shape %s, got %s" % (name, list(other_shape), list(shape)))
            differences = [abs(a - b) for a, b in zip(values, others)]
            print("  largest difference from NumPy's: %.2e" % max(differences, default=0.0))


if __name__ == "__main__":
    main()
