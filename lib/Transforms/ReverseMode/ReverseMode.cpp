//===- ReverseMode.cpp - The pass --kina-ad -------------------------------===//
//
// Replaces handlers, callees first, so that what an outer handler
// differentiates has no handler left inside.
//
//===----------------------------------------------------------------------===//

#include "CallGraph.h"
#include "Derivative.h"
#include "Kina/Dialect/Builders.h"
#include "Kina/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace kina {
#define GEN_PASS_DEF_KINAAD
#define GEN_PASS_DEF_KINAADREPORT
#include "Kina/Transforms/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

namespace {
/// Replaces one handler by calls of its callee's derivative functions.
class HandlerExpansion {
public:
  HandlerExpansion(HandleOp op, func::FuncOp callee,
                   DerivativeBuilder &derivatives)
      : op(op), loc(op.getLoc()), callee(callee), derivatives(derivatives),
        b(op) {}

  LogicalResult run() {
    auto toKey = [](const SmallVector<int64_t> &positions) {
      return std::vector<int64_t>(positions.begin(), positions.end());
    };
    DerivativeKey key{callee, toKey(op.getDifferentiatedArguments()),
                      toKey(op.getSeededResults(callee.getResultTypes()))};
    if (callee.isExternal())
      return op.emitOpError(
                 "expected a callee with a body to differentiate, got the "
                 "external function @")
             << callee.getSymName();
    Derivative *derivative = derivatives.getOrBuild(key);
    if (!derivative)
      return failure();

    auto forward =
        func::CallOp::create(b, loc, derivative->forward, op.getInputs());
    SmallVector<Value> results(
        forward.getResults().take_front(callee.getNumResults()));
    appendGradients(*derivative, key, forward, results);
    op.replaceAllUsesWith(results);
    op.erase();
    return success();
  }

private:
  void appendGradients(const Derivative &derivative, const DerivativeKey &key,
                       func::CallOp forward, SmallVectorImpl<Value> &results) {
    auto isNonZero = [](std::optional<unsigned> result) {
      return result.has_value();
    };
    func::CallOp backward;
    if (llvm::any_of(derivative.cotangents, isNonZero)) {
      SmallVector<Value> operands = derivative.collectOperands(forward);
      for (auto [i, result] : llvm::enumerate(key.results))
        operands.push_back(buildSeed(i, forward.getResult(result)));
      backward = func::CallOp::create(b, loc, derivative.backward, operands);
    }
    for (auto [argument, result] :
         llvm::zip_equal(key.arguments, derivative.cotangents))
      results.push_back(
          result ? backward.getResult(*result)
                 : buildSplat(b, loc, 0.0, op.getInputs()[argument]));
  }

  /// The given seed, of the result's sizes, or ones.
  Value buildSeed(unsigned i, Value result) {
    if (op.getSeeds().empty())
      return buildSplat(b, loc, 1.0, result);
    return b.createOrFold<SeedOp>(loc, op.getSeeds()[i], result);
  }

  HandleOp op;
  Location loc;
  func::FuncOp callee;
  DerivativeBuilder &derivatives;
  OpBuilder b;
};

/// Replaces all handlers below an op.
class Expansion {
public:
  Expansion(Operation *root, Report report)
      : root(root), derivatives(root, report) {}

  LogicalResult run() {
    CallGraph graph(root);
    bool failed = mlir::failed(verifyHandlersInFunctions());
    for (const CallGraph::Component &component : graph.getComponents())
      for (HandleOp op : component.handlers)
        failed |= mlir::failed(expand(op, component));
    return failure(failed || derivatives.hasErrors());
  }

private:
  LogicalResult verifyHandlersInFunctions() {
    bool failed = false;
    root->walk([&](HandleOp op) {
      if (op->getParentOfType<func::FuncOp>())
        return;
      op.emitOpError("expected to be inside a func.func, got parent '")
          << op->getParentOp()->getName() << "'";
      failed = true;
    });
    return failure(failed);
  }

  LogicalResult expand(HandleOp op, const CallGraph::Component &component) {
    auto callee =
        derivatives.getSymbolTables().lookupNearestSymbolFrom<func::FuncOp>(
            op, op.getCalleeAttr());
    if (!callee)
      return op.emitOpError("expected the name of a func.func, got ")
             << op.getCalleeAttr();
    if (component.functions.contains(callee))
      return op.emitOpError(
                 "expected a callee that does not reach this handler, got @")
             << callee.getSymName() << ", whose derivative would need itself";
    return HandlerExpansion(op, callee, derivatives).run();
  }

  Operation *root;
  DerivativeBuilder derivatives;
};

struct ReverseModePass : kina::impl::KinaADBase<ReverseModePass> {
  void runOnOperation() override {
    if (failed(Expansion(getOperation(), Report(false)).run()))
      signalPassFailure();
  }
};
struct ReportPass : kina::impl::KinaADReportBase<ReportPass> {
  void runOnOperation() override {
    if (failed(Expansion(getOperation(), Report(true)).run()))
      signalPassFailure();
  }
};
} // namespace
