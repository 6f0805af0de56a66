"""The features of nodes, as the first value of a plan."""

from __future__ import annotations

from typing import Dict, Iterable, Iterator, List, Optional

import numpy as np
import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from .checkpoint import Checkpoint
from .fault import Fault
from .layout import Layout
from .mapped import map_batches
from .node_places import NodePlaces
from .plan import Plan
from .rows import Row
from .state import state_row, state_schema
from .tables import is_array, not_finite, pick_numbers, quoted

TABLE = "x"


class Features:
    """Which columns of a table are the features, in the order of a model."""

    def __init__(self, nodes: DataFrame, names: Optional[List[str]], plan: Plan):
        width = plan.widths["x"]
        self._nodes, self._width = nodes, width
        chosen = plan.feature_names if names is None else names
        self._listed = len(chosen) == 1 and is_array(nodes, chosen[0])
        if names is not None and not self._listed:
            _require_names(chosen, plan.feature_names)
            chosen = plan.feature_names
        self._columns = pick_numbers(nodes, chosen, "--features")
        self.names = chosen

    def column(self) -> Column:
        """Returns one array of doubles per row."""
        return self._columns[0] if self._listed else F.array(*self._columns)

    def check(self, ids: Column) -> int:
        """Returns the number of rows. Raises Fault for ids that are NULL and for rows whose features are not as many
        finite numbers as the model takes."""
        flags = self._nodes.select(ids.alias("id"), self.column().alias("x"))
        long = F.col("x").isNull() | (F.size("x") != self._width)
        # What does not fit into a float32 becomes infinite there.
        odd = F.exists("x", lambda one: not_finite(one.cast("float").cast("double")))
        seen = flags.select(
            "id", long.alias("long"), F.when(~long, odd).otherwise(False).alias("odd"), F.size("x").alias("size")
        )
        found = seen.agg(
            F.count(F.lit(1)).alias("rows"),
            F.count(F.when(F.col("id").isNull(), 1)).alias("missing"),
            F.min(F.when(F.col("long"), F.struct("id", "size"))).alias("long"),
            F.min(F.when(F.col("odd"), F.col("id"))).alias("odd"),
            F.count(F.when(F.col("odd"), 1)).alias("odds"),
        ).first()
        if found["missing"]:
            raise Fault("--id", "an id in every row of --nodes", f"{found['missing']} rows with NULL")
        if found["long"] is not None:
            size = found["long"]["size"]
            length = "NULL" if size is None or size < 0 else f"{size} numbers"
            raise Fault("--features", f"{self._width} numbers per node", f"{length} for id {found['long']['id']!r}")
        if found["odds"]:
            expected = "finite numbers that a float32 can hold"
            rows = f"NULL, NaN or another in {found['odds']} rows, such as id {found['odd']!r}"
            raise Fault("--features", expected, rows, "fill them in, or leave these nodes out with their arcs")
        return int(found["rows"])

    def save(self, checkpoint: Checkpoint, ids: Column, places: NodePlaces, layout: Layout) -> None:
        """Writes the value `x`, in blocks, unless the checkpoint has it."""
        if checkpoint.facts(TABLE) is not None:
            return
        if self._listed:
            wide = [F.col("features")[place].cast("float").alias(f"f{place}") for place in range(self._width)]
            table = self._nodes.select(ids.alias("id"), self.column().alias("features"))
        else:
            wide = [F.col(f"f{place}") for place in range(self._width)]
            columns = [one.cast("float").alias(f"f{place}") for place, one in enumerate(self._columns)]
            table = self._nodes.select(ids.alias("id"), *columns)
        placed = table.join(places.table, "id").select("place", *wide)
        within = F.floor(F.col("place") / layout.range_rows).alias("within")
        ordered = placed.repartition(within).sortWithinPartitions("place")
        checkpoint.save(TABLE, map_batches(ordered, PackRows(layout, self._width), state_schema(1)))
        checkpoint.finish(TABLE, {})


class PackRows:
    """Packs rows of a place and float columns, sorted by place, into blocks of a state."""

    def __init__(self, layout: Layout, width: int):
        self._layout, self._width = layout, width

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[Row]:
        size = self._layout.block_rows
        kept: Dict[int, List[np.ndarray]] = {}
        for batch in batches:
            if batch.num_rows == 0:
                continue
            blocks = batch.column(0).to_numpy() // size
            rows = np.empty((batch.num_rows, self._width), dtype=np.float32)
            for place in range(self._width):
                rows[:, place] = batch.column(place + 1).to_numpy(zero_copy_only=False)
            starts = np.flatnonzero(np.r_[True, blocks[1:] != blocks[:-1]])
            for start, end in zip(starts, [*starts[1:], len(blocks)]):
                block = int(blocks[start])
                yield from (self._block(one, kept.pop(one)) for one in list(kept) if one != block)
                kept.setdefault(block, []).append(rows[start:end])
        yield from (self._block(one, pieces) for one, pieces in kept.items())

    def _block(self, block: int, pieces: List[np.ndarray]) -> Row:
        rows = np.concatenate(pieces)
        if len(rows) != self._layout.rows_of_block(block):
            raise AssertionError(f"block {block} has {len(rows)} rows")
        return state_row(block, [rows])


def _require_names(chosen: List[str], expected: List[str]) -> None:
    unknown = [name for name in chosen if name not in expected]
    missing = [name for name in expected if name not in chosen]
    if len(set(chosen)) != len(chosen):
        raise Fault("--features", "each name once", ", ".join(chosen))
    if unknown or missing:
        found = f"no {missing[0]}" if missing else f"{unknown[0]} as well"
        raise Fault("--features", f"the {len(expected)} features of the model, or a column of arrays", found)
