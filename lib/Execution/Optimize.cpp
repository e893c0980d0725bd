//===- Optimize.cpp - LLVM's optimisations for compiled programs ----------===//

#include "Optimize.h"

#include "llvm/IR/Module.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

static OptimizationLevel getLevel(unsigned level) {
  switch (level) {
  case 0:
    return OptimizationLevel::O0;
  case 1:
    return OptimizationLevel::O1;
  case 2:
    return OptimizationLevel::O2;
  default:
    return OptimizationLevel::O3;
  }
}

void kina::optimize(llvm::Module &module, TargetMachine &target,
                    unsigned level) {
  PipelineTuningOptions tuning;
  tuning.LoopInterleaving = level >= 2;
  tuning.LoopVectorization = level >= 2;
  // Loops are where the time goes in these programs. Small ones are unrolled,
  // and the SLP vectoriser's time grows with the cube of what that leaves: four
  // seconds for 200 additions of 8x8 tensors.
  tuning.SLPVectorization = false;

  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager callGraph;
  ModuleAnalysisManager modules;
  PassBuilder builder(&target, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  builder.buildPerModuleDefaultPipeline(getLevel(level)).run(module, modules);
}
