"""Runs tidemark-cli. One run answers one question, about one file or about thousands."""

import functools
import json
import pathlib
import shutil
import subprocess
import warnings
from collections.abc import Sequence
from typing import Any

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
    names: "dict[str, str]",
    said: "list[str] | None" = None,
) -> Any:
    """Returns the JSON that a command prints about the paths.

    names has the names to show instead of temporary paths, in data, warnings and errors. The texts of warnings are
    added to said; without it they become Python warnings. Raises Error if there is no answer. A status of 1 with data
    is an answer: "no".
    """
    line = [program_path(), command, "--format", "json", *arguments, "--", *paths]
    done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    problems = _renamed(done.stderr.decode("utf-8", "replace").strip(), names)
    if done.returncode not in (0, 1) or not done.stdout:
        raise Error(problems or f"{_NAME} {command} ended with status {done.returncode}", done.returncode)
    texts = [problem.removeprefix("warning: ") for problem in problems.splitlines()]
    if said is not None:
        said += texts
    else:
        for text in texts:
            warnings.warn(text, FileWarning, stacklevel=4)
    shown = {place: json.dumps(name)[1:-1] for place, name in names.items()}
    return json.loads(_renamed(done.stdout.decode("utf-8"), shown))


def _renamed(text: str, names: "dict[str, str]") -> str:
    for place, name in names.items():
        text = text.replace(place, name)
    return text
