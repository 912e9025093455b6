#!/usr/bin/env python3
"""attribution_test.py TIDEMARK_CLI: the script by which users attribute memory across workers today, its calls of XProf
replaced by `modules` and `memory-viewer`."""
import collections
import gzip
import json
import re
import unittest

import tool

MODULE = "jit_run_scan(4925098873813018656)"
GRADIENT = re.compile(r"\bgrad(ient)?s?\b|backward|optimizer|adam|momentum|rmsprop|weight_decay", re.IGNORECASE)


def figures(view):
    """What the script prints of one answer of memory_viewer, in GiB."""
    groups = collections.defaultdict(float)
    caches = parameters = 0.0
    hits = 0
    for row in view.get("maxHeapBySize", []):
        size = float(row.get("logicalBufferSizeMib", 0.0))
        groups[row.get("groupName", "<empty>")] += size
        name = str(row.get("tfOpName", ""))
        if row.get("groupName") == "Parameter" and name in {"init_carry[2]", "init_carry[3]"}:
            caches += size
        elif row.get("groupName") == "Parameter" and name.startswith("params['"):
            parameters += size
        text = " ".join(str(row.get(key, "")) for key in ("label", "instructionName", "tfOpName", "shapeString"))
        hits += bool(GRADIENT.search(text))
    sums = (view.get("peakHeapMib", 0.0), view.get("entryComputationParametersMib", 0.0), caches, parameters,
            groups["Temporary"], groups["Output"])
    return " ".join(f"{float(mib) / 1024:.3f}" for mib in sums) + f" {hits}"


def attribute(profile):
    """One line of figures per worker, by host."""
    rows = {}
    for module in tool.answer("modules", "--format", "json", profile):
        if module["name"] != "jit_run_scan":
            continue
        assert f"{module['name']}({module['program_id']})" == MODULE
        rows[module["host"]] = figures(tool.answer("memory-viewer", profile, "--host", module["host"], "--space", 0,
                                                   "--module", MODULE))
    return rows


def golden(profile):
    """The same of XProf's own answers, which are beside the sessions."""
    rows = {}
    for host in (profile.parent.parent / "golden" / profile.name).iterdir():
        with gzip.open(host / f"{MODULE}.0.json.gz", "rt", encoding="utf-8") as answer:
            rows[host.name] = figures(json.load(answer))
    return rows


class Attribution(unittest.TestCase):
    def test_workers_have_the_figures_of_xprofs_answers_for_them(self):
        for name in ("tpu_v5e_inference", "tpu_v5e_inference_undonated"):
            profile = tool.session(name)
            rows = attribute(profile)
            expected = golden(profile)
            self.assertGreaterEqual(len(expected), 1)
            self.assertEqual({host: rows.get(host) for host in expected}, expected)

    def test_undonated_caches_are_found(self):
        # What the users' script printed with XProf 2.24.2 for this session.
        self.assertEqual(attribute(tool.session("tpu_v5e_inference_undonated")),
                         {"gemma-inference-w-0": "7.866 4.468 3.250 1.218 0.148 3.250 0"})

    def test_a_worker_with_another_program_differs(self):
        rows = attribute(tool.session("tpu_v5e_inference"))
        # For XProf all workers are the first one. Peak and arguments are the compiler's: 4797161472 and 6541991936 bytes of
        # arguments (compiler_test.py) are 4.468 and 6.093 GiB.
        self.assertTrue(rows["gemma-inference-w-0"].startswith("4.616 4.468 0.000 "), rows["gemma-inference-w-0"])
        self.assertTrue(rows["gemma-inference-w-11"].startswith("6.301 6.093 "), rows["gemma-inference-w-11"])
        self.assertEqual(len(set(rows.values())), 2)


tool.main()
