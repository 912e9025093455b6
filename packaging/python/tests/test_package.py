"""Tests of the installed package. TIDEMARK_EXAMPLE is the example profile. What a test needs and lacks skips it."""

import contextlib
import importlib.util
import io
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
MESSAGE = """RESOURCE_EXHAUSTED: XLA:TPU compile permanent error. Ran out of memory in memory space hbm. Used \
300.00G of 15.75G hbm. Exceeded hbm capacity by 284.25G.

Total hbm usage >= 300.51G:
    reserved        530.00M
    program         300.00G
    arguments            0B

  Largest program allocations in hbm:

  1. Size: 300.00G
     Operator: op_name="jit(f)/dot_general"
     Shape: f32[300,16384,16384]{2,1,0:T(8,128)}
     Unpadded size: 300.00G
     XLA label: fusion = fusion(p), kind=kOutput
     Allocation type: HLO temp
     ==========================
"""


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
            (list(self.document.groups("source", at=10)), answer("buffers", "--group-by", "source", "--at", "10")),
            (list(self.document.history(89)), answer("buffers", "--id", "89", "--history")),
            (list(self.document.gaps(at=10)), answer("gaps", "--at", "10")),
            (list(self.document.check()), answer("check")),
            (self.document.resident(device="v5e"), answer("resident", "--device", "v5e")),
        ):
            self.assertEqual(given, expected)

    def test_fields_are_declared(self):
        """The declarations give types to columns and to checkers. They are those of the command line, in its order."""

        def compare(record, kind, without=()):
            declared = [name for name in types_of(kind) if name not in without]
            self.assertEqual(list(record), [name for name in declared if name in record], kind)
            self.assertTrue(set(declared) <= set(record), f"{kind}: {set(declared) - set(record)}")
            for name, value in record.items():
                if isinstance(value, list) and value and isinstance(value[0], dict):
                    compare(value[0], type(getattr(kind(record), name)[0]))

        compare(self.document.report() | {}, _fields.Report, without=["steps"])
        compare(answer("report")["figures"], _fields.Figures)
        compare(answer("summary"), _fields.Summary)
        compare(answer("attribution"), _fields.Attribution)
        compare(answer("modules")[0], _fields.Module)
        compare(answer("timeline")[0], _fields.Step)
        compare(answer("buffers")[0], _fields.Buffer)
        compare(answer("advise")[0], _fields.Finding)
        compare(answer("buffers", "--id", "89", "--history")[0], _fields.BufferEvent)
        compare(answer("gaps")[0], _fields.Gap)
        compare(answer("check")[0], _fields.ProgramCheck)
        compare(answer("resident"), _fields.Resident)
        compare(dict(self.log().oom()[0]), _fields.Message)
        comparison = self.document.compare(self.document, at_other=10)
        compare(dict(comparison), _fields.Comparison)
        compare(comparison.a, _fields.Side)

    def log(self):
        path = self.folder / "train.log"
        path.write_text(MESSAGE)
        return tidemark.open(path)

    def test_messages(self):
        (message,) = self.log().oom()
        self.assertEqual((message.needed_bytes, message.line, message.memory), (300 << 30, 1, "hbm"))
        self.assertEqual(message.exceeded_bytes, message.needed_bytes - message.limit_bytes)
        self.assertEqual(message.allocations[0].allocation_type, "HLO temp")
        quiet = self.folder / "quiet.log"
        quiet.write_text("step 1")
        with self.assertWarnsRegex(tidemark.FileWarning, "No out-of-memory message found"):
            self.assertEqual(list(tidemark.open(quiet).oom()), [])

    def test_several_programs_on_one_device(self):
        everything = self.document.resident(device="v5e")
        (program,) = everything.programs
        self.assertEqual((everything.total_bytes.most, everything.fits), (program.total_bytes, "yes"))
        self.assertEqual(self.document.resident("jit_train_step(7)", "jit_train", device="v5e"), everything)
        self.assertEqual(self.document.programs[0].resident(device="v5e"), everything)
        with self.assertRaisesRegex(tidemark.Error, "jit_x"):
            self.document.resident("jit_x")

    def test_parts_of_a_program(self):
        program = self.document.programs[0]
        summary = program.summary()
        self.assertEqual(sum(each.occupied_bytes for each in program.groups("category")), summary.occupied_peak_bytes)
        self.assertEqual({each.event for each in program.history(89)}, {"defined", "freed"})
        gaps = program.gaps()
        self.assertEqual(max(gap.size_bytes for gap in gaps), gaps[0].size_bytes)
        self.assertNotIn("fails", {each.verdict for each in program.check()})
        self.assertEqual({each.space for each in program.memories[1].check()}, {1})

    def test_a_report_of_an_allocation_history(self):
        step = {"step": "4", "event": 9, "live_bytes": 5, "change_bytes": 2, "grown": [{"source": "a.py:1"}]}
        with mock.patch("tidemark._documents.ask", return_value={"steps": [step]}):
            (given,) = self.document.report().steps
        self.assertIsInstance(given, tidemark.HistoryStep)
        self.assertEqual(given.grown[0].source, "a.py:1")

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

    def test_an_option_that_is_false_is_left_out(self):
        from tidemark._documents import _options

        values = {"a": False, "b": None, "c": True, "d": 0, "e": ("x", "y")}
        self.assertEqual(_options(values), ["--c", "--d=0", "--e=x", "--e=y"])

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


class Window(FolderTest):
    """The command `tidemark`."""

    def run_window(self, *arguments):
        command = pathlib.Path(sys.prefix) / "bin" / "tidemark"
        return subprocess.run([command, *arguments], capture_output=True, text=True, check=False)

    @unittest.skipIf(importlib.util.find_spec("tidemark_window"), "the window is installed")
    def test_without_the_window(self):
        done = self.run_window(EXAMPLE)
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stderr, r"^tidemark: the window is not installed\. Install .* tidemark_window-.*\.\n$")

    @needs("tidemark_window")
    def test_export(self):
        for name, start in (("chart.png", b"\x89PNG"), ("chart.svg", b"<?xml")):
            file = self.folder / name
            done = self.run_window("--export", file, "--size", "800x500", EXAMPLE)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            picture = file.read_bytes()
            self.assertEqual(picture[: len(start)], start)
        size = (self.folder / "chart.png").read_bytes()[16:24]
        self.assertEqual((int.from_bytes(size[:4], "big"), int.from_bytes(size[4:], "big")), (800, 500))
        texts = "".join(xml.etree.ElementTree.fromstring(picture).itertext())
        self.assertIn("Peak 5.39\u00a0GiB · step 233", texts)
        failed = self.run_window("--export", self.folder / "no.png", "/missing")
        self.assertEqual(failed.returncode, 3)
        self.assertIn("tidemark: ", failed.stderr)

    @needs("tidemark_window")
    def test_only_qt_and_the_system_are_needed(self):
        """The program says which versions of the C library it needs: the newest one is in the wheel's name."""
        import importlib.metadata

        import tidemark_window

        program = pathlib.Path(tidemark_window.program_path())
        lines = subprocess.run(["readelf", "--dynamic", program], capture_output=True, text=True, check=True).stdout
        libraries = {line.split("[")[1].rstrip("]") for line in lines.splitlines() if "(NEEDED)" in line}
        others = {name for name in libraries if not name.startswith("libQt6")}
        self.assertLessEqual(others, {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"})
        self.assertIn("$ORIGIN/../../PySide6/Qt/lib", lines)
        distribution = importlib.metadata.distribution("tidemark-window")
        self.assertEqual(distribution.metadata["License"], "GPL-3.0-only")
        self.assertTrue((program.parent.parent / "share/tidemark/example/train.xplane.pb").is_file())

    @needs("tidemark_window", "PySide6")
    def test_qt_is_that_of_pyside(self):
        environment = {**os.environ, "LD_DEBUG": "libs", "LD_DEBUG_OUTPUT": str(self.folder / "loaded")}
        command = [pathlib.Path(sys.prefix) / "bin" / "tidemark", "--export", self.folder / "chart.png", EXAMPLE]
        subprocess.run(command, env=environment, check=True)
        loaded = "".join(file.read_text() for file in self.folder.glob("loaded.*"))
        qt = {line.split()[-1] for line in loaded.splitlines() if "calling init" in line and "libQt6" in line}
        self.assertGreater(len(qt), 5)
        self.assertEqual([path for path in qt if "/PySide6/Qt/lib/" not in os.path.normpath(path)], [])

    @needs("pyarrow")
    def test_a_summary_stands_for_its_profiles(self):
        from tidemark import _window, fleet

        workers = [self.worker("w-0"), self.worker("w-1"), self.junk()]
        out = str(self.folder / "fleet")
        fleet.save(workers, out)
        self.assertEqual(_window._profiles(out), workers[:2])
        (part,) = pathlib.Path(out).iterdir()
        self.assertEqual(_window._profiles(str(part)), workers[:2])
        self.assertEqual(_window._profiles(workers[0]), [workers[0]])
        failed = self.folder / "failed"
        fleet.save(workers[2:], str(failed))
        with self.assertRaisesRegex(ValueError, "no rows of profiles"):
            _window._profiles(str(failed))

    def test_a_folder_with_other_files_is_no_summary(self):
        from tidemark import _window

        session = self.folder / "s1"
        self.worker("w-0")
        for name in ("part-0.parquet", "metrics.parquet"):
            (session / name).write_bytes(b"PAR1 of another program")
            self.assertEqual(_window._profiles(str(session)), [str(session)])
        (self.folder / "empty").mkdir()
        for path in ("empty", "missing", "s1/w-0.xplane.pb"):
            self.assertEqual(_window._profiles(str(self.folder / path)), [str(self.folder / path)])


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

    def test_the_window_opens_a_copy(self):
        from tidemark import _window

        address = "memory://bucket/2026_11_20/w-3.xplane.pb"
        seen = []

        def run(line, **_):
            seen.extend((path, os.path.exists(path)) for path in line[1:])
            return subprocess.CompletedProcess(line, 5)

        package = mock.Mock(program_path=lambda: "/bin/false")
        with (
            mock.patch.dict(sys.modules, {"tidemark_window": package}),
            mock.patch("sys.argv", ["tidemark", address]),
            mock.patch("subprocess.run", run),
            self.assertRaises(SystemExit) as ended,
        ):
            _window.main()
        ((copy, existed),) = seen
        self.assertEqual((ended.exception.code, existed, os.path.exists(copy)), (5, True, False))
        self.assertTrue(copy.endswith("/2026_11_20/w-3.xplane.pb"))

    def window_fails(self, address):
        """Runs the command `tidemark`, which must fail, and returns what it writes to standard error."""
        from tidemark import _window

        with (
            mock.patch.dict(sys.modules, {"tidemark_window": mock.Mock()}),
            mock.patch("sys.argv", ["tidemark", address]),
            contextlib.redirect_stderr(io.StringIO()) as errors,
            self.assertRaises(SystemExit) as ended,
        ):
            _window.main()
        self.assertEqual(ended.exception.code, 3)
        return errors.getvalue()

    def test_failures_of_the_window_are_one_line(self):
        address = "memory://bucket/2026_11_20/w-3.xplane.pb"

        class NoCredentials(Exception):
            pass

        for failure, text in (
            (ImportError("Please install gcsfs"), f"cannot open {address}: Please install gcsfs"),
            (ModuleNotFoundError(name="x"), f"{address} needs the package x, which is not installed."),
            (NoCredentials("who?"), f"cannot open {address}: who?"),
            (NoCredentials(), f"cannot open {address}: NoCredentials"),
        ):
            for place in ("fsspec.core.url_to_fs", "tidemark._remote.Copies._copy"):
                with mock.patch(place, side_effect=failure):
                    self.assertEqual(self.window_fails(address), f"tidemark: {text}\n")
        self.assertRegex(self.window_fails("memory://bucket/no"), "^tidemark: cannot open memory://bucket/no: .*\n$")

    def test_a_signal_that_ends_the_window(self):
        from tidemark import _window

        with (
            mock.patch.dict(sys.modules, {"tidemark_window": mock.Mock(program_path=lambda: "/bin/false")}),
            mock.patch("sys.argv", ["tidemark", "memory://bucket/2026_11_20/w-3.xplane.pb"]),
            mock.patch("subprocess.run", return_value=subprocess.CompletedProcess([], -11)),
            self.assertRaises(SystemExit) as ended,
        ):
            _window.main()
        self.assertEqual(ended.exception.code, 139)

    @needs("pyarrow")
    def test_a_remote_summary_stands_for_its_profiles(self):
        from tidemark import _window, fleet

        address = "memory://bucket/2026_11_20/w-3.xplane.pb"
        fleet.save([address], "memory://bucket/fleet")
        self.assertEqual(_window._profiles("memory://bucket/fleet"), [address])
        self.assertEqual(_window._profiles("memory://bucket/fleet/"), [address])
        for other in (address, "memory://bucket/2026_11_20", "memory://bucket/missing"):
            self.assertEqual(_window._profiles(other), [other])
        self.files.pipe("/bucket/fleet/w-0.xplane.pb", b"")
        self.assertEqual(_window._profiles("memory://bucket/fleet"), ["memory://bucket/fleet"])

    def test_errors(self):
        with self.assertRaises(FileNotFoundError):
            tidemark.open("memory://bucket/2026_11_20/w-4.xplane.pb")
        self.files.pipe("/bucket/junk.xplane.pb", b"nothing")
        with self.assertRaisesRegex(tidemark.Error, "^tidemark-cli: memory://bucket/junk.xplane.pb is"):
            tidemark.open("memory://bucket/junk.xplane.pb").summary()


if __name__ == "__main__":
    warnings.simplefilter("error", tidemark.FileWarning)
    unittest.main()
