//===- RegionRule.cpp - Derivatives of control flow -----------------------===//

#include "RegionRule.h"
#include "Kina/Dialect/Kina.h"
#include "RegionRules.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kina;

bool kina::hasRegionRule(Operation *op) {
  return isa<scf::IfOp, scf::ForOp, scf::WhileOp, CheckpointOp>(op);
}

std::unique_ptr<RegionRule> RegionRule::create(Operation *op, Source &source) {
  return llvm::TypeSwitch<Operation *, std::unique_ptr<RegionRule>>(op)
      .Case([&](scf::IfOp op) { return createIfRule(op, source); })
      .Case([&](scf::ForOp op) { return createForRule(op, source); })
      .Case([&](CheckpointOp op) { return createCheckpointRule(op, source); })
      .Default([](Operation *) -> std::unique_ptr<RegionRule> {
        llvm_unreachable("the normal form has no other control flow");
      });
}

std::vector<int64_t>
kina::getActiveInputs(const Body &body, const Source &source, unsigned first) {
  std::vector<int64_t> positions;
  for (unsigned i = first, e = body.inputs.size(); i < e; ++i)
    if (source.getActivity().hasCotangent(body.inputs[i]))
      positions.push_back(i);
  return positions;
}

std::vector<int64_t> kina::getActiveResults(Operation *op, const Body &body,
                                            const Source &source) {
  std::vector<int64_t> positions;
  for (auto [i, result, yielded] :
       llvm::enumerate(op->getResults(), body.getResults()))
    if (source.getActivity().hasCotangent(result) &&
        source.getActivity().isActive(yielded))
      positions.push_back(i);
  return positions;
}
