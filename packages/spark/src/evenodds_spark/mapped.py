"""Functions of rows, run where Spark's partitions are."""

from __future__ import annotations

from typing import Callable, Iterable, Iterator

import pyarrow as pa
from pyspark.sql import DataFrame

from .rows import Row, arrow_schema, read_rows, write_rows

# Rows of a batch that Spark hands to Python. Most rows here have some hundred kB.
_BATCH_ROWS = 16


def map_rows(table: DataFrame, function: Callable[[Iterator[Row]], Iterable[Row]], schema: str) -> DataFrame:
    """Returns what a function makes of the rows of each partition, in their order."""
    table.sparkSession.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(_BATCH_ROWS))
    return table.mapInArrow(_OfRows(function, schema), schema)


def map_batches(
    table: DataFrame, function: Callable[[Iterable[pa.RecordBatch]], Iterable[Row]], schema: str
) -> DataFrame:
    """Returns what a function makes of the small rows of each partition, in batches."""
    table.sparkSession.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "16384")
    return table.mapInArrow(_OfBatches(function, schema), schema)


def map_whole_batches(table: DataFrame, function: Callable[[pa.RecordBatch], pa.RecordBatch], schema: str) -> DataFrame:
    """Returns what a function makes of each batch of small rows."""
    table.sparkSession.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "4096")
    return table.mapInArrow(_OfEach(function), schema)


class _OfRows:
    def __init__(self, function: Callable[[Iterator[Row]], Iterable[Row]], schema: str):
        self._function, self._schema = function, schema

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return write_rows(self._function(read_rows(batches)), arrow_schema(self._schema))


class _OfBatches:
    def __init__(self, function: Callable[[Iterable[pa.RecordBatch]], Iterable[Row]], schema: str):
        self._function, self._schema = function, schema

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return write_rows(self._function(batches), arrow_schema(self._schema))


class _OfEach:
    def __init__(self, function: Callable[[pa.RecordBatch], pa.RecordBatch]):
        self._function = function

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return (self._function(batch) for batch in batches if batch.num_rows > 0)
