#!/usr/bin/env python3
"""attribution_test.py TIDEMARK_CLI: the script by which users attribute memory across workers today, its calls of XProf
replaced by `modules` and `memory-viewer`."""
import collections
import re
import unittest

import tool

MODULE = "jit_run_scan(4925098873813018656)"
GRADIENT = re.compile(r"\bgrad(ient)?s?\b|backward|optimizer|adam|momentum|rmsprop|weight_decay", re.IGNORECASE)


def attribute(profile):
    """One line of figures in GiB per worker, by host."""
    rows = {}
    for module in tool.answer("modules", "--format", "json", profile):
        if module["name"] != "jit_run_scan":
            continue
        view = tool.answer("memory-viewer", profile, "--host", module["host"], "--space", 0,
                           "--module", f"{module['name']}({module['program_id']})")
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
        figures = (view.get("peakHeapMib", 0.0), view.get("entryComputationParametersMib", 0.0), caches, parameters,
                   groups["Temporary"], groups["Output"])
        rows[module["host"]] = " ".join(f"{float(mib) / 1024:.3f}" for mib in figures) + f" {hits}"
        assert f"{module['name']}({module['program_id']})" == MODULE
    return rows


class Attribution(unittest.TestCase):
    def test_undonated_caches_are_found(self):
        self.assertEqual(attribute(tool.session("tpu_v5e_inference_undonated")),
                         {"gemma-inference-w-0": "7.866 4.468 3.250 1.218 0.148 3.250 0"})

    def test_each_worker_has_its_own_figures(self):
        rows = attribute(tool.session("tpu_v5e_inference"))
        self.assertTrue(rows["gemma-inference-w-0"].startswith("4.616 4.468 0.000 "), rows["gemma-inference-w-0"])
        self.assertTrue(rows["gemma-inference-w-11"].startswith("6.301 6.093 "), rows["gemma-inference-w-11"])
        self.assertEqual(len(set(rows.values())), 2)


tool.main()
