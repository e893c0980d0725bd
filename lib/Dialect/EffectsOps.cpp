//===- EffectsOps.cpp - Handlers ------------------------------------------===//

#include "Advice.h"
#include "Kina/Dialect/Kina.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace kina;

/// The clause's positions are ascending, distinct and not negative.
static LogicalResult
verifyPositions(HandleOp op, StringRef clause,
                std::optional<ArrayRef<int64_t>> positions) {
  if (!positions)
    return success();
  if (positions->empty())
    return op.emitOpError("expected at least one position in '")
           << clause << "', got none; leave the clause out to take all";
  int64_t last = -1;
  for (int64_t position : *positions) {
    if (position <= last)
      return op.emitOpError(
                 "expected distinct, ascending positions of at least 0 in '")
             << clause << "', got [" << *positions << "]";
    last = position;
  }
  return success();
}

LogicalResult HandleOp::verify() {
  return failure(failed(verifyPositions(*this, "of", getOf())) ||
                 failed(verifyPositions(*this, "wrt", getWrt())));
}

/// The listed positions, or by default those of all float types; reports a
/// position that has no float.
static FailureOr<SmallVector<int64_t>>
resolvePositions(HandleOp op, StringRef clause, StringRef what,
                 std::optional<ArrayRef<int64_t>> listed, TypeRange types) {
  SmallVector<int64_t> positions;
  if (!listed) {
    for (auto [i, type] : llvm::enumerate(types))
      if (isDifferentiable(type))
        positions.push_back(i);
    return positions;
  }
  for (int64_t i : *listed) {
    if (i >= static_cast<int64_t>(types.size()))
      return op.emitOpError("expected positions of ")
             << what << "s of " << op.getCalleeAttr() << " in '" << clause
             << "', below " << types.size() << ", got " << i;
    if (!isDifferentiable(types[i]))
      return op.emitOpError("expected a float tensor at ")
             << what << " " << i << " of " << op.getCalleeAttr()
             << ", listed in '" << clause << "', got " << types[i];
    positions.push_back(i);
  }
  return positions;
}

/// `got` are the types `expected`, position by position.
static LogicalResult verifyTypes(HandleOp op, StringRef what,
                                 TypeRange expected, TypeRange got) {
  if (expected.size() != got.size())
    return op.emitOpError("expected ")
           << expected.size() << " " << what << "s, got " << got.size();
  for (auto [i, wanted, given] : llvm::enumerate(expected, got)) {
    if (wanted == given)
      continue;
    InFlightDiagnostic diag = op.emitOpError("expected ")
                              << what << " " << i << " of type " << wanted
                              << ", got " << given;
    // A result's type is the callee's.
    if (what != "result")
      adviseConversion(diag, given, wanted, what == "argument");
    return diag;
  }
  return success();
}

LogicalResult HandleOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(
      *this, getCalleeAttr());
  if (!callee)
    return emitOpError("expected the name of a function, got ")
           << getCalleeAttr();
  SmallVector<Type> arguments = llvm::to_vector(callee.getArgumentTypes());
  SmallVector<Type> results = llvm::to_vector(callee.getResultTypes());
  if (failed(verifyTypes(*this, "argument", arguments, getInputs().getTypes())))
    return failure();

  auto of = resolvePositions(*this, "of", "result", getOf(), results);
  auto wrt = resolvePositions(*this, "wrt", "argument", getWrt(), arguments);
  if (failed(of) || failed(wrt))
    return failure();
  if (wrt->empty())
    return emitOpError("expected ")
           << getCalleeAttr()
           << " to have a float argument to differentiate, got none";
  auto pick = [](ArrayRef<Type> types, ArrayRef<int64_t> positions) {
    return llvm::map_to_vector(positions, [&](int64_t i) { return types[i]; });
  };
  if (!getSeeds().empty() &&
      failed(verifyTypes(*this, "seed", pick(results, *of),
                         getSeeds().getTypes())))
    return failure();
  SmallVector<Type> expected = results;
  llvm::append_range(expected, pick(arguments, *wrt));
  return verifyTypes(*this, "result", expected, getResultTypes());
}

SmallVector<int64_t> HandleOp::getSeededResults(TypeRange calleeResults) {
  return *resolvePositions(*this, "of", "result", getOf(), calleeResults);
}

SmallVector<int64_t> HandleOp::getDifferentiatedArguments() {
  return *resolvePositions(*this, "wrt", "argument", getWrt(),
                           getInputs().getTypes());
}

LogicalResult SeedOp::shape(Adaptor adaptor, RankedTensorType, ShapeRule &rule,
                            EmitErrorFn) {
  rule.requireSameShape(adaptor.getOperands());
  return success();
}

OpFoldResult SeedOp::foldOp(FoldAdaptor) {
  return getType().hasStaticShape() ? getSeed() : OpFoldResult();
}

//===----------------------------------------------------------------------===//
// Recomputation
//===----------------------------------------------------------------------===//

void CheckpointOp::getSuccessorRegions(
    RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &regions) {
  if (point.isParent())
    regions.emplace_back(&getRegion());
  else
    regions.emplace_back(getOperation(), getResults());
}

static std::optional<RecomputePolicy> parsePolicy(Attribute attribute) {
  auto name = dyn_cast_if_present<StringAttr>(attribute);
  if (!name)
    return std::nullopt;
  return llvm::StringSwitch<std::optional<RecomputePolicy>>(name)
      .Case("store", RecomputePolicy::Store)
      .Case("sqrt", RecomputePolicy::Sqrt)
      .Case("recompute", RecomputePolicy::Recompute)
      .Default(std::nullopt);
}

RecomputePolicy kina::getRecomputePolicy(Operation *loop) {
  return parsePolicy(loop->getAttr(recomputePolicyAttrName))
      .value_or(RecomputePolicy::Store);
}

LogicalResult KinaDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (name.starts_with(internalAttrPrefix))
    return op->emitOpError("expected no attribute '")
           << name << "', which --kina-ad uses for itself; rename it";
  if (name != recomputePolicyAttrName)
    return success();
  StringRef opName = op->getName().getStringRef();
  if (opName != "scf.for" && opName != "scf.while")
    return op->emitOpError("expected '")
           << name << "' on scf.for or scf.while, got it on '" << opName << "'";
  if (!parsePolicy(attribute.getValue()))
    return op->emitOpError("expected '")
           << name << "' to be \"store\", \"sqrt\" or \"recompute\", got "
           << attribute.getValue();
  return success();
}
