"""Runs a command and keeps what shows its memory."""

import io
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple, Optional

from ._documents import Document, open
from ._program import Error, program_path

_SAID = b"tidemark-cli: recorded in "
_TAIL = 1 << 16  # bytes of the end of the output that are kept


class Recording(NamedTuple):
    """A recording. exit_status is that of the command: 128 + n if signal n ended it."""

    folder: str
    exit_status: int

    def open(self) -> Document:
        """Opens the folder as `tidemark.open` does."""
        return open(self.folder)


def record(command: Sequence[str], *, out: "Optional[str | os.PathLike[str]]" = None, kind: str = "xla") -> Recording:
    """Runs a command, for example ["python", "train.py"], and keeps what XLA compiles and the output in a new folder.

    out is the folder that gets the new folder; the default is tidemark-recordings. kind is xla, tt-train or tt-xla. The
    command's output goes where this process's goes. Raises Error if nothing was recorded: status 127 if the command
    could not start.
    """
    arguments = ["--kind", kind]
    if out is not None:
        arguments += ["--out", os.fspath(out)]
    line = [program_path(), "record", *arguments, "--", *command]
    tail = b""
    with subprocess.Popen(line, stderr=subprocess.PIPE) as running:
        assert isinstance(running.stderr, io.BufferedReader)
        while data := running.stderr.read1(_TAIL):
            _show(data)
            tail = (tail + data)[-_TAIL:]
    # The output of the command may end without a newline, so the text is not always at the start of a line.
    _, found, after = tail.rpartition(_SAID)
    if not found or running.returncode == 127:
        raise Error(tail.decode("utf-8", "replace").strip(), running.returncode)
    return Recording(os.fsdecode(after.partition(b"\n")[0]), running.returncode)


def _show(data: bytes) -> None:
    """Writes what the command wrote, byte for byte if this process's standard error takes bytes."""
    stream = getattr(sys.stderr, "buffer", None)
    if stream is None:  # a notebook's
        sys.stderr.write(data.decode("utf-8", "replace"))
        return
    sys.stderr.flush()
    stream.write(data)
    stream.flush()
