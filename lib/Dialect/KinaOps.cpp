//===- KinaOps.cpp - Generated code of the ops ----------------------------===//
//
// Alone in its file: it takes longer to compile than all that people edit.
//
//===----------------------------------------------------------------------===//

#include "Kina/Dialect/Kina.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/PatternMatch.h"

#define GET_OP_CLASSES
#include "Kina/Dialect/KinaOps.cpp.inc"
