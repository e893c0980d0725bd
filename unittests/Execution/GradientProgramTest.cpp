//===- GradientProgramTest.cpp - The program that is checked --------------===//

#include "TestTensors.h"

#include "Kina/Dialect/Kina.h"
#include "Kina/Execution/GradientCheck.h"
#include "Kina/Execution/GradientProgram.h"
#include "Kina/Execution/Jit.h"
#include "Kina/InitAll.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace kina;

namespace {

class GradientProgramTest : public ::testing::Test {
protected:
  GradientProgramTest() : context(makeRegistry()) {}

  static mlir::DialectRegistry makeRegistry() {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    registerJitDialects(registry);
    return registry;
  }

  void parse(llvm::StringRef source) {
    module = mlir::parseSourceString<mlir::ModuleOp>(source, &context);
    ASSERT_TRUE(module);
  }

  /// The program in f64, or the errors.
  std::string convert(llvm::StringRef source) {
    std::string text;
    llvm::raw_string_ostream os(text);
    parse(source);
    mlir::ScopedDiagnosticHandler handler(&context,
                                          [&](mlir::Diagnostic &diag) {
                                            os << diag << "\n";
                                            return mlir::success();
                                          });
    if (succeeded(convertToDouble(*module)))
      module->print(os);
    return text;
  }

  /// Checks argument 0 of the function `f`.
  ArgumentCheck checkFirst(llvm::StringRef source,
                           llvm::ArrayRef<const char *> texts) {
    parse(source);
    auto program = llvm::cantFail(
        makeGradientProgram(llvm::cantFail(findFunction(*module, "f"))));
    auto jit = llvm::cantFail(JitModule::compile(*module));
    auto read = [&] {
      llvm::SmallVector<HostTensor> tensors;
      for (const char *text : texts)
        tensors.push_back(parsed(text));
      return tensors;
    };
    auto function = [&](llvm::MutableArrayRef<HostTensor> inputs) {
      return jit->run(program.function, inputs);
    };
    llvm::SmallVector<HostTensor> inputs = read(), more = read();
    Cotangents cotangents =
        llvm::cantFail(drawCotangents(llvm::cantFail(function(inputs)), {}));
    for (const HostTensor &seed : cotangents.seeds)
      more.push_back(unwrap(toDouble(seed)));
    auto gradients = llvm::cantFail(jit->run(program.gradient, more));
    return llvm::cantFail(
        checkArgument(function, inputs, 0, cotangents, gradients[0]));
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

bool contains(const std::string &text, llvm::StringRef part) {
  return llvm::StringRef(text).contains(part);
}

TEST_F(GradientProgramTest, EveryFloatIsWide) {
  std::string text = convert(R"(
    func.func private @g(%x: tensor<?x3xbf16>) -> tensor<?x3xbf16> {
      return %x : tensor<?x3xbf16>
    }
    func.func @f(%x: tensor<?x3xf32>, %c: i1) -> (tensor<?x3xf16>, tensor<2xi1>, f32) {
      %0 = kina.cast %x : tensor<?x3xf32> -> tensor<?x3xbf16>
      %1 = call @g(%0) : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
      %2 = kina.cast %1 : tensor<?x3xbf16> -> tensor<?x3xf16>
      %3 = kina.constant dense<true> : tensor<2xi1>
      %4 = arith.constant 0.5 : f32
      %5 = arith.extf %4 : f32 to f64
      %6 = arith.truncf %5 : f64 to f32
      %i0 = arith.constant 0 : index
      %7 = tensor.extract %x[%i0, %i0] : tensor<?x3xf32>
      %8 = scf.if %c -> f32 {
        %9 = math.exp %7 : f32
        scf.yield %9 : f32
      } else {
        scf.yield %6 : f32
      }
      return %2, %3, %8 : tensor<?x3xf16>, tensor<2xi1>, f32
    })");
  for (const char *narrow : {"f32", "bf16", " f16", "xf16", "kina.cast",
                             "arith.extf", "arith.truncf", "error"})
    EXPECT_FALSE(contains(text, narrow)) << narrow << " in\n" << text;
  EXPECT_TRUE(contains(text, "-> (tensor<?x3xf64>, tensor<2xi1>, f64)"));
  EXPECT_TRUE(contains(text, "math.exp"));
}

TEST_F(GradientProgramTest, CastsToAndFromIntegersStay) {
  std::string text = convert(R"(
    func.func @f(%x: tensor<2xf16>) -> tensor<2xf16> {
      %0 = kina.cast %x : tensor<2xf16> -> tensor<2xi32>
      %1 = kina.cast %0 : tensor<2xi32> -> tensor<2xf16>
      return %1 : tensor<2xf16>
    })");
  EXPECT_TRUE(contains(text, "tensor<2xf64> -> tensor<2xi32>"));
  EXPECT_TRUE(contains(text, "tensor<2xi32> -> tensor<2xf64>"));
}

TEST_F(GradientProgramTest, ConstantsKeepTheirValues) {
  std::string text = convert(R"(
    func.func @f() {
      %0 = kina.constant dense<[1.0, 0.1, 0xFF800000]> : tensor<3xf32>
      %1 = kina.constant dense<65504.0> : tensor<1000xf16>
      %2 = kina.constant dense_resource<values> : tensor<2xf32>
      %3 = kina.constant dense_resource<values> : tensor<4xbf16>
      %4 = kina.constant dense_resource<values> : tensor<1xi64>
      %5 = kina.constant dense<> : tensor<0x4xf32>
      %6 = arith.constant dense<0.1> : tensor<2xbf16>
      %7 = arith.constant 1.5 : f8E4M3FN
      return
    }
    {-# dialect_resources: { builtin: { values: "0x080000000000803F00000040" } } #-})");
  for (const char *line :
       {"dense<[1.000000e+00, 0.10000000149011612, 0xFFF0000000000000]> : "
        "tensor<3xf64>",
        "dense<6.550400e+04> : tensor<1000xf64>",
        "dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf64>",
        "dense<[0.000000e+00, 1.000000e+00, 0.000000e+00, 2.000000e+00]> : "
        "tensor<4xf64>",
        "dense_resource<values> : tensor<1xi64>", "dense<> : tensor<0x4xf64>",
        "dense<0.10009765625> : tensor<2xf64>",
        "arith.constant 1.500000e+00 : f64"})
    EXPECT_TRUE(contains(text, line)) << line << " in\n" << text;
}

TEST_F(GradientProgramTest, WhatHasNoMeaningInDoubleIsAnError) {
  struct {
    const char *body, *message;
  } tests[] = {
      {"func.func @f(%x: f32) { %0 = arith.bitcast %x : f32 to i32 return }",
       "'arith.bitcast' op expected a program that means the same in f64, in "
       "which gradients are checked, got an op on the bits of floats"},
      // Of one width, so that f64 would verify.
      {"func.func @f(%x: tensor<2xf16>) { %0 = tensor.bitcast %x : "
       "tensor<2xf16> to tensor<2xbf16> return }",
       "got an op on the bits of floats"},
      {"func.func @f(%x: memref<8xi8>, %i: index) { %0 = memref.view "
       "%x[%i][] : memref<8xi8> to memref<2xf32> return }",
       "got an op on the bits of floats"},
      {"func.func @f(%x: f32) { %0 = llvm.fadd %x, %x : f32 return }",
       "got an op on the bits of floats"},
      {"func.func private @f(tensor<2xf32>)",
       "'func.func' op expected a program that means the same in f64, in which "
       "gradients are checked, got a function without body, whose code takes "
       "other floats"},
      {"func.func @f(%x: f128) { %0 = arith.addf %x, %x : f128 return }",
       "expected floats of at most 64 bits, got f128"},
      {"func.func @f() { %0 = arith.constant 1.0 : f80 return }",
       "expected floats of at most 64 bits, got"},
      {"func.func @f() { %0 = arith.constant dense<(1.0, 2.0)> : "
       "tensor<2xcomplex<f32>> return }",
       "expected elements that are integers or floats of at most 64 bits, got "
       "complex<f32>"},
      {"func.func @f() { %0 = kina.constant dense_resource<a> : "
       "tensor<2xf32> return } {-# dialect_resources: { builtin: { a: "
       "\"0x040000000000803F\" } } #-}",
       "expected data of type tensor<2xf32> in resource 'a', got 4 bytes"},
      {"func.func @f(%x: f16, %s: f8E8M0FNU) { %0 = arith.scaling_truncf %x, "
       "%s : f16, f8E8M0FNU to f8E5M2 return }",
       "'arith.scaling_truncf' op expected an op that takes f64 in place of "
       "every float type, in which gradients are checked, got one that does "
       "not: "},
  };
  for (auto &test : tests) {
    std::string text = convert(test.body);
    EXPECT_TRUE(contains(text, test.message)) << test.body << "\n" << text;
    EXPECT_FALSE(contains(text, "func.func @f("));
  }
}

TEST_F(GradientProgramTest, WhatStaysAsItIsMayUseBits) {
  std::string text = convert(R"(
    func.func private @outside(tensor<2xf64>) -> tensor<2xi32>
    func.func @f(%x: f64) -> i64 {
      %0 = arith.bitcast %x : f64 to i64
      return %0 : i64
    })");
  EXPECT_TRUE(contains(text, "arith.bitcast")) << text;
  EXPECT_TRUE(contains(text, "@outside(tensor<2xf64>)")) << text;
}

TEST_F(GradientProgramTest, OnlyWhatTheFunctionReaches) {
  parse(R"(
    func.func @other(%x: f32) -> i32 {
      %0 = arith.bitcast %x : f32 to i32
      return %0 : i32
    }
    func.func private @unused(%x: f128) { return }
    func.func private @outside(tensor<2xf32>)
    func.func @callee(%x: tensor<2xf32>) -> tensor<2xf32> {
      return %x : tensor<2xf32>
    }
    func.func private @f_gradient(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = call @callee(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    func.func @f(%i: tensor<2xi64>, %x: tensor<2xf32>, %y: tensor<f16>)
        -> (tensor<2xf32>, tensor<2xi64>, tensor<f16>) {
      %0 = call @f_gradient(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0, %i, %y : tensor<2xf32>, tensor<2xi64>, tensor<f16>
    })");
  auto program =
      makeGradientProgram(llvm::cantFail(findFunction(*module, "f")));
  ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
  EXPECT_EQ(llvm::range_size(module->getOps<mlir::func::FuncOp>()), 4u);
  EXPECT_EQ(program->function.function, "f");
  // Its name was taken.
  EXPECT_NE(program->gradient.function, "f_gradient");
  auto textOf = [](llvm::ArrayRef<TensorSpec> specs) {
    std::string text;
    for (const TensorSpec &spec : specs)
      text += spec.getTypeString() + " ";
    return text;
  };
  EXPECT_EQ(textOf(program->function.inputs), "2xi64 2xf64 f64 ");
  EXPECT_EQ(textOf(program->gradient.inputs), "2xi64 2xf64 f64 2xf64 f64 ");
  EXPECT_EQ(textOf(program->gradient.results), "2xf64 f64 ");
}

TEST_F(GradientProgramTest, RightRules) {
  ArgumentCheck check = checkFirst(R"(
    func.func @f(%x: tensor<?x3xf16>) -> (tensor<?xf32>, tensor<i64>) {
      %0 = kina.cast %x : tensor<?x3xf16> -> tensor<?x3xf32>
      %1 = kina.softmax %0 axis = 1 : tensor<?x3xf32>
      %2 = kina.reduce max %1 axes = [1] : tensor<?x3xf32> -> tensor<?xf32>
      %3 = kina.constant dense<1> : tensor<i64>
      return %2, %3 : tensor<?xf32>, tensor<i64>
    })",
                                   {"2x3xf64=1 2 4 8 -1 -3"});
  EXPECT_EQ(check.agreeing, 6);
  EXPECT_EQ(check.getError(), "");
  EXPECT_LT(check.largestError, 1e-8);
}

/// A rule that is wrong by a factor. concat has none of kina's.
struct WrongRule
    : VJPOpInterface::ExternalModel<WrongRule, mlir::tensor::ConcatOp> {
  void buildVJP(mlir::Operation *op, VJPContext &vjp) const {
    vjp.contribute(op->getOpOperand(0), [&]() -> mlir::Value {
      mlir::Value g = vjp.getCotangent();
      return AddOp::create(vjp.getBuilder(), op->getLoc(), g, g);
    });
  }
};

TEST_F(GradientProgramTest, RulesOfOtherDialects) {
  context.loadDialect<mlir::tensor::TensorDialect>();
  mlir::tensor::ConcatOp::attachInterface<WrongRule>(context);
  auto source = [](llvm::StringRef op) {
    return R"(
      func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
        %0 = kina.mul %x, %x : tensor<4xf32>
        %1 = )" +
           op.str() + R"(tensor<4xf32>
        return %1 : tensor<4xf32>
      })";
  };
  ArgumentCheck right = checkFirst(source("math.cos %0 : "), {"4xf64=1 2 0 3"});
  EXPECT_EQ(right.getError(), "");
  EXPECT_EQ(right.agreeing, 4);
  ArgumentCheck wrong =
      checkFirst(source("tensor.concat dim(0) %0 : (tensor<4xf32>) -> "),
                 {"4xf64=1 2 0 3"});
  EXPECT_EQ(wrong.differing, 3);
  EXPECT_EQ(wrong.agreeing, 1);
  EXPECT_TRUE(contains(wrong.getError(), "first at [0]: got "))
      << wrong.getError();
}

} // namespace
