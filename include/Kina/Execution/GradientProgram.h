//===- GradientProgram.h - The program that is checked ----------*- C++ -*-===//
//
// Programs for kina-run's --check-grad. Differences need more digits than f32
// has, so that the whole program is computed in f64.
//===----------------------------------------------------------------------===//

#ifndef KINA_EXECUTION_GRADIENTPROGRAM_H
#define KINA_EXECUTION_GRADIENTPROGRAM_H

#include "Kina/Execution/Signature.h"

namespace kina {

/// Makes every float type of `module` f64, in place: those of values, constants
/// and attributes; conversions between floats vanish. Fails, with an error at
/// the op, for what has no such meaning: ops on the bits of floats, functions
/// without body that take or give floats, and types wider than f64.
llvm::LogicalResult convertToDouble(mlir::ModuleOp module);

/// The functions of a program whose gradients are checked.
struct GradientProgram {
  /// The function itself, in f64.
  Signature function;
  /// Takes its arguments and one cotangent for each of its float results; gives
  /// one gradient for each of its float arguments.
  Signature gradient;
};

/// Makes the module around `function` the program that checks its gradients:
/// what the function does not reach goes, the rest is in f64, and a function of
/// its gradients is added. Fails where it has no float arguments or results,
/// and as convertToDouble does (what was wrong went to the context's diagnostic
/// handler).
llvm::Expected<GradientProgram>
makeGradientProgram(mlir::func::FuncOp function);

} // namespace kina

#endif // KINA_EXECUTION_GRADIENTPROGRAM_H
