"""Files that are not on this machine. fsspec reads them, and the command line opens a temporary copy."""

import os
import pathlib
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterator
from typing import Any


def is_remote(path: str) -> bool:
    """Returns whether a path is an address like gs://bucket/file, and no local file of that name."""
    return "://" in path and not os.path.exists(path)


class Copies:
    """Temporary copies of remote files and folders. They are removed by close(), or with this object.

    The last two parts of an address, session and file, stay as they are: the command line takes the names of session
    and host from them. names maps the place of every copy to what it is a copy of.
    """

    def __init__(self, events: bool) -> None:
        self._events = events
        self._folder = tempfile.mkdtemp(prefix="tidemark-")
        self.close = weakref.finalize(self, _remove, self._folder, os.getpid())
        self.names: "dict[str, str]" = {}
        self._parts: "dict[str, tuple[str, str]]" = {}  # of the number of a copy: its path in the folder, its address
        self._started = 0

    def copy(self, address: str) -> str:
        """Copies a file, or every file of a folder, and returns the local path. Raises ImportError without fsspec, and
        what fsspec raises: for example FileNotFoundError.
        """
        import fsspec  # type: ignore[import-untyped]

        files, path = fsspec.core.url_to_fs(address)
        number = str(self._started)
        self._started += 1  # also after a failure, so that the rest of a folder is not in another copy
        root = pathlib.Path(self._folder) / number
        parts = [part for part in address.rstrip("/").split("://", 1)[1].split("/") if part not in ("", ".", "..")]
        target = root.joinpath(*parts[-2:])
        if files.isdir(path):
            for each in files.find(path):
                inside = os.path.relpath("/" + each.lstrip("/"), "/" + path.strip("/"))
                if inside.startswith(".."):  # a name in a bucket may have any parts
                    raise ValueError(f"{each} is not inside {path}: its name has ..")
                self._copy(files, each, target / inside)
        else:
            self._copy(files, path, target)
        self.names[str(target)] = address.rstrip("/")
        self._parts[number] = (os.path.relpath(target, self._folder), address.rstrip("/"))
        return str(target)

    def renamed(self, text: str, shown: "Callable[[str], str]" = str) -> str:
        """Returns a text with the addresses in place of the paths of their copies. shown is how the text writes names.

        The time grows with the text, not with the number of copies.
        """
        before = self._folder + "/"
        pieces = text.split(before)
        for place, piece in enumerate(pieces[1:], 1):
            path, address = self._parts.get(piece.partition("/")[0], (piece, before + piece))
            if piece.startswith(shown(path)):
                pieces[place] = shown(address) + piece[len(shown(path)) :]
            else:
                pieces[place] = before + piece
        return "".join(pieces)

    def _copy(self, files: Any, source: str, target: pathlib.Path) -> None:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as copy:
            if not self._events and source.endswith(".xplane.pb"):
                with files.open(source, "rb", block_size=_AHEAD, cache_type="readahead") as stream:
                    try:
                        _copy_without_events(stream, stream.seek(0, os.SEEK_END), copy)
                        return
                    except ValueError:  # no such file, or a damaged one: the command line says what is wrong with it
                        copy.seek(0)
                        copy.truncate()
            with files.open(source, "rb") as stream:
                shutil.copyfileobj(stream, copy, 1 << 20)


def _remove(folder: str, creator: int) -> None:
    """Removes a folder, unless this process is a fork of the one that made it and may still need it."""
    if os.getpid() == creator:
        shutil.rmtree(folder, ignore_errors=True)


_AHEAD = 1 << 14  # bytes that are read beyond what is asked for
_LARGE_LINE = 1 << 16
_PLANE, _LINE = 1, 3  # of the messages XSpace and XPlane


def _copy_without_events(stream: Any, size: int, copy: Any) -> None:
    """Copies a profile without the lines of events that have more than 64 KiB, and does not read those.

    The copy is a smaller profile: the programs, the names of devices and hosts, and all that is said about them stay.
    Memory: as much as the largest plane without its lines. Raises ValueError if it is no profile.
    """
    stream.seek(0)
    for field, start, end in _fields(stream, size):
        if field != _PLANE:
            stream.seek(start)
            copy.write(stream.read(end - start))
            continue
        stream.seek(start)
        _varint(stream)
        _varint(stream)
        kept = []
        for inner, first, last in _fields(stream, end):
            if inner != _LINE or last - first <= _LARGE_LINE:
                stream.seek(first)
                kept.append(stream.read(last - first))
        plane = b"".join(kept)
        copy.write(bytes([_PLANE << 3 | 2]) + _varint_bytes(len(plane)) + plane)


def _fields(stream: Any, limit: int) -> "Iterator[tuple[int, int, int]]":
    """Yields number, start and end of the fields of a message, from the stream's position to a limit."""
    start = stream.tell()
    while start < limit:
        key = _varint(stream)
        if key & 7 == 0:
            _varint(stream)
            end = stream.tell()
        elif key & 7 == 2:
            length = _varint(stream)
            end = stream.tell() + length
        else:
            end = stream.tell() + {1: 8, 5: 4}.get(key & 7, limit)
        if end > limit:
            raise ValueError("a field ends after its message")
        yield key >> 3, start, end
        stream.seek(end)
        start = end


def _varint(stream: Any) -> int:
    value = 0
    for shift in range(0, 70, 7):
        byte: bytes = stream.read(1)
        if not byte:
            break
        value |= (byte[0] & 0x7F) << shift
        if byte[0] < 0x80:
            return value
    raise ValueError("no number")


def _varint_bytes(value: int) -> bytes:
    data = bytearray()
    while value > 0x7F:
        data.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*data, value])
