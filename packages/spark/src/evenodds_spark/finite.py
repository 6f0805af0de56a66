"""Values have to be finite where they are put together, and at the end."""

from __future__ import annotations

from typing import Iterable, Iterator

import numpy as np
from pyspark.sql import functions as F

from .checkpoint import Checkpoint
from .fault import Fault
from .layout import Layout
from .mapped import map_rows
from .node_places import NodePlaces
from .rows import Row, numbers
from .state import Place, read_peaks


def finite_peaks(
    checkpoint: Checkpoint, place: Place, name: str, width: int, nodes: NodePlaces, layout: Layout
) -> np.ndarray:
    """Returns the largest absolute number of each column of a value, float32 [width]. Raises Fault, with the first node
    and its number, where one is NaN or infinite."""
    peaks = read_peaks(checkpoint, place, width)
    if np.isfinite(peaks).all():
        return peaks
    columns = [F.col(f"{kind}_{place.number}").alias(kind) for kind in ("data", "peak")]
    table = checkpoint.table(place.table).select("block", *columns)
    first = map_rows(table, FindOdd(layout), "place bigint, number float").orderBy("place").first()
    node = nodes.table.where(F.col("place") == first["place"]).first()
    expected = "finite numbers for every node"
    raise Fault(f"value {name} of the model", expected, f"{first['number']} for id {node['id']!r}")


class FindOdd:
    """Yields the first node of a block, and its number, that is not finite; data is looked at only where the peak is
    not."""

    def __init__(self, layout: Layout):
        self._layout = layout

    def __call__(self, rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            peak = numbers(row["peak"], "f4")
            if np.isfinite(peak).all():
                continue
            data = numbers(row["data"], "f4", len(peak))
            at, column = np.argwhere(~np.isfinite(data))[0]
            yield {"place": row["block"] * self._layout.block_rows + int(at), "number": float(data[at, column])}
