//===- TensorTextTest.cpp - Tensors from and to text ----------------------===//

#include "TestTensors.h"

#include <gtest/gtest.h>

#include <random>

using namespace kina;
using namespace std::string_literals;

namespace {

std::string errorOf(const std::string &text) {
  return messageOf(parseTensorText(text));
}

uint64_t bitsOfScalar(const std::string &text) {
  return parsed(text).getBits(0);
}

std::string npyPath(const std::string &name) {
  return std::string(KINA_NPY_FOLDER) + "/" + name + ".npy";
}

TEST(TensorText, ValuesAndSeparators) {
  for (const char *text :
       {"2x3xf32=1 2 3 4 5 6", "2x3xf32=1,2,3,4,5,6", "2x3xf32=[1 2 3][4 5 6]",
        "2x3xf32=[[1, 2, 3], [4, 5, 6]]", " 2x3xf32 = 1\t2\n3 ,4,5, 6 "})
    EXPECT_EQ(print(parsed(text)), "2x3xf32=[1 2 3][4 5 6]") << text;
  EXPECT_EQ(print(parsed("4xi64=1,-2,+3,4")), "4xi64=1 -2 3 4");
  EXPECT_EQ(print(parsed("1x1xi32=5")), "1x1xi32=[5]");
}

TEST(TensorText, Splat) {
  EXPECT_EQ(print(parsed("2x2xf16=0.5")), "2x2xf16=[0.5 0.5][0.5 0.5]");
  EXPECT_EQ(print(parsed("3xi1=true")), "3xi1=true true true");
  EXPECT_EQ(print(parsed("0x3xf32=7")), "0x3xf32=");
}

TEST(TensorText, RankZeroAndEmpty) {
  EXPECT_EQ(print(parsed("f32=3")), "f32=3");
  EXPECT_EQ(print(parsed("i1=false")), "i1=false");
  EXPECT_EQ(print(parsed("0x3xf32=")), "0x3xf32=");
  EXPECT_EQ(print(parsed("2x0xi32=[][]")), "2x0xi32=");
}

TEST(TensorText, Bools) {
  EXPECT_EQ(print(parsed("4xi1=0 1 true false")), "4xi1=false true true false");
  EXPECT_EQ(errorOf("i1=2"), "value 0: expected 0, 1, true or false, got '2'");
  EXPECT_EQ(errorOf("f32=true"),
            "value 0: expected a number, inf or nan, got 'true'");
  EXPECT_EQ(errorOf("i32=true"), "value 0: expected an integer, got 'true'");
}

TEST(TensorText, FloatForms) {
  EXPECT_EQ(print(parsed("9xf32=1. .5 1e3 1E-3 -2.5e+1 +4 0x1p-1 0x1.8P3 -0")),
            "9xf32=1 0.5 1000 0.001 -25 4 0.5 12 -0");
  EXPECT_EQ(print(parsed("7xf16=inf -inf +inf INF infinity nan -nan")),
            "7xf16=inf -inf inf inf inf nan nan");
  for (const char *value :
       {"abc", "1e", "e5", ".", "-", "--1", "1.2.3", "1f", "0x", "0x1", "0xp1",
        "infin", "snan", "1_000", "nan(1)", "1e5.5", "@"})
    EXPECT_EQ(errorOf("2xf32=0 "s + value),
              "value 1: expected a number, inf or nan, got '"s + value + "'");
}

TEST(TensorText, OneRoundingPerValue) {
  // Just above a tie of f16, of bf16 and of f32. A double cannot tell the
  // values from the ties, which would then round to even, down.
  const std::string zeros(60, '0');
  EXPECT_EQ(bitsOfScalar("f16=2049." + zeros + "1"), 0x6801u);
  EXPECT_EQ(bitsOfScalar("f16=2049"), 0x6800u);
  EXPECT_EQ(bitsOfScalar("bf16=257." + zeros + "1"), 0x4381u);
  EXPECT_EQ(bitsOfScalar("bf16=257"), 0x4380u);
  EXPECT_EQ(bitsOfScalar("f32=16777217." + zeros + "1"), 0x4b800001u);
  EXPECT_EQ(bitsOfScalar("f32=16777217"), 0x4b800000u);
  EXPECT_EQ(bitsOfScalar("f64=9007199254740993." + zeros + "1"),
            0x4340000000000001u);
}

TEST(TensorText, SmallestAndLargestFloats) {
  EXPECT_EQ(bitsOfScalar("f16=5.9604645e-08"), 0x0001u);
  EXPECT_EQ(bitsOfScalar("f16=65519.99"), 0x7bffu);
  EXPECT_EQ(bitsOfScalar("f32=1e-45"), 0x00000001u);
  EXPECT_EQ(bitsOfScalar("f64=4.9e-324"), 0x0000000000000001u);
  // Too small for the format is zero, too large is an error.
  EXPECT_EQ(bitsOfScalar("f64=-1e-999999999999999999999"), 0x8000000000000000u);
  EXPECT_EQ(errorOf("f16=65520"),
            "value 0: expected a value that f16 can hold, or inf, got "
            "'65520'");
  EXPECT_EQ(errorOf("f32=-3.5e38"),
            "value 0: expected a value that f32 can hold, or inf, got "
            "'-3.5e38'");
  EXPECT_EQ(errorOf("f64=1e999999999999999999999"),
            "value 0: expected a value that f64 can hold, or inf, got "
            "'1e999999999999999999999'");
}

TEST(TensorText, IntegerLimits) {
  EXPECT_EQ(print(parsed("2xi32=-2147483648 2147483647")),
            "2xi32=-2147483648 2147483647");
  EXPECT_EQ(print(parsed("2xi64=-9223372036854775808 9223372036854775807")),
            "2xi64=-9223372036854775808 9223372036854775807");
  for (const char *value :
       {"2147483648", "-2147483649", "99999999999999999999"})
    EXPECT_EQ(errorOf("i32="s + value),
              "value 0: expected an integer from -2^31 to 2^31 - 1 for i32, "
              "got '"s +
                  value + "'");
  EXPECT_EQ(errorOf("i64=9223372036854775808"),
            "value 0: expected an integer from -2^63 to 2^63 - 1 for i64, got "
            "'9223372036854775808'");
  for (const char *value : {"1.5", "1.0", "1e3", "0x10", "+-1", "nan"})
    EXPECT_EQ(errorOf("2xi64=1 "s + value),
              "value 1: expected an integer, got '"s + value + "'");
}

TEST(TensorText, WrongCounts) {
  EXPECT_EQ(errorOf("2x3xf32=1 2 3 4 5"),
            "expected 6 values, or one for all, for 2x3xf32, got 5");
  EXPECT_EQ(errorOf("2x3xf32="),
            "expected 6 values, or one for all, for 2x3xf32, got 0");
  EXPECT_EQ(errorOf("f32=1 2"), "expected 1 value for f32, got 2");
  EXPECT_EQ(errorOf("f32="), "expected 1 value for f32, got 0");
  EXPECT_EQ(errorOf("0xf32=1 2"),
            "expected 0 values, or one for all, for 0xf32, got 2");
  // Found before an exabyte is allocated.
  EXPECT_EQ(errorOf("100000000000000000xf64=1 2"),
            "expected 100000000000000000 values, or one for all, for "
            "100000000000000000xf64, got 2");
  // A value without an element is checked all the same.
  EXPECT_EQ(errorOf("0xi32=x"), "value 0: expected an integer, got 'x'");
}

TEST(TensorText, WrongTypes) {
  const std::string types =
      "expected an element type of f16, bf16, f32, f64, i1, i32, i64, got ";
  EXPECT_EQ(errorOf("2xf8=1"), types + "'f8' in '2xf8'");
  EXPECT_EQ(errorOf("2x3=1"), types + "'3' in '2x3'");
  EXPECT_EQ(errorOf("=1"), types + "'' in ''");
  EXPECT_EQ(errorOf("2xF32=1"), types + "'F32' in '2xF32'");
  EXPECT_EQ(errorOf("index=1"),
            types + "'index' in 'index'; an index is given as i64");
  EXPECT_EQ(errorOf("2x3xcomplex=1"), types + "'complex' in '2x3xcomplex'");
  const std::string dimensions = "expected dimensions from 0 to 2^63 - 1, got ";
  EXPECT_EQ(errorOf("-2xf32=1"), dimensions + "'-2' in '-2xf32'");
  EXPECT_EQ(errorOf("?xf32=1"), dimensions + "'?' in '?xf32'");
  EXPECT_EQ(errorOf("xf32=1"), dimensions + "'' in 'xf32'");
  EXPECT_EQ(errorOf("2xx3xf32=1"), dimensions + "'' in '2xx3xf32'");
  EXPECT_EQ(errorOf("9223372036854775808xf32=1"),
            dimensions + "'9223372036854775808' in '9223372036854775808xf32'");
  EXPECT_EQ(errorOf("4294967296x4294967296xf32=1"),
            "expected a tensor of fewer than 2^63 bytes, got "
            "4294967296x4294967296xf32");
  EXPECT_EQ(errorOf("1 2 3"),
            "expected @FILE.npy or TYPE=VALUES, such as 2x3xf32=1 2 3 4 5 6, "
            "got '1 2 3'");
}

TEST(TensorText, LongTextIsCutInMessages) {
  EXPECT_EQ(errorOf(std::string(1000, 'q')),
            "expected @FILE.npy or TYPE=VALUES, such as 2x3xf32=1 2 3 4 5 6, "
            "got '" +
                std::string(60, 'q') + "...'");
}

TEST(TensorText, Files) {
  EXPECT_EQ(print(parsed("@" + npyPath("rank1"))), "2xi32=7 8");
  EXPECT_EQ(print(parsed("2xi32=@" + npyPath("rank1"))), "2xi32=7 8");
  EXPECT_EQ(print(parsed("3xbf16=@" + npyPath("bf16"))), "3xbf16=1 -2.5 inf");
  EXPECT_EQ(errorOf("3xi32=@" + npyPath("rank1")),
            npyPath("rank1") + ": expected 3xi32, got 2xi32");
  EXPECT_EQ(errorOf("1x2xi32=@" + npyPath("rank1")),
            npyPath("rank1") + ": expected 1x2xi32, got 2xi32");
  EXPECT_EQ(errorOf("2xi64=@" + npyPath("rank1")),
            npyPath("rank1") + ": expected dtype '<i8' for i64, got '<i4'");
  EXPECT_EQ(errorOf("@" + npyPath("bf16")),
            npyPath("bf16") + ": expected a typed value such as "
                              "2x3xbf16=@FILE to say that '|V2' is bf16, got "
                              "the file alone");
  EXPECT_EQ(errorOf("@/nonexistent.npy"),
            "/nonexistent.npy: cannot read: No such file or directory");
}

TEST(TensorPrinter, NestedBrackets) {
  EXPECT_EQ(print(parsed("2x2x2xi32=1 2 3 4 5 6 7 8")),
            "2x2x2xi32=[[1 2][3 4]][[5 6][7 8]]");
  EXPECT_EQ(print(parsed("3x1xi32=1 2 3")), "3x1xi32=[1][2][3]");
}

TEST(TensorPrinter, LongTensorsAreAbridged) {
  EXPECT_EQ(print(parsed("6xi32=1 2 3 4 5 6"), 4), "6xi32=1 2 3 4 ...");
  EXPECT_EQ(print(parsed("6xi32=1 2 3 4 5 6"), 6), "6xi32=1 2 3 4 5 6");
  EXPECT_EQ(print(parsed("2x3xi32=1 2 3 4 5 6"), 4), "2x3xi32=[1 2 3][4 ...]");
  EXPECT_EQ(print(parsed("2x3xi32=1 2 3 4 5 6"), 3), "2x3xi32=[1 2 3]...");
  EXPECT_EQ(print(parsed("2x3xi32=1 2 3 4 5 6"), 0), "2x3xi32=...");
  EXPECT_EQ(print(parsed("2x2x2xi32=1 2 3 4 5 6 7 8"), 3),
            "2x2x2xi32=[[1 2][3 ...]]");
  EXPECT_EQ(print(parsed("2x2x2xi32=1 2 3 4 5 6 7 8"), 4),
            "2x2x2xi32=[[1 2][3 4]]...");
  EXPECT_EQ(print(parsed("f32=1"), 0), "f32=...");
  EXPECT_EQ(print(parsed("1000000000000000x0xf32=")),
            "1000000000000000x0xf32=");
}

TEST(TensorPrinter, FewestDigits) {
  EXPECT_EQ(print(parsed("6xf16=0.1 1000 65504 6e-8 0.3333 1e-3")),
            "6xf16=0.1 1000 65504 6e-08 0.3333 0.001");
  EXPECT_EQ(print(parsed("5xbf16=0.1 256 200704 3e38 3.14159")),
            "5xbf16=0.1 256 200704 3e+38 3.14");
  EXPECT_EQ(print(parsed("5xf32=0.1 100000 0.0001 16777216 1e10")),
            "5xf32=0.1 100000 0.0001 1.6777216e+07 1e+10");
  EXPECT_EQ(print(parsed("2xf64=0.1 0.30000000000000004")),
            "2xf64=0.1 0.30000000000000004");
}

/// Prints and parses `tensor`; every bit must be the same, NaN aside.
void expectRoundTrip(const HostTensor &tensor) {
  HostTensor back = parsed(print(tensor));
  ASSERT_EQ(back.getTypeString(), tensor.getTypeString());
  for (int64_t i = 0; i < tensor.getNumElements(); ++i) {
    if (isFloat(tensor.getElementType()) && tensor.getAPFloat(i).isNaN())
      ASSERT_TRUE(back.getAPFloat(i).isNaN());
    else
      ASSERT_EQ(back.getBits(i), tensor.getBits(i)) << tensor.getDouble(i);
  }
}

TEST(TensorPrinter, EverySixteenBitFloatRoundTrips) {
  for (ElementType type : {ElementType::F16, ElementType::BF16}) {
    HostTensor tensor = unwrap(HostTensor::create(type, {256, 256}));
    for (int64_t i = 0; i < 65536; ++i)
      tensor.setBits(i, static_cast<uint64_t>(i));
    expectRoundTrip(tensor);
  }
}

TEST(TensorPrinter, RandomBitsRoundTrip) {
  std::mt19937_64 random(1);
  for (ElementType type : {ElementType::F32, ElementType::F64, ElementType::I1,
                           ElementType::I32, ElementType::I64}) {
    HostTensor tensor = unwrap(HostTensor::create(type, {10, 7, 30}));
    for (int64_t i = 0; i < tensor.getNumElements(); ++i)
      tensor.setBits(i, random());
    expectRoundTrip(tensor);
  }
}

} // namespace
