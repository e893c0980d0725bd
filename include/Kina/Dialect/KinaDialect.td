//===- KinaDialect.td - The kina dialect ---------------------*- tablegen -*-===//

#ifndef KINA_DIALECT_KINADIALECT
#define KINA_DIALECT_KINADIALECT

include "mlir/IR/DialectBase.td"

def Kina_Dialect : Dialect {
  let name = "kina";
  let cppNamespace = "::kina";
  let summary = "Shape-typed tensor programs with placement and derivatives";
  let description = [{
    Values are builtin ranked tensors of f16, bf16, f32, f64, i1, i32 or i64.
    Dimensions may be dynamic, zero, or absent. A tensor without encoding lives
    on the host; `#kina.device` places it on a device. All tensors of one op
    share one placement (except `kina.transfer`), nothing is broadcast or
    converted implicitly, axes are never negative and indices are i64.

    `kina.handle` evaluates a function together with its gradients; `--kina-ad`
    replaces it by derivative functions made of kina ops. `--kina-to-linalg`
    turns host programs into linalg on tensors.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // KINA_DIALECT_KINADIALECT
