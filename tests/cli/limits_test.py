#!/usr/bin/env python3
"""limits_test.py TIDEMARK_CLI: a run of many files needs few descriptors, and little memory ends with a message."""
import json
import re
import resource
import subprocess

import tool

LEGACY = next((tool.DATA / "sessions" / "tpu_legacy_stat_name").rglob("*.xplane.pb"))
PLAN = tool.DATA / "tpu_hlo" / "padded.hlo.pb"
MESSAGE = tool.DATA / "oom" / "tpu_e0100_doc.txt"


def head(number, size):
    """Tag and length of a length-delimited field of a protobuf message."""
    length = b""
    while size >= 0x80:
        length, size = length + bytes([size & 0x7F | 0x80]), size >> 7
    return bytes([number << 3 | 2]) + length + bytes([size])


def run_within(kind, limit, *arguments, stdin=subprocess.DEVNULL):
    """The command under a hard limit of its process."""
    return subprocess.run([tool.CLI, *map(str, arguments)], capture_output=True, timeout=120, check=False, stdin=stdin,
                          preexec_fn=lambda: resource.setrlimit(kind, (limit, limit)))


class Limits(tool.FolderTest):
    def test_many_files_need_few_descriptors(self):
        for i in range(40):
            (self.folder / f"worker-{i:02}.xplane.pb").write_bytes(LEGACY.read_bytes())
        result = run_within(resource.RLIMIT_NOFILE, 20, "modules", self.folder, "--format", "json")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, b"")
        hosts = {module["host"] for module in json.loads(result.stdout)}
        self.assertEqual(len(hosts), 40)
        self.assertEqual(result.stdout, tool.run("modules", self.folder, "--format", "json").stdout)

    def test_the_stages_of_many_modules_need_few_descriptors(self):
        for i in range(40):
            for stage in ("after_optimizations", "after_codegen"):
                (self.folder / f"module_{i:04}.jit_padded.cl_7.{stage}.hlo.pb").write_bytes(PLAN.read_bytes())
        result = run_within(resource.RLIMIT_NOFILE, 20, "modules", self.folder, "--format", "json")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(len(json.loads(result.stdout)), 40)

    def test_many_logs_need_few_descriptors(self):
        logs = [self.folder / f"{i:02}.log" for i in range(40)]
        for log in logs:
            log.write_bytes(MESSAGE.read_bytes())
        none = self.folder / "none.log"
        result = run_within(resource.RLIMIT_NOFILE, 20, "oom", *logs[:20], none, *logs[20:], "--format", "json")
        self.assertEqual({report["path"] for report in json.loads(result.stdout)}, {str(log) for log in logs})
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"none.log: cannot open: No such file", result.stderr, "the only one that cannot be read")

    def test_answers_do_not_depend_on_logs_near_the_file(self):
        plan = self.folder / "dump" / "step.hlo.pb"
        plan.parent.mkdir()
        plan.write_bytes(PLAN.read_bytes())
        commands = [(name, plan, "--format", "json") for name in ("modules", "summary", "advise")]
        commands.append(("compare", plan, plan, "--format", "json"))
        before = [tool.run(*command) for command in commands]
        for i in range(100):
            text = (f"RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm. Used 64.00M of {i + 1}.00M hbm. "
                    "HLO module: jit_padded.\n")
            (plan.parent / f"run{i}.log").write_text(text)
            (self.folder / f"above{i}.txt").write_text(text)
        for command, alone in zip(commands, before):
            near = tool.run(*command)
            self.assertEqual(alone.returncode, 0, alone.stderr)
            self.assertEqual((near.returncode, near.stdout, near.stderr), (0, alone.stdout, alone.stderr), command)
        together = tool.answer("summary", plan, plan.parent / "run31.log", "--module", "jit_padded", "--format", "json")
        self.assertEqual(together["capacity_bytes"], 32 << 20, "opened together the limit counts")

    def test_endless_phases_are_cut_with_a_warning(self):
        if b"Sanitizer" in run_within(resource.RLIMIT_AS, 400 << 20, "--version").stderr:
            self.skipTest("a sanitizer takes more than all of it")
        log = self.folder / "endless.log"
        numbers = "  DRAM: Segment Peak 1.00 MB, Allocations 1.00 MB, Deallocations 0.00 MB, Segment Change +1.00 MB\n"
        with log.open("w") as file:
            file.write("=== Memory Usage Summary ===\n\n")
            file.writelines(f"--- PHASE_{number} ---\n{numbers}" for number in range(250000))
        with log.open("rb") as file:
            result = run_within(resource.RLIMIT_AS, 1 << 30, "tt-train", "--logs", "-", stdin=file)
        self.assertEqual(result.returncode, 0, result.stderr[-500:])
        left = re.search(rb"(\d+) more phases of the run at line 1 are left out", result.stderr)
        self.assertTrue(left, result.stderr[:2000])
        self.assertTrue(50000 < int(left[1]) < 200000, left[1])

    def test_little_memory_ends_with_a_message(self):
        if b"Sanitizer" in run_within(resource.RLIMIT_AS, 400 << 20, "--version").stderr:
            self.skipTest("a sanitizer takes more than all of it")
        hole = 80 << 20  # an unknown field of the buffer assignment, which is read with it
        unknown = head(15, hole)
        start = head(1, 5) + b"\x0a\x03jit" + head(3, len(unknown) + hole) + unknown
        for name in ("a", "b", "c"):
            with open(self.folder / f"{name}.hlo.pb", "wb") as file:
                file.write(start)
                file.truncate(len(start) + hole)
        for megabytes in (100, 200, 400):
            for command in ("modules", "summary"):
                result = run_within(resource.RLIMIT_AS, megabytes << 20, command, self.folder)
                self.assertIn(result.returncode, (0, 3), (megabytes, command, result.stderr))
                self.assertNotIn(b"terminate", result.stderr)
                self.assertTrue(result.returncode == 0 or result.stderr, (megabytes, command))
                if megabytes == 100:
                    self.assertIn(b"memory", result.stderr, command)


if __name__ == "__main__":
    tool.main()
