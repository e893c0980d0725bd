//===- JitTest.cpp - Compiling and running in process ---------------------===//

#include "Kina/Execution/Jit.h"
#include "Kina/InitAll.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/Compiler.h"
#include "gtest/gtest.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <malloc.h>
#include <thread>
#include <unistd.h>

using namespace kina;

namespace {
/// A compiled program and the signature of its function main.
class Program {
public:
  explicit Program(llvm::StringRef source, unsigned optLevel = 3)
      : context(makeRegistry()) {
    module = mlir::parseSourceString<mlir::ModuleOp>(source, &context);
    signature =
        llvm::cantFail(getSignature(llvm::cantFail(findFunction(*module, ""))));
    JitOptions options;
    options.optLevel = optLevel;
    jit = llvm::cantFail(JitModule::compile(*module, options));
  }

  llvm::SmallVector<HostTensor>
  run(llvm::MutableArrayRef<HostTensor> inputs) const {
    return llvm::cantFail(jit->run(signature, inputs));
  }

  Signature signature;
  std::unique_ptr<JitModule> jit;

private:
  static mlir::DialectRegistry makeRegistry() {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    registerJitDialects(registry);
    return registry;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

HostTensor makeTensor(llvm::ArrayRef<int64_t> shape, double first) {
  HostTensor tensor =
      llvm::cantFail(HostTensor::create(ElementType::F32, shape));
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
    tensor.setDouble(i, first + static_cast<double>(i));
  return tensor;
}

/// A loop, a branch and views, so that buffers go every way there is.
constexpr llvm::StringLiteral manyBuffers = R"(
  func.func private @step(%x: tensor<?xf32>) -> tensor<?xf32> {
    %0 = kina.add %x, %x : tensor<?xf32>
    %1 = kina.tanh %0 : tensor<?xf32>
    return %1 : tensor<?xf32>
  }
  func.func @main(%x: tensor<?xf32>, %c: tensor<i1>)
      -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %b = tensor.extract %c[] : tensor<i1>
    %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%k = %x) -> tensor<?xf32> {
      %y = func.call @step(%k) : (tensor<?xf32>) -> tensor<?xf32>
      scf.yield %y : tensor<?xf32>
    }
    %s = scf.if %b -> tensor<?xf32> {
      %y = func.call @step(%r) : (tensor<?xf32>) -> tensor<?xf32>
      scf.yield %y : tensor<?xf32>
    } else {
      scf.yield %x : tensor<?xf32>
    }
    return %r, %s, %x : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  })";

llvm::SmallVector<HostTensor> makeInputs(int64_t size, bool condition) {
  llvm::SmallVector<HostTensor> inputs;
  inputs.push_back(makeTensor({size}, 0.0));
  inputs.push_back(llvm::cantFail(HostTensor::create(ElementType::I1, {})));
  inputs.back().setInt(0, condition);
  return inputs;
}

TEST(Jit, ManyCallsKeepMemoryConstant) {
  Program program(manyBuffers);
  auto inputs = makeInputs(1000, true);
  auto others = makeInputs(10, false);
  // The first runs allocate what stays.
  for (int i = 0; i < 10; ++i) {
    program.run(inputs);
    program.run(others);
  }
  size_t before = mallinfo2().uordblks;
  for (int i = 0; i < 5000; ++i) {
    program.run(inputs);
    program.run(others);
  }
  EXPECT_EQ(mallinfo2().uordblks, before);
  llvm::cantFail(program.jit->time(program.signature, inputs, 10000));
  EXPECT_EQ(mallinfo2().uordblks, before);
}

/// The memory of this process that is in use, in bytes.
size_t getResidentSize() {
  std::ifstream file("/proc/self/statm");
  size_t pages = 0, resident = 0;
  file >> pages >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

/// Tensors of 1 MB: of malloc's own blocks and of mapped pages.
TEST(Jit, I07_NoLeakPerCall) {
  Program program(R"(
    func.func @main(%x: tensor<65536x4xf32>, %w: tensor<4x4xf32>, %i: tensor<65536xi64>)
        -> (tensor<65536xf32>, tensor<65536x4xf16>) {
      %0 = kina.softmax %x axis = 1 : tensor<65536x4xf32>
      %1 = kina.matmul %0, %w : tensor<65536x4xf32>, tensor<4x4xf32> -> tensor<65536x4xf32>
      %2 = kina.take_along_axis %1, %i axis = 1
          : tensor<65536x4xf32>, tensor<65536xi64> -> tensor<65536xf32>
      %3 = kina.cast %1 : tensor<65536x4xf32> -> tensor<65536x4xf16>
      return %2, %3 : tensor<65536xf32>, tensor<65536x4xf16>
    })");
  llvm::SmallVector<HostTensor> inputs;
  inputs.push_back(makeTensor({65536, 4}, 0.0));
  inputs.push_back(makeTensor({4, 4}, 0.0));
  inputs.push_back(
      llvm::cantFail(HostTensor::create(ElementType::I64, {65536})));
  for (int i = 0; i < 10; ++i)
    program.run(inputs);
  const char *scope = std::getenv("KINA_TEST_SCOPE");
  int calls = scope && llvm::StringRef(scope) == "all" ? 10000 : 500;
  size_t resident = getResidentSize();
  size_t used = mallinfo2().uordblks, mapped = mallinfo2().hblkhd;
  for (int i = 0; i < calls; ++i)
    program.run(inputs);
  EXPECT_EQ(mallinfo2().uordblks, used);
  EXPECT_EQ(mallinfo2().hblkhd, mapped);
  // A sanitizer holds on to what is freed.
#if !defined(__SANITIZE_ADDRESS__) && !LLVM_ADDRESS_SANITIZER_BUILD
  EXPECT_LE(getResidentSize(), resident + (5u << 20));
#else
  (void)resident;
#endif
}

TEST(Jit, RunsInSeveralThreadsAtOnce) {
  Program program(manyBuffers);
  auto reference = makeInputs(1000, true);
  auto expected = program.run(reference);
  std::vector<std::thread> threads;
  std::atomic<unsigned> wrong = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      auto inputs = makeInputs(1000, true);
      for (int round = 0; round < 100; ++round) {
        auto results = program.run(inputs);
        for (size_t k = 0; k < results.size(); ++k)
          wrong += std::memcmp(results[k].getData(), expected[k].getData(),
                               expected[k].getSizeInBytes()) != 0;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0u);
}

TEST(Jit, ResultsAreCopiesAndArgumentsStay) {
  for (unsigned level = 0; level <= 3; ++level) {
    Program program(R"(
      func.func @f(%x: tensor<2x3xf32>)
          -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<6xf32>, tensor<f32>, tensor<f32>) {
        %0 = kina.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
        %1 = kina.constant dense<4.0> : tensor<f32>
        return %x, %x, %0, %1, %1
          : tensor<2x3xf32>, tensor<2x3xf32>, tensor<6xf32>, tensor<f32>, tensor<f32>
      })",
                    level);
    llvm::SmallVector<HostTensor> inputs;
    inputs.push_back(makeTensor({2, 3}, 1.0));
    auto results = program.run(inputs);
    ASSERT_EQ(results.size(), 5u);
    for (int i = 0; i < 6; ++i) {
      EXPECT_EQ(inputs[0].getDouble(i), i + 1.0);
      EXPECT_EQ(results[0].getDouble(i), i + 1.0);
      EXPECT_EQ(results[1].getDouble(i), i + 1.0);
      EXPECT_EQ(results[2].getDouble(i), i + 1.0);
    }
    EXPECT_EQ(results[3].getDouble(0), 4.0);
    EXPECT_EQ(results[4].getDouble(0), 4.0);
  }
}

TEST(Jit, EmptyTensorsAndNoResults) {
  Program empty(R"(
    func.func @f(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
      %0 = kina.exp %x : tensor<?x3xf32>
      return %0 : tensor<?x3xf32>
    })");
  llvm::SmallVector<HostTensor> inputs;
  inputs.push_back(makeTensor({0, 3}, 0.0));
  auto results = empty.run(inputs);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].getTypeString(), "0x3xf32");

  Program nothing("func.func @f() { return }");
  EXPECT_TRUE(nothing.run({}).empty());
}

TEST(Jit, WrongInputsAreErrors) {
  Program program("func.func @f(%x: tensor<?x3xf32>) { return }");
  llvm::SmallVector<HostTensor> inputs;
  auto getMessage = [&] {
    auto results = program.jit->run(program.signature, inputs);
    return results ? std::string() : llvm::toString(results.takeError());
  };
  EXPECT_EQ(getMessage(), "function 'f' takes 1 input, got 0");
  inputs.push_back(makeTensor({2, 2}, 0.0));
  EXPECT_EQ(getMessage(), "input 0: expected ?x3xf32, got 2x2xf32");
  inputs[0] = makeTensor({2, 3}, 0.0);
  EXPECT_EQ(getMessage(), "");
}
} // namespace
