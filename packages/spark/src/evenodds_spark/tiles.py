"""Arcs by the ranges of their ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Iterable, Iterator, List, Optional, Tuple

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .checkpoint import Checkpoint
from .layout import Layout
from .mapped import map_batches
from .rows import Row, packed

_TABLE = "tiles"
# Arcs of a tile; where there are more between two ranges, there are several tiles.
_TILE_ARCS = 1 << 17
# Arcs out of a range that one task is to hold. A range with a hub among its nodes is given to several.
SLICE_ARCS = 1 << 22

_SCHEMA = "origin int, slice int, goal int, sources binary, targets binary, weights binary"


@dataclass(frozen=True)
class Tiles:
    """`table` has tiles of arcs from the range `origin` to the range `goal`, sorted by target: `sources` and `targets`
    (int32, counted from the first node of the range), `weights` (float32, or none). `slices` says in how many slices
    the arcs of an origin are, for origins with arcs."""

    table: DataFrame
    slices: Dict[int, int]

    def of_origins(self, spark: SparkSession, layout: Layout, everywhere: bool) -> DataFrame:
        """Returns `origin` and `slice` of every slice, one for an origin without arcs if they are wanted
        `everywhere`."""
        wanted = range(layout.ranges) if everywhere else sorted(self.slices)
        pairs = [(origin, piece) for origin in wanted for piece in range(self.slices.get(origin, 1))]
        return F.broadcast(spark.createDataFrame(pairs, "origin int, slice int"))


def lay_tiles(
    spark: SparkSession, checkpoint: Checkpoint, arcs: str, layout: Layout, weighted: bool, slice_arcs: int
) -> Tiles:
    """Cuts the placed arcs of the checkpoint into tiles, unless it has them. An origin has one slice for every
    `slice_arcs` arcs that go out of it."""
    facts = checkpoint.facts(_TABLE)
    if facts is None:
        placed = checkpoint.table(arcs).where("source is not null and target is not null")
        origin, goal = (F.floor(F.col(end) / layout.range_rows).cast("int") for end in ("source", "target"))
        counts = placed.groupBy(origin.alias("origin")).count().collect()
        slices = {row["origin"]: -(-row["count"] // slice_arcs) for row in counts}
        heavy = [(origin, slices) for origin, slices in slices.items() if slices > 1]
        many = F.broadcast(spark.createDataFrame(heavy, "origin int, many int"))
        # A target's arcs stay in one slice, so that what they add up to is sent once.
        piece = F.when(F.col("many").isNull(), 0).otherwise(F.pmod(F.hash("target"), "many"))
        within = placed.select(origin.alias("origin"), goal.alias("goal"), "source", "target", "weight")
        sliced = within.join(many, "origin", "left").withColumn("slice", piece.cast("int"))
        columns = ["origin", "slice", "goal", "source", "target", *(["weight"] if weighted else [])]
        ordered = sliced.repartition("origin", "slice").sortWithinPartitions("origin", "slice", "goal", "target")
        tiles = map_batches(ordered.select(*columns), PackTiles(layout), _SCHEMA)
        checkpoint.save(_TABLE, tiles)
        facts = {"slices": sorted(slices.items())}
        checkpoint.finish(_TABLE, facts)
    return Tiles(checkpoint.table(_TABLE), {origin: count for origin, count in facts["slices"]})


class PackTiles:
    """Packs rows of an arc each, sorted by origin, slice, goal and target, into tiles."""

    def __init__(self, layout: Layout):
        self._layout = layout

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[Row]:
        key: Optional[Tuple[int, int, int]] = None
        kept: List[List[np.ndarray]] = []
        count = 0
        for batch in batches:
            if batch.num_rows == 0:
                continue
            columns = [column.to_numpy(zero_copy_only=False) for column in batch.columns]
            for start, end in _runs(columns[:3]):
                found = (int(columns[0][start]), int(columns[1][start]), int(columns[2][start]))
                if key is not None and (found != key or count + end - start > _TILE_ARCS):
                    yield self._tile(key, kept)
                    kept, count = [], 0
                key = found
                kept.append([column[start:end] for column in columns[3:]])
                count += end - start
        if key is not None:
            yield self._tile(key, kept)

    def _tile(self, key: Tuple[int, int, int], kept: List[List[np.ndarray]]) -> Row:
        origin, piece, goal = key
        source, target, *weight = (np.concatenate(pieces) for pieces in zip(*kept))
        size = self._layout.range_rows
        return {
            "origin": origin,
            "slice": piece,
            "goal": goal,
            "sources": packed((source - origin * size).astype(np.int32)),
            "targets": packed((target - goal * size).astype(np.int32)),
            "weights": packed(weight[0]) if weight else None,
        }


def _runs(columns: List[np.ndarray]) -> List[Tuple[int, int]]:
    differs = np.zeros(len(columns[0]), dtype=bool)
    differs[0] = True
    for column in columns:
        differs[1:] |= column[1:] != column[:-1]
    starts = np.flatnonzero(differs).tolist()
    return list(zip(starts, [*starts[1:], len(columns[0])]))
