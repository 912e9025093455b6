"""The rows of many workers, by Ray Data."""

from collections.abc import Iterable
from typing import Any, Optional

import pyarrow as pa
import ray.data

from . import Path, batches, save, todo


def run(
    paths: "Iterable[Path]", out: str, *, batch: int = 200, module: Optional[str] = None, space: Optional[str] = None
) -> int:
    """Writes the rows of the paths that are not done yet into Parquet files in a folder that all machines reach.

    batch is the number of paths of one task, one start of the command line and one file. Returns the number of new
    rows.
    """
    waiting = list(batches(todo(paths, out, module=module, space=space), batch))
    if not waiting:
        return 0

    def saved(table: pa.Table) -> "dict[str, Any]":
        return {"rows": [save(each, out, module=module, space=space) for each in table.column("paths").to_pylist()]}

    tasks = ray.data.from_arrow(pa.table({"paths": waiting})).repartition(len(waiting))
    done = tasks.map_batches(saved, batch_size=1, batch_format="pyarrow").take_all()
    return sum(each["rows"] for each in done)
