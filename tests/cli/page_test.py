#!/usr/bin/env python3
"""The page of tt-xla --visualize in a browser, without a network; skipped where Chromium is not installed."""
import html
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import tool

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")

# Uses the page like a person and prints what it shows.
PROBE = """<script>
const seen = {};
const press = (node, key) => node.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const chart = document.querySelector("canvas");
const card = () => document.querySelector("#cards .card b").textContent;
const buttons = [...document.querySelectorAll(".bar button")];
seen.memories = [...document.querySelectorAll("#memories button")].map((button) => button.textContent);
seen.peak = card();
press(chart, "End"); seen.last = state.cursor + 1 === page.operations.length;
press(chart, "Home"); press(chart, "ArrowRight"); seen.cursor = state.cursor;
press(chart, "Enter"); seen.card = document.querySelector("dialog").open;
document.querySelector("dialog").close();
press(chart, "+"); seen.zoomed = document.getElementById("range").textContent !== "";
press(chart, "0"); seen.whole = document.getElementById("range").textContent;
buttons.find((button) => button.textContent === "All banks").click(); seen.all = card();
const filter = document.querySelector("input"); filter.value = "matmul"; filter.dispatchEvent(new Event("input"));
seen.rows = document.querySelectorAll(".row.op").length;
const result = document.createElement("pre"); result.id = "seen"; result.textContent = JSON.stringify(seen);
document.body.append(result);
</script>"""


@unittest.skipUnless(BROWSER, "Chromium is not installed")
class Page(unittest.TestCase):
    def test_it_works_in_a_browser_without_a_network(self):
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder, "toy_profile.log")
            shutil.copy(tool.DATA / "tenstorrent/toy_profile.log", log)
            made = tool.run("tt-xla", "--visualize", folder)
            self.assertEqual(made.returncode, 0, made.stderr)
            page = pathlib.Path(made.stdout.decode().strip())
            self.assertEqual(page.name, "toy_report.html")
            page.write_text(page.read_text(encoding="utf-8") + PROBE, encoding="utf-8")
            shown = subprocess.run(
                [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND",
                 f"--user-data-dir={folder}/browser", "--virtual-time-budget=5000", "--dump-dom", page.as_uri()],
                capture_output=True, text=True, check=True, timeout=120).stdout
        self.assertIn('<pre id="seen">', shown)
        seen = json.loads(html.unescape(shown.split('<pre id="seen">')[1].split("</pre>")[0]))
        self.assertEqual(seen, {"memories": ["DRAM", "L1", "L1_SMALL", "TRACE"], "peak": "20.50 MiB", "last": True,
                                "cursor": 1, "card": True, "zoomed": True, "whole": "", "all": "246 MiB", "rows": seen["rows"]})
        self.assertGreater(seen["rows"], 0)


if __name__ == "__main__":
    tool.main()
