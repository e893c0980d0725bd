//===- InitAll.cpp - Registration of all that kina has --------------------===//

#include "Kina/InitAll.h"
#include "Kina/Conversion/Passes.h"
#include "Kina/Pipelines.h"
#include "Kina/Transforms/ForeignVJP.h"
#include "Kina/Transforms/HostPasses.h"
#include "Kina/Transforms/Passes.h"

void kina::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<KinaDialect>();
  registerHostDialects(registry);
  registerForeignVJPModels(registry);
}

void kina::registerAllPasses() {
  // A plugin asks twice, once for its dialect and once for its passes; MLIR
  // takes a pipeline only once.
  static bool registered = [] {
    registerKinaTransformsPasses();
    registerKinaHostPasses();
    registerKinaConversionPasses();
    registerHostPipeline();
    return true;
  }();
  (void)registered;
}
