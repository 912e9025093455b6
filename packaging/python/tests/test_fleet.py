"""Tests of the table of many workers, and of the engines that are installed."""

import os
import pathlib
import sys
import unittest
from unittest import mock

from test_package import EXAMPLE, FolderTest, needs

import tidemark


def parquet(folder):
    import pyarrow.dataset

    return pyarrow.dataset.dataset(folder).to_table().to_pylist()


@needs("pyarrow")
class Rows(FolderTest):
    def setUp(self):
        super().setUp()
        from tidemark import fleet

        self.fleet = fleet
        fleet._facts.clear()

    def test_a_worker(self):
        path = self.worker("w-7", "2026_11_20_10_00_00")
        table = self.fleet.rows(path)
        self.assertEqual(table.schema, self.fleet.SCHEMA)
        (row,) = table.to_pylist()
        self.assertEqual((row["source"], row["worker"], row["session"]), (path, "w-7", "2026_11_20_10_00_00"))
        self.assertEqual((row["module"], row["space"], row["occupied_peak_bytes"]), ("jit_train_step", 0, 5792246944))
        self.assertEqual(row["total_bytes"], tidemark.open(path).summary().total_bytes)
        self.assertEqual(sum(each["occupied_bytes"] for each in row["categories"]), row["level_bytes"])
        self.assertEqual(row["findings"][0]["finding"], tidemark.open(path).findings()[0].finding)
        self.assertEqual({each["verdict"] for each in row["checks"]}, {"ok"})
        self.assertEqual((row["warnings"], row["error"]), ([], None))

    def test_equal_programs_are_decoded_once(self):
        paths = [self.worker(f"w-{i}") for i in range(30)]
        with mock.patch("subprocess.run", wraps=tidemark._program.subprocess.run) as run:
            table = self.fleet.rows(paths)
        self.assertEqual((table.num_rows, run.call_count), (30, 3))
        self.assertEqual(table.column("source").to_pylist(), paths)

    def test_a_file_that_fails_is_a_row(self):
        paths = [self.worker("w-0"), self.junk(), str(self.folder / "missing.xplane.pb"), self.worker("w-1")]
        table = self.fleet.rows(paths).to_pylist()
        self.assertEqual([row["source"] for row in table], paths)
        self.assertEqual([row["error"] is None for row in table], [True, False, False, True])
        self.assertIn("junk.xplane.pb", table[1]["error"])
        self.assertIn("cannot open", table[2]["error"])

    def test_a_folder_has_a_row_for_each_worker(self):
        for name in ("w-0", "w-1"):
            self.worker(name)
        table = self.fleet.rows(self.folder / "s1").to_pylist()
        self.assertEqual(
            [(row["source"], row["worker"]) for row in table], [(str(self.folder / "s1"), w) for w in ("w-0", "w-1")]
        )
        pathlib.Path(self.worker("w-2")).write_bytes(pathlib.Path(EXAMPLE).read_bytes()[:3000])
        with self.assertWarnsRegex(tidemark.FileWarning, "w-2.xplane.pb: The file ends"):
            self.assertEqual(self.fleet.rows([self.folder / "s1"]).num_rows, 2)

    def test_done_paths_are_skipped(self):
        paths, out = [self.worker(f"w-{i}") for i in range(4)] + [self.junk()], str(self.folder / "out")
        self.assertEqual(self.fleet.todo(paths, out), paths)
        self.assertEqual(self.fleet.save(paths[:2], out), 2)
        pathlib.Path(out, ".part-0.parquet").write_bytes(b"PAR1 of a run that was stopped")
        self.assertEqual(self.fleet.todo(paths, out), paths[2:])
        self.fleet.save(paths[2:], out)
        self.fleet.save(paths[2:], out)  # again: the same file
        self.assertEqual(self.fleet.todo(paths, out), [])
        self.assertEqual(sorted(row["source"] for row in parquet(out)), sorted(paths))

    @needs("fsspec")
    def test_each_choice_has_its_rows(self):
        path, out = self.worker("w-0"), str(self.folder / "out")
        for space in ("0", "1", "0"):
            self.fleet.save([path], out, space=space)
        self.assertEqual(sorted((row["space"], row["asked_space"]) for row in parquet(out)), [(0, "0"), (1, "1")])
        self.assertEqual(self.fleet.todo([path], out, space="1"), [])
        self.assertEqual(self.fleet.todo([path], out), [path])
        self.assertEqual(self.fleet.todo([path], out, space="1", module="jit_other"), [path])
        self.fleet.save([path], out, module="jit_other")
        self.assertEqual(self.fleet.todo([path], out, module="jit_other"), [])

    def test_what_may_succeed_later_is_raised(self):
        paths, out = [self.worker("w-0"), self.worker("w-1")], str(self.folder / "out")
        for failure in (FileNotFoundError("tidemark-cli"), tidemark.Error("killed", -9), OSError(28, "disk full")):
            with mock.patch("tidemark._documents.ask", side_effect=failure), self.assertRaises(type(failure)):
                self.fleet.save(paths, out)
        self.assertEqual(self.fleet.todo(paths, out), paths)

    def test_two_tries_at_once(self):
        path, out, names = self.worker("w-0"), str(self.folder / "out"), []
        write = self.fleet.pyarrow.parquet.write_table

        def written(table, name, **options):
            names.append(name)
            if len(names) == 1:  # the second try runs while the first one writes
                self.fleet.save([path], out)
            write(table, name, **options)

        with mock.patch("pyarrow.parquet.write_table", written):
            self.fleet.save([path], out)
        self.assertEqual((len(set(names)), len(os.listdir(out)), len(parquet(out))), (2, 1, 1))

    def test_warnings_are_of_their_own_worker(self):
        paths = [self.worker(f"w-{i}") for i in range(3)]
        with open(paths[0], "ab") as damaged:
            damaged.write(b"\x0a\xff")
        for each in (paths, paths[:1]):
            self.fleet._facts.clear()
            table = self.fleet.rows(each).to_pylist()
            self.assertEqual([len(row["warnings"]) for row in table], [1, 0, 0][: len(each)])
            self.assertIn(paths[0], table[0]["warnings"][0])

    def test_a_failure_is_not_remembered(self):
        path = self.worker("w-0")
        with mock.patch("tidemark._documents._Answers.summary", side_effect=tidemark.Error("no memory", 3)):
            (row,) = self.fleet.rows(path).to_pylist()
        self.assertEqual((row["total_bytes"], row["warnings"]), (None, ["no memory"]))
        (row,) = self.fleet.rows(path).to_pylist()
        self.assertEqual((row["total_bytes"] is None, row["warnings"]), (False, []))

    def test_an_allocation_history_is_an_error(self):
        with mock.patch("tidemark._documents.ask", return_value=[{"worker": "w-0"}]):
            table = self.fleet.rows(["a.pickle", "b.pickle"]).to_pylist()
        self.assertEqual(
            [row["error"] for row in table], 2 * ["is an allocation history; fleet takes compiled programs"]
        )

    def test_long_paths_are_several_starts(self):
        paths = [f"/{i:04}{245 * 'x'}" for i in range(9000)]
        self.assertEqual([len(each) for each in self.fleet.batches(paths, 9000)], [4048, 4048, 904])
        self.assertEqual([len(each) for each in self.fleet.batches(paths[:5], 2)], [2, 2, 1])

    @needs("fsspec")
    def test_remote_files_are_transferred_once(self):
        import fsspec

        files = fsspec.filesystem("memory")
        self.addCleanup(files.rm, "/fleet", recursive=True)
        paths = [f"memory://fleet/s/w-{i}.xplane.pb" for i in range(4)]
        for path in paths[:3]:
            files.pipe(path.removeprefix("memory:/"), pathlib.Path(EXAMPLE).read_bytes())
        with mock.patch("tidemark._remote._copy_without_events", wraps=tidemark._remote._copy_without_events) as copied:
            table = self.fleet.rows(paths[::-1]).to_pylist()
        self.assertEqual(copied.call_count, 3)
        self.assertEqual([row["worker"] for row in table], [None, "w-2", "w-1", "w-0"])
        self.assertRegex(table[0]["error"], "^FileNotFoundError: .*w-3.xplane.pb")
        with mock.patch.object(type(files), "isdir", side_effect=ConnectionError), self.assertRaises(ConnectionError):
            self.fleet.rows(paths)

    @needs("fsspec")
    def test_remote(self):
        import fsspec

        files = fsspec.filesystem("memory")
        files.pipe("/fleet/s/w-0.xplane.pb", pathlib.Path(EXAMPLE).read_bytes())
        self.addCleanup(files.rm, "/fleet", recursive=True)
        paths = ["memory://fleet/s/w-0.xplane.pb", "memory://fleet/s/w-1.xplane.pb"]
        self.assertEqual(self.fleet.save(paths, "memory://fleet/out"), 2)
        self.assertEqual(self.fleet.todo([*paths, "x"], "memory://fleet/out"), ["x"])
        first, second = self.fleet.rows(paths).to_pylist()
        self.assertEqual((first["worker"], first["path"], first["total_bytes"]), ("w-0", paths[0], 5978384032))
        self.assertIn("w-1.xplane.pb", second["error"])


class Engines(FolderTest):
    """Each engine writes the same rows, and skips what is done."""

    def run_on(self, run):
        from tidemark import fleet

        paths, out = [self.worker(f"w-{i}") for i in range(5)] + [self.junk()], str(self.folder / "out")
        fleet.save(paths[:1], out)
        run(paths, out)
        found = sorted(parquet(out), key=lambda row: row["source"])
        self.assertEqual(found, sorted(fleet.rows(paths).to_pylist(), key=lambda row: row["source"]))
        before = sorted(os.listdir(out))
        run(paths, out)
        self.assertEqual(sorted(os.listdir(out)), before)

    @needs("ray", "pyarrow")
    def test_ray(self):
        import ray

        from tidemark.fleet import on_ray

        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        self.addCleanup(ray.shutdown)
        self.run_on(lambda paths, out: on_ray.run(paths, out, batch=2))

    @needs("apache_beam", "pyarrow")
    def test_beam(self):
        from tidemark.fleet import on_beam

        self.run_on(lambda paths, out: on_beam.run(paths, out, batch=2))

    @needs("pyspark", "pyarrow")
    def test_spark(self):
        from pyspark.sql import SparkSession

        from tidemark.fleet import on_spark

        self.enterContext(mock.patch.dict(os.environ, PYSPARK_PYTHON=sys.executable))
        spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
        self.addCleanup(spark.stop)
        self.run_on(lambda paths, out: on_spark.run(spark, paths, out, batch=2))


if __name__ == "__main__":
    unittest.main()
