"""Files that are not on this machine. fsspec reads them, and the command line opens a temporary copy."""

import os
import pathlib
import shutil
import tempfile
import weakref
from typing import Any


def is_remote(path: str) -> bool:
    """Returns whether a path is an address like gs://bucket/file, and no local file of that name."""
    return "://" in path and not os.path.exists(path)


class Copies:
    """Temporary copies of remote files and folders. They are removed by close(), or with this object.

    The last two parts of an address, session and file, stay as they are: the command line takes the names of session
    and host from them. names maps the place of every copy to what it is a copy of.
    """

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="tidemark-")
        self.close = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self.names: "dict[str, str]" = {}

    def copy(self, address: str) -> str:
        """Copies the whole file, or every file of a folder, and returns the local path.

        Transfers the bytes of the files once. Raises ImportError without fsspec, and what fsspec raises: for example
        FileNotFoundError.
        """
        import fsspec  # type: ignore[import-untyped]

        files, path = fsspec.core.url_to_fs(address)
        root = pathlib.Path(self._folder) / str(len(self.names))
        parts = [part for part in address.rstrip("/").split("://", 1)[1].split("/") if part not in ("", ".", "..")]
        target = root.joinpath(*parts[-2:])
        if files.isdir(path):
            for each in files.find(path):
                inside = os.path.relpath("/" + each.lstrip("/"), "/" + path.strip("/"))
                if inside.startswith(".."):  # a name in a bucket may have any parts
                    raise ValueError(f"{each} is not inside {path}: its name has ..")
                _stream(files, each, target / inside)
        else:
            _stream(files, path, target)
        self.names[str(target)] = address.rstrip("/")
        return str(target)


def _stream(files: Any, source: str, target: pathlib.Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with files.open(source, "rb") as stream, target.open("wb") as copy:
        shutil.copyfileobj(stream, copy, 1 << 20)
