//===- Signature.cpp - What a compiled function takes and gives -----------===//

#include "Kina/Execution/Signature.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using kina::ElementType;

std::string kina::TensorSpec::getTypeString() const {
  std::string text;
  raw_string_ostream os(text);
  for (int64_t size : shape) {
    if (mlir::ShapedType::isDynamic(size))
      os << "?x";
    else
      os << size << "x";
  }
  os << getName(elementType);
  return text;
}

bool kina::TensorSpec::accepts(const HostTensor &tensor) const {
  return tensor.getElementType() == elementType &&
         tensor.getRank() == shape.size() &&
         all_of(zip_equal(shape, tensor.getShape()), [](auto sizes) {
           auto [expected, got] = sizes;
           return mlir::ShapedType::isDynamic(expected) || expected == got;
         });
}

Error kina::Signature::check(ArrayRef<HostTensor> tensors) const {
  if (tensors.size() != inputs.size())
    return makeError("function '" + function + "' takes " +
                     Twine(inputs.size()) +
                     (inputs.size() == 1 ? " input" : " inputs") + ", got " +
                     Twine(tensors.size()));
  for (auto [i, spec] : enumerate(inputs))
    if (!spec.accepts(tensors[i]))
      return makeError("input " + Twine(i) + ": expected " +
                       spec.getTypeString() + ", got " +
                       tensors[i].getTypeString());
  return Error::success();
}

/// `'f', 'g'`; `none` where there is none.
static std::string quoteNames(ArrayRef<mlir::func::FuncOp> functions) {
  if (functions.empty())
    return "none";
  std::string text;
  raw_string_ostream os(text);
  interleaveComma(functions, os, [&](mlir::func::FuncOp function) {
    os << "'" << function.getSymName() << "'";
  });
  return text;
}

Expected<mlir::func::FuncOp> kina::findFunction(mlir::ModuleOp module,
                                                StringRef name) {
  SmallVector<mlir::func::FuncOp> runnable;
  for (auto function : module.getOps<mlir::func::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      runnable.push_back(function);

  StringRef wanted = name.empty() ? "main" : name;
  for (mlir::func::FuncOp function : runnable)
    if (function.getSymName() == wanted)
      return function;
  if (name.empty()) {
    if (runnable.size() == 1)
      return runnable.front();
    return makeError(runnable.empty()
                         ? "no public function to run"
                         : "no function 'main', and several public ones; name "
                           "one with --function: " +
                               quoteNames(runnable));
  }
  std::string others = "; public functions: " + quoteNames(runnable);
  if (auto function = module.lookupSymbol<mlir::func::FuncOp>(name))
    return makeError("function '" + name + "' " +
                     (function.isExternal() ? "has no body" : "is private") +
                     others);
  return makeError("unknown function '" + name + "'" + others);
}

static std::optional<ElementType> findElementType(mlir::Type type) {
  std::string name;
  raw_string_ostream(name) << type;
  return kina::findElementType(name);
}

static std::optional<kina::TensorSpec> getSpec(mlir::Type type) {
  auto tensor = dyn_cast<mlir::RankedTensorType>(type);
  // An encoding is a placement other than the host, or unknown.
  if (tensor && tensor.getEncoding())
    return std::nullopt;
  std::optional<ElementType> element =
      type.isIndex() ? ElementType::I64
                     : findElementType(tensor ? tensor.getElementType() : type);
  if (!element)
    return std::nullopt;
  kina::TensorSpec spec{*element};
  spec.isScalar = !tensor;
  if (tensor)
    spec.shape.append(tensor.getShape().begin(), tensor.getShape().end());
  return spec;
}

static Error getSpecs(StringRef function, StringRef kind,
                      ArrayRef<mlir::Type> types,
                      SmallVectorImpl<kina::TensorSpec> &specs) {
  for (auto [i, type] : enumerate(types)) {
    std::optional<kina::TensorSpec> spec = getSpec(type);
    if (!spec) {
      std::string text;
      raw_string_ostream(text) << type;
      return kina::makeError(
          "function '" + function + "': " + kind + " " + Twine(i) +
          ": expected a ranked tensor or a scalar of " +
          kina::getElementTypeNames() + ", got '" + text + "'");
    }
    specs.push_back(std::move(*spec));
  }
  return Error::success();
}

Expected<kina::Signature> kina::getSignature(mlir::func::FuncOp function) {
  Signature signature;
  signature.function = function.getSymName().str();
  if (Error error = getSpecs(signature.function, "argument",
                             function.getArgumentTypes(), signature.inputs))
    return error;
  if (Error error = getSpecs(signature.function, "result",
                             function.getResultTypes(), signature.results))
    return error;
  return signature;
}
