//===- DifferencesTest.cpp - Slopes by finite differences -----------------===//

#include "Kina/Execution/Differences.h"
#include "Kina/Execution/HostTensor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

using namespace kina;

namespace {

using Function = std::function<double(double)>;

/// What differences say of `slope`, claimed of `f` at `x`.
SlopeVerdict judge(const Function &f, double x, double slope,
                   double typical = 0) {
  auto line = [&](double place) -> llvm::Expected<Movement> {
    double here = f(x), there = f(x + place);
    if (here == there)
      return Movement{0, 0};
    return Movement{there - here, std::abs(here)};
  };
  SlopeClaim claim;
  claim.slope = slope;
  claim.scale = std::max(std::abs(x), 1.0);
  claim.smallest = claim.position = std::abs(x);
  claim.typical = typical;
  return llvm::cantFail(checkSlope(line, claim));
}

SlopeVerdict::Kind kindOf(const Function &f, double x, double slope,
                          double typical = 0) {
  return judge(f, x, slope, typical).kind;
}

double square(double x) { return x * x; }
double relu(double x) { return x > 0 ? x : 0; }

struct Smooth {
  const char *name;
  Function f;
  double x, slope;
};

const Smooth smooth[] = {
    {"exp", [](double x) { return std::exp(x); }, 1, std::exp(1.0)},
    {"exp far", [](double x) { return std::exp(x); }, 20, std::exp(20.0)},
    {"exp steep", [](double x) { return std::exp(100 * x); }, 0.5,
     100 * std::exp(50.0)},
    {"exp steeper", [](double x) { return std::exp(1e5 * x); }, 1e-3,
     1e5 * std::exp(100.0)},
    {"power", [](double x) { return std::pow(x, 40); }, 1e-4, 4e-155},
    {"sin", [](double x) { return std::sin(x); }, 2, std::cos(2.0)},
    {"sin fast", [](double x) { return std::sin(1000 * x); }, 0.3,
     1000 * std::cos(300.0)},
    {"log", [](double x) { return std::log(x); }, 1e-9, 1e9},
    {"sqrt", [](double x) { return std::sqrt(x); }, 1e-12, 5e5},
    {"tanh", [](double x) { return std::tanh(x); }, -3,
     1 / square(std::cosh(3.0))},
    {"1/x", [](double x) { return 1 / x; }, -1e6, -1e-12},
    {"cube at 0", [](double x) { return x * x * x; }, 0, 0},
    {"square at 0", [](double x) { return x * x; }, 0, 0},
    {"square at 1", [](double x) { return (x - 1) * (x - 1); }, 1, 0},
    {"even", [](double x) { return std::cosh(1e5 * x); }, 0, 0},
    {"line", [](double x) { return 3 * x + 1e3; }, 0.7, 3},
    {"constant", [](double x) { return 5.0; }, 0.7, 0},
    {"kink next to it", [](double x) { return std::abs(x); }, 1e-5, 1},
    {"and nearer", [](double x) { return std::abs(x); }, -1e-7, -1},
    {"stairs, lower end", [](double x) { return std::floor(4096 * x); }, 1.7,
     0},
    {"cancels", [](double x) { return 1e8 * x - 1e8 * x + x; }, 0.7, 1},
    {"stairs", [](double x) { return std::floor(1000 * x); }, 0.3005, 0},
};

TEST(Differences, SmoothFunctions) {
  for (const Smooth &test : smooth) {
    SlopeVerdict verdict = judge(test.f, test.x, test.slope);
    EXPECT_EQ(verdict.kind, SlopeVerdict::Agrees) << test.name;
    EXPECT_NEAR(verdict.expected, test.slope,
                1e-6 * std::abs(test.slope) + 1e-9)
        << test.name;
    EXPECT_LE(verdict.relativeError, 1e-6) << test.name;
  }
}

TEST(Differences, WrongClaims) {
  for (const Smooth &test : smooth) {
    for (double factor : {1.00001, 0.99999, -1.0, 2.0, 0.0}) {
      double claim = test.slope * factor;
      if (test.slope == 0)
        claim = factor * 1e-3;
      if (claim == test.slope)
        continue;
      EXPECT_EQ(kindOf(test.f, test.x, claim), SlopeVerdict::Differs)
          << test.name << " times " << factor;
    }
    for (double claim : {INFINITY, -INFINITY, NAN})
      EXPECT_EQ(kindOf(test.f, test.x, claim), SlopeVerdict::Differs)
          << test.name;
  }
}

TEST(Differences, ToleranceIsRelative) {
  Function f = [](double x) { return std::exp(x); };
  double slope = std::exp(1.0);
  EXPECT_EQ(kindOf(f, 1, slope * (1 + 5e-7)), SlopeVerdict::Agrees);
  EXPECT_EQ(kindOf(f, 1, slope * (1 + 2e-6)), SlopeVerdict::Differs);
  // To what slopes of its kind are; a thousandth of that counts.
  EXPECT_EQ(kindOf(f, 1, slope * (1 + 2e-6), 1e5), SlopeVerdict::Agrees);
  EXPECT_EQ(kindOf(f, 1, slope * (1 + 2e-3), 1e5), SlopeVerdict::Differs);
  SlopeVerdict verdict = judge(f, 1, slope * (1 + 5e-7));
  EXPECT_NEAR(verdict.relativeError, 5e-7, 1e-9);
}

TEST(Differences, RoundingIsNoSlope) {
  // No digit is left of it.
  EXPECT_EQ(kindOf([](double x) { return 1e6 + 1e-6 * x; }, 0.7, 1e-6),
            SlopeVerdict::Agrees);
  // Small steps change nothing here, which does not make the slope 0.
  Function f = [](double x) { return 3 * x + 1e9; };
  EXPECT_EQ(kindOf(f, 0.7, 3), SlopeVerdict::Agrees);
  for (double claim : {0.0, -3.0, 6.0})
    EXPECT_EQ(kindOf(f, 0.7, claim), SlopeVerdict::Differs) << claim;
}

TEST(Differences, Kinks) {
  struct {
    const char *name;
    Function f;
    double x, left, right;
  } tests[] = {
      {"relu", relu, 0, 0, 1},
      {"abs", [](double x) { return std::abs(x); }, 0, -1, 1},
      {"max", [](double x) { return std::max(x, 2 - x); }, 1, -1, 1},
      {"curved", [](double x) { return std::exp(std::abs(x)); }, 0, -1, 1},
      {"small", [](double x) { return 1e5 * x + relu(x); }, 0, 1e5, 1e5 + 1},
      {"on a curve", [](double x) { return std::sin(x) + 1e-4 * relu(x); }, 0,
       1, 1 + 1e-4},
  };
  for (auto &test : tests)
    for (double claim : {test.left, test.right, (test.left + test.right) / 2}) {
      SlopeVerdict verdict = judge(test.f, test.x, claim);
      EXPECT_EQ(verdict.kind, SlopeVerdict::Kink)
          << test.name << ", claim " << claim;
      EXPECT_NEAR(verdict.left, test.left, 1e-6 * std::abs(test.left) + 1e-7)
          << test.name;
      EXPECT_NEAR(verdict.right, test.right, 1e-6 * std::abs(test.right))
          << test.name;
    }
}

TEST(Differences, ClaimsThatNoKinkExplains) {
  Function f = [](double x) { return std::sin(x) + 1e-4 * relu(x); };
  for (double claim : {0.0, 1.01, 3.0, double(NAN)})
    EXPECT_EQ(kindOf(f, 0, claim), SlopeVerdict::Differs) << claim;
  EXPECT_EQ(kindOf(relu, 0, 10), SlopeVerdict::Differs);
  // Derivatives of sums of kinks: relu(x) - 2 relu(-x) has 0 by convention.
  EXPECT_EQ(kindOf([](double x) { return relu(x) - 2 * relu(-x); }, 0, 0),
            SlopeVerdict::Kink);
  // Stairs so narrow that differences see the ramp.
  Function ramp = [](double x) { return std::floor(0x1p40 * x) * 0x1p-40; };
  EXPECT_EQ(kindOf(ramp, 1.7, 0), SlopeVerdict::Differs);
  EXPECT_EQ(kindOf(ramp, 1.7, 1), SlopeVerdict::Agrees);
}

TEST(Differences, NotFinite) {
  for (double claim : {0.0, 1.0, double(INFINITY)}) {
    SlopeVerdict root = judge([](double x) { return std::sqrt(x); }, 0, claim);
    EXPECT_EQ(root.kind, SlopeVerdict::NotFinite);
    EXPECT_TRUE(std::isnan(root.left));
    EXPECT_GT(root.right, 1e3);
    EXPECT_EQ(kindOf([](double x) { return x > 0.5 ? NAN : x; }, 0.5, claim),
              SlopeVerdict::NotFinite);
    EXPECT_EQ(kindOf([](double x) { return x == 1 ? 0 : INFINITY; }, 1, claim),
              SlopeVerdict::NotFinite);
  }
  // A step is as small as it must be to stay where the function is defined.
  EXPECT_EQ(kindOf([](double x) { return x < 1.00001 ? x : NAN; }, 1, 1),
            SlopeVerdict::Agrees);
}

TEST(Differences, NotConverging) {
  // A jump, stairs with an edge so near that no step resolves it, and noise of
  // a relative 1e-5.
  for (double claim : {0.0, 1.0})
    EXPECT_EQ(kindOf([](double x) { return std::floor(x); }, 1, claim),
              SlopeVerdict::NotConverging);
  for (double x : {0.3, 0.3 + 1e-9, 1.7 + 1e-10, -2.6, 9.4 - 1e-9})
    EXPECT_NE(
        kindOf([](double x) { return std::floor(1000 * x) / 1000; }, x, 0),
        SlopeVerdict::Differs)
        << x;
  Function noise = [](double x) {
    return std::exp(x) + 1e-6 * std::sin(1e13 * x);
  };
  EXPECT_EQ(kindOf(noise, 0, 1), SlopeVerdict::NotConverging);
  // A claim that is far off is wrong for all that.
  EXPECT_EQ(kindOf(noise, 0, 3), SlopeVerdict::Differs);
  EXPECT_EQ(kindOf(noise, 0, NAN), SlopeVerdict::Differs);
}

TEST(Differences, ErrorsOfTheFunction) {
  unsigned calls = 0;
  auto line = [&](double place) -> llvm::Expected<Movement> {
    if (++calls == 4)
      return makeError("no more");
    return Movement{place, std::abs(place)};
  };
  auto verdict = checkSlope(line, SlopeClaim());
  ASSERT_FALSE(verdict);
  EXPECT_EQ(llvm::toString(verdict.takeError()), "no more");
  EXPECT_EQ(calls, 4u);
}

} // namespace
