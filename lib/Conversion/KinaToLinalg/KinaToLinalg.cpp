//===- KinaToLinalg.cpp - The pass --kina-to-linalg -------------------------===//

#include "Kina/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace kina {
#define GEN_PASS_DEF_KINATOLINALG
#include "Kina/Conversion/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

namespace {
struct KinaToLinalgPass : kina::impl::KinaToLinalgBase<KinaToLinalgPass> {
  using KinaToLinalgBase::KinaToLinalgBase;
  void runOnOperation() override {}
};
} // namespace
