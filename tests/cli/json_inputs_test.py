#!/usr/bin/env python3
"""json_inputs_test.py TIDEMARK_CLI: damaged JSON inputs are reported by every command that opens them."""
import pathlib
import tempfile
import unittest

import tool

TABLES = """{"0": {"debug_str": "%0 = \\\\"ttnn.tan\\\\"(%arg0) : () -> () loc(unknown)",
 "dram": {"num_banks": 2, "total_bytes_per_bank": 1000, "total_bytes_allocated_per_bank": 100,
  "total_bytes_free_per_bank": 900, "largest_contiguous_bytes_free_per_bank": 900, "block_table": []},
 "l1": NEXT}}"""


class JsonInputs(unittest.TestCase):
    def reported(self, name, text, place):
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
            self.reported("memory_results.json", TABLES.replace("NEXT", value), place)

    def test_exports_of_training(self):
        name = "tinyllama_memory_analysis_1772000000000000.json"
        text = (tool.DATA / "tenstorrent" / name).read_text()
        at = text.index('"model_dram_mb"')
        value = at + len('"model_dram_mb": ')
        for number in ("NaN", '"1"', "[[]]"):
            damaged = text[:value] + number + text[text.index(",", value):]
            self.reported(name, damaged, f"line 1, column {value + 1}")
        self.reported(name, text[:at] + '"model_dram_mb": 1, ' + text[at:], f"line 1, column {at + 21}")


if __name__ == "__main__":
    tool.main()
