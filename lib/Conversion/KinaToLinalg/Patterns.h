//===- Patterns.h - Lowering patterns by family -----------------*- C++ -*-===//

#ifndef KINA_LIB_CONVERSION_KINATOLINALG_PATTERNS_H
#define KINA_LIB_CONVERSION_KINATOLINALG_PATTERNS_H

#include "LoweringUtils.h"
#include "RuntimeChecks.h"
#include "mlir/IR/PatternMatch.h"

namespace kina {

/// A pattern that lowers one op. `lower` returns a value that stands for the
/// result, of a type that may know other sizes.
template <typename OpTy>
class LoweringPattern : public mlir::OpRewritePattern<OpTy> {
public:
  LoweringPattern(mlir::MLIRContext *context, CheckEmitter &checks)
      : mlir::OpRewritePattern<OpTy>(context), checks(checks) {}

  /// The op, whose shape checks stand before it, in terms of other dialects.
  virtual mlir::Value lower(OpTy op, mlir::PatternRewriter &b) const = 0;

  llvm::LogicalResult matchAndRewrite(OpTy op,
                                      mlir::PatternRewriter &b) const override {
    if constexpr (OpTy::template hasTrait<ShapeRuleOpInterface::Trait>())
      checks.emitShapeChecks(b, op);
    mlir::Value lowered = lower(op, b);
    b.replaceOp(op, castTo(b, op.getLoc(), lowered, op.getType()));
    return llvm::success();
  }

protected:
  CheckEmitter &checks;
};

/// Reports a constant whose data is not there.
llvm::LogicalResult verifyConstantData(ConstantOp op);

void populateElementwiseToLinalgPatterns(mlir::RewritePatternSet &patterns,
                                         CheckEmitter &checks);
void populateShapeToLinalgPatterns(mlir::RewritePatternSet &patterns,
                                   CheckEmitter &checks);
void populateReductionToLinalgPatterns(mlir::RewritePatternSet &patterns,
                                       CheckEmitter &checks);
void populateContractionToLinalgPatterns(mlir::RewritePatternSet &patterns,
                                         CheckEmitter &checks);
void populateNormalizationToLinalgPatterns(mlir::RewritePatternSet &patterns,
                                           CheckEmitter &checks);
void populateIndexingToLinalgPatterns(mlir::RewritePatternSet &patterns,
                                      CheckEmitter &checks);
void populateEffectsToLinalgPatterns(mlir::RewritePatternSet &patterns,
                                     CheckEmitter &checks);

} // namespace kina

#endif // KINA_LIB_CONVERSION_KINATOLINALG_PATTERNS_H
