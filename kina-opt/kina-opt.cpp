//===- kina-opt.cpp - MLIR's optimizer driver with kina ---------------------===//

#include "Kina/Dialect/Kina.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  registry.insert<kina::KinaDialect>();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "kina optimizer driver\n", registry));
}
