"""The rows of many workers, by Apache Beam."""

from collections.abc import Iterable
from typing import Any, Optional

import apache_beam as beam

from . import Path, batches, save, todo


class SaveRows(beam.PTransform):  # type: ignore[misc]
    """Turns lists of paths into the numbers of rows that were written into Parquet files in a folder that all reach."""

    def __init__(self, out: str, *, module: Optional[str] = None, space: Optional[str] = None):
        super().__init__()
        self._out = out
        self._choice = {"module": module, "space": space}

    def expand(self, lists: Any) -> Any:
        return lists | beam.Reshuffle() | beam.Map(save, self._out, **self._choice)


def run(
    paths: "Iterable[Path]",
    out: str,
    *,
    batch: int = 200,
    options: Any = None,
    module: Optional[str] = None,
    space: Optional[str] = None,
) -> None:
    """Writes the rows of the paths that are not done yet into Parquet files.

    batch is the number of paths of one element, one start of the command line and one file. options are those of the
    pipeline: the runner, for example.
    """
    waiting = list(batches(todo(paths, out, module=module, space=space), batch))
    if waiting:
        with beam.Pipeline(options=options) as pipeline:
            _ = pipeline | beam.Create(waiting) | SaveRows(out, module=module, space=space)
