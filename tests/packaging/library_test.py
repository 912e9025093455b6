#!/usr/bin/env python3
"""library_test.py TIDEMARK_CLI BUILD_DIR CMAKE COMPILER: installs the library, builds the example with it, and compares
what the example prints with the command line."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CLI, BUILD, CMAKE, COMPILER = sys.argv[1:5]
PROFILE = ROOT / "resources" / "example" / "train.xplane.pb"
HLO = ROOT / "tests" / "data" / "tpu_hlo" / "conv.hlo.pb"
MESSAGE = sorted((ROOT / "tests" / "data" / "oom").glob("*.txt"))[0]


def run(*command):
    return subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=240, check=False)


def succeed(*command):
    result = run(*command)
    if result.returncode != 0:
        raise AssertionError(f"{command}: {result.stdout}{result.stderr}")
    return result.stdout


def answer(*arguments):
    return json.loads(succeed(CLI, *arguments, "--format", "json"))


class InstalledLibrary(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        folder = pathlib.Path(cls.temporary.name)
        cls.prefix = folder / "prefix"
        succeed(CMAKE, "--install", BUILD, "--prefix", cls.prefix, "--component", "development")
        succeed(CMAKE, "-S", ROOT / "resources" / "library_example", "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={cls.prefix}",
                f"-DCMAKE_CXX_COMPILER={COMPILER}", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Wconversion -Werror")
        succeed(CMAKE, "--build", folder / "build")
        cls.example = folder / "build" / "library_example"

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def lines(self, path, first):
        return [line.split("\t")[1:] for line in succeed(self.example, path).splitlines() if line.startswith(first + "\t")]

    def check(self, path):
        report = answer("report", path)
        self.assertEqual(succeed(self.example, path).splitlines()[0], report["sentence"])
        self.assertEqual(self.lines(path, "peak"), [[str(report["peak_bytes"])]])
        self.assertEqual(self.lines(path, "category"),
                         [[str(part["bytes"]), part["category"]] for part in report["categories"]])
        rows = answer("buffers", path, "--at", "peak", "--sort", "size", "--limit", "10")
        self.assertEqual(self.lines(path, "buffer"),
                         [[str(row["size_bytes"]), row["name"], row["shape"] or ""] for row in rows])
        return report, rows

    def test_a_profile(self):
        report, rows = self.check(PROFILE)
        self.assertEqual(report["peak_bytes"], answer("summary", PROFILE)["occupied_peak_bytes"])
        self.assertEqual(sum(part["bytes"] for part in report["categories"]), report["peak_bytes"])
        self.assertEqual(len(rows), 10)

    def test_a_program_and_a_message(self):
        self.check(HLO)
        self.check(MESSAGE)

    def test_errors_name_the_file(self):
        result = run(self.example, "no-such-file.pb")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("no-such-file.pb", result.stderr)
        self.assertEqual(run(self.example).returncode, 1)

    def test_only_public_files_are_installed(self):
        names = {path.name for path in self.prefix.rglob("*") if path.is_file()}
        headers = {path.name for path in (ROOT / "core" / "include" / "tidemark").iterdir()}
        self.assertEqual(names - headers - {f"tidemarkTargets-{kind}.cmake" for kind in
                                            ("release", "relwithdebinfo", "debug", "minsizerel", "noconfig")},
                         {"libtidemark.a", "tidemarkConfig.cmake", "tidemarkConfigVersion.cmake", "tidemarkTargets.cmake",
                          "find_re2.cmake", "find_zstd.cmake"})
        for path in self.prefix.rglob("*.cmake"):
            self.assertNotIn(str(ROOT), path.read_text(), path.name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
