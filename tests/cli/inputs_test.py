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


class Inputs(tool.FolderTest):
    def pack(self, source, name=None):
        path = self.folder / (name or source.name + ".gz")
        path.write_bytes(gzip.compress(source.read_bytes()))
        return path

    def test_a_compressed_program_has_the_same_figures(self):
        self.assertEqual(summary(self.pack(PROGRAM)), summary(PROGRAM))
        self.assertEqual(summary(self.pack(PROGRAM, "anything")), summary(PROGRAM), "content decides, not the name")

    def test_a_compressed_capture_keeps_its_host(self):
        packed = self.pack(CAPTURE)
        rows = [json.loads(answer("modules", path, "--format", "json")[1]) for path in (packed, CAPTURE)]
        for row in rows[0] + rows[1]:
            del row["path"], row["session"]
        self.assertEqual(*rows)

    def test_compressed_files_in_a_folder_are_found(self):
        self.pack(PROGRAM)
        rows = json.loads(answer("modules", self.folder, "--format", "json")[1])
        self.assertEqual([row["name"] for row in rows], ["jit_padded"])

    def test_a_compressed_log_has_the_same_messages(self):
        plain = json.loads(answer("oom", LOG, "--format", "json")[1])
        packed = json.loads(answer("oom", self.pack(LOG), "--format", "json")[1])
        piped = json.loads(answer("oom", "-", "--format", "json", data=gzip.compress(LOG.read_bytes()))[1])
        for report in plain + packed + piped:
            del report["path"]
        self.assertEqual(packed, plain)
        self.assertEqual(piped, plain)

    def test_members_follow_one_another(self):
        data = PROGRAM.read_bytes()
        half = len(data) // 2
        path = self.folder / "two.hlo.pb.gz"
        path.write_bytes(gzip.compress(data[:half]) + gzip.compress(data[half:]))
        self.assertEqual(summary(path), summary(PROGRAM))

    def test_damage_is_an_error_or_changes_nothing(self):
        packed = gzip.compress(PROGRAM.read_bytes())
        expected = summary(PROGRAM)
        numbers = random.Random(7)
        path = self.folder / "damaged.hlo.pb.gz"
        for _ in range(40):
            damaged = bytearray(packed)
            if numbers.random() < 0.3:
                del damaged[numbers.randrange(20, len(damaged)):]
            else:
                damaged[numbers.randrange(3, len(damaged))] ^= 1 << numbers.randrange(8)
            path.write_bytes(damaged)
            status, out, error = answer("summary", path, "--format", "json")
            self.assertIn(status, (0, 3), error)
            if status == 0:
                self.assertEqual(json.loads(out), expected)
            else:
                self.assertIn(b"damaged.hlo.pb.gz", error)

    def test_cut_data_name_the_byte(self):
        packed = gzip.compress(PROGRAM.read_bytes())
        path = self.folder / "cut.hlo.pb.gz"
        path.write_bytes(packed[:len(packed) // 2])
        status, _, error = answer("summary", path)
        self.assertEqual(status, 3)
        self.assertIn(b"cut off at byte", error)

    def test_a_bomb_is_refused(self):
        path = self.folder / "bomb.hlo.pb.gz"
        with gzip.open(path, "wb", compresslevel=9) as file:
            for _ in range(300):
                file.write(b"\0" * (1 << 20))
        status, _, error = answer("summary", path)
        self.assertEqual(status, 3)
        self.assertIn(b"times the compressed size", error)

    def test_standard_input_is_read_like_a_file(self):
        self.assertEqual(summary("-", PROGRAM.read_bytes()), summary(PROGRAM))
        self.assertEqual(summary("-", gzip.compress(PROGRAM.read_bytes())), summary(PROGRAM))
        status, _, error = answer("summary", "-", data=b"")
        self.assertEqual(status, 3)
        self.assertIn(b"tandard input is empty", error)

    def test_a_compressed_dump_is_joined(self):
        for file in DUMP.iterdir():
            if file.name.endswith(".hlo.pb"):
                shutil.copy(file, self.folder / file.name)
        plain = json.loads(answer("modules", self.folder, "--format", "json")[1])
        for file in list(self.folder.iterdir()):
            self.pack(file)
            file.unlink()
        packed = json.loads(answer("modules", self.folder, "--format", "json")[1])
        for row in plain + packed:
            row["path"] = row["path"].removesuffix(".gz")
        self.assertEqual(packed, plain)

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


if __name__ == "__main__":
    tool.main()
