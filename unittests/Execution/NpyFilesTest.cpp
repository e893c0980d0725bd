//===- NpyFilesTest.cpp - Files that NumPy wrote, see make_npy.py ---------===//

#include "TestTensors.h"

#include "Kina/Execution/Npy.h"

#include <gtest/gtest.h>

using namespace kina;

namespace {

std::string path(const std::string &name) {
  return std::string(KINA_NPY_FOLDER) + "/" + name + ".npy";
}

std::string read(const std::string &name,
                 std::optional<ElementType> expected = {}) {
  return print(unwrap(readNpy(path(name), expected)));
}

const std::string counting = "2x3x4xf32=[[0 1 2 3][4 5 6 7][8 9 10 11]]"
                             "[[12 13 14 15][16 17 18 19][20 21 22 23]]";

TEST(NpyFiles, EveryDtype) {
  EXPECT_EQ(read("bool"), "2x3xi1=[true false true][false false true]");
  EXPECT_EQ(read("i32"), "2x3xi32=[1 -2 3][-2147483648 2147483647 16909060]");
  EXPECT_EQ(read("i64"), "2x3xi64=[1 -2 3][-9223372036854775808 "
                         "9223372036854775807 72623859790382856]");
  EXPECT_EQ(read("f16"), "2x3xf16=[0.1 -2.5 inf][65504 6.104e-05 -0]");
  EXPECT_EQ(read("f32"),
            "2x3xf32=[0.1 -2.5 inf][3.4028235e+38 1.1754944e-38 -0]");
  EXPECT_EQ(read("f64"), "2x3xf64=[0.1 -2.5 inf][1.7976931348623157e+308 "
                         "2.2250738585072014e-308 -0]");
  EXPECT_EQ(read("bf16", ElementType::BF16), "3xbf16=1 -2.5 inf");
}

TEST(NpyFiles, Versions) {
  for (const char *name : {"version1", "version2", "version3"})
    EXPECT_EQ(read(name), counting) << name;
}

TEST(NpyFiles, FortranOrder) {
  EXPECT_EQ(read("fortran"), counting);
  EXPECT_EQ(read("fortran_i1"), "2x3xi1=[true false false][true false false]");
  EXPECT_EQ(read("fortran_ones"), "1x3x1x2xi64=[[[0 1]][[2 3]][[4 5]]]");
}

TEST(NpyFiles, RanksAndEmptyArrays) {
  EXPECT_EQ(read("rank0"), "f64=3.5");
  EXPECT_EQ(read("rank1"), "2xi32=7 8");
  EXPECT_EQ(read("empty"), "0x3xf32=");
  EXPECT_EQ(read("empty_fortran"), "2x0x3xf32=");
}

TEST(NpyFiles, RefusedDtypes) {
  struct {
    const char *name, *message;
  } cases[] = {
      {"big_endian", "expected a little-endian dtype, got '>i4'"},
      {"u8", "expected dtype |b1, <i4, <i8, <f2, <f4 or <f8, got '|u1'"},
      {"u32", "expected dtype |b1, <i4, <i8, <f2, <f4 or <f8, got '<u4'"},
      {"complex", "expected dtype |b1, <i4, <i8, <f2, <f4 or <f8, got '<c8'"},
      {"string", "expected dtype |b1, <i4, <i8, <f2, <f4 or <f8, got '<U2'"},
      {"bytes", "expected dtype |b1, <i4, <i8, <f2, <f4 or <f8, got '|S2'"},
      {"datetime",
       "expected dtype |b1, <i4, <i8, <f2, <f4 or <f8, got '<M8[D]'"},
      {"object", "expected dtype |b1, <i4, <i8, <f2, <f4 or <f8, got '|O'"},
      {"structured", "expected a dtype of numbers, got a structured one"},
  };
  for (const auto &[name, message] : cases)
    EXPECT_EQ(messageOf(readNpy(path(name))), path(name) + ": " + message);
}

TEST(NpyFiles, WhatIsNoFile) {
  EXPECT_EQ(messageOf(readNpy("/nonexistent/x.npy")),
            "/nonexistent/x.npy: cannot read: No such file or directory");
  EXPECT_EQ(messageOf(readNpy(KINA_NPY_FOLDER)),
            KINA_NPY_FOLDER ": expected a .npy file, got a directory");
}

} // namespace
