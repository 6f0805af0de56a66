"""Folders of Parquet files that are there whole or not at all, with names that do not depend on the run."""

from __future__ import annotations

import json
from typing import Any, Dict, List

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .fault import Fault
from .files import Files
from .predictions import FILE_ROWS
from .spark_fault import spark_faults
from .tables import quoted

# Its name begins with _, so that readers of Parquet pass it over.
_SUMMARY = "_summary.json"
_FORMAT = "evenodds-spark-output"


def require_place(files: Files, folder: str, flag: str) -> None:
    """Raises Fault where a folder has files that no run of this program wrote, and where nothing can be written beside
    it: a right that is lacking is to be known before hours of work, not after."""
    with spark_faults(flag, "a place that can be written to"):
        if files.exists(folder):
            content = files.read(f"{folder}/{_SUMMARY}")
            if content is None or f'"{_FORMAT}"'.encode() not in content:
                raise Fault(flag, "a folder that is not there yet, or one that this program wrote", folder)
        beside = f"{folder}.writing"
        files.write(f"{beside}/{_SUMMARY}", b"")
        files.remove(beside)


def write_predictions(files: Files, predictions: DataFrame, folder: str, nodes: int, summary: Dict[str, Any]) -> None:
    """Writes predictions in the order of ids to `part-00000.parquet` and further files of 2^22 rows."""
    count = -(-nodes // FILE_ROWS)
    numbered = predictions.withColumn("file", F.floor(F.col("place") / FILE_ROWS).cast("int"))
    ordered = numbered.repartition(count, "file").sortWithinPartitions("file", "place").drop("place")
    beside = f"{folder}.writing"
    files.remove(beside)
    ordered.write.partitionBy("file").parquet(beside)
    for number in range(count):
        inner = f"{beside}/file={number}"
        written = [name for name in files.names(inner) if name.endswith(".parquet")]
        if len(written) != 1:
            raise AssertionError(f"{inner} has {written}")
        files.move(f"{inner}/{written[0]}", f"{beside}/part-{number:05d}.parquet")
        files.remove(inner)
    _finish(files, beside, folder, summary)


def write_counts(
    files: Files, predictions: DataFrame, columns: List[str], folder: str, summary: Dict[str, Any]
) -> None:
    """Writes how many rows each combination of columns has, sorted, to `part-00000.parquet`."""
    names = [F.col(quoted(name)) for name in columns]
    counted = predictions.groupBy(*names).agg(F.count(F.lit(1)).alias("count"))
    beside = f"{folder}.writing"
    files.remove(beside)
    counted.coalesce(1).sortWithinPartitions(*names).write.parquet(beside)
    written = [name for name in files.names(beside) if name.endswith(".parquet")]
    if len(written) != 1:
        raise AssertionError(f"{beside} has {written}")
    files.move(f"{beside}/{written[0]}", f"{beside}/part-00000.parquet")
    _finish(files, beside, folder, summary)


def _finish(files: Files, beside: str, folder: str, summary: Dict[str, Any]) -> None:
    document = {"format": _FORMAT, **summary}
    files.write(f"{beside}/{_SUMMARY}", (json.dumps(document, indent=1, sort_keys=True) + "\n").encode())
    files.move(beside, folder)
