"""The command `tidemark`. The window's program is in the package tidemark-window, because its licence is another one
and it does not run on every Linux."""

import contextlib
import fnmatch
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import NoReturn, Optional

from ._remote import Copies, is_remote

_UNUSABLE = 3  # exit status of the programs


def main() -> None:
    """Opens the window. A path may also be an address of fsspec, or a summary of tidemark.fleet: it stands for the
    profiles that its rows are about, so that the window shows their workers."""
    try:
        from tidemark_window import program_path
    except ModuleNotFoundError:
        _fail("the window is not installed. Install the wheel tidemark_window-*.whl of `packaging/wheel --window`.")
    copies: Optional[Copies] = None
    line = ["tidemark"]
    for argument in sys.argv[1:]:
        with _failures(argument):
            paths = _profiles(argument)
        for path in paths:
            if is_remote(path):
                with _failures(path):
                    copies = copies or Copies(events=False)
                    path = copies.copy(path)
            line.append(path)
    try:
        if copies is None:
            os.execv(program_path(), line)
        with contextlib.closing(copies):
            status = subprocess.run(line, executable=program_path(), check=False).returncode
            sys.exit(128 - status if status < 0 else status)  # -n means that signal n ended it. Shells have 128 + n
    except OSError as error:
        _fail(f"cannot start {program_path()} with {len(line) - 1} paths: {error.strerror}")


def _profiles(argument: str) -> "list[str]":
    """Returns the profiles that a summary is about. Everything else stays what it is.

    A summary is a Parquet file, or a folder that has only the files of fleet.save. A folder with profiles may have
    Parquet files of other programs.
    """
    if not argument.endswith(".parquet"):
        names = [name for name in _names_in(argument) if not name.startswith(".")]
        if not names or len(fnmatch.filter(names, "part-*.parquet")) < len(names):
            return [argument]
    from . import fleet

    paths = fleet.profiles(argument)
    if not paths:
        raise ValueError("it has no rows of profiles")
    return paths


def _names_in(folder: str) -> "list[str]":
    """Returns the names in a folder. An empty list: it is no folder."""
    if folder.startswith(("http://", "https://")):
        return []  # fsspec would transfer a file to look for links in it, and fleet.save does not write there
    with contextlib.suppress(OSError):
        if not is_remote(folder):
            return os.listdir(folder)
        import fsspec  # type: ignore[import-untyped]

        files, path = fsspec.core.url_to_fs(folder)
        inside = (each.strip("/") for each in files.ls(path, detail=False))
        return [each.rpartition("/")[2] for each in inside if each != path.strip("/")]  # some list the path itself
    return []


@contextlib.contextmanager
def _failures(path: str) -> "Iterator[None]":
    """Ends the program with one line if a path cannot be used. Every package for addresses has its own exceptions."""
    try:
        yield
    except ModuleNotFoundError as error:
        _fail(f"{path} needs the package {error.name}, which is not installed.")
    except Exception as error:
        _fail(f"cannot open {path}: {str(error) or type(error).__name__}")


def _fail(text: str) -> NoReturn:
    print(f"tidemark: {text}", file=sys.stderr)
    sys.exit(_UNUSABLE)
