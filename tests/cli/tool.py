"""Helpers shared by the tests of the command line."""
import ctypes
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
SAMPLES = pathlib.Path(os.environ["TIDEMARK_SAMPLES"]) if os.environ.get("TIDEMARK_SAMPLES") else None
CLI = ""


def run(*arguments, environment=None, stdin=subprocess.DEVNULL):
    return subprocess.run([CLI, *map(str, arguments)], capture_output=True, timeout=120, check=False, stdin=stdin,
                          env={**os.environ, **(environment or {})})


def answer(*arguments):
    """The JSON of a command that must succeed."""
    result = run(*arguments)
    if result.returncode != 0:
        raise AssertionError(f"{arguments}: exit status {result.returncode}: {result.stderr.decode()}")
    return json.loads(result.stdout)


def session(name):
    """A session folder, the samples' own if they are there."""
    for root in filter(None, (SAMPLES, DATA)):
        if (root / "sessions" / name).is_dir():
            return root / "sessions" / name
    raise unittest.SkipTest(f"{name} is not among the samples")


def zstd(data):
    """Compresses a frame with a checksum, as the tool of that name does. Python's own module is younger than Debian 12."""
    library = ctypes.CDLL("libzstd.so.1")
    for function in (library.ZSTD_compressBound, library.ZSTD_compress2, library.ZSTD_CCtx_setParameter):
        function.restype = ctypes.c_size_t
    library.ZSTD_createCCtx.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.ZSTD_createCCtx())
    checksum = 201  # ZSTD_c_checksumFlag
    library.ZSTD_CCtx_setParameter(context, checksum, 1)
    size = ctypes.c_size_t(library.ZSTD_compressBound(ctypes.c_size_t(len(data))))
    packed = ctypes.create_string_buffer(size.value)
    count = library.ZSTD_compress2(context, packed, size, data, ctypes.c_size_t(len(data)))
    library.ZSTD_freeCCtx(context)
    return packed.raw[:count]


class FolderTest(unittest.TestCase):
    """Tests that write into `self.folder`, a new folder that is removed after each test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def copy(self, source, name):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, path)
        return path


def main():
    global CLI
    CLI = os.path.abspath(sys.argv.pop(1))
    unittest.main(module="__main__")
