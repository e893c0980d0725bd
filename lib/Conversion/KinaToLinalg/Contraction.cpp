//===- Contraction.cpp - Lowering of matrix products ----------------------===//

#include "Patterns.h"
#include "ScalarOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace kina;

/// The transposition that `matrix` comes from if it swaps the last two
/// dimensions and no others.
static linalg::TransposeOp getMatrixTransposition(Value matrix) {
  auto transpose = matrix.getDefiningOp<linalg::TransposeOp>();
  if (!transpose)
    return {};
  SmallVector<int64_t> swap = llvm::to_vector(llvm::seq<int64_t>(
      0, cast<RankedTensorType>(matrix.getType()).getRank()));
  std::swap(swap[swap.size() - 1], swap[swap.size() - 2]);
  return transpose.getPermutation() == ArrayRef(swap) ? transpose : nullptr;
}

namespace {
/// An operand of a matrix product: a tensor, to be read with its last two
/// dimensions swapped or not.
struct Matrix {
  explicit Matrix(Value operand) : source(operand) {
    // Derivatives transpose what was transposed already.
    while (linalg::TransposeOp transpose = getMatrixTransposition(source)) {
      transpositions.push_back(transpose);
      source = transpose.getInput();
      swapped = !swapped;
    }
  }
  AffineMap getMap(Builder &b, bool batched, unsigned row,
                   unsigned column) const {
    SmallVector<AffineExpr> dims = {b.getAffineDimExpr(swapped ? column : row),
                                    b.getAffineDimExpr(swapped ? row : column)};
    if (batched)
      dims.insert(dims.begin(), b.getAffineDimExpr(0));
    return AffineMap::get(batched ? 4 : 3, 0, dims, b.getContext());
  }

  Value source;
  bool swapped = false;
  SmallVector<linalg::TransposeOp> transpositions;
};

struct MatmulLowering : LoweringPattern<MatmulOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(MatmulOp op,
                                PatternRewriter &b) const override {
    llvm::SetVector<linalg::TransposeOp> transpositions;
    for (Value operand : op.getOperands())
      transpositions.insert_range(Matrix(operand).transpositions);
    LogicalResult result = LoweringPattern::matchAndRewrite(op, b);
    for (linalg::TransposeOp transpose : transpositions)
      eraseDead(b, transpose);
    return result;
  }

  Value lower(MatmulOp op, PatternRewriter &b) const override {
    Location loc = op.getLoc();
    int64_t leading = op.getType().getRank() - 2;
    Type type = op.getType().getElementType(), wide = getComputeType(type);
    Matrix lhs(op.getLhs()), rhs(op.getRhs());
    Sizes sizes = getResultSizes(b, op), flatSizes = sizes;
    if (llvm::any_of(op->getOperandTypes(), isKnownEmpty) ||
        isKnownEmpty(op.getType()))
      return buildFilled(b, loc, sizes, buildConstant(b, loc, type, 0));
    if (leading > 1) {
      lhs.source = buildLeadingCollapsed(b, loc, lhs.source, leading);
      rhs.source = buildLeadingCollapsed(b, loc, rhs.source, leading);
      flatSizes = {buildProduct(b, loc, ArrayRef(sizes).take_front(leading))};
      flatSizes.append(sizes.end() - 2, sizes.end());
    }
    Value init = buildFilled(b, loc, flatSizes, buildConstant(b, loc, wide, 0));
    Value product =
        leading == 0
            ? buildNamedOp<linalg::MatmulOp>(b, loc, lhs, rhs, init)
            : buildNamedOp<linalg::BatchMatmulOp>(b, loc, lhs, rhs, init);
    product = buildTruncation(b, loc, product, flatSizes, type);
    return leading > 1 ? buildLeadingExpanded(b, loc, product, leading, sizes)
                       : product;
  }

  /// The named op, which widens its operands to the type of `init`.
  template <typename NamedOp>
  static Value buildNamedOp(PatternRewriter &b, Location loc, const Matrix &lhs,
                            const Matrix &rhs, Value init) {
    auto op =
        NamedOp::create(b, loc, init.getType(),
                        ValueRange{lhs.source, rhs.source}, ValueRange{init});
    if (lhs.swapped || rhs.swapped) {
      constexpr bool batched = std::is_same_v<NamedOp, linalg::BatchMatmulOp>;
      constexpr unsigned m = batched, n = m + 1, k = m + 2;
      SmallVector<AffineMap> maps =
          NamedOp::getDefaultIndexingMaps(b.getContext());
      maps[0] = lhs.getMap(b, batched, m, k);
      maps[1] = rhs.getMap(b, batched, k, n);
      op.setIndexingMapsAttr(b.getAffineMapArrayAttr(maps));
    }
    return op->getResult(0);
  }

  /// Erases the transposition and its destination if at most its sizes are
  /// read.
  static void eraseDead(PatternRewriter &b, linalg::TransposeOp transpose) {
    auto init = transpose.getInit().getDefiningOp<tensor::EmptyOp>();
    if (!init)
      return;
    Sizes sizes = init.getMixedSizes();
    auto readsKnownSize = [&](Operation *user) {
      auto dim = dyn_cast<tensor::DimOp>(user);
      std::optional<int64_t> index =
          dim ? dim.getConstantIndex() : std::nullopt;
      return index && *index >= 0 &&
             *index < static_cast<int64_t>(sizes.size()) &&
             isa<Value>(sizes[*index]);
    };
    if (!llvm::all_of(transpose->getUsers(), readsKnownSize))
      return;
    for (Operation *user : llvm::make_early_inc_range(transpose->getUsers())) {
      auto dim = cast<tensor::DimOp>(user);
      b.replaceOp(dim, cast<Value>(sizes[*dim.getConstantIndex()]));
    }
    b.eraseOp(transpose);
    if (init->use_empty())
      b.eraseOp(init);
  }
};
} // namespace

void kina::populateContractionToLinalgPatterns(RewritePatternSet &patterns,
                                               CheckEmitter &checks) {
  patterns.add<MatmulLowering>(patterns.getContext(), checks);
}
