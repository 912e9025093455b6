"""The command `tidemark`. The window's program is in the package tidemark-window, because its licence is another one
and it does not run on every Linux."""

import contextlib
import os
import subprocess
import sys
from typing import NoReturn

from ._remote import Copies, is_remote

_UNUSABLE = 3  # exit status of the programs


def main() -> None:
    """Opens the window. A path may also be an address of fsspec, or a Parquet file or folder of tidemark.fleet: it
    stands for the profiles that its rows are about, so that the window shows their workers."""
    try:
        from tidemark_window import program_path
    except ModuleNotFoundError:
        _fail("the window is not installed. It is in the wheel tidemark_window, next to the wheel of this package.")
    copies = None
    line = ["tidemark"]
    try:
        for argument in sys.argv[1:]:
            for path in _profiles(argument):
                if is_remote(path):
                    copies = copies or Copies(events=False)
                    path = copies.copy(path)
                line.append(path)
    except ModuleNotFoundError as error:
        _fail(f"this needs the package {error.name}, which is not installed.")
    except (OSError, ValueError) as error:
        _fail(str(error))
    try:
        if copies is None:
            os.execv(program_path(), line)
        with contextlib.closing(copies):
            sys.exit(subprocess.run(line, executable=program_path(), check=False).returncode)
    except OSError as error:
        _fail(f"cannot start {program_path()} with {len(line) - 1} paths: {error.strerror}")


def _profiles(argument: str) -> "list[str]":
    """Returns the profiles that a summary is about. Everything else stays what it is."""
    is_summary = argument.endswith(".parquet")
    with contextlib.suppress(OSError):
        is_summary = is_summary or any(name.endswith(".parquet") for name in os.listdir(argument))
    if not is_summary:
        return [argument]
    from . import fleet

    paths = fleet.profiles(argument)
    if not paths:
        raise ValueError(f"{argument} has no rows of profiles")
    return paths


def _fail(text: str) -> NoReturn:
    print(f"tidemark: {text}", file=sys.stderr)
    sys.exit(_UNUSABLE)
