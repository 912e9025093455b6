"""Runs a command and keeps what shows its memory."""

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple, Optional

from ._documents import Document, open
from ._program import Error, program_path

_SAID = "tidemark-cli: recorded in "


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
    folder, said = None, []
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True, errors="replace") as running:
        assert running.stderr is not None
        for text in running.stderr:
            sys.stderr.write(text)
            said.append(text)
            if text.startswith(_SAID):
                folder = text[len(_SAID) :].rstrip("\n")
    if folder is None or running.returncode == 127:
        raise Error("".join(said).strip(), running.returncode)
    return Recording(folder, running.returncode)
