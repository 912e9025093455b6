#!/usr/bin/env python3
"""options_test.py TIDEMARK_CLI: options, exit statuses, suggestions and help."""
import pathlib
import tempfile
import unittest

import tool

COMMANDS = ("report", "modules", "summary", "buffers", "advise", "compare", "attribution", "oom", "timeline", "gaps",
            "check", "memory-viewer", "record", "tt-train", "tt-xla")
LOGS = tool.DATA / "tenstorrent"


class Options(unittest.TestCase):
    def test_short_options_equal_the_long_ones(self):
        path = tool.session("tpu_v5e_training")
        short = tool.run("buffers", path, "-m", "jit_add", "-s", "hbm", "-f", "csv", "-n", "2", "-d", "v5e")
        long = tool.run("buffers", path, "--module", "jit_add", "--space", "hbm", "--format", "csv", "--limit", "2",
                        "--device", "v5e")
        self.assertEqual((short.returncode, short.stdout), (0, long.stdout))
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder) / "rows.csv"
            self.assertEqual(tool.run("buffers", path, "-f", "csv", "-o", output).returncode, 0)
            self.assertTrue(output.read_bytes().startswith(b"id,"))

    def test_every_help_has_examples_and_fits(self):
        for command in COMMANDS:
            said = tool.run(command, "--help").stdout.decode()
            self.assertIn("Examples:\n  ", said, command)
            self.assertIn("tidemark-cli", said.split("Examples:")[1], command)
            for line in said.splitlines():
                self.assertLessEqual(len(line), 100, (command, line))

    def test_similar_words_are_suggested(self):
        path = tool.session("tpu_v5e_training")
        worker = tool.answer("modules", path, "-f", "json")[0]["host"]
        for arguments, status, words in ((["sumary"], 2, "Did you mean summary?"),
                                         (["summary", path, "--modul", "x"], 2, "Did you mean --module?"),
                                         (["summary", path, "-m", "train_step"], 3, "Did you mean jit_train_step?"),
                                         (["summary", path, "-m", "jit_trian_step"], 3, "Did you mean jit_train_step?"),
                                         (["summary", path, "-d", "v6"], 2, "Did you mean v"),
                                         (["summary", path, "-s", "hmb"], 3, "Did you mean HBM?"),
                                         (["summary", path, "--host", worker[1:]], 3, f"Did you mean {worker}?"),
                                         (["summary", path, "-f", "jsno"], 2, "Did you mean json?"),
                                         (["buffers", path, "--sort", "sizes"], 2, "Did you mean size?"),
                                         (["buffers", path, "--group-by", "categroy"], 2, "Did you mean category?"),
                                         (["record", "--kind", "tt-tran", "--", "true"], 2, "Did you mean tt-train?"),
                                         (["compare", path, path, "-m", "jit_add", "--fail-above", "much"], 2, "40MiB, 5%")):
            result = tool.run(*arguments)
            self.assertEqual(result.returncode, status, arguments)
            self.assertIn(words, result.stderr.decode(), arguments)

    def test_the_nearest_module_is_listed_first(self):
        said = tool.run("summary", tool.session("tpu_v5e_training"), "-m", "convert").stderr.decode()
        self.assertIn("jit_convert_element_type", said.splitlines()[1])

    def test_a_command_to_run_follows_two_dashes(self):
        for command in ("record", "tt-xla"):
            with tempfile.TemporaryDirectory() as folder:
                made = pathlib.Path(folder) / "made"
                result = tool.run(command, "touch", made)
                self.assertEqual((result.returncode, made.exists()), (2, False), command)
                self.assertIn(f"tidemark-cli {command} -- touch", result.stderr.decode())

    def test_a_log_is_read_and_never_run(self):
        with tempfile.TemporaryDirectory() as folder:
            made = pathlib.Path(folder) / "made"
            log = pathlib.Path(folder) / "run.log"
            log.write_text(f"#!/bin/sh\ntouch {made}\n")
            log.chmod(0o755)
            for command in ("tt-xla", "tt-train"):
                self.assertEqual(tool.run(command, log).returncode, 3, command)
                self.assertFalse(made.exists(), command)

    def test_upstream_names_are_aliases(self):
        log = next(LOGS.rglob("*runs*.log"), None) or next((tool.SAMPLES or LOGS).rglob("nano_gpt_two_runs.log"), None)
        if not log:
            self.skipTest("no log of tt-train")
        kebab = tool.run("tt-train", log, "--device-memory", "2e10", "--model-size", "1e9", "-f", "json")
        upstream = tool.run("tt-train", "--logs", log, "--device_memory", "2e10", "--model_size", "1e9", "-f", "json")
        self.assertEqual((kebab.returncode, kebab.stdout), (0, upstream.stdout))


class Buffers(unittest.TestCase):
    def test_groups_add_up_to_the_level(self):
        path = tool.session("tpu_v5e_training")
        peak = tool.answer("summary", path, "-f", "json")["occupied_peak_bytes"]
        for what in ("category", "op", "source", "shape", "opcode"):
            groups = tool.answer("buffers", path, "--group-by", what, "-f", "json")
            self.assertEqual(sum(group["occupied_bytes"] for group in groups), peak, what)
            sizes = [group["occupied_bytes"] for group in groups]
            self.assertEqual(sizes, sorted(sizes, reverse=True), what)
        self.assertEqual(tool.answer("buffers", path, "--group-by", "source", "-f", "json")[0]["source"], "lm.py:33")

    def test_text_names_module_step_id_and_source(self):
        said = tool.run("buffers", tool.session("tpu_v5e_training"), "-n", "2").stdout.decode()
        for words in ("jit_train_step(137)", "step 131 (peak)", "lm.py:33", "11819"):
            self.assertIn(words, said)


class Rules(unittest.TestCase):
    def test_rules_that_match_nothing_are_reported(self):
        path = tool.session("tpu_v5e_training")
        with tempfile.TemporaryDirectory() as folder:
            rules = pathlib.Path(folder) / "rules.json"
            rules.write_text('{"rules": [{"category": "scores", "field": "op_name", "pattern": "attention"},'
                             ' {"category": "nothing", "field": "op_name", "pattern": "no such op"}]}')
            for command in (["report"], ["buffers"], ["attribution"], ["compare", path], ["summary"], ["advise"]):
                result = tool.run(*command, path, "--rules", rules)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertIn("rule 2 (nothing)", result.stderr.decode(), command)
                self.assertNotIn("rule 1", result.stderr.decode(), command)
            categories = tool.answer(path, "--rules", rules, "-f", "json")["categories"]
            self.assertIn("scores", [category["category"] for category in categories])

    def test_the_sentence_and_the_advice_use_the_categories_of_the_rules(self):
        path = tool.session("tpu_v5e_training")
        self.assertIn("optimizer_state_to_host", [each["finding"] for each in tool.answer("advise", path, "-f", "json")])
        decode = tool.session("tpu_v5e_inference")
        with tempfile.TemporaryDirectory() as folder:
            rules = pathlib.Path(folder) / "rules.json"
            rules.write_text('{"rules": [{"category": "weights", "field": "kind", "pattern": "parameter"}]}')
            for command in (["summary"], ["report"]):
                self.assertIn("weights", tool.run(*command, decode, "--rules", rules).stdout.decode().split("\n\n")[0], command)
            advised = lambda: [each["finding"] for each in tool.answer("advise", path, "--rules", rules, "-f", "json")]
            self.assertIn("optimizer_state_to_host", advised(), "a new name does not change what the bytes are")
            rules.write_text('{"rules": [{"category": "inputs", "field": "kind", "pattern": "parameter"}]}')
            self.assertNotIn("optimizer_state_to_host", advised())
        self.assertIn("model params", tool.run("summary", decode, "--rules", "seed-004").stdout.decode().split("\n\n")[0])

    def test_rules_are_refused_where_nothing_has_a_category(self):
        for command in ("summary", "report", "advise", "buffers"):
            result = tool.run(command, tool.DATA / "oom" / "own_tpu_e1001_full.txt", "--rules", "seed-004")
            self.assertEqual((result.returncode, result.stdout), (3, b""), command)
            self.assertIn("no categories", result.stderr.decode(), command)


if __name__ == "__main__":
    tool.main()
