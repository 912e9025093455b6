#!/usr/bin/env bash
# compare_xprof.sh BUILD_FOLDER VENV_FOLDER [HLO_FILE]: compares `tidemark-cli summary` with XProf on the same
# containers of 28 MB and more, in time and in memory. XProf 2.24.2 is installed into VENV_FOLDER if it is not there yet.
# Build with -DTIDEMARK_BUILD_BENCHMARKS=ON. HLO_FILE: a real program, else a generated one.
set -euo pipefail
build=$(realpath "$1")
venv=$2
cli=$build/app/tidemark-cli
generate=$build/tests/bench/generate
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ ! -x "$venv/bin/python" ] || ! "$venv/bin/python" -c 'import xprof' 2>/dev/null; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet 'xprof==2.24.2'
fi
hlo=${3:-}
if [ -z "$hlo" ]; then
    hlo=$work/generated.hlo.pb
    "$generate" plan "$hlo" 60000 2000
fi

# XProf finds a module by the name in its HLO.
name=$("$cli" modules "$hlo" --format json | "$venv/bin/python" -c 'import json, sys; print(json.load(sys.stdin)[0]["name"])')

cat >"$work/ask_xprof.py" <<'PYTHON'
import sys, time
from xprof.convert import _pywrap_profiler_plugin as plugin
path, module = sys.argv[1:]
start = time.perf_counter()
plugin.xspace_to_tools_data([path], "tool_names", {"use_saved_result": False})
options = {"module_name": module, "program_id": module.split("(")[1][:-1], "memory_space": "0", "view_memory_allocation_timeline": False}
answer, ok = plugin.xspace_to_tools_data([path], "memory_viewer", options)
assert ok, answer[:200]
print(time.perf_counter() - start)
PYTHON

cat >"$work/ask_tidemark.py" <<'PYTHON'
import os, subprocess, sys, time
best, peak = 1e9, 0
for _ in range(5):
    start = time.perf_counter()
    child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    best, peak = min(best, time.perf_counter() - start), max(peak, usage.ru_maxrss * 1024)
    assert status == 0
print(best, peak)
PYTHON

printf '%-12s %10s %12s %12s %8s %14s %14s\n' container HLO_MB XProf_s Tidemark_s ratio peak_MB limit_MB
for mib in 0 28 200; do
    session=$work/$mib/plugins/profile/run
    mkdir -p "$session"
    path=$session/worker-0.xplane.pb
    "$generate" container "$path" "$name(7)=$hlo" "$mib"
    read -r ours peak < <("$venv/bin/python" "$work/ask_tidemark.py" "$cli" summary "$path" --format json)
    theirs=$("$venv/bin/python" "$work/ask_xprof.py" "$path" "$name(7)" 2>"$work/xprof.log" | tail -n 1) || {
        tail -n 5 "$work/xprof.log" >&2
        exit 1
    }
    "$venv/bin/python" - "$path" "$hlo" "$theirs" "$ours" "$peak" <<'PYTHON'
import os, sys
path, hlo, theirs, ours, peak = sys.argv[1], sys.argv[2], *map(float, sys.argv[3:])
size = os.path.getsize(hlo)
print(f"{os.path.getsize(path) / 1e6:8.1f} MB {size / 1e6:12.1f} {theirs:12.3f} {ours:12.4f} {theirs / ours:7.1f}x {peak / 1e6:14.1f} {(3 * size + 30e6) / 1e6:14.1f}")
PYTHON
    rm -rf "$work/$mib"
done
