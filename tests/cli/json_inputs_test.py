#!/usr/bin/env python3
"""json_inputs_test.py TIDEMARK_CLI: damaged JSON inputs are reported by every command that opens them."""
import pathlib
import tempfile
import unittest

import tool

TABLES = r"""{"0": {"debug_str": "%0 = \"ttnn.tan\"(%arg0) : () -> () loc(unknown)",
 "dram": {"num_banks": 2, "total_bytes_per_bank": 1000, "total_bytes_allocated_per_bank": 100,
  "total_bytes_free_per_bank": 900, "largest_contiguous_bytes_free_per_bank": 900, "block_table": []},
 "l1": NEXT}}"""


class JsonInputs(unittest.TestCase):
    def check_reported(self, name, text, place):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / name
            path.write_text(text)
            for command in ("modules", "summary"):
                result = tool.run(command, path)
                self.assertEqual(result.returncode, 0, (command, result.stderr))
                self.assertIn(f"{name}, {place}: ", result.stderr.decode(), command)

    def test_block_tables(self):
        for value, place in (("[[]]", "line 4, column 8"), ('"x"', "line 4, column 8"), ("NaN", "line 4, column 8"),
                             ('{}, "dram": {}', "line 4, column 12"), ('{"num_banks": "2"}', "line 4, column 22")):
            self.check_reported("memory_results.json", TABLES.replace("NEXT", value), place)

    def test_exports_of_training(self):
        name = "tinyllama_memory_analysis_1772000000000000.json"
        text = (tool.DATA / "tenstorrent" / name).read_text()
        at = text.index('"model_dram_mb"')
        value = at + len('"model_dram_mb": ')
        for number in ("NaN", '"1"', "[[]]"):
            damaged = text[:value] + number + text[text.index(",", value):]
            self.check_reported(name, damaged, f"line 1, column {value + 1}")
        self.check_reported(name, text[:at] + '"model_dram_mb": 1, ' + text[at:], f"line 1, column {at + 21}")

    def test_saved_summaries(self):
        good = '{"module": "jit_train_step",\n "occupied_peak_bytes": %s,\n "other_bytes": 1}'
        for peak, place in (("NaN", "2:25"), ("-Infinity", "2:25"), ('"12"', "2:25"), ("[[]]", "2:25"), ("1.5", "2:25"),
                            ("99999999999999999999", "2:25"), ('7, "module": "x"', "2:28")):
            with tempfile.TemporaryDirectory() as folder:
                saved = pathlib.Path(folder) / "baseline.json"
                saved.write_text(good % peak)
                result = tool.run("compare", saved, tool.DATA / "tpu_hlo" / "padded.hlo.pb")
                self.assertEqual(result.returncode, 3, peak)
                self.assertIn(f"baseline.json:{place}: ", result.stderr.decode(), peak)


if __name__ == "__main__":
    tool.main()
