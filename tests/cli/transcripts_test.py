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
import sys
import tempfile
import unittest

import shell
import tool

FOLDER = pathlib.Path(__file__).with_name("transcripts")
ACCEPT = "--accept"


def answer(command, folder):
    status, output, errors = shell.execute(command, folder)
    lines = shell.lines_of(output) + [f"! {line}" for line in shell.lines_of(errors)]
    return lines + ([f"[{status}]"] if status else [])


def answers(path):
    """Each command of a transcript, what is written below it, and what it prints now."""
    with tempfile.TemporaryDirectory() as name:
        folder = shell.prepare(pathlib.Path(name))
        for command, expected in shell.written(path):
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
