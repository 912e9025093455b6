"""The memory of many workers as one table, for engines that run over many machines. Needs pyarrow.

`rows` is the function to map. `save` writes its rows as one Parquet file, whole or not at all, and `todo` leaves out
the paths that are done. The modules on_ray, on_beam and on_spark run `save` on these engines.
"""

import hashlib
import json
import os
import uuid
import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Optional, Union

import pyarrow as pa
import pyarrow.dataset
import pyarrow.fs
import pyarrow.parquet

import tidemark

from .._arrow import arrow_type
from .._documents import Document
from .._fields import Attribution, Check, Worker
from .._remote import Copies, is_remote
from .._tables import types_of

Path = Union[str, "os.PathLike[str]"]

_PLAIN = [name for name, hint in types_of(Worker).items() if name not in ("groups", "categories", "checks")]
SCHEMA = pa.schema(
    [
        ("source", pa.string()),  # the path that was asked for: a file, or the folder that has the file
        ("asked_module", pa.string()),  # the choice of a program and memory. Null means that there was none
        ("asked_space", pa.string()),
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

    A row has an error if the file is missing or cannot be used. Everything else that fails is raised, because it may
    succeed later: for example a network, a full disk, or a machine without tidemark-cli.
    """
    given = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    asked = [os.fspath(path) for path in given]
    choice = {name: value for name, value in (("module", module), ("space", space)) if value is not None}
    copies = Copies(events=False) if any(is_remote(path) for path in asked) else None
    try:
        places, found = _fetched(asked, copies)
        for batch in batches(list(places), max(len(places), 1)):
            some: "list[dict[str, Any]]" = []
            if len(batch) > 1:
                some, _ = _attributed(batch, Document([places[path] for path in batch], {}, copies), choice)
            for path in _without_row(batch, some):
                alone, error = _attributed([path], Document([places[path]], {}, copies), choice)
                some += alone or [{"source": path, "error": error}]
            found += some
    finally:
        if copies:
            copies.close()
    for row in found:
        row.update(asked_module=module, asked_space=space)
    order = {path: place for place, path in enumerate(asked)}
    found.sort(key=lambda row: order[row["source"]])
    return pa.Table.from_pylist(found, schema=SCHEMA)


def todo(
    paths: "Iterable[Path]", out: str, *, module: Optional[str] = None, space: Optional[str] = None
) -> "list[str]":
    """Returns the paths without rows of this module and space in the Parquet files of a folder.

    A path whose row is an error is done too.
    """
    done: "set[str]" = set()
    files, folder = _filesystem(out)
    if files.get_file_info(folder).type == pyarrow.fs.FileType.Directory:
        parts = pyarrow.dataset.dataset(folder, filesystem=files, format="parquet", schema=SCHEMA)
        for batch in parts.to_batches(columns=["source", "asked_module", "asked_space"]):
            columns = (column.to_pylist() for column in batch.columns)
            done.update(source for source, *choice in zip(*columns) if choice == [module, space])
    return [text for text in [os.fspath(path) for path in paths] if text not in done]


def save(paths: "Iterable[Path]", out: str, *, module: Optional[str] = None, space: Optional[str] = None) -> int:
    """Writes the rows of the paths as one Parquet file into a folder, local or of fsspec. Returns the number of rows.

    The file appears when it is complete. Its name follows from the paths, the module and the space, so that a second
    try replaces it, also while the first one still writes.
    """
    asked = [os.fspath(path) for path in paths]
    table = rows(asked, module=module, space=space)
    name = f"part-{hashlib.sha256(json.dumps([module, space, asked]).encode()).hexdigest()[:16]}.parquet"
    files, folder = _filesystem(out)
    files.create_dir(folder)
    unfinished = f"{folder}/.{name}.{uuid.uuid4().hex}"  # readers of Parquet folders skip names with a dot
    pyarrow.parquet.write_table(table, unfinished, filesystem=files)
    files.move(unfinished, f"{folder}/{name}")
    return int(table.num_rows)


def profiles(summary: str) -> "list[str]":
    """Returns the paths of the profiles that the rows of a Parquet file or folder are about, without errors."""
    files, place = _filesystem(summary)
    rows = pyarrow.dataset.dataset(place, filesystem=files, format="parquet", schema=SCHEMA)
    table = rows.to_table(columns=["path"], filter=pyarrow.dataset.field("error").is_null())
    return list(dict.fromkeys(table.column("path").to_pylist()))


_START_BYTES = 1 << 20  # of paths for one start. Linux passes about 2 MiB, less the environment


def batches(paths: "Sequence[str]", size: int) -> "Iterator[list[str]]":
    """Divides paths into lists of a size, or fewer if they are long: a start takes a limited number of bytes.

    Large lists save starts; a list is also what a stopped run has to repeat.
    """
    batch: "list[str]" = []
    left = _START_BYTES
    for path in paths:
        needed = len(os.fsencode(path)) + 9  # with its end, and its address in the list of arguments
        if batch and (len(batch) == size or needed > left):
            yield batch
            batch, left = [], _START_BYTES
        batch.append(path)
        left -= needed
    if batch:
        yield batch


_facts: "dict[tuple[str, int], dict[str, Any]]" = {}  # of a digest and space: what equal programs have in common


def _fetched(asked: "list[str]", copies: Optional[Copies]) -> "tuple[dict[str, str], list[dict[str, Any]]]":
    """Returns where each path is on this machine, and the rows of remote ones that do not exist."""
    places: "dict[str, str]" = {}
    missing: "list[dict[str, Any]]" = []
    for path in dict.fromkeys(asked):
        try:
            places[path] = copies.copy(path) if copies and is_remote(path) else path
        except FileNotFoundError as error:
            missing.append({"source": path, "error": f"{type(error).__name__}: {error}"})
    return places, missing


def _attributed(asked: "list[str]", document: Document, choice: "dict[str, str]") -> "tuple[list[dict[str, Any]], str]":
    """Returns the rows of the workers that one run of the command line finds, and why there are none."""
    texts: "list[str]" = []
    try:
        answer = document._chosen(choice, texts).attribution()
    except tidemark.Error as error:
        return [], _text_of_file(error)
    if not isinstance(answer, Attribution):
        return [], "is an allocation history; fleet takes compiled programs"
    sources = {worker.path: _source(worker.path, asked) for worker in answer.workers}
    found = [_row(worker, document, source) for worker in answer.workers if (source := sources[worker.path])]
    again = _without_row(asked, found)  # with errors of their own
    for text in texts:
        of = [row for row in found if text.startswith((row["path"] + ":", row["path"] + ","))]
        for row in of:
            row["warnings"] = list(dict.fromkeys([text, *row["warnings"]]))
        if not of and not any(path in text for path in again):
            warnings.warn(text, tidemark.FileWarning, stacklevel=3)
    return found, "there is no worker in it"


def _text_of_file(error: tidemark.Error) -> str:
    """Returns the text of an error that says what a file lacks. Raises all others: a second try may succeed."""
    if error.exit_status not in (1, 3):
        raise error
    return str(error)


def _source(path: str, asked: "list[str]") -> Optional[str]:
    """Returns which of the paths has a file. None if that is unclear: each path is then asked alone."""
    if path in asked or len(asked) == 1:
        return path if path in asked else asked[0]
    return next((each for each in asked if path.startswith(each.rstrip("/") + "/")), None)


def _row(worker: Worker, document: Document, source: str) -> "dict[str, Any]":
    row = {name: worker[name] for name in [*_PLAIN, "categories", "checks"]}
    row["source"] = source
    row["worker"] = row.pop("host")
    row["warnings"] = []
    facts = _facts.get((worker.digest or "", worker.space))
    if facts is None:
        facts, row["warnings"] = _program_facts(worker, document)
    return {**row, **facts}


def _program_facts(worker: Worker, document: Document) -> "tuple[dict[str, Any], list[str]]":
    """Returns what all workers with this digest have, which is remembered, and the warnings about this file."""
    number = "" if worker.program_id is None else f"({worker.program_id})"
    choice = {"module": f"{worker.module}{number}", "space": str(worker.space)}
    texts: "list[str]" = []
    alone = document._file(worker.path)._chosen(choice, texts)
    try:
        facts = {"total_bytes": alone.summary().total_bytes, "findings": list(alone.findings())}
    except tidemark.Error as error:
        return {"total_bytes": None, "findings": None}, list(dict.fromkeys([*texts, _text_of_file(error)]))
    if worker.digest:
        _facts[worker.digest, worker.space] = facts
    return facts, list(dict.fromkeys(texts))


def _without_row(asked: "list[str]", found: "list[dict[str, Any]]") -> "list[str]":
    having = {row["source"] for row in found}
    return [path for path in asked if path not in having]


def _filesystem(out: str) -> "tuple[pyarrow.fs.FileSystem, str]":
    if "://" not in out:
        return pyarrow.fs.LocalFileSystem(), os.path.abspath(out)
    import fsspec  # type: ignore[import-untyped]

    files, folder = fsspec.core.url_to_fs(out)
    return pyarrow.fs.PyFileSystem(pyarrow.fs.FSSpecHandler(files)), folder
