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
    replaces it by derivative functions made of kina ops. What the backward part
    of a loop needs of each iteration is governed by an attribute of `scf.for` or
    `scf.while`, `kina.recompute_policy`:

    - `"store"`, the default: it is kept for each iteration.
    - `"sqrt"`: the loop's state is kept at about the square root of the
      iterations, and the iterations between two such are run again; memory grows
      with the square root, time by one more run.
    - `"recompute"`: nothing is kept. Each iteration's backward part runs the loop
      again up to there: time grows with the square of the iterations.
    
    Of `scf.while`, whose trips are not known before, nothing but their number is
    kept, whatever the policy: its backward part runs it once more, as a loop of
    so many trips with that policy. `--kina-to-linalg`
    turns host programs into linalg on tensors.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // KINA_DIALECT_KINADIALECT
