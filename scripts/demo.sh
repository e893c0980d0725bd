#!/usr/bin/env bash
# The main jobs, end to end: differentiates, lowers, compiles and runs the loss of
# examples/storylm_nll.mlir on real input, and compares with values from NumPy;
# then trains the language model of examples/train_storylm.mlir.
#
# KINA_RUN=FILE runs that kina-run and builds nothing. DEMO_OUT=FOLDER takes what the
# training writes.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n== %s\n' "$*"; }
run() { printf '$ %s\n' "$*"; "$@"; }

if [ -z "${KINA_RUN:-}" ]; then
  say "1/4 Configure and build kina-opt, kina-run and the plugin"
  run cmake --preset release -DKINA_WERROR="${WERROR:-OFF}"
  run cmake --build build --parallel "${JOBS:-2}" --target kina-opt kina-run KinaPlugin
  KINA_RUN=build/bin/kina-run
else
  say "1/4 Use $KINA_RUN as it is"
fi

DEMO_OUT=${DEMO_OUT:-build/demo}
mkdir -p "$DEMO_OUT"
OUT=$(mktemp -d)
trap 'rm -rf "$OUT"' EXIT
DATA=examples/data

say "2/4 Differentiate, lower, compile and run examples/storylm_nll.mlir"
run "$KINA_RUN" examples/storylm_nll.mlir --function=main \
  "--input=@$DATA/storylm_logits.npy" "--input=@$DATA/storylm_targets.npy" \
  "--output=@$OUT/loss.npy" "--output=@$OUT/dlogits.npy" \
  "--expected_output=@$DATA/storylm_loss.npy" "--expected_output=@$DATA/storylm_dlogits.npy"

say "3/4 Results"
python3 scripts/summarize_npy.py "loss=$OUT/loss.npy" "gradient=$OUT/dlogits.npy" \
  --expected "$DATA/storylm_loss.npy" "$DATA/storylm_dlogits.npy"

STEPS=800 RATE=1
say "4/4 Train examples/train_storylm.mlir for $STEPS steps (some seconds)"
WEIGHTS={embed,position,norm1,wq,wk,wv,wo,norm2,up,down,norm3,head}
# As one would type it: the shell expands the braces.
printf -v TOOL %q "$KINA_RUN"
printf -v FOLDER %q "$DEMO_OUT"
TRAIN="$TOOL examples/train_storylm.mlir --function=train -O2 \
--input=@$DATA/train_story.npy --input=i64=$STEPS --input=f32=$RATE --input=@$DATA/train_$WEIGHTS.npy \
--output=@$FOLDER/losses.npy --output=@$FOLDER/$WEIGHTS.npy"
printf '$ %s\n' "$TRAIN"
eval "$TRAIN"
python3 scripts/plot_losses.py "$DEMO_OUT/losses.npy" --text "$DATA/story.txt" \
  --csv "$DEMO_OUT/losses.csv" --svg "$DEMO_OUT/losses.svg"
printf 'The losses are in %s, drawn in %s; the trained weights are beside them.\n' \
  "$DEMO_OUT/losses.csv" "$DEMO_OUT/losses.svg"
