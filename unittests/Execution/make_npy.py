#!/usr/bin/env python3
"""Writes the .npy files in npy/ with NumPy, the reference for NpyFilesTest.cpp.

Run it in any folder; the files go to npy/ beside this script. They are
committed, so the tests need no NumPy.
"""
import pathlib

import numpy as np
from numpy.lib import format as npy

folder = pathlib.Path(__file__).resolve().parent / "npy"
folder.mkdir(exist_ok=True)


def write(name, array, version=(1, 0)):
    with open(folder / f"{name}.npy", "wb") as file:
        npy.write_array(file, array, version=version, allow_pickle=False)


# One of each dtype: 2x3, with values that show sign, width and byte order.
write("bool", np.array([[True, False, True], [False, False, True]]))
write("i32", np.array([[1, -2, 3], [-(2**31), 2**31 - 1, 0x01020304]], "<i4"))
write("i64", np.array([[1, -2, 3], [-(2**63), 2**63 - 1, 0x0102030405060708]], "<i8"))
for name in ("f2", "f4", "f8"):
    dtype = np.dtype("<" + name)
    limits = np.finfo(dtype)
    write("f" + str(8 * dtype.itemsize),
          np.array([[0.1, -2.5, np.inf], [limits.max, limits.tiny, -0.0]], dtype))
# What stands for bf16: the upper halves of f32 numbers, as opaque bytes.
halves = (np.array([1.0, -2.5, np.inf], "<f4").view("<u4") >> 16).astype("<u2")
write("bf16", halves.view("V2"))

# Versions, orders, ranks.
counting = np.arange(24, dtype="<f4").reshape(2, 3, 4)
for major in (1, 2, 3):
    write(f"version{major}", counting, (major, 0))
write("fortran", np.asfortranarray(counting))
write("fortran_i1", np.asfortranarray(np.arange(6).reshape(2, 3) % 3 == 0))
write("fortran_ones", np.asfortranarray(np.arange(6, dtype="<i8").reshape(1, 3, 1, 2)))
write("rank0", np.array(3.5, "<f8"))
write("rank1", np.array([7, 8], "<i4"))
write("empty", np.zeros((0, 3), "<f4"))
write("empty_fortran", np.zeros((2, 0, 3), "<f4", order="F"))

# What is refused.
write("big_endian", np.array([1, 2], ">i4"))
write("u8", np.array([1, 2], "u1"))
write("u32", np.array([1, 2], "<u4"))
write("complex", np.array([1j], "<c8"))
write("string", np.array(["ab"]))
write("bytes", np.array([b"ab"]))
write("structured", np.array([(1, 2.0)], [("a", "<i4"), ("b", "<f4")]))
write("datetime", np.array(["2020-01-01"], "<M8[D]"))
with open(folder / "object.npy", "wb") as file:
    npy.write_array(file, np.array([None]), allow_pickle=True)
