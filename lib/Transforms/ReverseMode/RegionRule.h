//===- RegionRule.h - Derivatives of control flow ---------------*- C++ -*-===//
//
// An op with regions is differentiated region by region: each region's block is
// a body with a derivative of its own, and the op's rule says how these are put
// together. Rules are made from the innermost op outwards.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_TRANSFORMS_REVERSEMODE_REGIONRULE_H
#define KINA_LIB_TRANSFORMS_REVERSEMODE_REGIONRULE_H

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Operation.h"
#include <memory>

namespace kina {

class Source;

/// Whether `op` is control flow that has a rule.
bool hasRegionRule(mlir::Operation *op);

/// The cotangents so far of the values that a region's op reads.
class CotangentSums {
public:
  virtual ~CotangentSums() = default;
  /// Null where there is none yet.
  virtual mlir::Value get(mlir::Value value) const = 0;
  virtual void set(mlir::Value value, mlir::Value sum) = 0;
  virtual void add(mlir::Value value, mlir::Value cotangent) = 0;
};

class RegionRule {
public:
  virtual ~RegionRule() = default;

  /// The rule of an active op of `source`; null after an error was reported.
  static std::unique_ptr<RegionRule> create(mlir::Operation *op,
                                            Source &source);

  /// Builds the op again, so that it also gives what the backward part needs.
  /// `mapping` has the values it reads. Gives what stands for the op's results.
  virtual llvm::FailureOr<llvm::SmallVector<mlir::Value>>
  buildForward(mlir::OpBuilder &b, const mlir::IRMapping &mapping) = 0;

  /// Builds the backward part and adds each read value's cotangent to `sums`.
  /// `cotangents` are those of the results, null where zero; not all are.
  virtual void buildBackward(mlir::OpBuilder &b,
                             llvm::ArrayRef<mlir::Value> cotangents,
                             CotangentSums &sums) = 0;
};

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_REVERSEMODE_REGIONRULE_H
