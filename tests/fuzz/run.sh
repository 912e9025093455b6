#!/usr/bin/env bash
# run.sh FUZZER SEEDS CORPUS [option…]: first every seed and the corpus in the tree, then TIDEMARK_FUZZ_SECONDS (10) of new
# inputs. New inputs are kept in FUZZER.found and named in the output: FUZZER.found/crash-* and so on break something,
# FUZZER.found/corpus reach new code and are the start of the next run. An input that broke something belongs into CORPUS,
# named after its content, together with the fix.
set -euo pipefail
fuzzer=$1
seeds=$2
corpus=$3
shift 3
seconds=${TIDEMARK_FUZZ_SECONDS:-10}
found=$fuzzer.found
mkdir -p "$found/corpus"

report() {
    local status=$? broken
    broken=$(find "$found" -maxdepth 1 -type f)
    echo "$(find "$found/corpus" -type f | wc -l) inputs that reach new code are kept in $found/corpus"
    [ -z "$broken" ] || printf 'Inputs that break something:\n%s\n' "$broken"
    exit "$status"
}
trap report EXIT

options=(-rss_limit_mb=1024 -timeout=10 -print_final_stats=1 -verbosity=1 -artifact_prefix="$found/" "$@")
"$fuzzer" -runs=0 "${options[@]}" "$seeds" "$corpus" 2>&1 | tail -n 25
if [ "$seconds" -gt 0 ]; then
    "$fuzzer" -max_total_time="$seconds" "${options[@]}" "$found/corpus" "$seeds" "$corpus" 2>&1 | tail -n 25
fi
