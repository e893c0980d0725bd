#!/usr/bin/env bash
# Runs the libFuzzer programs of a build tree, one after the other, from the seeds in
# the repository and from what earlier runs in the same tree found.
#
#   scripts/libfuzzer.sh build-fuzz SECONDS
#
# An input that fails is left in BUILD/fuzz, named in the last lines of the output.
set -euo pipefail
build=$1 seconds=$2
source=$(cd "$(dirname "$0")/.." && pwd)

run() {
  local program=$1 seeds=$2 corpus=$build/fuzz/$1
  shift 2
  mkdir -p "$corpus"
  printf '[libfuzzer] %s for %s s\n' "$program" "$seconds"
  # stderr is libFuzzer's; its list of words that were useful is long.
  "$build/bin/$program" "$corpus" "$source/$seeds" "$@" -artifact_prefix="$build/fuzz/" \
    -max_total_time="$seconds" -print_final_stats=1 2>&1 |
    grep -v -E '^#[0-9]+\s+(NEW|REDUCE|RELOAD)|# Uses:|recommended dictionary'
}

run KinaParserFuzzer test/fuzz/Inputs/program \
  -dict="$source/test/fuzz/program.dict" -max_len=2048 -timeout=20
run KinaNpyFuzzer test/fuzz/Inputs/tensor "$source/unittests/Execution/npy" \
  -dict="$source/test/fuzz/tensor.dict" -max_len=1024 -timeout=20
