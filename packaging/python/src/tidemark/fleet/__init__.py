"""The memory of many workers as one table, for engines that run over many machines. Needs pyarrow.

`rows` is the function to map. `save` writes its rows as one Parquet file, whole or not at all, and `todo` leaves out
the paths that are done. The modules on_ray, on_beam and on_spark run `save` on these engines.
"""

import hashlib
import os
import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Optional, Union

import pyarrow as pa
import pyarrow.dataset
import pyarrow.fs
import pyarrow.parquet

import tidemark

from .._arrow import arrow_type
from .._fields import Check, Worker
from .._tables import types_of

Path = Union[str, "os.PathLike[str]"]

_PLAIN = [name for name, hint in types_of(Worker).items() if name not in ("groups", "categories", "checks")]
SCHEMA = pa.schema(
    [
        ("source", pa.string()),  # the path that was asked for: a file, or the folder that has the file
        ("worker", pa.string()),
        *((name, arrow_type(types_of(Worker)[name])) for name in _PLAIN if name != "host"),
        ("total_bytes", pa.int64()),
        (
            "categories",
            pa.list_(
                pa.struct([("category", pa.string()), ("occupied_bytes", pa.int64()), ("uncertain_bytes", pa.int64())])
            ),
        ),
        ("checks", pa.list_(arrow_type(Check))),
        (
            "findings",
            pa.list_(pa.struct([("finding", pa.string()), ("saved_bytes", pa.int64()), ("text", pa.string())])),
        ),
        ("warnings", pa.list_(pa.string())),
        ("error", pa.string()),
    ]
)
"""The columns of every table. A file that cannot be used is a row with source and error, and nulls."""


def rows(paths: "Path | Iterable[Path]", *, module: Optional[str] = None, space: Optional[str] = None) -> pa.Table:
    """Returns one row for each worker in the paths: the program with the largest peak, or the given module.

    The command line starts once for all paths and decodes equal programs once. Each different program, known by its
    digest, costs two more starts, for total_bytes and findings; a process remembers both. A path that gives no row in
    the batch is asked again alone, so that its row has its own error. Give files rather than folders: a file of a
    folder that cannot be used has no row, only a FileWarning.
    """
    given = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    asked = [os.fspath(path) for path in given]
    found: "list[dict[str, Any]]" = []
    choice = {name: value for name, value in (("module", module), ("space", space)) if value is not None}
    if len(asked) > 1:
        found, _ = _attributed(asked, choice)
    for path in _without_row(asked, found):
        alone, error = _attributed([path], choice)
        found += alone or [{"source": path, "error": error}]
    order = {path: place for place, path in enumerate(asked)}
    found.sort(key=lambda row: order[row["source"]])
    return pa.Table.from_pylist(found, schema=SCHEMA)


def todo(paths: "Iterable[Path]", out: str) -> "list[str]":
    """Returns the paths without rows in the Parquet files of a folder. A path whose row is an error is done too."""
    done: "set[str]" = set()
    files, folder = _filesystem(out)
    if files.get_file_info(folder).type == pyarrow.fs.FileType.Directory:
        parts = pyarrow.dataset.dataset(folder, filesystem=files, format="parquet", schema=SCHEMA)
        for batch in parts.to_batches(columns=["source"]):
            done.update(batch.column("source").to_pylist())
    return [text for text in [os.fspath(path) for path in paths] if text not in done]


def save(paths: "Iterable[Path]", out: str, *, module: Optional[str] = None, space: Optional[str] = None) -> int:
    """Writes the rows of the paths as one Parquet file into a folder, local or of fsspec. Returns the number of rows.

    The file appears when it is complete. Its name follows from the paths, so that a second try replaces it.
    """
    asked = [os.fspath(path) for path in paths]
    table = rows(asked, module=module, space=space)
    name = f"part-{hashlib.sha256(chr(0).join(asked).encode()).hexdigest()[:16]}.parquet"
    files, folder = _filesystem(out)
    files.create_dir(folder)
    unfinished = f"{folder}/.{name}"  # readers of Parquet folders skip names with a dot
    pyarrow.parquet.write_table(table, unfinished, filesystem=files)
    files.move(unfinished, f"{folder}/{name}")
    return int(table.num_rows)


def batches(paths: "Sequence[str]", size: int) -> "Iterator[list[str]]":
    """Divides paths into lists of a size. Large ones save starts; a batch is also what a stopped run has to repeat."""
    for first in range(0, len(paths), size):
        yield list(paths[first : first + size])


_facts: "dict[tuple[str, int], dict[str, Any]]" = {}  # of a digest and space: what equal programs have in common


def _attributed(asked: "list[str]", choice: "dict[str, str]") -> "tuple[list[dict[str, Any]], str]":
    """Returns the rows of the workers that one run of the command line finds, and why there are none."""
    said: "list[str]" = []
    try:
        with tidemark.open(*asked, events=False) as document:
            workers = document._chosen(choice, said).attribution().workers
            sources = {worker.path: _source(worker.path, asked) for worker in workers}
            found = [_row(worker, document, source) for worker in workers if (source := sources[worker.path])]
    except Exception as error:  # of the command line, or of the file system that fsspec opens
        return [], str(error) or type(error).__name__
    again = _without_row(asked, found)  # with errors of their own
    for text in said:
        of = [row for row in found if text.startswith((row["path"] + ":", row["path"] + ","))]
        for row in of:
            row["warnings"] = [text, *row["warnings"]]
        if not of and not any(path in text for path in again):
            warnings.warn(text, tidemark.FileWarning, stacklevel=4)
    return found, "there is no worker in it"


def _source(path: str, asked: "list[str]") -> Optional[str]:
    """Returns which of the paths has a file. None if that is unclear: each path is then asked alone."""
    if path in asked or len(asked) == 1:
        return path if path in asked else asked[0]
    return next((each for each in asked if path.startswith(each.rstrip("/") + "/")), None)


def _row(worker: Worker, document: tidemark.Document, source: str) -> "dict[str, Any]":
    row = {name: worker[name] for name in [*_PLAIN, "categories", "checks"]}
    row["source"] = source
    row["worker"] = row.pop("host")
    key = (worker.digest or worker.path, worker.space)
    if key not in _facts:
        _facts[key] = _program_facts(worker, document)
    return {**row, **_facts[key]}


def _program_facts(worker: Worker, document: tidemark.Document) -> "dict[str, Any]":
    number = "" if worker.program_id is None else f"({worker.program_id})"
    choice = {"module": f"{worker.module}{number}", "space": str(worker.space)}
    said: "list[str]" = []
    alone = document._file(worker.path)._chosen(choice, said)
    try:
        total, findings = alone.summary().total_bytes, list(alone.findings())
    except tidemark.Error as error:
        return {"total_bytes": None, "findings": None, "warnings": [*said, str(error)]}
    return {"total_bytes": total, "findings": findings, "warnings": said}


def _without_row(asked: "list[str]", found: "list[dict[str, Any]]") -> "list[str]":
    having = {row["source"] for row in found}
    return [path for path in asked if path not in having]


def _filesystem(out: str) -> "tuple[pyarrow.fs.FileSystem, str]":
    if "://" not in out:
        return pyarrow.fs.LocalFileSystem(), os.path.abspath(out)
    import fsspec  # type: ignore[import-untyped]

    files, folder = fsspec.core.url_to_fs(out)
    return pyarrow.fs.PyFileSystem(pyarrow.fs.FSSpecHandler(files)), folder
