#!/usr/bin/env python3
"""documents_test.py TIDEMARK_CLI: what README.md shows as output is the output."""
import pathlib
import re
import unittest

import tool

ROOT = pathlib.Path(__file__).resolve().parents[2]


def shown():
    """The commands of README.md that are followed by their output, and the lines of that output."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    pattern = r"```sh\n([^\n]+)\n```\n\n<!-- output -->\n```\n(.*?)```\n<!-- /output -->"
    return [(command, lines.splitlines()) for command, lines in re.findall(pattern, text, re.S)]


class Readme(unittest.TestCase):
    def test_the_output_that_is_shown_is_the_output_with_lines_left_out(self):
        self.assertTrue(shown())
        for command, lines in shown():
            program, path = command.split()
            self.assertEqual(program, "tidemark-cli")
            result = tool.run(ROOT / path)
            self.assertEqual(result.returncode, 0, result.stderr.decode())
            left = iter(result.stdout.decode().splitlines())
            for line in lines:
                if line.strip() != "…":
                    self.assertIn(line, left, f"not in the output of {command}, or not in this order")

    def test_the_message_that_is_shown_is_the_headline_of_a_message(self):
        result = tool.run("oom", tool.DATA / "oom" / "tpu_e1000_2026_no_breakdown_tutorial.txt")
        headline = result.stdout.decode().splitlines()[0]
        self.assertIn(f"`{headline}`", (ROOT / "README.md").read_text(encoding="utf-8"))


if __name__ == "__main__":
    tool.main()
