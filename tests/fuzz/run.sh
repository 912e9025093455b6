#!/usr/bin/env bash
# run.sh FUZZER SEEDS [option…]: first every seed, then TIDEMARK_FUZZ_SECONDS (20) of new inputs. What it finds is kept
# in the working folder as crash-*, and named in the output.
set -euo pipefail
fuzzer=$1
seeds=$2
shift 2
seconds=${TIDEMARK_FUZZ_SECONDS:-20}
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT

options=(-rss_limit_mb=1024 -timeout=10 -print_final_stats=1 -verbosity=1 "$@")
"$fuzzer" -runs=0 "${options[@]}" "$seeds" 2>&1 | tail -n 25
if [ "$seconds" -gt 0 ]; then
    "$fuzzer" -max_total_time="$seconds" "${options[@]}" "$found" "$seeds" 2>&1 | tail -n 25
fi
