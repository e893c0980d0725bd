//===- CompareTest.cpp - Comparing tensors within tolerances --------------===//

#include "TestTensors.h"

#include "Kina/Execution/Compare.h"

#include <gtest/gtest.h>

using namespace kina;
using namespace std::string_literals;

namespace {

std::string compare(const HostTensor &got, const HostTensor &expected,
                    const Tolerance &tolerance = {}) {
  return messageOf(compareTensors(got, expected, tolerance));
}

std::string compare(const std::string &got, const std::string &expected,
                    const Tolerance &tolerance = {}) {
  return compare(parsed(got), parsed(expected), tolerance);
}

/// Whether one element of `type` passes for another.
bool matches(const std::string &type, const std::string &got,
             const std::string &expected, const Tolerance &tolerance = {}) {
  return compare(type + "=" + got, type + "=" + expected, tolerance) ==
         "no error";
}

TEST(Compare, EqualTensors) {
  for (const char *text : {"2x2xf32=1 2 3 4", "f64=0.1", "3xi1=1 0 1",
                           "0x3xi64=", "2xf16=inf nan", "2xbf16=-inf -0"})
    EXPECT_EQ(compare(text, text), "no error") << text;
}

TEST(Compare, TypesAndShapes) {
  EXPECT_EQ(compare("2x3xf32=1", "3x2xf32=1"), "expected 3x2xf32, got 2x3xf32");
  EXPECT_EQ(compare("2xf32=1", "2xf64=1"), "expected 2xf64, got 2xf32");
  EXPECT_EQ(compare("1xf32=1", "f32=1"), "expected f32, got 1xf32");
  EXPECT_EQ(compare("0x2xf32=", "2x0xf32="), "expected 2x0xf32, got 0x2xf32");
}

TEST(Compare, FirstDifferenceAndCount) {
  EXPECT_EQ(compare("2x3xf32=1 2 3 4 5 6", "2x3xf32=1 2 3 4 5.5 7"),
            "values differ: first at [1, 1]: got 5, expected 5.5; 2 of 6 "
            "elements differ (tolerance: 1e-05 relative, 1e-06 absolute)");
  EXPECT_EQ(compare("2x2x2xi32=0 0 0 0 0 9 0 0", "2x2x2xi32=0"),
            "values differ: first at [1, 0, 1]: got 9, expected 0; 1 of 8 "
            "elements differ (tolerance: exact)");
  EXPECT_EQ(compare("i1=1", "i1=0"),
            "values differ: first at []: got true, expected false; 1 of 1 "
            "element differs (tolerance: exact)");
  EXPECT_EQ(compare("2xf16=1 nan", "2xf16=1 2"),
            "values differ: first at [1]: got nan, expected 2; 1 of 2 elements "
            "differ (tolerance: one unit in the last place)");
}

TEST(Compare, DefaultsOfSingle) {
  EXPECT_TRUE(matches("f32", "1.00001", "1"));
  EXPECT_TRUE(matches("f32", "0.99999", "1"));
  EXPECT_FALSE(matches("f32", "1.000012", "1"));
  EXPECT_FALSE(matches("f32", "0.999988", "1"));
  EXPECT_TRUE(matches("f32", "9e-7", "0"));
  EXPECT_FALSE(matches("f32", "1.1e-6", "0"));
  // Relative to the magnitude of the expected one.
  EXPECT_TRUE(matches("f32", "-100000.9", "-100000"));
  EXPECT_FALSE(matches("f32", "-100001.1", "-100000"));
}

TEST(Compare, DefaultsOfDouble) {
  EXPECT_TRUE(matches("f64", "1.0000000000019", "1"));
  EXPECT_FALSE(matches("f64", "1.0000000000021", "1"));
  EXPECT_TRUE(matches("f64", "9e-13", "0"));
  EXPECT_FALSE(matches("f64", "1.1e-12", "0"));
  EXPECT_TRUE(matches("f64", "1000000.0000009", "1000000"));
  EXPECT_FALSE(matches("f64", "1000000.0000011", "1000000"));
  EXPECT_FALSE(matches("f64", "-1e308", "1e308"));
}

TEST(Compare, OneUnitInTheLastPlace) {
  for (const char *type : {"f16", "bf16"}) {
    for (uint64_t bits : {0x0000u, 0x0001u, 0x03ffu, 0x3bffu, 0x7bfdu}) {
      auto at = [&](uint64_t value) {
        HostTensor tensor = parsed(type + "=0"s);
        tensor.setBits(0, value);
        return tensor;
      };
      EXPECT_EQ(compare(at(bits), at(bits + 1)), "no error");
      EXPECT_EQ(compare(at(bits + 1), at(bits)), "no error");
      EXPECT_NE(compare(at(bits), at(bits + 2)), "no error");
      EXPECT_NE(compare(at(bits + 2), at(bits)), "no error");
      EXPECT_EQ(compare(at(bits | 0x8000), at((bits + 1) | 0x8000)),
                "no error");
      EXPECT_NE(compare(at(bits | 0x8000), at((bits + 2) | 0x8000)),
                "no error");
    }
  }
  // Across zero: both zeros are one number.
  EXPECT_TRUE(matches("f16", "-0", "0"));
  EXPECT_TRUE(matches("f16", "-6e-8", "0"));
  EXPECT_TRUE(matches("f16", "6e-8", "-0"));
  EXPECT_FALSE(matches("f16", "6e-8", "-6e-8"));
  // The largest number's neighbour is infinity, which is no number.
  EXPECT_FALSE(matches("f16", "65504", "inf"));
  EXPECT_FALSE(matches("f16", "inf", "65504"));
  EXPECT_FALSE(matches("f16", "nan", "inf"));
}

TEST(Compare, NotFinite) {
  Tolerance wide{1e9, 1e9};
  for (const char *type : {"f16", "bf16", "f32", "f64"}) {
    EXPECT_TRUE(matches(type, "inf", "inf"));
    EXPECT_TRUE(matches(type, "-inf", "-inf"));
    EXPECT_TRUE(matches(type, "nan", "nan"));
    EXPECT_TRUE(matches(type, "-nan", "nan"));
    for (const Tolerance &tolerance : {Tolerance{}, wide}) {
      EXPECT_FALSE(matches(type, "inf", "-inf", tolerance));
      EXPECT_FALSE(matches(type, "1", "inf", tolerance));
      EXPECT_FALSE(matches(type, "inf", "1", tolerance));
      EXPECT_FALSE(matches(type, "nan", "1", tolerance));
      EXPECT_FALSE(matches(type, "1", "nan", tolerance));
      EXPECT_FALSE(matches(type, "nan", "inf", tolerance));
    }
  }
}

TEST(Compare, Overrides) {
  // Only the number given is replaced.
  EXPECT_TRUE(matches("f32", "1.09", "1", {0.1, std::nullopt}));
  EXPECT_TRUE(matches("f32", "9e-7", "0", {0.0, std::nullopt}));
  EXPECT_FALSE(matches("f32", "1.000005", "1", {0.0, std::nullopt}));
  EXPECT_TRUE(matches("f32", "1.000009", "1", {std::nullopt, 0.0}));
  EXPECT_FALSE(matches("f32", "9e-7", "0", {std::nullopt, 0.0}));
  EXPECT_TRUE(matches("f64", "1.4", "1", {std::nullopt, 0.5}));
  // The two add up.
  EXPECT_TRUE(matches("f64", "10.5", "10", {0.01, 0.4}));
  EXPECT_FALSE(matches("f64", "10.51", "10", {0.01, 0.4}));
  // f16 and bf16 leave their rule.
  EXPECT_TRUE(matches("f16", "1.1", "1", {0.2, std::nullopt}));
  EXPECT_FALSE(matches("f16", "1.001", "1", {0.0, std::nullopt}));
  EXPECT_TRUE(matches("bf16", "3", "2", {std::nullopt, 1.0}));
  EXPECT_EQ(compare("bf16=3", "bf16=2", {std::nullopt, 0.5}),
            "values differ: first at []: got 3, expected 2; 1 of 1 element "
            "differs (tolerance: 0 relative, 0.5 absolute)");
  // Integers stay exact.
  EXPECT_FALSE(matches("i64", "3", "2", {10.0, 10.0}));
  EXPECT_FALSE(matches("i1", "1", "0", {10.0, 10.0}));
}

TEST(Compare, IntegersAreExact) {
  EXPECT_TRUE(matches("i64", "9223372036854775807", "9223372036854775807"));
  // Equal as doubles.
  EXPECT_FALSE(matches("i64", "9223372036854775807", "9223372036854775806"));
  EXPECT_FALSE(matches("i32", "-1", "1"));
}

TEST(Compare, TolerancesThatCannotBe) {
  EXPECT_EQ(compare("f32=1", "f32=1", {-1.0, std::nullopt}),
            "expected a tolerance of at least 0, got -1.000000");
  EXPECT_EQ(compare("f32=1", "f32=1", {std::nullopt, NAN}),
            "expected a tolerance of at least 0, got nan");
}

} // namespace
