//===- Passes.td - Passes from kina to other dialects --------*- tablegen -*-===//

#ifndef KINA_CONVERSION_PASSES
#define KINA_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def KinaToLinalg : Pass<"kina-to-linalg", "::mlir::ModuleOp"> {
  let summary = "Lower host programs to linalg on tensors";
  let description = [{
    Every kina op on host tensors becomes linalg, tensor, arith and math ops that
    stock MLIR pipelines take. What must be checked at run time becomes an op of
    its own that calls a trap of libkina_runtime. An op on device tensors is an
    error.

    `loop-invariant-code-motion` belongs before this pass, where kina ops say which
    of them may run without their checks; upstream's ops all claim that they may.
  }];
  let options = [
    Option<"uncheckedBounds", "unchecked-bounds", "bool", /*default=*/"false",
           "Trust every index, as if each indexing op said bounds = unchecked "
           "(benchmarks only)">,
    Option<"checkCasts", "check-casts", "bool", /*default=*/"false",
           "Check the sizes at which a tensor.cast guesses, which upstream leaves "
           "undefined; the host pipeline does. Upstream's canonicalize may move a "
           "guess to before its check">
  ];
  let dependentDialects = [
    "::kina::KinaDialect", "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // KINA_CONVERSION_PASSES
