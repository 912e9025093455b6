#!/usr/bin/python3
"""accessibility_test.py TIDEMARK PROFILE: reads the window through AT-SPI, as a screen reader does.

Run it under dbus-run-session, with Debian's Python, which has pyatspi. It starts an X server of its own.
"""
import os
import subprocess
import sys
import tempfile
import time
import unittest

import pyatspi

SECONDS = 60
# Entries of lists have their texts as names, and some texts are empty.
ENTRIES = {"table cell", "list item", "table column header"}


def wait_for(find):
    """The first result of find() that is not empty."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if found := find():
            return found
        time.sleep(0.1)
    raise AssertionError("the window did not show it in time")


class Accessibility(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        home = tempfile.TemporaryDirectory()
        cls.addClassCleanup(home.cleanup)
        read, write = os.pipe()
        cls.start(["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x900x24"], pass_fds=[write])
        os.close(write)
        with os.fdopen(read) as pipe:
            display = ":" + pipe.readline().strip()  # the server is ready then
        environment = dict(os.environ, HOME=home.name, XDG_CONFIG_HOME=home.name, XDG_RUNTIME_DIR=home.name,
                           DISPLAY=display, QT_QPA_PLATFORM="xcb", QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1")
        pyatspi.Registry.getDesktop(0)  # starts the bus, which the window looks for once
        cls.start([TIDEMARK, PROFILE], env=environment)
        wait_for(lambda: cls.shown("table") and cls.shown("label", "Explanation"))

    @classmethod
    def start(cls, command, **options):
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, **options)
        cls.addClassCleanup(process.wait)
        cls.addClassCleanup(process.terminate)

    @classmethod
    def everything(cls):
        """Everything that is shown. The window may change while it is read."""
        desktop = pyatspi.Registry.getDesktop(0)
        left = [desktop.getChildAtIndex(i) for i in range(desktop.childCount)]
        left = [application for application in left if application and application.name == "Tidemark"]
        while left:
            item = left.pop()
            try:
                children = [item.getChildAtIndex(i) for i in range(min(item.childCount, 100))]
                if item.getRole() == pyatspi.ROLE_APPLICATION or item.getState().contains(pyatspi.STATE_SHOWING):
                    yield item
            except Exception:  # the item no longer exists
                continue
            left += [child for child in children if child]

    @classmethod
    def shown(cls, role, name=None):
        return [item for item in cls.everything() if item.getRoleName() == role and name in (None, item.name)]

    def test_every_control_has_a_name(self):
        nameless = [item.getRoleName() for item in self.everything()
                    if item.getState().contains(pyatspi.STATE_FOCUSABLE) and not item.name
                    and item.getRoleName() not in ENTRIES]
        self.assertEqual(nameless, [])

    def test_the_parts_of_the_timeline_are_there(self):
        names = {item.name for item in self.everything()}
        for name in ("Open", "Module", "Find buffer", "Export", "Legend", "Memory vs program order",
                     "Buffers live at the cursor", "Buffer", "How to reduce it", "Explanation", "More…", "Pin"):
            self.assertIn(name, names)

    def test_the_chart_says_the_peak_and_the_explanation_its_cause(self):
        chart = self.shown("filler", "Memory vs program order")[0]
        self.assertRegex(chart.description, r"^step \d+, 5\.39\sGiB, peak$")
        self.assertIn("attention score matrices", self.shown("label", "Explanation")[0].description)

    def test_the_table_has_the_largest_buffer_first(self):
        cells = [cell.name for cell in self.shown("table cell")]
        self.assertIn("fusion.412{1}", cells)

    def test_a_tab_can_be_chosen(self):
        self.shown("page tab", "Address Map")[0].queryAction().doAction(0)
        self.assertTrue(wait_for(lambda: self.shown("filler", "Address by program order")))
        self.shown("page tab", "Timeline")[0].queryAction().doAction(0)
        self.assertTrue(wait_for(lambda: self.shown("filler", "Memory vs program order")))
        self.assertTrue(wait_for(lambda: self.shown("label", "How to reduce it")), "findings are in front again")


if __name__ == "__main__":
    TIDEMARK, PROFILE = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
