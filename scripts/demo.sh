#!/usr/bin/env bash
# The main job, end to end: differentiates, lowers, compiles and runs the loss of
# examples/storylm_nll.mlir on real input, and compares with values from NumPy.
#
# KINA_RUN=FILE runs that kina-run and builds nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n== %s\n' "$*"; }
run() { printf '$ %s\n' "$*"; "$@"; }

if [ -z "${KINA_RUN:-}" ]; then
  say "1/3 Configure and build kina-opt, kina-run and the plugin"
  run cmake --preset release -DKINA_WERROR="${WERROR:-OFF}"
  run cmake --build build --parallel "${JOBS:-2}" --target kina-opt kina-run KinaPlugin
  KINA_RUN=build/bin/kina-run
else
  say "1/3 Use $KINA_RUN as it is"
fi

OUT=$(mktemp -d)
trap 'rm -rf "$OUT"' EXIT
DATA=examples/data

say "2/3 Differentiate, lower, compile and run examples/storylm_nll.mlir"
run "$KINA_RUN" examples/storylm_nll.mlir --function=main \
  "--input=@$DATA/storylm_logits.npy" "--input=@$DATA/storylm_targets.npy" \
  "--output=@$OUT/loss.npy" "--output=@$OUT/dlogits.npy" \
  "--expected_output=@$DATA/storylm_loss.npy" "--expected_output=@$DATA/storylm_dlogits.npy"

say "3/3 Results"
python3 scripts/summarize_npy.py "loss=$OUT/loss.npy" "gradient=$OUT/dlogits.npy" \
  --expected "$DATA/storylm_loss.npy" "$DATA/storylm_dlogits.npy"
