//===- NpyParseTest.cpp - .npy content, byte by byte ----------------------===//
//
// The files are spelled out here: nothing of the writer is trusted.
//===----------------------------------------------------------------------===//

#include "TestTensors.h"

#include "Kina/Execution/Npy.h"

#include <gtest/gtest.h>

using namespace kina;
using namespace std::string_literals;

namespace {

/// A version 1.0 file with this dictionary and these data bytes.
std::string npy(const std::string &dictionary, const std::string &data) {
  std::string file = "\x93NUMPY\x01\x00"s;
  file += static_cast<char>(dictionary.size() & 0xff);
  file += static_cast<char>(dictionary.size() >> 8);
  return file + dictionary + data;
}

/// The same for a dtype and a shape.
std::string npy(const std::string &descr, const std::string &shape,
                const std::string &data) {
  return npy("{'descr': '" + descr +
                 "', 'fortran_order': False, 'shape': " + shape + ", }\n",
             data);
}

HostTensor parse(const std::string &bytes,
                 std::optional<ElementType> expected = {}) {
  return unwrap(parseNpy(bytes, "x.npy", expected));
}

/// The message without the file's name, which must be there.
std::string errorOf(const std::string &bytes,
                    std::optional<ElementType> expected = {}) {
  std::string message = messageOf(parseNpy(bytes, "x.npy", expected));
  EXPECT_EQ(message.substr(0, 7), "x.npy: ") << message;
  return message.substr(std::min<size_t>(7, message.size()));
}

const std::string twoInts = "\x01\x00\x00\x00\xfe\xff\xff\xff"s;

TEST(NpyParse, EveryDtype) {
  EXPECT_EQ(print(parse(npy("|b1", "(2,)", "\x01\x00"s))), "2xi1=true false");
  EXPECT_EQ(print(parse(npy("<b1", "(2,)", "\x00\x01"s))), "2xi1=false true");
  EXPECT_EQ(print(parse(npy("<i4", "(2,)", twoInts))), "2xi32=1 -2");
  EXPECT_EQ(
      print(parse(npy("<i8", "(1,)", "\x08\x07\x06\x05\x04\x03\x02\x01"))),
      "1xi64=72623859790382856");
  EXPECT_EQ(print(parse(npy("<f2", "(2,)", "\x00\x3c\x00\xfc"s))),
            "2xf16=1 -inf");
  EXPECT_EQ(print(parse(npy("<f4", "(1,)", "\x00\x00\x20\xc0"s))),
            "1xf32=-2.5");
  EXPECT_EQ(print(parse(npy("<f8", "()", "\x00\x00\x00\x00\x00\x00\xf8\x3f"s))),
            "f64=1.5");
}

TEST(NpyParse, BfloatOnlyWhereAskedFor) {
  for (const char *descr : {"<V2", "|V2"}) {
    std::string file = npy(descr, "(2,)", "\x80\x3f\x20\xc0"s);
    EXPECT_EQ(print(parse(file, ElementType::BF16)), "2xbf16=1 -2.5");
    EXPECT_EQ(errorOf(file),
              "expected a typed value such as 2x3xbf16=@FILE to say that '"s +
                  descr + "' is bf16, got the file alone");
    EXPECT_EQ(errorOf(file, ElementType::F16),
              "expected dtype '<f2' for f16, got '"s + descr + "'");
  }
  EXPECT_EQ(errorOf(npy("<f2", "(1,)", "\x80\x3f"), ElementType::BF16),
            "expected dtype '<V2' for bf16, got '<f2'");
  EXPECT_EQ(errorOf(npy(">V2", "(1,)", "\x80\x3f"), ElementType::BF16),
            "expected dtype '<V2' for bf16, got '>V2'");
}

TEST(NpyParse, ExpectedTypeMustBeTheFiles) {
  EXPECT_EQ(print(parse(npy("<i4", "(2,)", twoInts), ElementType::I32)),
            "2xi32=1 -2");
  EXPECT_EQ(errorOf(npy("<i4", "(2,)", twoInts), ElementType::I64),
            "expected dtype '<i8' for i64, got '<i4'");
}

TEST(NpyParse, DictionaryAsPythonReadsIt) {
  for (const char *dictionary : {
           "{'descr':'<i4','fortran_order':False,'shape':(2,)}",
           "{\"descr\": \"<i4\", \"fortran_order\": False, \"shape\": (2,)}",
           "{'shape': (2,), 'fortran_order': False, 'descr': '<i4'}",
           "  { 'fortran_order' :False ,\n'shape' :( 2 , ) ,\t'descr': '<i4' ,}"
           "   \n",
           "{'descr': '<i4', 'fortran_order': False, 'shape': (2L,), }",
           "{'descr': '<i4', 'fortran_order': True, 'shape': (2,), }",
       })
    EXPECT_EQ(print(parse(npy(dictionary, twoInts))), "2xi32=1 -2")
        << dictionary;
  for (const char *shape : {"(1, 2)", "(1,2,)", "( 1 ,2 )"})
    EXPECT_EQ(print(parse(npy("<i4", shape, twoInts))), "1x2xi32=[1 -2]");
  EXPECT_EQ(print(parse(npy("<i4", "( )", twoInts.substr(0, 4)))), "i32=1");
  EXPECT_EQ(print(parse(npy("<i4", "(3, 0)", ""))), "3x0xi32=");
}

TEST(NpyParse, Versions) {
  std::string dictionary =
      "{'descr': '|b1', 'fortran_order': False, 'shape': ()}"; // 53 bytes
  ASSERT_EQ(dictionary.size(), 53u);
  for (char version : {'\2', '\3'}) {
    std::string start = "\x93NUMPY"s + version + '\0';
    EXPECT_EQ(print(parse(start + "\x35\x00\x00\x00"s + dictionary + "\x01")),
              "i1=true");
    // All four bytes of the length count.
    EXPECT_EQ(errorOf(start + "\x35\x00\x00\x80"s + dictionary + "\x01"),
              "expected a header of 2147483701 bytes, got 54 before the end of "
              "the file");
    EXPECT_EQ(errorOf(start + "\x35\x00\x00"s),
              "expected a header length of 4 bytes, got 3");
  }
  EXPECT_EQ(errorOf("\x93NUMPY\x04\x00\x35\x00"s + dictionary + "\x01"),
            "expected .npy version 1.0, 2.0 or 3.0, got 4.0");
  EXPECT_EQ(errorOf("\x93NUMPY\x00\x00\x35\x00"s + dictionary + "\x01"),
            "expected .npy version 1.0, 2.0 or 3.0, got 0.0");
  EXPECT_EQ(errorOf("\x93NUMPY\x01\x02\x35\x00"s + dictionary + "\x01"),
            "expected .npy version 1.0, 2.0 or 3.0, got 1.2");
}

TEST(NpyParse, EveryPrefixIsAnError) {
  std::string file = npy("<i4", "(2,)", twoInts);
  EXPECT_EQ(errorOf(""), "expected a .npy file, got an empty one");
  EXPECT_EQ(errorOf(file.substr(0, 3)),
            "expected a .npy file, got only 3 bytes of one");
  EXPECT_EQ(errorOf(file.substr(0, 7)),
            "expected a version of 2 bytes at byte 6, got 1");
  EXPECT_EQ(errorOf(file.substr(0, 9)),
            "expected a header length of 2 bytes, got 1");
  EXPECT_EQ(errorOf(file.substr(0, file.size() - 1)),
            "expected 8 bytes of data for 2xi32, got 7: the file is truncated");
  for (size_t length = 0; length < file.size(); ++length)
    EXPECT_EQ(
        messageOf(parseNpy(file.substr(0, length), "x.npy")).substr(0, 16),
        "x.npy: expected ")
        << length;
}

TEST(NpyParse, NotAnNpy) {
  EXPECT_EQ(errorOf("PK\x03\x04 a zip file"),
            "expected a .npy file, which starts with \\x93NUMPY, got other "
            "bytes");
}

TEST(NpyParse, BytesAfterTheArray) {
  EXPECT_EQ(errorOf(npy("<i4", "(2,)", twoInts + "\n")),
            "expected 8 bytes of data for 2xi32, got 9: bytes follow the "
            "array");
  EXPECT_EQ(errorOf(npy("<i4", "(0,)", "\n")),
            "expected 0 bytes of data for 0xi32, got 1: bytes follow the "
            "array");
}

TEST(NpyParse, ForeignDtypes) {
  const std::string wanted = "expected dtype |b1, <i4, <i8, <f2, <f4 or <f8, ";
  for (const char *descr :
       {"|O", "<c8", "|u1", "|i1", "<i2", "<u4", "<U2", "|S2", "<M8[D]", "<V3",
        "", "i4", "|i4", "=i4", "<f16"})
    EXPECT_EQ(errorOf(npy(descr, "(2,)", twoInts)),
              wanted + "got '" + descr + "'");
  for (const char *descr : {">i4", ">f8", ">b1"})
    EXPECT_EQ(errorOf(npy(descr, "(2,)", twoInts)),
              "expected a little-endian dtype, got '"s + descr + "'");
  EXPECT_EQ(errorOf(npy("{'descr': [('a', '<i4')], 'fortran_order': False, "
                        "'shape': (2,)}",
                        twoInts)),
            "expected a dtype of numbers, got a structured one");
  EXPECT_EQ(errorOf(npy("\x1b[2J", "()", "")), wanted + "got '\\x1b[2J'");
}

TEST(NpyParse, ShapesThatCannotBe) {
  EXPECT_EQ(errorOf(npy("<i4", "(-2,)", twoInts)),
            "expected dimensions of at least 0, got -2");
  EXPECT_EQ(errorOf(npy("<i4", "(9223372036854775808,)", twoInts)),
            "expected dimensions below 2^63, got 9223372036854775808");
  EXPECT_EQ(errorOf(npy("<i4", "(4294967296, 4294967296)", twoInts)),
            "expected a tensor of fewer than 2^63 bytes, got "
            "4294967296x4294967296xi32");
  // 2^64 bytes, which wrap to 0 and then match an empty file.
  EXPECT_EQ(errorOf(npy("<i4", "(2147483648, 2147483648)", "")),
            "expected a tensor of fewer than 2^63 bytes, got "
            "2147483648x2147483648xi32");
  // Nothing is allocated for a shape that the file cannot fill.
  EXPECT_EQ(errorOf(npy("<i4", "(1000000000000,)", twoInts)),
            "expected 4000000000000 bytes of data for 1000000000000xi32, got "
            "8: the file is truncated");
  EXPECT_EQ(errorOf(npy("<i4", "(2)", twoInts)),
            "expected a tuple as the shape, got the number (2)");
}

TEST(NpyParse, BrokenDictionaries) {
  struct {
    const char *dictionary, *message;
  } cases[] = {
      {"", "expected '{', got the end of the header"},
      {"[]", "expected '{' at byte 0 of the header, got '['"},
      {"{", "expected a key in quotes or '}', got the end of the header"},
      {"{descr: 1}",
       "expected a key in quotes or '}' at byte 1 of the header, got 'd'"},
      {"{'descr",
       "expected a closing quote for the string at byte 1, got the end of the "
       "header"},
      {"{'descr' '<i4'}", "expected ':' at byte 9 of the header, got '''"},
      {"{'descr': 3}",
       "expected a dtype in quotes at byte 10 of the header, got '3'"},
      {"{'descr': '<i4' 'shape': ()}",
       "expected ',' or '}' at byte 16 of the header, got '''"},
      {"{'fortran_order': 0}",
       "expected True or False at byte 18 of the header, got '0'"},
      {"{'fortran_order': Falsehood}",
       "expected ',' or '}' at byte 23 of the header, got 'h'"},
      {"{'shape': 3}", "expected a tuple at byte 10 of the header, got '3'"},
      {"{'shape': (,)}",
       "expected a dimension or ')' at byte 11 of the header, got ','"},
      {"{'shape': (1,,2)}",
       "expected a dimension or ')' at byte 13 of the header, got ','"},
      {"{'shape': (1 2)}",
       "expected ',' or ')' at byte 13 of the header, got '2'"},
      {"{'shape': (1.5,)}",
       "expected ',' or ')' at byte 12 of the header, got '.'"},
      {"{'shape': (1,",
       "expected a dimension or ')', got the end of the header"},
      {"{}", "expected the key 'descr', got a header without it"},
      {"{'descr': '<i4', 'shape': ()}",
       "expected the key 'fortran_order', got a header without it"},
      {"{'descr': '<i4', 'fortran_order': False}",
       "expected the key 'shape', got a header without it"},
      {"{'shape': (), 'shape': ()}",
       "expected the key 'shape' once, got it twice"},
      {"{'name': 'x'}",
       "expected the keys 'descr', 'fortran_order' and 'shape', got 'name'"},
      {"{'descr': '<i4', 'fortran_order': False, 'shape': ()} x",
       "expected nothing but white space after '}' at byte 54 of the header, "
       "got 'x'"},
  };
  for (const auto &[dictionary, message] : cases)
    EXPECT_EQ(errorOf(npy(dictionary, "")), message) << dictionary;
}

TEST(NpyParse, BoolBytesAreChecked) {
  EXPECT_EQ(errorOf(npy("|b1", "(3,)", "\x01\x00\x02"s)),
            "expected bool bytes of 0 or 1, got 2 in element 2");
  EXPECT_EQ(errorOf(npy("|b1", "(1,)", "\xff")),
            "expected bool bytes of 0 or 1, got 255 in element 0");
}

TEST(NpyParse, FortranOrder) {
  std::string file =
      npy("{'descr': '|b1', 'fortran_order': True, 'shape': (2, 3), }",
          "\x01\x00\x01\x01\x00\x00"s);
  EXPECT_EQ(print(parse(file)), "2x3xi1=[true true false][false true false]");
}

TEST(NpyParse, ThousandsOfDimensionsAreFast) {
  std::string ones;
  for (int i = 0; i < 20000; ++i)
    ones += "1,";
  std::string file = npy("{'descr': '|b1', 'fortran_order': True, 'shape': (" +
                             ones + "20000,)}",
                         std::string(20000, '\1'));
  EXPECT_EQ(parse(file).getNumElements(), 20000);
}

} // namespace
