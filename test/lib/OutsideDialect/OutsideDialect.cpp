//===- OutsideDialect.cpp - A dialect that kina does not know -------------===//
//
// Its ops have derivative rules without an edit of kina.
//
//===----------------------------------------------------------------------===//

#include "Kina/Dialect/VJPBuilder.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"

#include "OutsideDialect.h.inc"
#define GET_OP_CLASSES
#include "OutsideOps.h.inc"

using namespace mlir;

#include "OutsideDialect.cpp.inc"
#define GET_OP_CLASSES
#include "OutsideOps.cpp.inc"

void outside::OutsideDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "OutsideOps.cpp.inc"
      >();
}

// g * 3 x^2
void outside::CubeOp::buildVJP(kina::VJPContext &vjp) {
  kina::VJPBuilder b(vjp, *this);
  Value x = getOperand();
  vjp.contribute(getOperandMutable(), [&] {
    return b.scale(vjp.getCotangent(), b.mul(b.splat(3, x), b.mul(x, x)));
  });
}

// h cos t - g sin t, for g of the cosine and h of the sine, which the op itself
// gives.
void outside::PolarOp::buildVJP(kina::VJPContext &vjp) {
  kina::VJPBuilder b(vjp, *this);
  Value g = vjp.getCotangent(0), h = vjp.getCotangent(1);
  vjp.contribute(getOperandMutable(), [&]() -> Value {
    Value ofX = g ? b.neg(b.scale(g, getY())) : Value();
    Value ofY = h ? b.scale(h, getX()) : Value();
    return ofX && ofY ? b.add(ofX, ofY) : ofX ? ofX : ofY;
  });
}

void outside::BrokenOp::buildVJP(kina::VJPContext &vjp) {
  kina::VJPBuilder b(vjp, *this);
  vjp.contribute(getOperandMutable(), [&] {
    return b.cast(vjp.getCotangent(), b.builder().getF64Type());
  });
}

extern "C" LLVM_ATTRIBUTE_WEAK ::mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "outside", "1",
          [](DialectRegistry *registry) {
            registry->insert<outside::OutsideDialect>();
          }};
}
