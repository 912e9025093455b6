#!/usr/bin/env python3
"""transcripts_test.py TIDEMARK_CLI [--accept]: what commands answer, whole and exactly.

A transcript in transcripts/ holds commands of a shell, each on a line that starts with "$ ", and below it all they print: standard
output, then the lines of standard error after "! ", then the exit status in brackets where it is not 0. They run in an empty
folder of their own, where data/ is tests/data and flip FILE BYTE BIT prints a file with one bit changed. Of tt-mlir's runtime,
executed TEXT prints the line of an operation, before TYPE and bank MEMORY BANKS TOTAL ALLOCATED FREE LARGEST those of the memory
before it, and block TYPE ALLOCATED FREE all five, where a bank of DRAM has 100 MB. Of
tt-train's tracker, run TITLE prints the head of a run, phase NAME PEAK ALLOCATIONS DEALLOCATIONS CHANGE PEAK_SO_FAR LEVEL a phase
and total PEAK LEVEL the end. message prints what a log's out-of-memory message is read as, and changed FILE SCRIPT what sed's script
changes in it: the beginnings of rows that go, and rows that come; edited FILE SCRIPT the same of a compiler's report.

A new case is another line with a command. --accept writes down what the commands print now. Do so when the answer is meant to
change, or what says it, and read the difference before it is committed: each line in it is something that users see.
"""
import difflib
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import tool

FOLDER = pathlib.Path(__file__).with_name("transcripts")
TOOLS = """
flip() {
    head -c "$2" "$1"
    printf "\\\\$(printf %o $(($(od -An -tu1 -j"$2" -N1 "$1") ^ 1 << $3)))"
    tail -c +"$(($2 + 2))" "$1"
}
executed() { echo "RuntimeTTNN | DEBUG | Executing operation: $1"; }
before() { echo "Always | INFO | Device memory state before operation $1"; }
bank() {
    printf "Always | INFO | Device %s memory state: MemoryView{numBanks: %s, totalBytesPerBank: %s MB, \
totalBytesAllocatedPerBank: %s MB, totalBytesFreePerBank: %s MB, largestContiguousBytesFreePerBank: %s MB}\\n" "$@"
}
block() {
    before "$1"
    bank DRAM 12 100 "$2" "$3" "$3"
    bank L1 64 1 0 1 1
    bank L1_SMALL 64 1 0 1 1
    bank TRACE 12 0 0 0 0
}
run() { printf '%s\\n=== Memory Usage Summary ===\\n' "$1"; }
phase() {
    echo "--- $1 ---"
    echo "  DRAM: Segment Peak $2 MB, Allocations $3 MB, Deallocations $4 MB, Segment Change $5 MB"
    echo "  DRAM: Cumulative Peak $6 MB, Cumulative Current $7 MB"
    echo '  L1: Peak CB 0.25 MB, Peak Buffer 0.50 MB, Peak Total 0.75 MB'
}
total() { echo "Overall DRAM Peak: $1 MB, Final DRAM Usage: $2 MB"; }
report() {
    mkdir -p one
    sed "$2" "$1" > "one/$(basename "$1")"
    tidemark-cli buffers one --at all --sort program --format csv
    tidemark-cli check one --format csv 2> checked | grep -v ,ok, | cut -d, -f3-
    rm -r one
}
edited() {
    whole=$(basename "$1").csv
    [ -e "$whole" ] || report "$1" "" > "$whole" 2> /dev/null
    report "$1" "$2" | diff "$whole" - | sed -n '/^>/p; s/^\\(< [^,]*,[^ ,]*\\).*/\\1/p'
}
message() { tidemark-cli oom - --format csv | cut -d, -f1,3- | grep '^[a-z]*,' | tr -s ,; }
changed() {
    whole=$(basename "$1").csv
    [ -e "$whole" ] || message < "$1" > "$whole"
    sed "$2" "$1" | message | diff "$whole" - | sed -n '/^>/p; s/^\\(< [a-z]*,[^ ]*\\).*/\\1/p'
}
"""
ACCEPT = "--accept"


def lines_of(text):
    """Split at line feeds alone: names in files may hold any other line break."""
    return text.removesuffix("\n").split("\n") if text else []


def answer(command, folder):
    environment = {"PATH": f"{folder}/bin:{os.environ['PATH']}", "LC_ALL": "C",
                   **{key: value for key, value in os.environ.items() if key.endswith("SAN_OPTIONS")}}
    result = subprocess.run(["sh", "-c", TOOLS + command], cwd=folder / "work", env=environment, capture_output=True,
                            stdin=subprocess.DEVNULL, timeout=120, check=False)
    lines = lines_of(result.stdout.decode().replace("\r\n", "\n"))
    lines += [f"! {line}" for line in lines_of(result.stderr.decode())]
    return lines + ([f"[{result.returncode}]"] if result.returncode else [])


def written(path):
    """The commands of a transcript and what is written below each."""
    cases = []
    for line in lines_of(path.read_text(encoding="utf-8")):
        if line.startswith("$ "):
            cases.append((line[2:], []))
        else:
            cases[-1][1].append(line)
    return cases


def answers(path):
    """The same, answered now."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for inside in ("bin", "work"):
            (folder / inside).mkdir()
        (folder / "bin" / "tidemark-cli").symlink_to(tool.CLI)
        (folder / "work" / "data").symlink_to(tool.DATA)
        for command, expected in written(path):
            yield command, expected, answer(command, folder)


class Transcripts(unittest.TestCase):
    def test_commands_answer_what_is_written(self):
        paths = sorted(FOLDER.glob("*.txt"))
        self.assertTrue(paths)
        for path in paths:
            for command, expected, found in answers(path):
                with self.subTest(transcript=path.stem, command=command):
                    difference = difflib.unified_diff(expected, found, "written", "now", n=0, lineterm="")
                    if expected != found:
                        self.fail("\n".join(line[:500] for line, _ in zip(difference, range(12))))


def accept():
    tool.CLI = os.path.abspath(next(argument for argument in sys.argv[1:] if argument != ACCEPT))
    for path in sorted(FOLDER.glob("*.txt")):
        text = "".join(f"{line}\n" for command, _, found in answers(path) for line in ("$ " + command, *found))
        path.write_text(text, encoding="utf-8")


if ACCEPT in sys.argv:
    accept()
else:
    tool.main()
