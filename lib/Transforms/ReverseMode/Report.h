//===- Report.h - What --kina-ad-report says --------------------*- C++ -*-===//

#ifndef KINA_LIB_TRANSFORMS_REVERSEMODE_REPORT_H
#define KINA_LIB_TRANSFORMS_REVERSEMODE_REPORT_H

#include "mlir/IR/Value.h"

namespace kina {

/// Remarks on what backward parts get from forward parts, and what they compute
/// again. Silent unless asked for.
class Report {
public:
  explicit Report(bool isEnabled) : isEnabled(isEnabled) {}

  /// The values that a forward function returns for the backward part of
  /// `function`, one remark each and one for all.
  void noteResiduals(mlir::Location loc, llvm::StringRef function,
                     mlir::ValueRange residuals) const;
  /// An op whose value is computed again, because it is cheap.
  void noteCheap(mlir::Operation *op, llvm::StringRef function) const;
  /// A value that a loop keeps for each iteration.
  void noteStack(mlir::Location loc, mlir::Type type, mlir::Value trips) const;
  /// Something larger that is computed again, and why.
  void noteAgain(mlir::Location loc, const llvm::Twine &what) const;

private:
  bool isEnabled;
};

} // namespace kina

#endif // KINA_LIB_TRANSFORMS_REVERSEMODE_REPORT_H
