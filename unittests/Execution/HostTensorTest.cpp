//===- HostTensorTest.cpp - Element types, buffers, conversions -----------===//

#include "TestTensors.h"

#include <gtest/gtest.h>

#include <limits>

using namespace kina;

namespace {

constexpr ElementType allTypes[] = {
    ElementType::F16, ElementType::BF16, ElementType::F32, ElementType::F64,
    ElementType::I1,  ElementType::I32,  ElementType::I64};

/// The bits that `value` has in an element of `type`.
uint64_t bitsOfDouble(ElementType type, double value) {
  HostTensor tensor = unwrap(HostTensor::create(type, {}));
  tensor.setDouble(0, value);
  return tensor.getBits(0);
}

uint64_t bitsOfInt(ElementType type, int64_t value) {
  HostTensor tensor = unwrap(HostTensor::create(type, {}));
  tensor.setInt(0, value);
  return tensor.getBits(0);
}

double doubleOfBits(ElementType type, uint64_t bits) {
  HostTensor tensor = unwrap(HostTensor::create(type, {}));
  tensor.setBits(0, bits);
  return tensor.getDouble(0);
}

int64_t intOfBits(ElementType type, uint64_t bits) {
  HostTensor tensor = unwrap(HostTensor::create(type, {}));
  tensor.setBits(0, bits);
  return tensor.getInt(0);
}

TEST(ElementType, NamesAndWidths) {
  const char *names[] = {"f16", "bf16", "f32", "f64", "i1", "i32", "i64"};
  unsigned widths[] = {2, 2, 4, 8, 1, 4, 8};
  bool floats[] = {true, true, true, true, false, false, false};
  for (size_t i = 0; i < std::size(allTypes); ++i) {
    EXPECT_EQ(getName(allTypes[i]), names[i]);
    EXPECT_EQ(findElementType(names[i]), allTypes[i]);
    EXPECT_EQ(getByteWidth(allTypes[i]), widths[i]);
    EXPECT_EQ(isFloat(allTypes[i]), floats[i]);
  }
  for (const char *name : {"", "f", "F32", "i8", "f32 ", "ui32"})
    EXPECT_FALSE(findElementType(name).has_value()) << name;
}

TEST(HostTensor, CreateIsZeroAlignedAndContiguous) {
  for (ElementType type : allTypes) {
    HostTensor tensor = unwrap(HostTensor::create(type, {3, 5}));
    EXPECT_EQ(tensor.getElementType(), type);
    EXPECT_EQ(shapeOf(tensor), (std::vector<int64_t>{3, 5}));
    EXPECT_EQ(tensor.getNumElements(), 15);
    EXPECT_EQ(tensor.getSizeInBytes(), 15u * getByteWidth(type));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor.getData()) % 64, 0u);
    EXPECT_EQ(bitsOf(tensor), std::vector<uint64_t>(15, 0));
  }
}

TEST(HostTensor, RankZeroAndEmpty) {
  HostTensor scalar = unwrap(HostTensor::create(ElementType::F32, {}));
  EXPECT_EQ(scalar.getRank(), 0u);
  EXPECT_EQ(scalar.getNumElements(), 1);
  EXPECT_EQ(scalar.getTypeString(), "f32");
  HostTensor empty = unwrap(HostTensor::create(ElementType::I64, {4, 0, 2}));
  EXPECT_EQ(empty.getNumElements(), 0);
  EXPECT_EQ(empty.getSizeInBytes(), 0u);
  EXPECT_NE(empty.getData(), nullptr);
  EXPECT_EQ(empty.getTypeString(), "4x0x2xi64");
}

TEST(HostTensor, ShapesThatCannotBe) {
  const int64_t large = int64_t(1) << 31;
  EXPECT_EQ(messageOf(HostTensor::create(ElementType::F32, {2, -3})),
            "expected dimensions of at least 0, got -3 in 2x-3xf32");
  EXPECT_EQ(messageOf(HostTensor::create(ElementType::F32, {large, large})),
            "expected a tensor of fewer than 2^63 bytes, got "
            "2147483648x2147483648xf32");
  // Zero elements, but strides that wrap.
  EXPECT_EQ(messageOf(HostTensor::create(ElementType::F32, {0, large, large})),
            "expected a tensor of fewer than 2^63 bytes, got "
            "0x2147483648x2147483648xf32");
  // The widths decide: 2^62 bytes can be counted, 2^64 cannot.
  EXPECT_EQ(llvm::cantFail(countElements(ElementType::I1, {large, large})),
            large * large);
  EXPECT_EQ(llvm::cantFail(countElements(ElementType::F64, {large, 0})), 0);
}

TEST(HostTensor, MoveTakesTheBuffer) {
  HostTensor source = parsed("2xi32=1 2");
  const char *data = source.getData();
  HostTensor target = std::move(source);
  EXPECT_EQ(target.getData(), data);
  EXPECT_EQ(print(target), "2xi32=1 2");
  static_assert(!std::is_copy_constructible<HostTensor>::value, "move only");
}

TEST(HostTensor, HalfRoundsToNearestEven) {
  EXPECT_EQ(bitsOfDouble(ElementType::F16, 1.0), 0x3c00u);
  EXPECT_EQ(bitsOfDouble(ElementType::F16, -2.5), 0xc100u);
  // 2049 is between 2048 and 2050, 2051 between 2050 and 2052.
  EXPECT_EQ(bitsOfDouble(ElementType::F16, 2049), 0x6800u);
  EXPECT_EQ(bitsOfDouble(ElementType::F16, 2051), 0x6802u);
  EXPECT_EQ(bitsOfDouble(ElementType::F16, std::nextafter(2049.0, 3000.0)),
            0x6801u);
  EXPECT_EQ(bitsOfDouble(ElementType::F16, 65504), 0x7bffu);
  EXPECT_EQ(bitsOfDouble(ElementType::F16, 65519.99), 0x7bffu);
  EXPECT_EQ(bitsOfDouble(ElementType::F16, 65520), 0x7c00u);
  // Half the smallest subnormal is a tie with zero.
  EXPECT_EQ(bitsOfDouble(ElementType::F16, 0x1p-24), 0x0001u);
  EXPECT_EQ(bitsOfDouble(ElementType::F16, 0x1p-25), 0x0000u);
  EXPECT_EQ(bitsOfDouble(ElementType::F16, 0x1.8p-25), 0x0001u);
  EXPECT_EQ(bitsOfDouble(ElementType::F16, -0.0), 0x8000u);
}

TEST(HostTensor, BfloatRoundsToNearestEven) {
  EXPECT_EQ(bitsOfDouble(ElementType::BF16, 1.0), 0x3f80u);
  EXPECT_EQ(bitsOfDouble(ElementType::BF16, 257), 0x4380u);
  EXPECT_EQ(bitsOfDouble(ElementType::BF16, 259), 0x4382u);
  EXPECT_EQ(bitsOfDouble(ElementType::BF16, 1e39), 0x7f80u);
  // By way of f32 this would be a tie and round down to 1.
  EXPECT_EQ(bitsOfDouble(ElementType::BF16, 1 + 0x1p-8 + 0x1p-40), 0x3f81u);
}

TEST(HostTensor, EveryHalfAndBfloatRoundTripsThroughDouble) {
  for (ElementType type : {ElementType::F16, ElementType::BF16}) {
    for (uint64_t bits = 0; bits < 0x10000; ++bits) {
      double value = doubleOfBits(type, bits);
      if (std::isnan(value))
        EXPECT_TRUE(std::isnan(doubleOfBits(type, bitsOfDouble(type, value))));
      else
        ASSERT_EQ(bitsOfDouble(type, value), bits) << getName(type).str();
    }
  }
  // By hand, independent of the round trip.
  EXPECT_EQ(doubleOfBits(ElementType::F16, 0x03ff), 1023 * 0x1p-24);
  EXPECT_EQ(doubleOfBits(ElementType::BF16, 0x0001), 0x1p-133);
  EXPECT_EQ(doubleOfBits(ElementType::BF16, 0xc020), -2.5);
}

TEST(HostTensor, SingleAndDouble) {
  EXPECT_EQ(bitsOfDouble(ElementType::F32, 0.1), 0x3dcccccdu);
  EXPECT_EQ(bitsOfDouble(ElementType::F32, 1e39), 0x7f800000u);
  EXPECT_EQ(bitsOfDouble(ElementType::F64, 0.1), 0x3fb999999999999au);
  EXPECT_EQ(doubleOfBits(ElementType::F32, 0x3dcccccd), 0.1f);
  EXPECT_EQ(doubleOfBits(ElementType::F64, 0x3fb999999999999a), 0.1);
}

TEST(HostTensor, IntegersFromDoublesAreCutAndClamped) {
  EXPECT_EQ(bitsOfDouble(ElementType::I32, 2.9), 2u);
  EXPECT_EQ(bitsOfDouble(ElementType::I32, -2.9), 0xfffffffeu);
  EXPECT_EQ(bitsOfDouble(ElementType::I32, 1e10), 0x7fffffffu);
  EXPECT_EQ(bitsOfDouble(ElementType::I32, -1e10), 0x80000000u);
  EXPECT_EQ(bitsOfDouble(ElementType::I32, NAN), 0u);
  EXPECT_EQ(bitsOfDouble(ElementType::I64, 1e300), 0x7fffffffffffffffu);
  EXPECT_EQ(bitsOfDouble(ElementType::I64, -HUGE_VAL), 0x8000000000000000u);
  EXPECT_EQ(bitsOfDouble(ElementType::I1, 0.5), 1u);
  EXPECT_EQ(bitsOfDouble(ElementType::I1, -0.0), 0u);
}

TEST(HostTensor, IntegersToAndFromElements) {
  EXPECT_EQ(bitsOfInt(ElementType::I32, (int64_t(1) << 32) + 5), 5u);
  EXPECT_EQ(bitsOfInt(ElementType::I1, 2), 1u);
  EXPECT_EQ(intOfBits(ElementType::I32, 0xffffffff), -1);
  EXPECT_EQ(intOfBits(ElementType::I1, 1), 1);
  EXPECT_EQ(intOfBits(ElementType::F32, 0xc0700000), -3); // -3.75
  // 2^53 + 1 is a tie for a double, 2^24 + 1 for a float.
  EXPECT_EQ(bitsOfInt(ElementType::F64, (int64_t(1) << 53) + 1),
            0x4340000000000000u);
  EXPECT_EQ(bitsOfInt(ElementType::F32, (1 << 24) + 3), 0x4b800002u);
  // By way of a double this would round down first, and then to even.
  EXPECT_EQ(
      bitsOfInt(ElementType::F32, (int64_t(1) << 60) + (int64_t(1) << 36) + 1),
      0x5d800001u);
  EXPECT_EQ(bitsOfInt(ElementType::F16, 70000), 0x7c00u);
  EXPECT_EQ(bitsOfInt(ElementType::F64, std::numeric_limits<int64_t>::min()),
            0xc3e0000000000000u);
}

TEST(HostTensor, BoolStaysZeroOrOne) {
  HostTensor tensor = unwrap(HostTensor::create(ElementType::I1, {2}));
  tensor.setBits(0, 0xff);
  EXPECT_EQ(tensor.getData()[0], 1);
  EXPECT_EQ(tensor.getData()[1], 0);
}

TEST(HostTensor, SplatFirst) {
  for (const char *text : {"3xi64=-5", "3xbf16=0.1", "3xi1=true"}) {
    HostTensor tensor = parsed(text);
    EXPECT_EQ(tensor.getBits(0), tensor.getBits(2)) << text;
    EXPECT_NE(tensor.getBits(2), 0u) << text;
  }
}

} // namespace
