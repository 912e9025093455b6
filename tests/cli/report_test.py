#!/usr/bin/env python3
"""report_test.py TIDEMARK_CLI: the report on one screen, for every kind of document."""
import json
import os
import pathlib
import pty
import shutil
import subprocess
import tempfile
import termios
import struct
import fcntl
import unittest

import tool

OOM = tool.DATA / "oom"
PADDED = tool.DATA / "tpu_hlo" / "padded.hlo.pb"


def on_terminal(columns, *arguments, environment=None):
    """The output of the command line on a terminal of this width."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    process = subprocess.Popen([tool.CLI, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=follower,
                               stderr=subprocess.DEVNULL, env={**os.environ, "NO_COLOR": "1", **(environment or {})})
    os.close(follower)
    text = b""
    while True:
        try:
            block = os.read(leader, 65536)
        except OSError:
            break
        if not block:
            break
        text += block
    os.close(leader)
    process.wait(timeout=120)
    return text.decode().replace("\r\n", "\n")


def documents():
    """One document of every kind from the test data."""
    found = [tool.session("tpu_v5e_training"), *sorted(OOM.glob("*.txt"))[:12]]
    for folder in ("tpu_dumps", "tenstorrent"):
        root = tool.DATA / folder
        if root.is_dir():
            found += [path for path in sorted(root.rglob("*.log"))][:6] + [root]
    return found


class Report(unittest.TestCase):
    def test_a_path_alone_prints_a_report(self):
        path = tool.session("tpu_v5e_training")
        alone, named = tool.run(path), tool.run("report", path)
        self.assertEqual((alone.returncode, alone.stdout), (0, named.stdout))
        self.assertEqual(tool.run(path, "-m", "jit_add").returncode, 0)

    def test_one_of_several_messages_names_its_file(self):
        text = tool.run(OOM / "tpu_e1000_2026_no_breakdown_tutorial.txt", OOM / "tpu_e0101_doc.txt").stdout.decode()
        self.assertIn("\ntpu_e1000_2026_no_breakdown_tutorial.txt, jit_oom, HBM (0)\n", text)

    def test_the_lines_of_peak_and_fit_are_whole(self):
        text = tool.run(tool.session("tpu_v5e_training"), "-d", "v2").stdout.decode()
        self.assertNotIn("…", text.split("\n\n")[1])

    def test_a_file_that_names_no_worker_is_none(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(next(tool.session("tpu_v5e_training").rglob("trainer-0.xplane.pb")), folder)
            shutil.copy(PADDED, folder)
            self.assertNotIn(b"tidemark-cli attribution", tool.run(folder).stdout)
            result = tool.run("attribution", folder)
        self.assertNotIn(b"padded", result.stdout)
        self.assertIn(b"padded.hlo.pb: left out, because it is no profile of a worker.", result.stderr)

    def test_it_is_one_screen_for_every_kind_of_document(self):
        for path in documents():
            result = tool.run(path)
            if result.returncode == 3: # a text without a message
                continue
            with self.subTest(path=str(path)):
                self.assertEqual(result.returncode, 0, result.stderr)
                text = result.stdout.decode()
                lines = text.splitlines()
                self.assertLessEqual(len(lines), 45)
                commands = lines.index("Next") if "Next" in lines else len(lines)
                for line in lines[:commands]: # a command is never cut
                    self.assertLessEqual(len(line), 100, line)
                self.assertNotIn("\u00a0", text)
                self.assertTrue(lines[0].strip(), "the sentence stands first")

    def test_json_has_the_facts(self):
        path = tool.session("tpu_v5e_training")
        report = tool.answer(path, "-f", "json")
        summary = tool.answer("summary", path, "-f", "json")
        self.assertTrue(report["sentence"])
        self.assertEqual(report["figures"], {name: value for name, value in summary.items() if name != "warnings"})
        self.assertEqual((report["warnings"], report["peak_is_lower_bound"]), (summary["warnings"], False))
        self.assertIn(f"Fits on {report['fits_on']}.", tool.run(path).stdout.decode())
        self.assertEqual(report["peak_bytes"], summary["occupied_peak_bytes"])
        self.assertEqual(report["module"], "jit_train_step")
        self.assertIsNone(report["fits"])
        self.assertEqual(sum(category["bytes"] for category in report["categories"]), report["peak_bytes"])
        buffers = report["buffers"]
        self.assertEqual((buffers[0]["count"], buffers[0]["size_bytes"]), (6, 512 << 20))
        self.assertEqual((buffers[0]["shape"], buffers[0]["source_file"], buffers[0]["source_line"]),
                         ("bf16[8,4,2048,2048,2]", "lm.py", 33))
        self.assertLessEqual(len(buffers), 10)
        self.assertLessEqual(len(report["findings"]), 3)
        self.assertTrue(all(command.startswith("tidemark") for command in report["next"]))
        self.assertTrue(tool.answer(path, "-f", "json", "-d", "v5e")["fits"])

    def test_a_probable_category_is_no_claim(self):
        inputs = tool.answer(PADDED, "-f", "json")["categories"][0]
        self.assertEqual((inputs["category"], inputs["uncertain_bytes"]), ("inputs", inputs["bytes"]))
        self.assertEqual([each["certain"] for each in tool.answer(PADDED, "-f", "json")["buffers"] if each["op"] == "x"],
                         [False])
        self.assertIn("  Inputs (probably) ", tool.run(PADDED).stdout.decode())
        self.assertIn("  Inputs (probably)  ", tool.run("buffers", PADDED).stdout.decode())

    def test_csv_is_wrong_usage(self):
        self.assertEqual(tool.run("report", PADDED, "-f", "csv").returncode, 2)

    def test_the_commands_that_it_names_work(self):
        path = tool.session("tpu_v5e_training")
        for command in tool.answer(path, "-f", "json")["next"]:
            words = command.split()
            if words[0] == "tidemark-cli":
                self.assertEqual(tool.run(*words[1:]).returncode, 0, command)


class Terminal(unittest.TestCase):
    def test_lines_fit_the_terminal(self):
        path = tool.session("tpu_v5e_training")
        for command in (["buffers"], ["summary"], ["advise"], ["modules"], ["attribution"]):
            for columns in (60, 90):
                text = on_terminal(columns, *command, path)
                self.assertTrue(text, command)
                for line in text.splitlines():
                    self.assertLessEqual(len(line), columns, (command, line))
        self.assertTrue(any(len(line) > 90 for line in on_terminal(90, "buffers", path, "-w").splitlines()))

    def test_a_pipe_gets_whole_lines(self):
        lines = tool.run("buffers", tool.session("tpu_v5e_training"), "-n", "1").stdout.decode().splitlines()
        self.assertTrue(lines[-1].endswith("jit(train_step)/jvp(attention)/btkgd,bskd->bkgts/dot_general"), lines[-1])

    def test_colour_is_for_terminals(self):
        path = tool.session("tpu_v5e_training")
        self.assertNotIn(b"\033", tool.run("summary", path).stdout)
        self.assertIn(b"\033", tool.run("summary", path, "--color", "always").stdout)
        self.assertNotIn("\033", on_terminal(100, "summary", path))
        self.assertIn("\033", on_terminal(100, "summary", path, environment={"NO_COLOR": ""}))
        self.assertNotIn("\033", on_terminal(100, "summary", path, "--color", "never", environment={"NO_COLOR": ""}))


class Messages(unittest.TestCase):
    def test_a_recording_is_not_recorded_again(self):
        message = "Ran out of memory in memory space hbm. Used 300.00G of 15.75G hbm. Exceeded hbm capacity by 284.25G."
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder, "output.log")
            log.write_text(message + "\n", encoding="utf-8")
            self.assertIn(b"tidemark-cli record", tool.run("report", log).stdout)
            pathlib.Path(folder, "command.txt").write_text("command: python train.py\n", encoding="utf-8")
            for command in ("report", "advise"):
                self.assertNotIn(b"tidemark-cli record", tool.run(command, log).stdout)

    def test_a_short_message_leads_to_the_recorder_and_the_program_next_to_it(self):
        text = "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 512 bytes.\n"
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "train.log"
            log.write_text(text)
            for command in ("advise", "report"):
                said = tool.run(command, log).stdout.decode()
                self.assertIn("tidemark-cli record -- COMMAND", said)
                self.assertNotIn(PADDED.name, said)
            (pathlib.Path(folder) / "cut.hlo.pb").write_bytes(PADDED.read_bytes()[:40])
            for command in ("advise", "report"):
                self.assertNotIn("cut.hlo.pb", tool.run(command, log).stdout.decode())
            (pathlib.Path(folder) / PADDED.name).write_bytes(PADDED.read_bytes())
            for command in ("advise", "report"):
                self.assertIn(f"tidemark-cli advise {folder}/{PADDED.name}", tool.run(command, log).stdout.decode())

    def test_a_failure_comes_before_a_program_that_fits(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(PADDED, folder)
            log = pathlib.Path(folder) / "run.log"
            log.write_text("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.32 GiB. GPU 0 has a total capacity "
                           "of 79.15 GiB of which 1.07 GiB is free.\n")
            text = tool.run("report", folder).stdout.decode()
            self.assertTrue(text.startswith("Messages\n  run.log"), text)
            self.assertEqual(text.count("run.log"), 1, text)

    def test_a_chosen_device_is_judged_beside_the_one_of_a_message(self):
        log = OOM / "tpu_e1000_2026_no_breakdown_args.txt"
        small, large = (tool.run("report", log, "-d", size).stdout.decode() for size in ("1GiB", "1000GiB"))
        self.assertIn("On the given device (1 GiB) the need is over by", " ".join(small.split()))
        self.assertIn("On the given device (1000 GiB) the need fits, with", " ".join(large.split()))


if __name__ == "__main__":
    tool.main()
