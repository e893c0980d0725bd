//===- RegionRules.h - The rules of control flow ----------------*- C++ -*-===//

#ifndef KINA_LIB_TRANSFORMS_REVERSEMODE_REGIONRULES_H
#define KINA_LIB_TRANSFORMS_REVERSEMODE_REGIONRULES_H

#include "BodyDifferentiator.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace kina {

// Null after an error was reported.
std::unique_ptr<RegionRule> createIfRule(mlir::scf::IfOp op, Source &source);
std::unique_ptr<RegionRule> createForRule(mlir::scf::ForOp op, Source &source);
std::unique_ptr<RegionRule> createCheckpointRule(CheckpointOp op,
                                                 Source &source);

/// The positions of those inputs from `first` on that have a cotangent.
std::vector<int64_t> getActiveInputs(const Body &body, const Source &source,
                                     unsigned first = 0);

/// The positions of those results of `op` that have a cotangent which bears on
/// what `body`, one of its regions, hands on.
std::vector<int64_t> getActiveResults(mlir::Operation *op, const Body &body,
                                      const Source &source);

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_REVERSEMODE_REGIONRULES_H
