//===- Source.cpp - What is differentiated for one derivative -------------===//

#include "Source.h"
#include "NormalizeLoops.h"

using namespace mlir;
using namespace kina;

Source::Source(DerivativeBuilder &derivatives, const DerivativeKey &key)
    : derivatives(derivatives), callee(key.callee) {
  calleeActivity =
      std::make_shared<Activity>(callee, key.arguments, key.results);
  copy = copyWithNormalLoops(callee, *calleeActivity);
  activity = copy
                 ? std::make_shared<Activity>(*copy, key.arguments, key.results)
                 : calleeActivity;
}

Source::~Source() = default;

LogicalResult Source::createRules() {
  WalkResult result = getFunction().walk([&](Operation *op) {
    if (!hasRegionRule(op) || !activity->isActive(op))
      return WalkResult::advance();
    std::unique_ptr<RegionRule> &rule = rules[op];
    rule = RegionRule::create(op, *this);
    return rule ? WalkResult::advance() : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

DerivativeKey Source::getKey(func::CallOp call) const {
  auto positions = [&](ValueRange values) {
    std::vector<int64_t> result;
    for (auto [i, value] : llvm::enumerate(values))
      if (activity->hasCotangent(value))
        result.push_back(i);
    return result;
  };
  return {derivatives.lookupCallee(call, callee), positions(call.getOperands()),
          positions(call.getResults())};
}
