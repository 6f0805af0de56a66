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
from .state import Place


def require_finite(checkpoint: Checkpoint, place: Place, name: str, nodes: NodePlaces, layout: Layout) -> None:
    """Raises Fault, with the first node, where a value has NaN or an infinite number."""
    columns = [F.col(f"{kind}_{place.number}").alias(kind) for kind in ("data", "peak")]
    found = map_rows(checkpoint.table(place.table).select("block", *columns), FindOdd(layout), "place bigint, number float")
    first = found.orderBy("place").first()
    if first is None:
        return
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
