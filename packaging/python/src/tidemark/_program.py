"""Runs tidemark-cli. One run answers one question, about one file or about thousands."""

import errno
import functools
import json
import os
import pathlib
import shutil
import subprocess
import warnings
from collections.abc import Sequence
from typing import Any

from ._remote import Copies

_NAME = "tidemark-cli"


class Error(Exception):
    """The command line could not answer.

    str() is what it wrote to standard error. exit_status is 1 if the file does not hold what was asked, 2 for wrong
    usage, 3 if the input cannot be used, and -n if signal n ended the program.
    """

    def __init__(self, text: str, exit_status: int):
        super().__init__(text)
        self.exit_status = exit_status

    def __reduce__(self) -> "tuple[type[Error], tuple[str, int]]":
        return Error, (str(self), self.exit_status)  # engines send errors between processes


class FileWarning(UserWarning):
    """Something about a file that its reader should know, in the words of the command line."""


@functools.lru_cache(maxsize=None)
def program_path() -> str:
    """Returns the path of tidemark-cli: the one of this package, else the first one in PATH.

    Raises FileNotFoundError if there is neither.
    """
    import importlib.metadata  # takes longer to import than this package

    try:
        installed = importlib.metadata.files("tidemark") or []
    except importlib.metadata.PackageNotFoundError:
        installed = []
    places = [pathlib.Path(str(file.locate())) for file in installed if file.name == _NAME]
    places.append(pathlib.Path(__file__).parents[1] / "bin" / _NAME)  # pip install --target
    for place in places:
        if place.is_file():
            return str(place.resolve())
    in_path = shutil.which(_NAME)
    if in_path is None:
        raise FileNotFoundError(f"{_NAME} is neither in the package tidemark nor in PATH. Install tidemark again.")
    return in_path


def ask(
    command: str,
    arguments: Sequence[str],
    paths: Sequence[str],
    copies: Sequence[Copies] = (),
    collected: "list[str] | None" = None,
) -> Any:
    """Returns the JSON that a command prints about the paths.

    The paths of copies are shown as their addresses, in data, warnings and errors. The texts of warnings are added to
    collected; without it they become Python warnings. Raises Error if there is no answer. A status of 1 with data is an
    answer: "no".
    """
    line = [program_path(), command, "--format", "json", *arguments, "--", *paths]
    try:
        done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as error:
        if error.errno != errno.E2BIG:
            raise
        size = sum(len(os.fsencode(path)) + 1 for path in paths)
        text = f"{len(paths)} paths have {size:,} bytes, more than the system passes to a program."
        raise Error(f"{text} Open fewer at once, or the folder that has them.", 2) from None
    problems = done.stderr.decode("utf-8", "replace").strip()
    texts = [problem.removeprefix("warning: ") for problem in problems.splitlines()]
    if len(paths) == 1:  # the command line names files only if there are more
        texts = [text if paths[0] in text else f"{paths[0]}: {text}" for text in texts]
    answer = done.stdout.decode("utf-8")
    for each in copies:
        problems = each.renamed(problems)
        texts = [each.renamed(text) for text in texts]
        answer = each.renamed(answer, lambda text: json.dumps(text, ensure_ascii=False)[1:-1])
    if done.returncode not in (0, 1) or not done.stdout:
        raise Error(problems or f"{_NAME} {command} ended with status {done.returncode}", done.returncode)
    if collected is not None:
        collected += texts
    else:
        for text in texts:
            warnings.warn(text, FileWarning, stacklevel=4)
    return json.loads(answer)
