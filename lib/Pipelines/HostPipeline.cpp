//===- HostPipeline.cpp - From kina to the LLVM dialect -------------------===//

#include "Kina/Conversion/Passes.h"
#include "Kina/Pipelines.h"
#include "Kina/Transforms/HostPasses.h"
#include "Kina/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

static void addSetTarget(OpPassManager &pm,
                         const kina::HostPipelineOptions &options) {
  kina::KinaSetTargetOptions target;
  target.triple = options.targetTriple;
  target.cpu = options.targetCpu;
  target.features = options.targetFeatures;
  pm.addPass(kina::createKinaSetTarget(target));
}

/// From kina to linalg on tensors.
static void addTensorPasses(OpPassManager &pm,
                            const kina::HostPipelineOptions &options) {
  pm.addPass(kina::createKinaAD());
  // Behind what users get to see the names in errors of, and before the first
  // pass that calls functions of its own.
  pm.addPass(kina::createKinaReserveNames());
  kina::KinaToLinalgOptions toLinalg;
  toLinalg.uncheckedBounds = options.uncheckedBounds;
  toLinalg.checkCasts = true;
  pm.addPass(kina::createKinaToLinalg(toLinalg));
  pm.addPass(kina::createKinaElementwiseToLinalg());
  pm.addPass(kina::createKinaStructureBlocks());
  pm.addPass(kina::createKinaInlineOnce());
  pm.addPass(createSymbolDCEPass());
  // No cse while there are tensor.empty ops: it merges them, and bufferization
  // then compares all ops that share one.
  pm.addPass(kina::createKinaSimplify());
}

/// From tensors to buffers, all of them freed.
static void addBufferPasses(OpPassManager &pm) {
  pm.addPass(kina::createKinaSafeReshapes());
  pm.addPass(kina::createKinaHostInterface());
  pm.addPass(kina::createKinaInsertionChains());
  pm.addPass(kina::createKinaSplitReads());
  pm.addPass(kina::createKinaConstantsToGlobals());
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  pm.addPass(bufferization::createEmptyTensorToAllocTensorPass());

  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  bufferize.allowReturnAllocsFromLoops = true;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addPass(kina::createKinaCompactBuffers());
  pm.addPass(kina::createKinaSimplify());
  pm.addPass(createCSEPass());
  pm.addPass(kina::createKinaPlaceDeallocs());
  pm.addPass(createConvertBufferizationToMemRefPass());
}

/// Arithmetic on narrow floats becomes f32 arithmetic with conversions, and
/// those plain integer operations where LLVM would call a helper.
static void addNarrowFloatPasses(OpPassManager &pm) {
  pm.addPass(math::createMathExtendToSupportedTypes());
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs = {"bf16"};
  emulate.targetTypeStr = "f32";
  pm.addPass(arith::createArithEmulateUnsupportedFloats(emulate));
  pm.addPass(kina::createKinaExpandFloatCasts());
  pm.addPass(kina::createKinaExpandArith());
}

/// From loops on buffers to the LLVM dialect.
static void addLLVMPasses(OpPassManager &pm) {
  pm.addPass(kina::createKinaLowerLoops());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(kina::createKinaCheckAllocations());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  FinalizeMemRefToLLVMConversionPassOptions memref;
  memref.useAlignedAlloc = true;
  pm.addPass(createFinalizeMemRefToLLVMConversionPass(memref));
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(kina::createKinaBFloat16Bits());
  // Fields of descriptors become plain values. LLVM would do that too, in time
  // quadratic in the number of buffers.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void kina::buildHostPipeline(OpPassManager &pm,
                             const HostPipelineOptions &options) {
  // First, for the passes that ask for sizes and alignments.
  addSetTarget(pm, options);
  addTensorPasses(pm, options);
  addBufferPasses(pm);
  pm.addPass(createKinaLowerCopies());
  pm.addPass(createConvertLinalgToLoopsPass());
  addNarrowFloatPasses(pm);
  addLLVMPasses(pm);
  pm.addPass(createKinaFinishSymbols());
  pm.addPass(createKinaNoAliasArguments());
  // Again, for the functions, which are LLVM's now.
  addSetTarget(pm, options);
}

void kina::registerHostPipeline() {
  registerPassPipeline(
      "kina-host-pipeline",
      "Compile host programs: kina, or linalg on tensors, to the LLVM dialect",
      [](OpPassManager &pm, StringRef text,
         function_ref<LogicalResult(const Twine &)> error) -> LogicalResult {
        // Passes of a module, in the manager of another op, end the process.
        std::optional<StringRef> anchor = pm.getOpName();
        if (anchor && *anchor != ModuleOp::getOperationName())
          return error("kina-host-pipeline: expected to run on '" +
                       ModuleOp::getOperationName() + "', got '" + *anchor +
                       "'");
        HostPipelineOptions options;
        if (failed(options.parseFromString(text)))
          return failure();
        buildHostPipeline(pm, options);
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> visit) {
        visit(HostPipelineOptions());
      });
}
