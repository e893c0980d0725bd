//===- Pipelines.h - Pipelines of passes ------------------------*- C++ -*-===//

#ifndef KINA_PIPELINES_H
#define KINA_PIPELINES_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace kina {

/// Options of --kina-host-pipeline.
struct HostPipelineOptions
    : public mlir::PassPipelineOptions<HostPipelineOptions> {
  Option<std::string> targetTriple{
      *this, "target-triple",
      llvm::cl::desc("Target triple; empty is the host's"), llvm::cl::init("")};
  Option<std::string> targetCpu{
      *this, "target-cpu",
      llvm::cl::desc("Target processor; native is the host's"),
      llvm::cl::init("native")};
  Option<std::string> targetFeatures{
      *this, "target-features",
      llvm::cl::desc("Target features on top of the processor's"),
      llvm::cl::init("")};
  Option<bool> uncheckedBounds{
      *this, "unchecked-bounds",
      llvm::cl::desc("Trust every index, as if each indexing op said bounds = "
                     "unchecked (benchmarks only)"),
      llvm::cl::init(false)};
};

/// Adds the passes from kina to the LLVM dialect to `pm`, a pass manager of
/// modules.
///
/// What the compiled functions keep to:
///   - a public function `f` has a C interface `_mlir_ciface_f`, which takes
///     pointers to memref descriptors;
///   - a bf16 that is no tensor is passed as its bits, a uint16_t;
///   - arguments are never written;
///   - each result is contiguous, shares memory with nothing else, and is the
///     caller's, who calls free() on its allocated pointer;
///   - all other memory is freed before the function returns;
///   - they call libkina_runtime, libc and libm only, and are reentrant.
void buildHostPipeline(mlir::OpPassManager &pm,
                       const HostPipelineOptions &options);

/// Adds the dialects that programs for the host pipeline may use, with the
/// external models that its passes need.
void registerHostDialects(mlir::DialectRegistry &registry);

/// Registers --kina-host-pipeline.
void registerHostPipeline();

} // namespace kina

#endif // KINA_PIPELINES_H
