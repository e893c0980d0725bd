//===- BuffersTest.cpp - Who owns, reads and writes which memory ----------===//
//
// Programs run here on a heap that finds wrong accesses, with arguments in
// memory that cannot be written. Code of the JIT is not instrumented, so that a
// sanitizer alone would see nothing of what it does.
//===----------------------------------------------------------------------===//

#include "BuffersCases.h"
#include "GuardedHeap.h"
#include "Optimize.h"
#include "TestTensors.h"

#include "Kina/Execution/Jit.h"
#include "Kina/InitAll.h"
#include "Kina/Pipelines.h"
#include "kina/runtime.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <cstring>

using namespace kina;
using llvm::ArrayRef;

namespace {
/// A tensor in memory as a compiled function gets and gives it.
struct View {
  void *allocated = nullptr;
  const void *data = nullptr;
  llvm::SmallVector<int64_t> shape;
};

/// A compiled program whose memory comes from the guarded heap.
class GuardedProgram {
public:
  GuardedProgram(llvm::StringRef source, unsigned optLevel)
      : context(makeRegistry()) {
    module = mlir::parseSourceString<mlir::ModuleOp>(source, &context);
    signature =
        llvm::cantFail(getSignature(llvm::cantFail(findFunction(*module, ""))));
    mlir::PassManager pm(&context);
    buildHostPipeline(pm, HostPipelineOptions());
    if (failed(pm.run(*module)))
      llvm::report_fatal_error("the host pipeline failed");
    auto target = llvm::cantFail(createTargetMachine(HostTarget(), optLevel));
    auto transformer = [&](llvm::Module *llvmModule) {
      optimize(*llvmModule, *target, optLevel);
      return llvm::Error::success();
    };
    mlir::ExecutionEngineOptions options;
    options.transformer = transformer;
    engine = llvm::cantFail(mlir::ExecutionEngine::create(*module, options));
    engine->registerSymbols([](llvm::orc::MangleAndInterner mangle) {
      llvm::orc::SymbolMap symbols;
      auto add = [&](llvm::StringRef name, auto *function) {
        symbols[mangle(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                                 llvm::JITSymbolFlags::Exported};
      };
#define KINA_RUNTIME_CALL(NAME, ...) add(#NAME, &NAME);
#include "kina/runtime_calls.def"
      add("aligned_alloc", &guarded::allocate);
      add("malloc", &guarded::allocateAny);
      add("kina_alloc", &guarded::allocate);
      add("free", &guarded::release);
      return symbols;
    });
    function = llvm::cantFail(
        engine->lookupPacked("_mlir_ciface_" + signature.function));
  }

  std::vector<View> call(ArrayRef<View> arguments) {
    std::vector<int64_t> words(64);
    std::vector<void *> values, packed;
    int64_t *next = words.data();
    if (!signature.results.empty())
      values.push_back(next);
    for (const TensorSpec &result : signature.results)
      next += 3 + 2 * result.shape.size();
    for (const View &argument : arguments) {
      values.push_back(next);
      std::memcpy(next, &argument.allocated, sizeof(void *));
      std::memcpy(next + 1, &argument.data, sizeof(void *));
      size_t rank = argument.shape.size();
      int64_t stride = 1;
      for (size_t i = rank; i-- > 0; stride *= argument.shape[i]) {
        next[3 + i] = argument.shape[i];
        next[3 + rank + i] = stride;
      }
      next += 3 + 2 * rank;
    }
    EXPECT_LE(next, words.data() + words.size());
    for (void *&value : values)
      packed.push_back(&value);
    function(packed.data());

    std::vector<View> results;
    next = words.data();
    for (const TensorSpec &spec : signature.results) {
      View result;
      std::memcpy(&result.allocated, next, sizeof(void *));
      std::memcpy(&result.data, next + 1, sizeof(void *));
      EXPECT_EQ(next[2], 0) << "the offset of a result";
      result.shape.assign(next + 3, next + 3 + spec.shape.size());
      results.push_back(result);
      next += 3 + 2 * spec.shape.size();
    }
    return results;
  }

  /// The text of a result, as kina-run prints it.
  std::string print(size_t index, const View &view) const {
    ElementType type = signature.results[index].elementType;
    HostTensor tensor = unwrap(HostTensor::create(type, view.shape));
    if (tensor.getSizeInBytes())
      std::memcpy(tensor.getData(), view.data, tensor.getSizeInBytes());
    return kina::print(tensor);
  }

  Signature signature;

private:
  static mlir::DialectRegistry makeRegistry() {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    registerJitDialects(registry);
    return registry;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<mlir::ExecutionEngine> engine;
  void (*function)(void **) = nullptr;
};

/// Arguments of the given text, in memory that cannot be written; with `share`
/// arguments of one text are one buffer.
std::vector<View> makeArguments(ArrayRef<const char *> texts, bool share) {
  std::vector<View> views;
  for (size_t i = 0; i < texts.size(); ++i) {
    size_t same =
        std::find(texts.begin(), texts.end(), llvm::StringRef(texts[i])) -
        texts.begin();
    if (share && same < i) {
      views.push_back(views[same]);
      continue;
    }
    HostTensor tensor = parsed(texts[i]);
    View view;
    view.data =
        guarded::makeReadOnly(tensor.getData(), tensor.getSizeInBytes());
    view.allocated = const_cast<void *>(view.data);
    view.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
    views.push_back(view);
  }
  return views;
}

/// One call: the values, who owns them, and that nothing else is left.
void check(GuardedProgram &program, const BuffersCase &test,
           ArrayRef<View> arguments, bool backwards) {
  ASSERT_TRUE(guarded::getLive().empty());
  std::vector<View> results = program.call(arguments);
  std::set<void *> owned;
  for (auto [i, result] : llvm::enumerate(results)) {
    EXPECT_EQ(program.print(i, result), test.results[i]) << "result " << i;
    EXPECT_TRUE(owned.insert(result.allocated).second)
        << "result " << i << " is also another one";
  }
  EXPECT_EQ(guarded::getLive(), owned) << "what is left but the results";
  // The caller may write to its results; the next call must not see it.
  for (auto [i, result] : llvm::enumerate(results)) {
    size_t size = getByteWidth(program.signature.results[i].elementType);
    for (int64_t n : result.shape)
      size *= n;
    std::memset(const_cast<void *>(result.data), 0x5a, size);
  }
  if (backwards)
    std::reverse(results.begin(), results.end());
  for (const View &result : results)
    guarded::release(result.allocated);
  EXPECT_TRUE(guarded::getLive().empty());
  EXPECT_EQ(guarded::takeFaults(), 0u);
}

class Buffers : public testing::TestWithParam<BuffersCase> {};

TEST_P(Buffers, AreOwnedOnceAndArgumentsStay) {
  const BuffersCase &test = GetParam();
  for (unsigned level : {0, 3}) {
    GuardedProgram program(test.source, level);
    for (bool share : {false, true}) {
      std::vector<View> arguments = makeArguments(test.arguments, share);
      // As floats nearly 0 and nearly the largest or NaN: neither may show.
      for (unsigned char fill : {0x00, 0x7f, 0xff}) {
        guarded::setFill(fill);
        SCOPED_TRACE(testing::Message() << "-O" << level << ", shared " << share
                                        << ", fill " << int(fill));
        check(program, test, arguments, /*backwards=*/false);
        check(program, test, arguments, /*backwards=*/true);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Buffers, testing::ValuesIn(buffersCases),
                         [](const testing::TestParamInfo<BuffersCase> &info) {
                           return info.param.name;
                         });

/// The heap finds what it is for.
TEST(GuardedHeap, CountsFaults) {
  guarded::setFill(0x11);
  char *block = static_cast<char *>(guarded::allocate(64, 100));
  EXPECT_EQ(block[99], 0x11);
  EXPECT_EQ(guarded::getLive().count(block), 1u);
  block[-1] = 0;
  guarded::release(block);
  EXPECT_EQ(guarded::takeFaults(), 1u) << "a byte in front";
  guarded::release(block);
  EXPECT_EQ(guarded::takeFaults(), 1u) << "freed twice";
  EXPECT_DEATH(block[0] = 1, "") << "use after free";
  char *other = static_cast<char *>(guarded::allocate(64, 128));
  EXPECT_DEATH(other[128] = 1, "") << "a byte behind";
  guarded::release(other);
  const char *text = static_cast<const char *>(guarded::makeReadOnly("ab", 2));
  EXPECT_EQ(text[1], 'b');
  EXPECT_DEATH(const_cast<char *>(text)[0] = 'c', "");
}
} // namespace
