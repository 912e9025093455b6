#!/usr/bin/env python3
"""faults_test.py TIDEMARK_CLI FAULTY_DISK [TIDEMARK]: disks that are full, lost or changed in the middle of reading and
writing. Each command must end with a message that names the problem, its place and a remedy. Old files stay, half-written ones do not.

FAULTY_DISK is tests/support/faulty_disk.cpp, loaded before the programs: their calls fail as TIDEMARK_FAULT says."""
import errno
import os
import shutil
import subprocess
import sys

import tool

FAULTY = os.path.abspath(sys.argv.pop(2))
WINDOW = os.path.abspath(sys.argv.pop(2)) if len(sys.argv) > 2 else None
HLO = tool.DATA / "tpu_hlo" / "padded.hlo.pb"
CAPTURE = next((tool.DATA / "sessions" / "tpu_legacy_stat_name").rglob("*.xplane.pb"))
TRAINING = tool.DATA / "tenstorrent" / "nano_gpt_two_runs.log"
PROFILE = tool.DATA / "tenstorrent" / "toy_profile.log"
MESSAGE = tool.DATA / "oom" / "tpu_hbm_compile_2019_floormod_32x.txt"
LOST = {errno.EIO: b"has failed", errno.ESTALE: b"does not answer", errno.ETIMEDOUT: b"does not answer"}


class Faults(tool.FolderTest):
    def run_with(self, fault, *arguments, program=None, **options):
        """`fault`: CALL ERRNO AFTER PATH [ACTION]."""
        environment = {**os.environ, "TIDEMARK_FAULT": fault, "LD_PRELOAD": FAULTY, "QT_QPA_PLATFORM": "offscreen",
                       "HOME": str(self.folder), "TMPDIR": str(self.folder)}
        return subprocess.run([program or tool.CLI, *map(str, arguments)], capture_output=True, timeout=120, check=False,
                              env=environment, stdin=subprocess.DEVNULL, **options)

    def assert_told(self, result, *said):
        self.assertEqual(result.returncode, 3, result.stderr)
        for text in said:
            self.assertIn(text, result.stderr)
        self.assertNotIn(b"of no kind that", result.stderr)

    def everything_below(self, folder):
        return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


class Reading(Faults):
    def test_a_read_error_in_the_middle_is_reported(self):
        for source, name in ((HLO, "a.hlo.pb"), (CAPTURE, "w.xplane.pb"), (TRAINING, "train.log"), (PROFILE, "toy.log"),
                             (MESSAGE, "run.log")):
            path = self.copy(source, name)
            for code, advice in LOST.items():
                for after in (0, source.stat().st_size // 2, source.stat().st_size - 1):
                    result = self.run_with(f"read {code} {after} {name}", "summary", path)
                    self.assert_told(result, bytes(path), os.strerror(code).encode(), advice)
                    self.assertEqual(result.stdout, b"")

    def test_log_commands_report_read_errors(self):
        for source, arguments in ((TRAINING, ("tt-train", "--logs")), (PROFILE, ("tt-xla", "--out", self.folder, "--analyze")),
                                  (MESSAGE, ("oom",))):
            path = self.copy(source, "x.log")
            half = source.stat().st_size // 2
            self.assert_told(self.run_with(f"read 5 {half} x.log", *arguments, path), b"x.log: cannot read", b"try again")
            self.assert_told(self.run_with(f"read 0 {half} x.log", *arguments, path), b"x.log became shorter while it was read")
        self.assertEqual(self.everything_below(self.folder), ["x.log"])

    def test_a_lost_permission_is_reported_with_advice(self):
        path = self.copy(HLO, "a.hlo.pb")
        self.assert_told(self.run_with("open 13 0 a.hlo.pb", "summary", path), b"Permission denied", b"Ask its owner")

    def test_a_file_that_becomes_shorter_is_reported(self):
        for source, name in ((HLO, "a.hlo.pb"), (CAPTURE, "w.xplane.pb"), (TRAINING, "train.log"), (PROFILE, "toy.log"),
                             (MESSAGE, "run.log")):
            path = self.copy(source, name)
            size = source.stat().st_size
            for rest in (0, size // 3):
                shutil.copy(source, path)
                result = self.run_with(f"read 5 {size // 2} {name} truncate -s {rest} '{path}'", "summary", path)
                self.assert_told(result, bytes(path), b"became shorter while it was read", b"Open it again")

    def test_a_file_that_is_overwritten_is_reported(self):
        for source, name in ((HLO, "a.hlo.pb"), (CAPTURE, "w.xplane.pb"), (TRAINING, "train.log")):
            path = self.copy(source, name)
            other = self.folder / "other"
            other.write_bytes(b"\n" * source.stat().st_size)
            result = self.run_with(f"read 5 1000 {name} cat '{other}' 1<>'{path}'", "summary", path)
            self.assert_told(result, bytes(path), b"was changed or replaced while it was read. Open it again")

    def test_a_file_that_is_replaced_is_still_read_as_it_was(self):
        path = self.copy(HLO, "a.hlo.pb")
        whole = tool.run("summary", path)
        shutil.copy(TRAINING, self.folder / "other")
        result = self.run_with(f"read 5 1000 a.hlo.pb mv '{self.folder}/other' '{path}'", "summary", path)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, whole.stdout, whole.stderr))

    def test_a_log_may_grow_while_it_is_read(self):
        path = self.copy(TRAINING, "train.log")
        whole = tool.run("summary", path)
        result = self.run_with(f"read 5 1000 train.log echo more >>'{path}'", "summary", path)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, whole.stdout, whole.stderr))

    def test_the_readable_files_of_a_folder_are_shown(self):
        self.copy(HLO, "f/a.hlo.pb")
        for source, name in ((HLO, "b.hlo.pb"), (CAPTURE, "w.xplane.pb"), (TRAINING, "train.log"), (MESSAGE, "run.log"),
                             (MESSAGE, "stderr")):
            self.copy(source, f"f/{name}")
            for fault in (f"read 5 0 f/{name}", f"read 5 {source.stat().st_size // 2} f/{name}"):
                result = self.run_with(fault, "modules", self.folder / "f")
                self.assertEqual(result.returncode, 0)
                self.assertIn(b"jit_padded", result.stdout)
                self.assertIn(f"f/{name}: cannot read".encode(), result.stderr, fault)
            if name != "stderr":  # with an unknown name, which may belong to any program
                result = self.run_with(f"open 13 0 f/{name}", "modules", self.folder / "f")
                self.assertIn(f"f/{name}: cannot open".encode(), result.stderr)
            (self.folder / "f" / name).unlink()

    def test_unreadable_neighbouring_lists_are_reported(self):
        tool.run("tt-xla", "--analyze", PROFILE, "--out", self.folder)
        memory = next(self.folder.rglob("*_memory.json"))
        for name in ("operations", "inputs_registry", "ir"):
            result = self.run_with(f"read 5 10 _{name}.json", "summary", memory)
            self.assertEqual(result.returncode, 0)
            self.assertIn(f"_{name}.json: cannot read".encode(), result.stderr)


class Writing(Faults):
    def check_export(self, arguments, target, program=None):
        """Tests without an old file, then with one: it stays, and no other file is left next to it."""
        target.parent.mkdir(exist_ok=True)
        before = self.everything_below(target.parent)
        faults = [("write", errno.ENOSPC, 0, b"Free some space there"), ("write", errno.EDQUOT, 50, b"Free some space there"),
                  ("write", errno.EIO, 50, b"has failed"), ("sync", errno.EIO, 0, b"has failed"),
                  ("rename", errno.EROFS, 0, b"Choose a folder that you may write to"),
                  ("open", errno.EACCES, 0, b"Choose a folder that you may write to")]
        for old in (None, b"old"):
            for call, code, after, advice in faults:
                if old:
                    target.write_bytes(old)
                result = self.run_with(f"{call} {code} {after} {target.name}", *arguments, program=program)
                self.assert_told(result, os.strerror(code).encode(), target.name.encode(), advice)
                self.assertEqual(b"is unchanged" in result.stderr, old is not None)
                if old:
                    self.assertEqual(target.read_bytes(), old)
                    target.unlink()
                self.assertEqual(self.everything_below(target.parent), before)

    def test_tables_are_written_whole_or_not_at_all(self):
        out = self.folder / "out"
        for form in ("text", "json", "csv"):
            self.check_export(["buffers", HLO, "--format", form, "--output", out / "x"], out / "x")
        self.check_export(["tt-train", "--logs", TRAINING, "--visualize_peak", "--output", out / "x.svg"], out / "x.svg")

    def test_pictures_are_written_whole_or_not_at_all(self):
        if not WINDOW:
            self.skipTest("there is no window")
        for ending in ("png", "svg"):
            target = self.folder / "out" / f"x.{ending}"
            self.check_export(["--export", target, "--size", "400x300", HLO], target, WINDOW)
        path = self.copy(HLO, "a.hlo.pb")
        result = self.run_with("read 116 2000 a.hlo.pb", "--export", target, path, program=WINDOW)
        self.assert_told(result, b"a.hlo.pb: cannot read: Stale file handle", b"does not answer")
        self.assertFalse(target.exists())

    def test_short_writes_are_continued(self):
        whole = tool.run("buffers", HLO, "--format", "csv").stdout
        out = self.folder / "x.csv"
        result = self.run_with("write 4 7 x.csv true", "buffers", HLO, "--format", "csv", "--output", out)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(out.read_bytes(), whole)

    def test_a_full_standard_output_is_no_success(self):
        programs = [(tool.CLI, ["--help"]), (tool.CLI, ["--version"]), (tool.CLI, ["timeline", "--help"]),
                    (tool.CLI, ["summary", HLO]), (tool.CLI, ["oom", MESSAGE])]
        if WINDOW:
            programs += [(WINDOW, ["--help"]), (WINDOW, ["--version"])]
        for program, arguments in programs:
            with open("/dev/full", "wb") as full:
                result = subprocess.run([program, *map(str, arguments)], stdout=full, stderr=subprocess.PIPE, timeout=60,
                                        check=False)
            self.assertEqual(result.returncode, 3, arguments)
            self.assertIn(b"is the disk full?", result.stderr)

    def test_lists_are_all_written_or_none(self):
        for fault in ("write 28 100 _memory.json", "write 28 100 _report.html", "rename 28 0 _ir.json", "makefolder 28 0 toy_"):
            out = self.folder / "out"
            out.mkdir()
            result = self.run_with(fault, "tt-xla", "--analyze", PROFILE, "--out", out)
            self.assert_told(result, b"No space left on device", b"Free some space there")
            self.assertEqual(self.everything_below(out), [], fault)
            out.rmdir()

    def test_a_recording_that_cannot_begin_leaves_nothing(self):
        mark = self.folder / "mark"
        for fault in ("write 28 3 command.txt", "open 28 0 output.log", "makefolder 28 0 out"):
            result = self.run_with(fault, "record", "--out", self.folder / "out", "--", "touch", mark)
            self.assert_told(result, b"No space left on device", b"Free some space there")
            self.assertIn(self.everything_below(self.folder), ([], ["out"]), fault)

    def test_a_recording_reports_what_it_could_not_save(self):
        out = self.folder / "out"
        command = ["record", "--log", "--out", out, "--", "sh", "-c", "echo all of it; exit 3"]
        for fault, said in (("write 28 3 output.log", b"output.log is not whole: No space left on device. Make room there"),
                            ("rename 28 1 command.txt", b"command.txt: cannot write: No space left on device. Free some")):
            result = self.run_with(fault, *command)
            self.assertEqual((result.returncode, result.stdout), (3, b"all of it\n"))
            self.assertIn(said, result.stderr)
            shutil.rmtree(out)

    def test_a_recording_without_room_for_the_start_of_python_is_made_without_it(self):
        out = self.folder / "out"
        for fault in ("write 28 0 sitecustomize.py", "makefolder 28 0 tidemark_start"):
            result = self.run_with(fault, "record", "--log", "--out", out, "--", "sh", "-c", "echo :$PYTHONPATH; exit 3")
            same = f":{os.environ.get('PYTHONPATH', '')}\n".encode()
            self.assertEqual((result.returncode, result.stdout, result.stderr), (3, same, b""), fault)
            self.assertEqual(sorted(path.name for path in next(out.iterdir()).iterdir()), ["command.txt", "output.log"], fault)
            shutil.rmtree(out)


if __name__ == "__main__":
    tool.main()
