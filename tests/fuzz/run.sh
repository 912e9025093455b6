#!/usr/bin/env bash
# run.sh FUZZER SEEDS CORPUS [option…]: first every seed and the corpus in the tree, then new inputs. Inputs that break
# something are kept as FUZZER.found/crash-* and so on, and named in the output. Such an input belongs into CORPUS, named
# after its content, together with the fix.
# Without TIDEMARK_FUZZ_SECONDS the search is the same in every run of one build: it has a fixed seed and ends after 20,000
# inputs or 10 seconds. TIDEMARK_FUZZ_SECONDS=N searches for N seconds from a random seed, keeps the inputs that reach new
# code in FUZZER.found/corpus and starts from those of earlier runs; 0: no search.
set -euo pipefail
fuzzer=$1
seeds=$2
corpus=$3
shift 3
found=$fuzzer.found
mkdir -p "$found/corpus"

report() {
    local status=$? broken
    rm -rf "$found"/reached.*
    broken=$(find "$found" -maxdepth 1 -type f)
    [ -z "$broken" ] || printf 'Inputs that break something:\n%s\n' "$broken"
    exit "$status"
}
trap report EXIT

options=(-rss_limit_mb=1024 -timeout=10 -print_final_stats=1 -verbosity=1 -artifact_prefix="$found/" "$@")
"$fuzzer" -runs=0 "${options[@]}" "$seeds" "$corpus" 2>&1 | tail -n 25
[ "${TIDEMARK_FUZZ_SECONDS:-}" != 0 ] || exit 0 # libFuzzer would take 0 as no limit
if [ -n "${TIDEMARK_FUZZ_SECONDS:-}" ]; then
    search=(-max_total_time="$TIDEMARK_FUZZ_SECONDS")
    reached=$found/corpus
else
    search=(-seed=1 -runs=20000 -max_total_time=10)
    reached=$(mktemp -d "$found/reached.XXXXXX")
fi
"$fuzzer" "${search[@]}" "${options[@]}" "$reached" "$seeds" "$corpus" 2>&1 | tail -n 25
