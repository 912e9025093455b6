#!/usr/bin/env python3
"""inputs_test.py TIDEMARK_CLI: compressed inputs, standard input, and files of formats that Tidemark does not open."""
import gzip
import json
import random
import shutil
import subprocess

import tool

PROGRAM = tool.DATA / "tpu_hlo" / "padded.hlo.pb"
CAPTURE = next((tool.DATA / "sessions" / "tpu_legacy_stat_name").rglob("*.xplane.pb"))
LOG = tool.DATA / "oom" / "tpu_e0100_doc.txt"
DUMP = tool.DATA / "reports"


def answer(*arguments, data=None):
    """Exit status, standard output and standard error of a command."""
    done = subprocess.run([tool.CLI, *map(str, arguments)], input=data, capture_output=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


def summary(path, data=None):
    status, out, error = answer("summary", path, "--format", "json", data=data)
    assert status == 0, error
    return json.loads(out)


class Packed:
    """The tests of each compressed format. `pack` compresses bytes, `ending` is that of its files."""

    def packed(self, source, name=None):
        path = self.folder / (name or source.name + self.ending)
        path.write_bytes(self.pack(source.read_bytes()))
        return path

    def test_a_compressed_program_has_the_same_figures(self):
        self.assertEqual(summary(self.packed(PROGRAM)), summary(PROGRAM))
        self.assertEqual(summary(self.packed(PROGRAM, "anything")), summary(PROGRAM), "content decides, not the name")

    def test_a_compressed_capture_keeps_its_host(self):
        packed = self.packed(CAPTURE)
        rows = [json.loads(answer("modules", path, "--format", "json")[1]) for path in (packed, CAPTURE)]
        for row in rows[0] + rows[1]:
            del row["path"], row["session"]
        self.assertEqual(*rows)

    def test_compressed_files_in_a_folder_are_found(self):
        self.packed(PROGRAM)
        rows = json.loads(answer("modules", self.folder, "--format", "json")[1])
        self.assertEqual([row["name"] for row in rows], ["jit_padded"])

    def test_a_compressed_log_has_the_same_messages(self):
        plain = json.loads(answer("oom", LOG, "--format", "json")[1])
        packed = json.loads(answer("oom", self.packed(LOG), "--format", "json")[1])
        piped = json.loads(answer("oom", "-", "--format", "json", data=self.pack(LOG.read_bytes()))[1])
        in_folder = json.loads(answer("oom", self.folder, "--format", "json")[1])
        for report in plain + packed + piped + in_folder:
            del report["path"]
        self.assertEqual([packed, piped, in_folder], [plain] * 3)

    def test_parts_follow_one_another(self):
        data = PROGRAM.read_bytes()
        half = len(data) // 2
        path = self.folder / ("two.hlo.pb" + self.ending)
        path.write_bytes(self.pack(data[:half]) + self.pack(data[half:]))
        self.assertEqual(summary(path), summary(PROGRAM))

    def test_damage_is_an_error_or_changes_nothing(self):
        packed = self.pack(PROGRAM.read_bytes())
        expected = summary(PROGRAM)
        numbers = random.Random(7)
        path = self.folder / ("damaged.hlo.pb" + self.ending)
        for _ in range(40):
            damaged = bytearray(packed)
            if numbers.random() < 0.3:
                del damaged[numbers.randrange(20, len(damaged)):]
            else:
                damaged[numbers.randrange(4, len(damaged))] ^= 1 << numbers.randrange(8)
            path.write_bytes(damaged)
            status, out, error = answer("summary", path, "--format", "json")
            self.assertIn(status, (0, 3), error)
            if status == 0:
                self.assertEqual(json.loads(out), expected)
            else:
                self.assertIn(path.name.encode(), error)

    def test_cut_data_name_the_byte(self):
        packed = self.pack(PROGRAM.read_bytes())
        path = self.folder / ("cut.hlo.pb" + self.ending)
        path.write_bytes(packed[:len(packed) // 2])
        status, _, error = answer("summary", path)
        self.assertEqual(status, 3)
        self.assertIn(b"cut off at byte", error)

    def test_a_bomb_is_refused(self):
        data = self.pack(b"\0" * (300 << 20))
        path = self.folder / "bomb.txt"
        path.write_bytes(data)
        for command, *source in (["summary", path], ["oom", path], ["summary", "-"], ["oom", "-"]):
            status, _, error = answer(command, *source, data=data)
            self.assertEqual(status, 3, command)
            self.assertRegex(error, rb"unpacks to more than 256 MiB from [0-9.]+ KiB: Tidemark unpacks at most 64 GiB and, "
                                    rb"beyond 256 MiB, 300 times the compressed size")

    def test_standard_input_is_unpacked(self):
        self.assertEqual(summary("-", self.pack(PROGRAM.read_bytes())), summary(PROGRAM))

    def test_a_compressed_dump_is_joined(self):
        """As --xla_dump_compress_protos writes it. The text reports are compressed too."""
        shutil.copytree(DUMP, self.folder, dirs_exist_ok=True)
        plain = json.loads(answer("modules", self.folder, "--format", "json")[1])
        for file in list(self.folder.iterdir()):
            self.packed(file)
            file.unlink()
        packed = json.loads(answer("modules", self.folder, "--format", "json")[1])
        for row in plain + packed:
            row["path"] = row["path"].removesuffix(self.ending)
        self.assertEqual(packed, plain)

    def test_a_large_archive_in_a_folder_is_not_unpacked(self):
        self.packed(PROGRAM)
        (self.folder / ("model.tar" + self.ending)).write_bytes(self.pack(b"\0" * (300 << 20)))
        status, out, error = answer("modules", self.folder, "--format", "json")
        self.assertEqual((status, len(json.loads(out)), error), (0, 1, b""))


class Gzip(Packed, tool.FolderTest):
    ending = ".gz"

    @staticmethod
    def pack(data):
        return gzip.compress(data)


class Zstd(Packed, tool.FolderTest):
    ending = ".zst"

    @staticmethod
    def pack(data):
        return tool.zstd(data)

    def test_many_small_frames_and_one_that_is_skipped(self):
        """As zstd's parallel tools write them."""
        data = PROGRAM.read_bytes()
        skipped = b"\x50\x2a\x4d\x18\x04\0\0\0size"
        frames = b"".join(self.pack(data[at:at + 1000]) for at in range(0, len(data), 1000))
        path = self.folder / "frames.hlo.pb"
        path.write_bytes(skipped + frames)
        self.assertEqual(summary(path), summary(PROGRAM))

    def test_the_larger_form_is_not_taken_twice(self):
        """A program next to its compressed form is that of its own path."""
        shutil.copy(PROGRAM, self.folder)
        self.packed(PROGRAM)
        self.assertEqual(len(json.loads(answer("modules", self.folder, "--format", "json")[1])), 2)


class Inputs(tool.FolderTest):
    def test_standard_input_is_read_like_a_file(self):
        self.assertEqual(summary("-", PROGRAM.read_bytes()), summary(PROGRAM))
        status, _, error = answer("summary", "-", data=b"")
        self.assertEqual(status, 3)
        self.assertIn(b"tandard input is empty", error)

    def test_other_formats_say_what_they_are(self):
        sample_type = b"\x0a\x04\x08\x01\x10\x02"  # of a pprof profile
        cases = {
            "a.pprof": (sample_type * 2 + b"\x12\x04\x0a\x02\x01\x02" + b"\x32\x00\x32\x03abc", b"pprof"),
            "b.pprof.gz": (gzip.compress(sample_type * 2 + b"\x12\x04\x0a\x02\x01\x02"), b"pprof"),
            "c.pickle": (b"\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00}\x94\x8c\x08segments\x94]\x94s.", b"PyTorch"),
            "d.pickle": (b"\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00}\x94.", b"pickle"),
            "e.trace.json": (b'{"displayTimeUnit":"ns","traceEvents":[]}', b"Chrome trace"),
            "f.npy": (b"\x93NUMPY\x01\x00v\x00{'descr': '<f4'}", b"NumPy"),
            "g.npz": (b"PK\x03\x04\x14\x00\x00\x00", b"zip archive"),
        }
        for name, (data, word) in cases.items():
            path = self.folder / name
            path.write_bytes(data)
            status, out, error = answer("summary", path)
            self.assertEqual((status, out), (3, b""), name)
            self.assertIn(word, error, name)

    def test_a_damaged_snapshot_in_a_folder_is_reported(self):
        (self.folder / "plan.hlo.pb").write_bytes(PROGRAM.read_bytes())
        snapshot = b"\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00}\x94\x8c\x08segments\x94]\x94"
        (self.folder / "cut.pickle").write_bytes(snapshot)
        (self.folder / "other.pickle").write_bytes(b"\x80\x04}\x94.")
        status, out, error = answer("summary", self.folder)
        self.assertEqual((status, bool(out)), (0, True))
        self.assertIn(b"cut.pickle", error)
        self.assertNotIn(b"other.pickle", error)


if __name__ == "__main__":
    tool.main()
