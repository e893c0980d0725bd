//===- ReverseMode.cpp - The pass --kina-ad ---------------------------------===//

#include "Kina/Transforms/Passes.h"

namespace kina {
#define GEN_PASS_DEF_KINAAD
#include "Kina/Transforms/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

namespace {
struct ReverseModePass : kina::impl::KinaADBase<ReverseModePass> {
  void runOnOperation() override {}
};
} // namespace
