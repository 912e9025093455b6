#!/usr/bin/env python3
"""damage_test.py TIDEMARK_CLI: bad input gives a clear error and exit status 1, or a warning and what could be read."""
import os
import pathlib
import random
import shutil
import stat

import tool

LEGACY = next((tool.DATA / "sessions" / "tpu_legacy_stat_name").rglob("*.xplane.pb"))
PADDED = tool.DATA / "tpu_hlo" / "padded.hlo.pb"
COMMANDS = [["modules"], ["summary"], ["timeline"], ["buffers"], ["buffers", "--at", "all"], ["memory-viewer"], ["check"], ["advise"]]


class Damage(tool.FolderTest):
    def write(self, name, data):
        path = self.folder / name
        path.write_bytes(data)
        return path

    def assert_survived(self, path):
        """No crash, no hang; an error names the file."""
        for command in COMMANDS:
            result = tool.run(*command, path)
            self.assertIn(result.returncode, (0, 1, 3) if command == ["check"] else (0, 3), f"{command}: {result.stderr.decode(errors='replace')}")
            result.stderr.decode("utf-8")
            if result.returncode == 3:
                self.assertIn(path.name.encode(), result.stderr, command)
                self.assertEqual(result.stdout, b"", command)

    def assert_refused(self, path):
        for command in COMMANDS:
            result = tool.run(*command, path)
            self.assertEqual(result.returncode, 3, command)
            self.assertIn(os.path.basename(str(path)).encode(), result.stderr)
            self.assertNotIn(b"terminate", result.stderr)

    def test_a_file_that_is_no_profile_is_refused(self):
        os.mkfifo(self.folder / "pipe.xplane.pb")
        os.mkdir(self.folder / "empty")
        for path in (self.write("zero.xplane.pb", b""), self.write("text.xplane.pb", b"hello\n" * 100),
                     self.write("zip.xplane.pb", b"\x1f\x8b\x08\x00"), self.folder / "missing.xplane.pb",
                     self.folder / "pipe.xplane.pb", self.folder / "empty", pathlib.Path("/dev/zero"), pathlib.Path("/dev/null"),
                     self.write("random.xplane.pb", random.Random(1).randbytes(5000))):
            self.assert_refused(path)

    def test_cut_files_are_reported_and_their_rest_is_shown(self):
        whole = LEGACY.read_bytes()
        for size in [1, 2, 10, 100, *range(1000, len(whole), 19937), len(whole) - 1]:
            self.assert_survived(self.write("cut.xplane.pb", whole[:size]))
        result = tool.run("modules", self.write("cut.xplane.pb", whole[:-20]))
        self.assertEqual(result.returncode, 0)
        self.assertIn(str(len(whole) - 20).encode().decode(), result.stderr.decode().replace(",", ""))

    def test_flipped_bytes_are_survived(self):
        for source in (LEGACY, PADDED):
            whole = bytearray(source.read_bytes())
            generator = random.Random(2)
            for _ in range(12):
                at = generator.randrange(len(whole))
                old = whole[at]
                whole[at] ^= 1 << generator.randrange(8)
                self.assert_survived(self.write("flip.pb", bytes(whole)))
                whole[at] = old

    def test_the_good_files_of_a_folder_are_shown(self):
        shutil.copy(LEGACY, self.folder / "good.xplane.pb")
        self.write("zero.xplane.pb", b"")
        self.write("text.xplane.pb", b"hello")
        os.mkfifo(self.folder / "pipe.xplane.pb")
        result = tool.run("modules", self.folder, "--format", "json")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stdout.count(b'"name":"jit_'), 2)
        for name in (b"zero.xplane.pb", b"text.xplane.pb", b"pipe.xplane.pb"):
            self.assertIn(name, result.stderr)
        self.assertEqual(tool.run("summary", self.folder).returncode, 0)

    def test_read_only_folders_work(self):
        inside = self.folder / "session"
        os.mkdir(inside)
        shutil.copy(LEGACY, inside)
        os.chmod(inside, stat.S_IRUSR | stat.S_IXUSR)
        self.addCleanup(os.chmod, inside, stat.S_IRWXU)
        for command in COMMANDS:
            self.assertEqual(tool.run(*command, inside).returncode, 0, command)

    def test_names_may_hold_anything(self):
        data = PADDED.read_bytes().replace(b"fusion", b"<b>\xff\xc0\"")
        path = self.write('odd "name" <b>.hlo.pb', data)
        for command in COMMANDS:
            result = tool.run(*command, path)
            # Protobuf would refuse text that is not UTF-8. It is reported, and everything is shown nevertheless.
            self.assertEqual(result.returncode, 1 if command[0] == "check" else 0, command)
            result.stdout.decode("utf-8")
        self.assertIn(b"is not valid text", tool.run("check", path).stdout)
        self.assertIn("<b>\ufffd\ufffd", tool.run("timeline", path, "--format", "json").stdout.decode())

    def test_names_do_not_control_a_terminal(self):
        data = PADDED.read_bytes().replace(b"fusion", b"\x1b[31m\n").replace(b"jit_padded", b"\xc2\x9b2J\xe2\x80\xae\x1bc.")
        path = self.write("bad\x1b[2J.hlo.pb", data)
        for command in [*COMMANDS, ["summary", "--module", "no\x1b[2J"], ["modules", "--host", "\u202e"]]:
            if command == ["memory-viewer"]:
                continue
            result = tool.run(command[0], path, *command[1:])
            for text in (result.stdout.decode(), result.stderr.decode()):
                self.assertNotRegex(text, "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", command)


tool.main()
