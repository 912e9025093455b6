#!/usr/bin/env python3
"""overwrite_test.py TIDEMARK_CLI [TIDEMARK]: no command writes over a file that it reads or that lies in a folder that
it was given, whatever name the output has."""
import os
import pathlib
import subprocess
import sys
import unittest

import tool

WINDOW = os.path.abspath(sys.argv.pop(2)) if len(sys.argv) > 2 else None
HLO = tool.DATA / "tpu_hlo" / "padded.hlo.pb"
TRAINING = tool.DATA / "tenstorrent" / "nano_gpt_two_runs.log"
MESSAGE = tool.DATA / "oom" / "tpu_e0101_train_step.txt"
RULES = '{"rules": [{"category": "embeddings", "field": "path", "pattern": "embed"}]}'


class Overwrite(tool.FolderTest):
    def contents(self):
        return {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}

    def assert_refused(self, *arguments, program=None, stdin=subprocess.DEVNULL):
        before = self.contents()
        result = subprocess.run([program or tool.CLI, *map(str, arguments)], capture_output=True, timeout=120,
                                check=False, stdin=stdin, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
        self.assertEqual(result.returncode, 3, (arguments, result.stderr))
        self.assertIn(b"would destroy", result.stderr, arguments)
        self.assertIn(b"Choose", result.stderr, arguments)
        self.assertEqual(self.contents(), before, arguments)

    def names_of(self, path):
        """Names of one file: its own, another spelling, a symbolic link, a link to that, a hard link."""
        others = self.folder / "names"
        others.mkdir(exist_ok=True)
        for name in ("link", "second", "hard"):
            (others / name).unlink(missing_ok=True)
        (others / "link").symlink_to(path)
        (others / "second").symlink_to(others / "link")
        (others / "hard").hardlink_to(path)
        return [path, path.parent / "." / ".." / path.parent.name / path.name, others / "link", others / "second",
                others / "hard"]


class Programs(Overwrite):
    COMMANDS = ("report", "modules", "summary", "buffers", "advise", "attribution", "timeline", "gaps", "check", "memory-viewer")

    def test_every_command_refuses_its_input(self):
        program = self.copy(HLO, "in/a.hlo.pb")
        for command in self.COMMANDS:
            for name in self.names_of(program):
                self.assert_refused(command, program, "-o", name)

    def test_every_command_refuses_files_of_a_given_folder(self):
        dump = self.copy(HLO, "dump/a.hlo.pb").parent
        self.copy(HLO, "dump/deep/b.hlo.pb")
        stage = dump / "deep" / "notes.txt"
        stage.write_text("precious")
        (self.folder / "names").mkdir()
        (self.folder / "names" / "folder").symlink_to(dump)
        for command in self.COMMANDS:
            for name in (stage, dump / "a.hlo.pb", self.folder / "names" / "folder" / "deep" / "notes.txt"):
                self.assert_refused(command, dump, "-o", name)

    def test_a_new_name_in_a_given_folder_is_written(self):
        dump = self.copy(HLO, "dump/a.hlo.pb").parent
        new = dump / "new.txt"
        self.assertEqual(tool.run("summary", dump, "-o", new).returncode, 0)
        self.assertIn("padded", new.read_text())
        other = self.folder / "answer.txt"
        for _ in range(2):
            self.assertEqual(tool.run("summary", dump, "-o", other).returncode, 0)

    def test_companions_that_are_read_are_kept(self):
        for source in sorted((tool.DATA / "reports").glob("*.txt")):
            self.copy(source, "reports/" + source.name)
        companions = 0
        for report in (self.folder / "reports").glob("*-buffer-assignment.txt"):
            companion = pathlib.Path(str(report).replace("-buffer-assignment.txt", "-live-range.txt"))
            if companion.exists():
                companions += 1
                for name in self.names_of(companion):
                    self.assert_refused("summary", report, "-o", name)
        self.assertGreater(companions, 0)

    def test_rules_and_saved_summaries_are_kept(self):
        program = self.copy(HLO, "in/a.hlo.pb")
        rules = self.folder / "rules.json"
        rules.write_text(RULES)
        for name in self.names_of(rules):
            self.assert_refused("attribution", program, "--rules", rules, "-o", name)
        saved = self.folder / "saved.json"
        self.assertEqual(tool.run("summary", program, "-f", "json", "-o", saved).returncode, 0)
        for name in self.names_of(saved):
            self.assert_refused("compare", saved, program, "-o", name)
        self.assert_refused("compare", saved, program, "-o", program)
        other = self.copy(HLO, "in/b.hlo.pb")
        for written in (program, other):
            self.assert_refused("compare", program, other, "-o", written)


class Logs(Overwrite):
    def test_oom_keeps_its_logs(self):
        log = self.copy(MESSAGE, "in/e.log")
        other = self.copy(MESSAGE, "in/f.log")
        for name in self.names_of(log):
            self.assert_refused("oom", log, "-o", name)
        self.assert_refused("oom", log, other, "-o", other)
        self.assert_refused("oom", log.parent, "-o", other)

    def test_standard_input_is_kept(self):
        log = self.copy(MESSAGE, "in/e.log")
        training = self.copy(TRAINING, "in/t.log")
        for name in self.names_of(log):
            with open(log, "rb") as stdin:
                self.assert_refused("oom", "-", "-o", name, stdin=stdin)
        picture = self.folder / "t.svg"
        picture.symlink_to(training)
        with open(training, "rb") as stdin:
            self.assert_refused("tt-train", "--logs", "-", "--visualize_peak", "--output", picture, stdin=stdin)

    def test_a_training_log_is_kept(self):
        log = self.copy(TRAINING, "in/t.log")
        for ending in ("svg", "png"):
            picture = self.folder / f"t.{ending}"
            picture.symlink_to(log)
            self.assert_refused("tt-train", "--logs", log, "--visualize_peak", "--output", picture)


@unittest.skipUnless(WINDOW, "the window is not built")
class Pictures(Overwrite):
    def test_a_picture_never_replaces_an_input(self):
        dump = self.copy(HLO, "dump/a.hlo.pb").parent
        self.copy(HLO, "dump/other.svg")
        picture = self.folder / "link.svg"
        picture.symlink_to(dump / "a.hlo.pb")
        self.assert_refused("--export", picture, dump / "a.hlo.pb", program=WINDOW)
        self.assert_refused("--export", dump / "other.svg", dump, program=WINDOW)


if __name__ == "__main__":
    tool.main()
