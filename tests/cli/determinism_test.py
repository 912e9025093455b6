#!/usr/bin/env python3
"""determinism_test.py TIDEMARK_CLI: the same input gives byte-identical output for any number of threads, place
in memory and the order of the files in their folders."""
import os
import shutil
import tempfile
import unittest

import tool

PROFILES = ["sessions/tpu_legacy_stat_name", "cpu_live/two_hosts", "gpu/h100x4.xplane.pb", "tpu_hlo/padded.hlo.pb"]
COMMANDS = [["modules"], ["summary"], ["timeline"], ["buffers"], ["buffers", "--at", "all"], ["check"], ["attribution"], ["advise"]]


class Determinism(unittest.TestCase):
    def outputs(self, root, environment=None):
        for profile in PROFILES:
            scope = ["--host", "worker-1"] if "two_hosts" in profile else []
            for command in COMMANDS:
                for form in ("text", "json", "csv"):
                    result = tool.run(*command, os.path.relpath(root / profile), "--format", form, *scope,
                                      environment=environment)
                    yield profile, command, form, result.returncode, result.stdout, result.stderr
            result = tool.run("memory-viewer", os.path.relpath(root / profile), *scope, environment=environment)
            yield profile, "memory-viewer", "", result.returncode, result.stdout, result.stderr

    def test_every_command_says_the_same_twice(self):
        first = list(self.outputs(tool.DATA))
        self.assertTrue(any(output[4] for output in first))
        for variables in ({}, {"MALLOC_PERTURB_": "85"}, {"GLIBC_TUNABLES": "glibc.malloc.arena_max=1"}):
            self.assertEqual(first, list(self.outputs(tool.DATA, variables)))

    def test_one_processor_says_the_same_as_all(self):
        arguments = ("modules", "--format", "json", tool.DATA)
        everywhere = tool.run(*arguments).stdout
        allowed = os.sched_getaffinity(0)
        try:
            os.sched_setaffinity(0, {min(allowed)})
            self.assertEqual(tool.run(*arguments).stdout, everywhere)
        finally:
            os.sched_setaffinity(0, allowed)

    def test_the_order_of_directory_entries_does_not_matter(self):
        source = tool.DATA / "cpu_live" / "two_hosts"
        outputs = []
        for names in (["worker-0", "worker-1"], ["worker-1", "worker-0"]):
            with tempfile.TemporaryDirectory() as folder:
                inside = os.path.join(folder, "session")
                os.mkdir(inside)
                for name in names:
                    shutil.copy(source / f"{name}.xplane.pb", inside)
                # A link to a file that is there already: it is listed once, under the same name every time.
                links = ["a.xplane.pb", "z.xplane.pb"]
                for link in links if names[0] == "worker-0" else reversed(links):
                    os.symlink("worker-0.xplane.pb", os.path.join(inside, link))
                outputs.append(tool.run("modules", "--format", "json", inside).stdout.replace(folder.encode(), b"FOLDER"))
        self.assertEqual(outputs[0], outputs[1])


tool.main()
