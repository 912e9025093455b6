#!/usr/bin/env python3
"""compare_grep.py TIDEMARK_CLI [MEGABYTES]: logs of 400 MB, or as many, against `grep -c` of one pattern.

For each kind of log: the times of `grep -c` and of the command that reads it, each the least of three runs in turn, their ratio,
the processor time of the command, and its peak memory. Logs are built from the samples in tests/data.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"


def ordinary(count):
    return "".join(f"2026-02-03 10:{i // 60 % 60:02}:{i % 60:02} step {i} loss {1 / (i + 1):.6f} tokens/s {12000 + i % 977}\n"
                   for i in range(count))


def logs():
    """Name, command, pattern for grep, text that occurs once, text that is repeated around it."""
    oom = (DATA / "oom" / "tpu_hbm_compile_2021_trax_dummy_op.txt").read_text()
    train = (DATA / "tenstorrent" / "nano_gpt_raw_cpp.log").read_text()
    log = (DATA / "tenstorrent" / "toy_profile.log").read_text().splitlines(keepends=True)
    states = "".join(line for line in log if "Out of Memory" not in line)
    yield "no message", ("oom",), "RESOURCE_EXHAUSTED", "", ordinary(20000)
    yield "one message", ("oom",), "RESOURCE_EXHAUSTED", oom, ordinary(20000)
    words = ("exceeds available", "trying to allocate", "RESOURCE_EXHAUSTED is a code", "bm requirement of", "Error loading program x")
    yield "words of messages", ("oom",), "RESOURCE_EXHAUSTED", "", "".join(
        f"step {i} note: {words[i % len(words)]} {i * 7919 % 1000}\n" for i in range(20000))
    yield "messages alone", ("oom",), "RESOURCE_EXHAUSTED", "", oom
    yield "one training run", ("tt-train", "--logs"), "Memory Usage Summary", train, ordinary(20000)
    yield "summaries alone", ("tt-train", "--logs"), "Memory Usage Summary", "", train
    yield "a tenth states", ("modules",), "memory state", "", states + ordinary(9 * len(states) // len(ordinary(1)))
    yield "memory states", ("modules",), "memory state", "", states


def measure(command):
    with tempfile.TemporaryFile() as out:  # not /dev/null: grep recognises it and stops at the first match
        begin = time.perf_counter()
        child = subprocess.Popen(command, stdout=out, stderr=out, env={**os.environ, "LC_ALL": "C"})
        _, _, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - begin
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def main():
    cli = sys.argv[1]
    size = int(sys.argv[2]) * 1000000 if len(sys.argv) > 2 else 400 * 1000000
    print(f"{'log':<18}{'MB':>7}{'grep_s':>9}{'tidemark_s':>12}{'ratio':>8}{'cpu_s':>8}{'peak_MB':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for name, command, pattern, once, repeated in logs():
            path = pathlib.Path(folder) / "a.log"
            with path.open("w") as out:
                times = max(2, size // len(repeated))
                for i in range(times):
                    out.write(repeated)
                    if i == times // 2:
                        out.write(once)
            grep, ours, processor, peak = 1e9, 1e9, 1e9, 0
            for _ in range(3):
                grep = min(grep, measure(["grep", "-c", pattern, path])[0])
                seconds, used, bytes_ = measure([cli, *command, path])
                ours, processor, peak = min(ours, seconds), min(processor, used), max(peak, bytes_)
            print(f"{name:<18}{path.stat().st_size / 1e6:>7.0f}{grep:>9.3f}{ours:>12.3f}{ours / grep:>7.1f}x{processor:>8.3f}{peak / 1e6:>9.1f}", flush=True)


if __name__ == "__main__":
    main()
