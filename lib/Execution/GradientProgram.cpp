//===- GradientProgram.cpp - The program that is checked ------------------===//

#include "Kina/Execution/GradientProgram.h"
#include "Kina/Dialect/Kina.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

/// Leaves only what `function` needs, so that nothing else can be wrong.
static LogicalResult isolate(ModuleOp module, func::FuncOp function) {
  for (auto other : module.getOps<func::FuncOp>())
    if (other != function)
      other.setPrivate();
  PassManager pm(module.getContext());
  pm.addPass(createSymbolDCEPass());
  return pm.run(module);
}

static SmallVector<Type> getFloats(TypeRange types) {
  return llvm::to_vector(
      llvm::make_filter_range(types, kina::isDifferentiable));
}

/// Numbers have no gradients: those that are floats, and so seem to, are
/// refused.
static llvm::Error checkScalars(StringRef function, StringRef kind,
                                TypeRange types) {
  for (auto [i, type] : llvm::enumerate(types))
    if (isa<FloatType>(type))
      return kina::makeError(
          "function '" + function + "': " + kind + " " + Twine(i) +
          ": expected tensors and integers, whose gradients "
          "can be checked, got " +
          llvm::formatv("'{0}'", type).str() + "; make it a tensor of rank 0");
  return llvm::Error::success();
}

/// A public function of the gradients of `function`, beside it.
static func::FuncOp addGradient(ModuleOp module, func::FuncOp function) {
  SmallVector<Type> gradients = getFloats(function.getArgumentTypes());
  SmallVector<Type> seeds = getFloats(function.getResultTypes());
  SmallVector<Type> inputs = llvm::to_vector(function.getArgumentTypes());
  llvm::append_range(inputs, seeds);
  SmallVector<Type> outputs = llvm::to_vector(function.getResultTypes());
  llvm::append_range(outputs, gradients);

  // The program need not have had an op of kina.
  module.getContext()->loadDialect<kina::KinaDialect>();
  OpBuilder b(module.getContext());
  Location loc = function.getLoc();
  auto gradient =
      func::FuncOp::create(loc, function.getSymName().str() + "_gradient",
                           b.getFunctionType(inputs, gradients));
  SymbolTable(module).insert(gradient);
  b.setInsertionPointToStart(gradient.addEntryBlock());
  ValueRange arguments = gradient.getArguments();
  auto handle = kina::HandleOp::create(
      b, loc, outputs, FlatSymbolRefAttr::get(function),
      arguments.drop_back(seeds.size()), /*of=*/nullptr, /*wrt=*/nullptr,
      arguments.take_back(seeds.size()));
  func::ReturnOp::create(b, loc,
                         handle.getResults().take_back(gradients.size()));
  return gradient;
}

llvm::Expected<kina::GradientProgram>
kina::makeGradientProgram(func::FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  auto refuse = [&](const Twine &why) {
    return makeError("function '" + function.getSymName() + "' " + why +
                     ", so that it has no gradient to check");
  };
  if (getFloats(function.getArgumentTypes()).empty())
    return refuse("takes no tensors of floats");
  if (getFloats(function.getResultTypes()).empty())
    return refuse("gives no tensors of floats");
  StringRef name = function.getSymName();
  if (llvm::Error error =
          checkScalars(name, "argument", function.getArgumentTypes()))
    return error;
  if (llvm::Error error =
          checkScalars(name, "result", function.getResultTypes()))
    return error;
  if (failed(isolate(module, function)) || failed(convertToDouble(module)))
    return makeError("the program cannot be checked in f64");

  auto signature = getSignature(function);
  if (!signature)
    return signature.takeError();
  auto gradient = getSignature(addGradient(module, function));
  if (!gradient)
    return gradient.takeError();
  return GradientProgram{std::move(*signature), std::move(*gradient)};
}
