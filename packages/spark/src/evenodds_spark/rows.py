"""Rows between Spark and numpy: few and large, with arrays of numbers as bytes.

A column for every number costs Spark a call per number; a row of bytes is copied at once."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Iterator, List

import numpy as np
import pyarrow as pa

# Bytes after which a batch is handed on.
_BATCH_BYTES = 4 << 20

Row = Dict[str, Any]


def read_rows(batches: Iterable[pa.RecordBatch]) -> Iterator[Row]:
    """Yields rows; bytes are views of the batch, not copies."""
    for batch in batches:
        columns = list(zip(batch.schema.names, batch.columns))
        for place in range(batch.num_rows):
            yield {name: _cell(column[place]) for name, column in columns}


def write_rows(rows: Iterable[Row], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Yields batches of a few MB."""
    kept: List[Row] = []
    size = 0
    for row in rows:
        kept.append(row)
        size += 64 + sum(len(cell) for cell in row.values() if isinstance(cell, (bytes, memoryview)))
        if size >= _BATCH_BYTES:
            yield pa.RecordBatch.from_pylist(kept, schema=schema)
            kept, size = [], 0
    if kept:
        yield pa.RecordBatch.from_pylist(kept, schema=schema)


def numbers(data: Any, kind: str, width: int = 0) -> np.ndarray:
    """Returns bytes as an array of little-endian numbers, [n], or [n, width]."""
    found = np.frombuffer(data, dtype=np.dtype(kind).newbyteorder("<"))
    return found.reshape(-1, width) if width else found


def packed(array: np.ndarray) -> bytes:
    """Returns an array as little-endian bytes, row by row."""
    return np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<")).tobytes()


def arrow_schema(spelled: str) -> pa.Schema:
    """Returns Arrow's schema of one that is spelled for Spark, of the types `int`, `bigint`, `float`, `string` and
    `binary`, such as `block bigint, data binary`."""
    kinds = {"int": pa.int32(), "bigint": pa.int64(), "float": pa.float32(), "string": pa.string()}
    kinds["binary"] = pa.binary()
    return pa.schema([(name, kinds[kind]) for name, kind in (field.split() for field in spelled.split(", "))])


def _cell(scalar: pa.Scalar) -> Any:
    if not pa.types.is_binary(scalar.type) and not pa.types.is_large_binary(scalar.type):
        return scalar.as_py()
    return scalar.as_buffer()
