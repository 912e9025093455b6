#!/usr/bin/env python3
"""transcripts_test.py TIDEMARK_CLI [--accept]: what commands answer, whole and exactly.

A transcript in transcripts/ holds commands of a shell, each on a line that starts with "$ ", and below it all they print: standard
output, then the lines of standard error after "! ", then the exit status in brackets where it is not 0. They run in an empty
folder of their own, where data/ is tests/data and flip FILE BYTE BIT prints a file with one bit changed.

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
