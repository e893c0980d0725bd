"""make_npy.py FILE VALUE...: a one-dimensional f64 array, without NumPy."""

import struct
import sys

values = [float(text) for text in sys.argv[2:]]
header = "{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }" % len(values)
header += " " * (63 - (10 + len(header)) % 64) + "\n"
with open(sys.argv[1], "wb") as file:
    file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
    file.write(struct.pack("<%dd" % len(values), *values))
