"""The shell in which transcripts and facts run their commands, and its helpers.

Commands run in a folder of their own, where data/ is tests/data. flip FILE BYTE BIT prints a file with one bit changed.
executed, before, bank and block print lines of tt-mlir's runtime; run, phase and total those of tt-train's tracker.
message prints how a log's out-of-memory message is read. changed and edited print the rows that a sed script changes.
"""
import os
import subprocess

import tool

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


def lines_of(text):
    """Split at line feeds alone: names in files may hold any other line break."""
    return text.removesuffix("\n").split("\n") if text else []


def prepare(folder):
    for inside in ("bin", "work"):
        (folder / inside).mkdir()
    (folder / "bin" / "tidemark-cli").symlink_to(tool.CLI)
    (folder / "work" / "data").symlink_to(tool.DATA)
    return folder


def execute(command, folder):
    environment = {"PATH": f"{folder}/bin:{os.environ['PATH']}", "LC_ALL": "C", "TMPDIR": str(folder),
                   **{key: value for key, value in os.environ.items() if key.endswith("SAN_OPTIONS")}}
    result = subprocess.run(["sh", "-c", TOOLS + command], cwd=folder / "work", env=environment, capture_output=True,
                            stdin=subprocess.DEVNULL, timeout=120, check=False)
    return result.returncode, result.stdout.decode(errors="replace").replace("\r\n", "\n"), result.stderr.decode(errors="replace")


def written(path):
    """The commands of a file and the lines below each."""
    cases = []
    for line in lines_of(path.read_text(encoding="utf-8")):
        if line.startswith("$ "):
            cases.append((line[2:], []))
        else:
            cases[-1][1].append(line)
    return cases
