#!/usr/bin/env python3
"""conformance.py TIDEMARK_CLI FOLDER|--samples: compares `memory-viewer` with every golden answer of XProf below the folder, or
below that named by TIDEMARK_SAMPLES; without one the test is skipped (exit status 77)."""
import json
import multiprocessing.pool
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import answers


def compare(cli, golden):
    command = [cli, "memory-viewer", str(golden.profile), "--module", golden.module, "--space", golden.space]
    command += ["--host", golden.host] if golden.host else []
    run = subprocess.run(command, capture_output=True, timeout=60, check=False)
    if run.returncode != 0:
        return [f"exit status {run.returncode}: {run.stderr.decode(errors='replace').strip()}"]
    return answers.differences(golden.answer, json.loads(run.stdout))


def main():
    cli, folder = sys.argv[1:]
    if folder == "--samples":
        folder = os.environ.get("TIDEMARK_SAMPLES")
        if not folder:
            print("TIDEMARK_SAMPLES is not set: only the samples in tests/data are compared")
            sys.exit(77)
    goldens = list(answers.find(pathlib.Path(folder)))
    if not goldens:
        sys.exit("no golden answers found")
    failed = 0
    with multiprocessing.pool.ThreadPool(os.cpu_count()) as pool:
        for golden, found in zip(goldens, pool.imap(lambda golden: compare(cli, golden), goldens)):
            failed += bool(found)
            for text in found:
                print(f"{golden.title}: {text}")
    print(f"{len(goldens) - failed} of {len(goldens)} answers are equal")
    sys.exit(1 if failed else 0)


main()
