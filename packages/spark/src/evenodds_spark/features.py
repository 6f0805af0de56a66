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
from .mapped import map_batches, map_whole_batches
from .node_places import NodePlaces
from .plan import Plan
from .rows import Row, numbers
from .state import state_row, state_schema
from .tables import is_array, pick_numbers

# Rows of nodes with their features as bytes, and the value `x`, in blocks.
_ROWS, _VALUE = "features", "x"


class Features:
    """Which columns of a table are the features, in the order of a model."""

    def __init__(self, nodes: DataFrame, names: Optional[List[str]], plan: Plan):
        self._nodes, self._width = nodes, plan.widths["x"]
        chosen = plan.feature_names if names is None else names
        self._listed = len(chosen) == 1 and is_array(nodes, chosen[0])
        if names is not None and not self._listed:
            _require_names(chosen, plan.feature_names)
            chosen = plan.feature_names
        self._columns = pick_numbers(nodes, chosen, "--features")

    def pack(self, checkpoint: Checkpoint, ids: Column) -> str:
        """Writes `id` and the features of each row, unless the checkpoint has them, and returns the name of the table.

        Raises Fault for ids that are NULL and for rows whose features are not as many finite numbers as the model
        takes."""
        if checkpoint.facts(_ROWS) is None:
            columns = [one.alias(f"f{place}") for place, one in enumerate(self._columns)]
            function = PackFeatures(self._width, self._listed)
            rows = map_whole_batches(self._nodes.select(ids.alias("id"), *columns), function, PackFeatures.schema)
            self._check(checkpoint.save(_ROWS, rows))
            checkpoint.finish(_ROWS, {})
        return _ROWS

    def save(self, checkpoint: Checkpoint, places: NodePlaces, layout: Layout) -> None:
        """Writes the value `x`, in blocks, unless the checkpoint has it."""
        if checkpoint.facts(_VALUE) is not None:
            return
        placed = checkpoint.table(_ROWS).join(places.table, "id").select("place", "x")
        within = F.floor(F.col("place") / layout.range_rows)
        ordered = placed.repartition(within).sortWithinPartitions("place")
        checkpoint.save(_VALUE, map_batches(ordered, PackBlocks(layout, self._width), state_schema(1)))
        checkpoint.finish(_VALUE, {})
        checkpoint.forget(_ROWS)

    def _check(self, rows: DataFrame) -> None:
        found = rows.agg(
            F.count(F.when(F.col("id").isNull(), 1)).alias("missing"),
            F.min(F.when(F.col("size") != self._width, F.struct("id", "size"))).alias("long"),
            F.min(F.when(F.col("odd"), F.col("id"))).alias("odd"),
            F.count(F.when(F.col("odd"), 1)).alias("odds"),
        ).first()
        if found["missing"]:
            raise Fault("--id", "an id in every row of --nodes", f"{found['missing']} rows with NULL")
        if found["long"] is not None:
            size = found["long"]["size"]
            length = "NULL" if size < 0 else f"{size} numbers"
            raise Fault("--features", f"{self._width} numbers per node", f"{length} for id {found['long']['id']!r}")
        if found["odds"]:
            expected = "finite numbers that a float32 can hold"
            odd = f"NULL, NaN or another in {found['odds']} rows, such as id {found['odd']!r}"
            raise Fault("--features", expected, odd, "fill them in, or leave these nodes out with their arcs")


class PackFeatures:
    """Packs features, a column each or one column of arrays, into bytes: `x` float32 [width], `size` how many numbers
    there are (-1 for NULL), `odd` whether one of them is NULL or not finite."""

    schema = "id string, x binary, size int, odd boolean"

    def __init__(self, width: int, listed: bool):
        self._width, self._listed = width, listed

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        sizes = np.full(batch.num_rows, self._width, np.int32)
        if self._listed:
            rows, sizes = self._of_lists(batch.column(1))
        else:
            rows = np.empty((batch.num_rows, self._width), np.float32)
            for place in range(self._width):
                with np.errstate(over="ignore"):
                    rows[:, place] = batch.column(place + 1).to_numpy(zero_copy_only=False)
        odd = ~np.isfinite(rows).all(axis=1)
        columns = [batch.column(0), binary_rows(rows), pa.array(sizes), pa.array(odd & (sizes == self._width))]
        return pa.RecordBatch.from_arrays(columns, names=["id", "x", "size", "odd"])

    def _of_lists(self, lists: pa.ListArray):
        sizes = np.where(
            lists.is_null().to_numpy(zero_copy_only=False), -1, lists.value_lengths().fill_null(0).to_numpy()
        ).astype(np.int32)
        rows = np.zeros((len(lists), self._width), np.float32)
        whole = sizes == self._width
        with np.errstate(over="ignore"):
            kept = lists.filter(pa.array(whole)).flatten().to_numpy(zero_copy_only=False)
            rows[whole] = kept.astype(np.float32).reshape(-1, self._width)
        return rows, sizes


class PackBlocks:
    """Packs rows of a place and its features, sorted by place, into blocks of a state."""

    def __init__(self, layout: Layout, width: int):
        self._layout, self._width = layout, width

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[Row]:
        size = self._layout.block_rows
        kept: Dict[int, List[np.ndarray]] = {}
        for batch in batches:
            if batch.num_rows == 0:
                continue
            blocks = batch.column(0).to_numpy() // size
            rows = numbers(b"".join(batch.column(1).to_pylist()), "f4", self._width)
            starts = np.flatnonzero(np.r_[True, blocks[1:] != blocks[:-1]])
            for start, end in zip(starts, [*starts[1:], len(blocks)]):
                block = int(blocks[start])
                yield from [self._block(one, kept.pop(one)) for one in list(kept) if one != block]
                kept.setdefault(block, []).append(rows[start:end])
        yield from (self._block(one, pieces) for one, pieces in kept.items())

    def _block(self, block: int, pieces: List[np.ndarray]) -> Row:
        rows = np.concatenate(pieces)
        if len(rows) != self._layout.rows_of_block(block):
            raise AssertionError(f"block {block} has {len(rows)} rows")
        return state_row(block, [rows])


def binary_rows(rows: np.ndarray) -> pa.Array:
    """Returns float32 [n, width] as n cells of bytes."""
    ends = np.arange(len(rows) + 1, dtype=np.int64) * rows.shape[1] * 4
    data = pa.py_buffer(np.ascontiguousarray(rows, dtype="<f4").tobytes())
    return pa.Array.from_buffers(pa.binary(), len(rows), [None, pa.py_buffer(ends.astype(np.int32)), data])


def _require_names(chosen: List[str], expected: List[str]) -> None:
    unknown = [name for name in chosen if name not in expected]
    missing = [name for name in expected if name not in chosen]
    if len(set(chosen)) != len(chosen):
        raise Fault("--features", "each name once", ", ".join(chosen))
    if unknown or missing:
        found = f"no {missing[0]}" if missing else f"{unknown[0]} as well"
        raise Fault("--features", f"the {len(expected)} features of the model, or a column of arrays", found)
