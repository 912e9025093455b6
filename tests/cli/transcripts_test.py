#!/usr/bin/env python3
"""transcripts_test.py TIDEMARK_CLI [--accept]: the whole output for people, on one small input per command.

A transcript holds commands of a shell, each on a line that starts with "$ ". It is followed by its standard output, then the
lines of standard error after "! ", then the exit status in brackets if it is not 0. facts_test.py covers everything else.
--accept stores the current output of the commands. Read the difference before you commit it: users see each line of it.
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
    """Each command of a transcript, its expected output, and its current output."""
    with tempfile.TemporaryDirectory() as name:
        folder = shell.prepare(pathlib.Path(name))
        for command, expected in shell.written(path):
            yield command, expected, answer(command, folder)


class Transcripts(unittest.TestCase):
    def test_commands_print_their_transcripts(self):
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
