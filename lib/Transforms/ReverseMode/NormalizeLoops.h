//===- NormalizeLoops.h - Loops in the form that rules treat ----*- C++ -*-===//
//
// Two kinds of loops are differentiated through others:
//
// - scf.while is counted; its derivative is that of an scf.for of as many
//   trips, which stands in a kina.checkpoint that is marked as computed.
// - A loop with the policy "sqrt" becomes a loop over segments of about the
//   square root of its trips. The outer one stores what enters each segment,
//   the inner one is run again for its backward part.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_TRANSFORMS_REVERSEMODE_NORMALIZELOOPS_H
#define KINA_LIB_TRANSFORMS_REVERSEMODE_NORMALIZELOOPS_H

#include "Activity.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/OwningOpRef.h"

namespace kina {

/// A copy of the function with its active loops in the normal form; null where
/// they are in it already.
mlir::OwningOpRef<mlir::func::FuncOp>
copyWithNormalLoops(mlir::func::FuncOp function, const Activity &activity);

/// Removes the marks of the normal form, and what is computed already, from a
/// function that was made from it.
void finishLoops(mlir::func::FuncOp function);

/// Whether the results of a kina.checkpoint are those of the op before it, as
/// many as it has.
bool isComputed(mlir::Operation *checkpoint);
/// Whether a loop runs over segments, each of which is run again.
bool isSegmented(mlir::scf::ForOp loop);

/// How often a loop runs, as an index: a constant where the loop's own bounds
/// are. `lower` and so on are its bounds in the function that is built.
mlir::Value buildTripCount(mlir::OpBuilder &b, mlir::Location loc,
                           mlir::scf::ForOp loop, mlir::Value lower,
                           mlir::Value upper, mlir::Value step);
/// The induction variable in iteration `index` of a loop: lower + index * step.
mlir::Value buildInduction(mlir::OpBuilder &b, mlir::Location loc,
                           mlir::Value lower, mlir::Value step,
                           mlir::Value index);

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_REVERSEMODE_NORMALIZELOOPS_H
