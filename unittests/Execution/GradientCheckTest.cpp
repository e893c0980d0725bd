//===- GradientCheckTest.cpp - Gradients against differences --------------===//

#include "TestTensors.h"

#include "Kina/Execution/GradientCheck.h"

#include <gtest/gtest.h>

#include <functional>

using namespace kina;

namespace {

using Tensors = llvm::SmallVector<HostTensor>;
using Body = std::function<double(llvm::ArrayRef<HostTensor>, int64_t)>;

/// A function with one result, of the shape of its first argument; the element
/// of number i is `body(inputs, i)`.
struct Elementwise {
  Body body;
  unsigned calls = 0;

  llvm::Expected<Tensors> operator()(llvm::ArrayRef<HostTensor> inputs) {
    ++calls;
    Tensors results;
    results.push_back(llvm::cantFail(
        HostTensor::create(ElementType::F64, inputs[0].getShape())));
    for (int64_t i = 0; i < results[0].getNumElements(); ++i)
      results[0].setDouble(i, body(inputs, i));
    return results;
  }
};

Tensors inputsOf(std::initializer_list<const char *> texts) {
  Tensors inputs;
  for (const char *text : texts)
    inputs.push_back(parsed(text));
  return inputs;
}

/// A check of argument 0 whose gradient is the function `slope` of the element,
/// times its cotangent.
struct Check {
  Check(Body body, Tensors given, Body slope, GradientCheckOptions options = {})
      : function{std::move(body)}, inputs(std::move(given)) {
    cotangents = llvm::cantFail(
        drawCotangents(llvm::cantFail(function(inputs)), options));
    HostTensor gradient = llvm::cantFail(
        HostTensor::create(ElementType::F64, inputs[0].getShape()));
    for (int64_t i = 0; i < gradient.getNumElements(); ++i)
      gradient.setDouble(i,
                         cotangents.seeds[0].getDouble(i) * slope(inputs, i));
    std::vector<uint64_t> before = bitsOf(inputs[0]);
    result = llvm::cantFail(
        checkArgument(function, inputs, 0, cotangents, gradient, options));
    EXPECT_EQ(bitsOf(inputs[0]), before);
  }

  Elementwise function;
  Tensors inputs;
  Cotangents cotangents;
  ArgumentCheck result;
};

/// x * y, with y the second argument.
double product(llvm::ArrayRef<HostTensor> inputs, int64_t i) {
  return inputs[0].getDouble(i) * inputs[1].getDouble(i);
}
double otherFactor(llvm::ArrayRef<HostTensor> inputs, int64_t i) {
  return inputs[1].getDouble(i);
}

Tensors factors() {
  return inputsOf({"2x3xf64=1 2 3 4 5 6", "2x3xf64=7 -8 9 -10 11 -12"});
}

TEST(GradientCheck, RightGradient) {
  Check check(product, factors(), otherFactor);
  EXPECT_EQ(check.result.agreeing, 6);
  EXPECT_EQ(check.result.getError(), "");
  EXPECT_TRUE(check.result.notes.empty());
  EXPECT_EQ(check.result.getSummary().substr(0, 57),
            "argument 0: 6 of 6 elements agree, largest relative error");
  // 6 places for each element, and one call for the cotangents.
  EXPECT_EQ(check.function.calls, 37u);
}

TEST(GradientCheck, WrongGradients) {
  struct {
    const char *name;
    Body slope;
    int64_t differing;
  } tests[] = {
      {"zero", [](auto, int64_t) { return 0.0; }, 6},
      {"half", [](auto x, int64_t i) { return otherFactor(x, i) / 2; }, 6},
      {"sign", [](auto x, int64_t i) { return -otherFactor(x, i); }, 6},
      {"order", [](auto x, int64_t i) { return otherFactor(x, 5 - i); }, 6},
      {"one element",
       [](auto x, int64_t i) { return otherFactor(x, i) + (i == 4); }, 1},
      {"a little",
       [](auto x, int64_t i) {
         return otherFactor(x, i) * (i == 3 ? 1.00001 : 1);
       },
       1},
      {"NaN",
       [](auto x, int64_t i) { return i == 2 ? NAN : otherFactor(x, i); }, 1},
      {"infinite",
       [](auto x, int64_t i) { return i == 2 ? INFINITY : otherFactor(x, i); },
       1},
  };
  for (auto &test : tests) {
    ArgumentCheck result = Check(product, factors(), test.slope).result;
    EXPECT_EQ(result.differing, test.differing) << test.name;
    EXPECT_EQ(result.agreeing, 6 - test.differing) << test.name;
    EXPECT_NE(result.getError(), "") << test.name;
  }
}

TEST(GradientCheck, Messages) {
  // Without random factors: one cotangent that is set.
  Elementwise function{product};
  Tensors inputs = factors();
  Cotangents cotangents;
  cotangents.results = llvm::cantFail(function(inputs));
  cotangents.seeds = inputsOf({"2x3xf64=1"});
  auto check = [&](const char *gradient) {
    return llvm::cantFail(
        checkArgument(function, inputs, 0, cotangents, parsed(gradient)));
  };
  ArgumentCheck two = check("2x3xf64=7 -8 9 10 11 -12.5");
  EXPECT_EQ(two.getError(),
            "argument 0: reverse mode and differences disagree: first at "
            "[1, 0]: got 10, expected -10; 2 of 6 elements differ");
  EXPECT_EQ(two.getSummary().substr(0, 43),
            "argument 0: 4 of 6 elements agree, 2 differ");

  auto wrongType = [&](const char *gradient) {
    auto result =
        checkArgument(function, inputs, 0, cotangents, parsed(gradient));
    return result ? "no error" : llvm::toString(result.takeError());
  };
  EXPECT_EQ(wrongType("3x2xf64=1"),
            "argument 0: expected a gradient of type 2x3xf64, got 3x2xf64");
  EXPECT_EQ(wrongType("2x3xf32=1"),
            "argument 0: expected a gradient of type 2x3xf64, got 2x3xf32");
}

double relu(llvm::ArrayRef<HostTensor> inputs, int64_t i) {
  return std::max(inputs[0].getDouble(i), 0.0);
}
double step(llvm::ArrayRef<HostTensor> inputs, int64_t i) {
  return inputs[0].getDouble(i) > 0;
}

TEST(GradientCheck, KinksAreSkippedAndTold) {
  Check check(relu, inputsOf({"2x2xf64=1 0 -1 0"}), step);
  EXPECT_EQ(check.result.agreeing, 2);
  EXPECT_EQ(check.result.getError(), "");
  ASSERT_EQ(check.result.notes.size(), 2u);
  EXPECT_EQ(check.result.notes[0].substr(0, 58),
            "argument 0: [0, 1] skipped: kink, slope 0 to the left and ");
  EXPECT_NE(check.result.getSummary().find("2 of 4 elements agree, 2 skipped"),
            std::string::npos);
  EXPECT_FALSE(check.result.isUnchecked());

  Check all(relu, inputsOf({"4xf64=0"}), step);
  EXPECT_TRUE(all.result.isUnchecked());
  EXPECT_EQ(all.result.getSummary(),
            "argument 0: nothing could be checked of 4 elements");
}

TEST(GradientCheck, NotFiniteValues) {
  Check check([](auto x, int64_t i) { return std::log(x[0].getDouble(i)); },
              inputsOf({"5xf64=1 0 nan -1 inf"}),
              [](auto x, int64_t i) { return 1 / x[0].getDouble(i); });
  // The results there are infinite or NaN, and have no cotangent.
  ASSERT_EQ(check.cotangents.notes.size(), 1u);
  EXPECT_EQ(check.cotangents.notes[0],
            "result 0: 4 of 5 elements not finite, left out of the check");
  EXPECT_EQ(check.cotangents.seeds[0].getDouble(1), 0);
  EXPECT_EQ(check.result.notes[0],
            "argument 0: [2] skipped: the argument is not finite");

  Check root(
      [](auto x, int64_t i) { return std::sqrt(x[0].getDouble(i)); },
      inputsOf({"2xf64=4 0"}),
      [](auto x, int64_t i) { return .5 / std::sqrt(x[0].getDouble(i)); });
  EXPECT_EQ(root.result.agreeing, 1);
  ASSERT_EQ(root.result.notes.size(), 1u);
  EXPECT_EQ(root.result.notes[0].substr(0, 60),
            "argument 0: [1] skipped: results nearby are not finite, slop");
}

TEST(GradientCheck, StepsFitTheElement) {
  auto root = [](auto x, int64_t i) { return std::sqrt(x[0].getDouble(i)); };
  for (double factor : {1.0, 1.001}) {
    ArgumentCheck result =
        Check(root, inputsOf({"3xf64=1e12 4e12 1"}), [=](auto x, int64_t i) {
          return factor * .5 / root(x, i);
        }).result;
    EXPECT_EQ(result.agreeing, factor == 1 ? 3 : 0);
    EXPECT_EQ(result.differing, factor == 1 ? 0 : 3);
  }
  // Far away it is infinite.
  auto steep = [](auto x, int64_t i) {
    return i == 0 ? std::exp(1e5 * x[0].getDouble(i)) : x[0].getDouble(i);
  };
  for (double slope : {1e5, 2e5}) {
    ArgumentCheck result =
        Check(steep, inputsOf({"2xf64=1e-3 2"}), [&](auto x, int64_t i) {
          return i == 0 ? slope * steep(x, i) : 1.0;
        }).result;
    EXPECT_EQ(result.agreeing, slope == 1e5 ? 2 : 1);
  }
}

TEST(GradientCheck, ToleranceIsOfTheArgument) {
  // The second slope, of 1e-8, is off by 1 %; it would not matter below 1e-9.
  auto countDiffering = [](const char *factors) {
    return Check(product, inputsOf({"2xf64=3", factors}),
                 [](auto x, int64_t i) {
                   return otherFactor(x, i) * (i ? 1.01 : 1);
                 })
        .result.differing;
  };
  EXPECT_EQ(countDiffering("2xf64=1 1e-8"), 0);
  EXPECT_EQ(countDiffering("2xf64=1e-4 1e-8"), 1);
}

TEST(GradientCheck, ManyElementsAreDrawn) {
  Tensors inputs = inputsOf({"20x50xf64=1", "20x50xf64=1"});
  for (int64_t i = 0; i < 1000; ++i) {
    inputs[0].setDouble(i, std::sin(i));
    inputs[1].setDouble(i, 2 + std::cos(3 * i));
  }
  inputs[0].setDouble(7, NAN);
  auto copies = [&] {
    Tensors copied;
    for (const HostTensor &input : inputs)
      copied.push_back(llvm::cantFail(toDouble(input)));
    return copied;
  };
  GradientCheckOptions options;
  options.samples = 10;
  Check right(product, copies(), otherFactor, options);
  EXPECT_EQ(right.result.chosen, 10);
  EXPECT_EQ(right.result.agreeing, 10);
  EXPECT_EQ(right.result.agreeingDirections, 4);
  EXPECT_NE(right.result.getSummary().find(
                "10 of 10 elements and 4 of 4 directions agree (drawn from "
                "1000 elements)"),
            std::string::npos)
      << right.result.getSummary();

  // Whichever element is wrong, the directions see it.
  for (int64_t wrong : {0, 1, 499, 998, 999}) {
    Check one(
        product, copies(),
        [=](auto x, int64_t i) {
          return i == wrong ? 1.01 * otherFactor(x, i) : otherFactor(x, i);
        },
        options);
    EXPECT_EQ(one.result.differingDirections, 4) << wrong;
    EXPECT_NE(one.result.getError(), "");
  }
  // The seed decides which.
  Body worse = [](auto x, int64_t i) { return i % 2 * otherFactor(x, i); };
  std::string first =
      Check(product, copies(), worse, options).result.difference;
  EXPECT_EQ(Check(product, copies(), worse, options).result.difference, first);
  options.seed = 1;
  EXPECT_NE(Check(product, copies(), worse, options).result.difference, first);
  // As many as there are is all.
  options.samples = 1000;
  EXPECT_EQ(Check(product, copies(), worse, options).result.differing, 500);
}

TEST(GradientCheck, EmptyAndRankZero) {
  ArgumentCheck empty =
      Check(product, inputsOf({"0x3xf64=", "0x3xf64="}), otherFactor).result;
  EXPECT_EQ(empty.getSummary(), "argument 0: no elements");
  EXPECT_FALSE(empty.isUnchecked());
  ArgumentCheck scalar =
      Check(product, inputsOf({"f64=2", "f64=3"}), otherFactor).result;
  EXPECT_EQ(scalar.agreeing, 1);
  scalar = Check(product, inputsOf({"f64=2", "f64=3"}), [](auto, int64_t) {
             return 2.0;
           }).result;
  EXPECT_NE(scalar.getError().find("first at []: got "), std::string::npos);
}

TEST(GradientCheck, SizesThatMoveAreNotFinite) {
  auto function =
      [](llvm::ArrayRef<HostTensor> inputs) -> llvm::Expected<Tensors> {
    Tensors results;
    int64_t size = inputs[0].getDouble(0) > 1 ? 2 : 1;
    results.push_back(
        llvm::cantFail(HostTensor::create(ElementType::F64, {size})));
    return results;
  };
  Tensors inputs = inputsOf({"1xf64=1"});
  Cotangents cotangents =
      llvm::cantFail(drawCotangents(llvm::cantFail(function(inputs)), {}));
  ArgumentCheck check = llvm::cantFail(
      checkArgument(function, inputs, 0, cotangents, parsed("1xf64=0")));
  EXPECT_TRUE(check.isUnchecked());
}

TEST(GradientCheck, Cotangents) {
  Tensors results = inputsOf({"1000xf64=1", "3xi64=1", "2xf64=1 inf"});
  Cotangents drawn = llvm::cantFail(drawCotangents(std::move(results), {}));
  ASSERT_EQ(drawn.seeds.size(), 2u);
  ASSERT_EQ(drawn.results.size(), 2u);
  int64_t negative = 0;
  for (int64_t i = 0; i < 1000; ++i) {
    double seed = drawn.seeds[0].getDouble(i);
    EXPECT_GE(std::abs(seed), 0.5);
    EXPECT_LT(std::abs(seed), 1.5);
    negative += seed < 0;
  }
  EXPECT_GT(negative, 400);
  EXPECT_LT(negative, 600);
  EXPECT_EQ(drawn.notes[0],
            "result 2: 1 of 2 elements not finite, left out of the check");
}

TEST(GradientCheck, ToDouble) {
  EXPECT_EQ(print(unwrap(toDouble(parsed("2xf16=0.5 65504")))),
            "2xf64=0.5 65504");
  EXPECT_EQ(print(unwrap(toDouble(parsed("bf16=-inf")))), "f64=-inf");
  EXPECT_EQ(print(unwrap(toDouble(parsed("f32=0.1")))),
            "f64=0.10000000149011612");
  EXPECT_EQ(print(unwrap(toDouble(parsed("2xi64=9223372036854775807 -1")))),
            "2xi64=9223372036854775807 -1");
  EXPECT_EQ(print(unwrap(toDouble(parsed("0x2xf32=")))), "0x2xf64=");
}

} // namespace
