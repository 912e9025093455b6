#!/usr/bin/env python3
"""meaning_test.py TIDEMARK_CLI: the categories at the peak of programs whose truth is known from their Python source.
`tests/data/meaning/NAME.peak.tsv` has the arguments and the buffers at the peak: name, the categories that are right,
bytes. The arguments of other programs are in `tests/core/meaning_test.cpp`."""
import csv
import unittest

import tool

MEANING = tool.DATA / "meaning"
RIGHT = 0.97  # of the bytes of a program
SURE = 0.95  # of the bytes of all programs
CERTAIN = 0.99  # of the bytes of all programs whose category is called certain

def truth_of(path):
    with open(path, encoding="utf-8", newline="") as lines:
        return [(name, set(categories.split("|")), int(size)) for name, categories, size in csv.reader(lines, "excel-tab")]

def programs():
    for path in sorted(MEANING.glob("*.peak.tsv")):
        yield truth_of(path), MEANING / path.name.replace(".peak.tsv", ".hlo.pb.gz")

def rows_by_name(path):
    rows = {}
    for row in tool.answer("buffers", path, "--at", "all", "--format", "json"):
        rows.setdefault(row["name"], []).append(row)
    return rows

class Meaning(unittest.TestCase):
    def test_categories_are_those_of_the_source(self):
        certain = wrong = total = 0
        for truth, path in programs():
            rows = rows_by_name(path)
            right = 0
            for name, categories, size in truth:
                row = next((row for row in rows[name] if row["size_bytes"] == size), rows[name][0])
                is_right = row["category"] in categories
                right += size * is_right
                total += size
                certain += size * bool(row["certain"])
                wrong += size * (bool(row["certain"]) and not is_right)
            with self.subTest(program=path.name):
                self.assertGreater(right, RIGHT * sum(size for _, _, size in truth))
        self.assertGreater(certain - wrong, CERTAIN * certain)
        self.assertGreater(certain, SURE * total)

    def test_there_is_truth_of_every_kind(self):
        known = set.union(*(categories for truth, _ in programs() for _, categories, _ in truth))
        self.assertEqual(known, {"model_parameters", "optimizer_state", "gradients", "kv_cache", "inputs", "other_state",
                                 "activations", "outputs", "constants"})

tool.main()
