"""Values of a plan as tables: one row per block of nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Iterable, Iterator, List

import numpy as np
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .checkpoint import Checkpoint
from .mapped import map_rows
from .rows import Row, numbers, packed


@dataclass(frozen=True)
class Place:
    """Where a value is: a table of the checkpoint, and which of its values."""

    table: str
    number: int


def state_schema(values: int) -> str:
    """Returns the columns of a table of states: `block`, and for each value `data` (float32 [rows, width]) and `peak`
    (float32 [width], the largest absolute number of each column)."""
    columns = [f"data_{number} binary, peak_{number} binary" for number in range(values)]
    return ", ".join(["block bigint", *columns])


def state_row(block: int, values: List[np.ndarray]) -> Row:
    """Returns the row of a block, of float32 arrays [rows, width]."""
    row: Row = {"block": block}
    for number, value in enumerate(values):
        row[f"data_{number}"] = packed(value)
        row[f"peak_{number}"] = packed(np.abs(value).max(axis=0))
    return row


def read_value(checkpoint: Checkpoint, place: Place, name: str) -> DataFrame:
    """Returns the blocks of a value: `block` and `name`."""
    return checkpoint.table(place.table).select("block", F.col(f"data_{place.number}").alias(name))


def read_peaks(checkpoint: Checkpoint, place: Place, width: int) -> np.ndarray:
    """Returns the largest absolute number of each column, float32 [width], over all nodes."""
    peaks = checkpoint.table(place.table).select(F.col(f"peak_{place.number}").alias("peak"))
    found = map_rows(peaks, Largest(width), "peak binary").collect()
    return np.maximum.reduce([np.zeros(width, np.float32), *(numbers(row["peak"], "f4") for row in found)])


class Largest:
    """Returns the largest numbers of the rows of a partition, column by column."""

    def __init__(self, width: int):
        self._width = width

    def __call__(self, rows: Iterable[Row]) -> Iterator[Row]:
        peak = np.zeros(self._width, np.float32)
        for row in rows:
            peak = np.maximum(peak, numbers(row["peak"], "f4"))
        yield {"peak": packed(peak)}


Places = Dict[str, Place]
