"""Tests of the installed package. TIDEMARK_EXAMPLE is the example profile. What a test needs and lacks skips it."""

import importlib.util
import json
import os
import pathlib
import pickle
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings
import xml.etree.ElementTree
from unittest import mock

import tidemark
from tidemark import _fields
from tidemark._tables import Record, Table, types_of

EXAMPLE = os.environ["TIDEMARK_EXAMPLE"]


def needs(*names):
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    return unittest.skipIf(missing, f"not installed: {', '.join(missing)}")


def answer(*arguments):
    line = [tidemark.program_path(), *arguments, "--format", "json", EXAMPLE]
    return json.loads(subprocess.run(line, capture_output=True, check=True).stdout)


class FolderTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def worker(self, name, session="s1"):
        path = self.folder / session / f"{name}.xplane.pb"
        path.parent.mkdir(exist_ok=True)
        shutil.copy(EXAMPLE, path)
        return str(path)

    def junk(self, name="junk"):
        path = self.folder / f"{name}.xplane.pb"
        path.write_text("nothing that Tidemark knows")
        return str(path)


class Questions(FolderTest):
    def setUp(self):
        super().setUp()
        self.document = tidemark.open(EXAMPLE)

    def test_answers_are_those_of_the_command_line(self):
        for given, expected in (
            (self.document.report(), answer("report")),
            (self.document.summary(), answer("summary")),
            (self.document.attribution(), answer("attribution")),
            (list(self.document.modules), answer("modules")),
            (list(self.document.timeline()), answer("timeline")),
            (list(self.document.buffers()), answer("buffers")),
            (list(self.document.buffers(at="all")), answer("buffers", "--at", "all")),
            (list(self.document.buffers(at=10, limit=3)), answer("buffers", "--at", "10", "--limit", "3")),
            (list(self.document.findings(device="v5e")), answer("advise", "--device", "v5e")),
        ):
            self.assertEqual(given, expected)

    def test_fields_are_declared(self):
        """The declarations give types to columns and to checkers. They are those of the command line, in its order."""

        def compare(record, kind):
            declared = types_of(kind)
            self.assertEqual(list(record), [name for name in declared if name in record], kind)
            self.assertTrue(set(declared) <= set(record), f"{kind}: {set(declared) - set(record)}")
            for name, value in record.items():
                if isinstance(value, list) and value and isinstance(value[0], dict):
                    compare(value[0], type(getattr(kind(record), name)[0]))

        compare(self.document.report() | {}, _fields.Report)
        compare(answer("report")["figures"], _fields.Figures)
        compare(answer("summary"), _fields.Summary)
        compare(answer("attribution"), _fields.Attribution)
        compare(answer("modules")[0], _fields.Module)
        compare(answer("timeline")[0], _fields.Step)
        compare(answer("buffers")[0], _fields.Buffer)
        compare(answer("advise")[0], _fields.Finding)
        comparison = self.document.compare(self.document, at_other=10)
        compare(dict(comparison), _fields.Comparison)
        compare(comparison.a, _fields.Side)

    def test_attributes(self):
        summary = self.document.summary()
        self.assertEqual(summary.occupied_peak_bytes, summary["occupied_peak_bytes"])
        self.assertIsNone(summary.capacity_bytes)
        with self.assertRaisesRegex(AttributeError, "Summary has no field occupied. It has: module, "):
            _ = summary.occupied
        worker = self.document.attribution().workers[0]
        self.assertIsInstance(worker, tidemark.Worker)
        self.assertEqual(sum(each.occupied_bytes for each in worker.categories), worker.level_bytes)
        self.assertEqual(pickle.loads(pickle.dumps(summary)), summary)

    def test_programs_and_memories(self):
        program = self.document.program("jit_train_step")
        self.assertEqual(program.program_id, 7)
        on_chip = program.memories[1]
        self.assertEqual(on_chip.name, "VMEM")
        self.assertEqual(on_chip.summary().occupied_peak_bytes, on_chip.occupied_peak_bytes)
        self.assertEqual(max(step.occupied_bytes for step in on_chip.timeline()), on_chip.occupied_peak_bytes)
        with self.assertRaisesRegex(KeyError, r"no program jit_x. There are: jit_train_step\(7\)"):
            self.document.program("jit_x")

    def test_compare(self):
        early, late = self.worker("early"), self.worker("late", "s2")
        program = tidemark.open(early).programs[0]
        change = program.compare(tidemark.open(late).programs[0], at_other=10)
        self.assertEqual((change.a.path, change.b.path), (early, late))
        total = change.b.level_bytes - change.a.level_bytes
        self.assertEqual(sum(row.change_bytes for row in change.rows), total)
        with self.assertRaisesRegex(ValueError, "one path of each side, not 2"):
            tidemark.open(early, late).compare(program)
        on_chip = program.memories[1]
        self.assertEqual(on_chip.compare(on_chip, at_other=10).b.space, 1)
        self.assertEqual(program.compare(program.memories[0]).b.space, 0)
        with self.assertRaisesRegex(ValueError, "not 0 and 1"):
            program.compare(on_chip)

    def test_attribution_of_an_allocation_history(self):
        row = {"worker": "w-0", "memory": "GPU 0", "peak_bytes": 5, "above_median_bytes": None, "event": 3}
        with mock.patch("tidemark._documents.ask", return_value=[row]):
            peaks = self.document.attribution()
        self.assertIsInstance(peaks[0], tidemark.DevicePeak)
        self.assertEqual(list(peaks), [row])

    def test_a_thousand_paths_are_one_start(self):
        with mock.patch("subprocess.run", wraps=subprocess.run) as run:
            workers = tidemark.open(*[self.worker(f"w-{i}") for i in range(50)]).attribution().workers
        self.assertEqual((len(workers), run.call_count), (50, 1))

    def test_notebook(self):
        page = xml.etree.ElementTree.fromstring(f"<html>{self.document._repr_html_()}</html>")
        self.assertIn("Peak in the backward pass", page.find("p").text)
        picture = page.find("{http://www.w3.org/2000/svg}svg")
        self.assertIn("5.39 GiB at step 233 of 302", "".join(picture.itertext()))
        for shown in (self.document.summary(), self.document.buffers(), self.document.findings()):
            xml.etree.ElementTree.fromstring(f"<html>{shown._repr_html_()}</html>")


class Failures(FolderTest):
    def test_errors_have_text_and_status(self):
        for path, status, text in (("/missing", 3, "cannot open"), (self.junk(), 3, "junk.xplane.pb")):
            with self.assertRaises(tidemark.Error) as caught:
                tidemark.open(path).summary()
            self.assertEqual(caught.exception.exit_status, status)
            self.assertIn(text, str(caught.exception))
            copy = pickle.loads(pickle.dumps(caught.exception))
            self.assertEqual((str(copy), copy.exit_status), (str(caught.exception), status))
        with self.assertRaisesRegex(tidemark.Error, "step"):
            tidemark.open(EXAMPLE).buffers(at=10**6)

    def test_warnings_are_python_warnings(self):
        with self.assertWarnsRegex(tidemark.FileWarning, "^[^w].*junk.xplane.pb"):
            workers = tidemark.open(EXAMPLE, self.junk()).attribution().workers
        self.assertEqual(len(workers), 1)

    def test_a_warning_has_the_path(self):
        path = pathlib.Path(self.worker("w-0"))
        with path.open("ab") as damaged:
            damaged.write(b"\x0a\xff")
        with self.assertWarnsRegex(tidemark.FileWarning, f"^{path}: [^/]*$"):
            tidemark.open(path).summary()

    def test_too_many_paths(self):
        with self.assertRaisesRegex(tidemark.Error, "^20000 paths have 5,020,000 bytes.* or the folder") as caught:
            tidemark.open(*["/" + 249 * "x"] * 20000).summary()
        self.assertEqual(caught.exception.exit_status, 2)

    def test_notebook_shows_the_error(self):
        self.assertIn("cannot open", tidemark.open("/missing")._repr_html_())

    def test_a_path_is_never_an_option(self):
        with self.assertRaisesRegex(tidemark.Error, "--help: cannot open"):
            tidemark.open("--help").summary()


class Program(FolderTest):
    def test_the_command_is_installed(self):
        command = pathlib.Path(sys.prefix) / "bin" / "tidemark-cli"
        self.assertEqual(pathlib.Path(tidemark.program_path()), command.resolve())
        version = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
        self.assertIn(tidemark.__version__, version)

    def test_record(self):
        with mock.patch("sys.stderr"):
            recording = tidemark.record(
                [sys.executable, "-c", "import sys; print('kept'); sys.exit(5)"], out=self.folder / "recordings"
            )
        self.assertEqual(recording.exit_status, 5)
        self.assertEqual((pathlib.Path(recording.folder) / "output.log").read_text(), "kept\n")
        with mock.patch("sys.stderr"), self.assertRaises(tidemark.Error) as caught:
            tidemark.record(["/no/such/program"], out=self.folder)
        self.assertEqual(caught.exception.exit_status, 127)

    def test_record_passes_bytes(self):
        """The output of the command has a progress bar, a byte that is no text, and no newline at its end."""
        output = b"10 %\r20 %\r\xff"
        code = f"import sys; sys.stderr.buffer.write({output!r})"
        with tempfile.TemporaryFile("w+") as stream:
            with mock.patch("sys.stderr", stream):
                recording = tidemark.record([sys.executable, "-c", code], out=self.folder / "recordings")
            stream.seek(0)
            shown = stream.buffer.read()
        self.assertTrue(shown.startswith(output))
        self.assertTrue(os.path.isdir(recording.folder))


class Tables(FolderTest):
    @needs("pyarrow")
    def test_arrow_has_the_same_types_for_all_rows(self):
        import pyarrow as pa

        buffers = tidemark.open(EXAMPLE).buffers()
        table = buffers.to_arrow()
        self.assertEqual(table.column_names, buffers.columns)
        for name, kind in (
            ("size_bytes", pa.int64()),
            ("source_line", pa.int64()),
            ("certain", pa.bool_()),
            ("role", pa.string()),
            ("shape_index", pa.list_(pa.int64())),
        ):
            self.assertEqual(table.schema.field(name).type, kind)
        self.assertEqual(table.to_pylist(), list(buffers))
        self.assertEqual(buffers[:0].to_arrow().schema, table.schema)
        modules = tidemark.open(EXAMPLE).modules.to_arrow()
        self.assertEqual(modules.schema.field("program_id").type, pa.uint64())
        large = Table([{"program_id": 2**64 - 1}], _fields.Module).to_arrow()
        self.assertEqual(large.column("program_id").to_pylist(), [2**64 - 1])
        self.assertEqual(Table([{"new_column": 1.5}], Record).to_arrow().to_pylist(), [{"new_column": 1.5}])

    @needs("pandas", "pyarrow")
    def test_pandas_keeps_integers(self):
        frame = tidemark.open(EXAMPLE).buffers().to_pandas()
        self.assertEqual(str(frame.size_bytes.dtype), "Int64")
        self.assertTrue(frame.source_line.isna().any())
        self.assertEqual((frame.size_bytes - frame.overlap_bytes).sum(), 5792246944)


@needs("fsspec")
class Remote(FolderTest):
    def setUp(self):
        import fsspec

        super().setUp()
        self.files = fsspec.filesystem("memory")
        self.files.pipe("/bucket/2026_11_20/w-3.xplane.pb", pathlib.Path(EXAMPLE).read_bytes())
        self.addCleanup(self.files.rm, "/bucket", recursive=True)

    def test_names_are_those_of_the_address(self):
        for address in ("memory://bucket/2026_11_20/w-3.xplane.pb", "memory://bucket/2026_11_20"):
            with tidemark.open(address) as document:
                worker = document.attribution().workers[0]
                self.assertEqual(worker.path, "memory://bucket/2026_11_20/w-3.xplane.pb")
                self.assertEqual((worker.host, worker.session), ("w-3", "2026_11_20"))
                self.assertEqual(document.programs[0].compare(document).a.path, worker.path)
                copy = document._place(worker.path)
                self.assertTrue(os.path.exists(copy))
            self.assertFalse(os.path.exists(copy))

    def test_a_fork_keeps_the_copies(self):
        document = tidemark.open("memory://bucket/2026_11_20/w-3.xplane.pb")
        child = os.fork()
        if child == 0:
            document.close()
            os._exit(0)
        os.waitpid(child, 0)
        self.assertTrue(os.path.exists(document._paths[0]))

    def test_every_copy_has_its_own_name(self):
        content = pathlib.Path(EXAMPLE).read_bytes()
        addresses = [f"memory://bucket/s {i}/w-1.xplane.pb" for i in range(12)]
        for address in addresses:
            self.files.pipe(address.removeprefix("memory:/"), content)
        document = tidemark.open(*addresses)
        self.assertEqual([worker.path for worker in document.attribution().workers], addresses)
        others = [document._paths[0].replace("/0/", "/77/"), "no path"]
        self.assertEqual(document._copies.renamed("\n".join(others)), "\n".join(others))

    def test_without_events_moves_few_bytes(self):
        """A server of ranges that counts what it sends; the capture has 30 MB of events in three lines of one plane."""
        import fsspec.spec

        def field(number, body):
            size, data = len(body), bytearray()
            while size > 0x7F:
                data.append(size & 0x7F | 0x80)
                size >>= 7
            return bytes([number << 3 | 2, *data, size]) + body

        program = pathlib.Path(EXAMPLE).read_bytes()
        line = field(3, bytes(10**7))
        capture = field(1, field(2, b"/device:TPU:9") + 3 * line + field(2, b"/device:TPU:9")) + program
        sent = []

        class Server(fsspec.spec.AbstractFileSystem):
            protocol = "counted"

            def info(self, path, **_):
                return {"name": path, "size": len(capture), "type": "file"}

            def _open(self, path, mode="rb", **options):
                class Ranges(fsspec.spec.AbstractBufferedFile):
                    def _fetch_range(self, start, end):
                        sent.append(end - start)
                        return capture[start:end]

                return Ranges(self, path, mode, **options)

        fsspec.register_implementation("counted", Server, clobber=True)
        address = "counted://bucket/s/w-0.xplane.pb"
        whole = tidemark.open(address).attribution()
        self.assertEqual(sum(sent), len(capture))
        sent.clear()
        self.assertEqual(tidemark.open(address, events=False).attribution(), whole)
        self.assertLess(sum(sent) - len(program), len(capture) / 100)
        capture = capture[:-1]  # damaged: it is read as a whole, so that the command line sees the damage
        with self.assertWarns(tidemark.FileWarning):
            _ = tidemark.open(address, events=False).modules

    def test_errors(self):
        with self.assertRaises(FileNotFoundError):
            tidemark.open("memory://bucket/2026_11_20/w-4.xplane.pb")
        self.files.pipe("/bucket/junk.xplane.pb", b"nothing")
        with self.assertRaisesRegex(tidemark.Error, "^tidemark-cli: memory://bucket/junk.xplane.pb is"):
            tidemark.open("memory://bucket/junk.xplane.pb").summary()


if __name__ == "__main__":
    warnings.simplefilter("error", tidemark.FileWarning)
    unittest.main()
