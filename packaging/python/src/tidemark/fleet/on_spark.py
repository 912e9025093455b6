"""The rows of many workers, by Spark 3.3 or later. mapInArrow is mapInPandas without the conversion to pandas."""

from collections.abc import Iterable, Iterator
from typing import Optional

import pyarrow as pa
from pyspark.sql import SparkSession

from . import Path, batches, save, todo


def run(
    spark: SparkSession,
    paths: "Iterable[Path]",
    out: str,
    *,
    batch: int = 200,
    module: Optional[str] = None,
    space: Optional[str] = None,
) -> int:
    """Writes the rows of the paths that are not done yet into Parquet files in a folder that all machines reach.

    batch is the number of paths of one task, one start of the command line and one file. Returns the number of new
    rows.
    """
    waiting = list(batches(todo(paths, out, module=module, space=space), batch))
    if not waiting:
        return 0

    def saved(tables: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        for table in tables:
            for each in table.column("paths").to_pylist():
                yield pa.RecordBatch.from_pydict(
                    {"rows": pa.array([save(each, out, module=module, space=space)], pa.int64())}
                )

    tasks = spark.sparkContext.parallelize([(each,) for each in waiting], len(waiting))
    counts = spark.createDataFrame(tasks, "paths array<string>").mapInArrow(saved, "rows long")
    return int(counts.agg({"rows": "sum"}).collect()[0][0])
