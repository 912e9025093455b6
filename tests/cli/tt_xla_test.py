"""tidemark-cli tt-xla: the lists of the memory profiler, from a log and from a recorded command."""
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import tool

LOG = tool.DATA / "tenstorrent" / "toy_profile.log"
ENDINGS = ["_inputs_registry.json", "_ir.json", "_memory.json", "_operations.json"]


def lists_in(folder):
    return {path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}


class Lists(unittest.TestCase):
    def setUp(self):
        self.out = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.out)

    def analyzed(self, log):
        result = tool.run("tt-xla", "--analyze", log, "--out", self.out)
        self.assertEqual(result.returncode, 0, result.stderr)
        return pathlib.Path(result.stdout.decode().strip())

    def ran(self, *options, command):
        return subprocess.run([tool.CLI, "tt-xla", "--out", str(self.out), *options, "--", *command], capture_output=True,
                              timeout=60, check=False)

    def test_both_lists_are_of_the_same_operations(self):
        folder = self.analyzed(LOG)
        self.assertRegex(folder.name, r"^toy_\d{8}_\d{6}$")
        lists = lists_in(folder)
        self.assertEqual([*lists], ["toy" + ending for ending in ENDINGS])
        memory, operations = lists["toy_memory.json"]["operations"], lists["toy_operations.json"]
        self.assertEqual([each["mlir_op"] for each in operations],
                         ["ttcore.load_cached", "ttnn.to_layout", "ttnn.matmul", "ttnn.add"])
        for key in ("index", "loc", "mlir_op"):
            self.assertEqual([each[key] for each in memory], [each[key] for each in operations])

    def test_gaps_of_banks_state_what_offsets_and_sizes_refer_to(self):
        report = tool.SAMPLES and tool.SAMPLES / "tenstorrent" / "tt-mlir" / "builder_memory_report_real_docs.json"
        if not report or not report.is_file():
            self.skipTest("no samples of the tool")
        head = " ".join(tool.run("gaps", report).stdout.decode().split("\n\n")[0].split())
        self.assertIn("Offsets are those in each of 12 banks, sizes are of all banks.", head)

    def test_nothing_is_overwritten(self):
        folders = {self.analyzed(LOG) for _ in range(3)}
        self.assertEqual(len(folders), 3)
        self.assertEqual(len({json.dumps(lists_in(folder)) for folder in folders}), 1)

    def test_the_lists_equal_those_of_the_tool(self):
        if not tool.SAMPLES or not (tool.SAMPLES / "tenstorrent").is_dir():
            self.skipTest("no samples of the tool")
        run = tool.SAMPLES / "tenstorrent" / "tt-xla" / "toy_decoder_20260122_143957"
        self.assertEqual(lists_in(self.analyzed(run / "toy_decoder_profile.log")), lists_in(run))

    def test_a_command_leaves_log_and_lists_that_open_as_one(self):
        result = self.ran(command=["sh", "-c", f"cat '{LOG}'; exit 3"])
        self.assertEqual(result.returncode, 3)
        self.assertEqual(result.stdout, LOG.read_bytes())
        folder, = self.out.iterdir()
        self.assertEqual([*lists_in(folder)], ["output" + ending for ending in ENDINGS])
        self.assertIn(b"  4 operations.\n", result.stderr)
        programs = tool.answer("modules", folder, "--format", "json")
        self.assertEqual([row["name"] for row in programs if row["document"] == "tt_xla"], ["all", "main"])

    def test_a_command_without_output_is_reported(self):
        self.assertIn(b"no memory states", self.ran(command=["echo", "hello"]).stderr)

    def test_the_log_alone_writes_no_lists(self):
        result = self.ran("--log", command=["cat", str(LOG)])
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        folder, = self.out.iterdir()
        self.assertEqual(lists_in(folder), {})

    def test_an_unreadable_log_is_reported(self):
        result = tool.run("tt-xla", "--analyze", self.out / "none.log")
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"none.log", result.stderr)
        self.assertEqual([*self.out.iterdir()], [])


if __name__ == "__main__":
    tool.main()
