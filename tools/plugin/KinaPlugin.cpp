//===- KinaPlugin.cpp - kina as a plugin of mlir-opt ----------------------===//

#include "Kina/InitAll.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

/// For --load-dialect-plugin.
extern "C" LLVM_ATTRIBUTE_WEAK ::mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "kina", KINA_VERSION,
          [](mlir::DialectRegistry *registry) {
            kina::registerAllDialects(*registry);
          }};
}

/// For --load-pass-plugin.
extern "C" LLVM_ATTRIBUTE_WEAK ::mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "kina", KINA_VERSION,
          [] { kina::registerAllPasses(); }};
}
