"""How many arcs nodes have, and what they weigh."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Iterable, Iterator, Tuple

import numpy as np
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .along_arcs import gather
from .checkpoint import Checkpoint
from .fixed_point import sum_scale, to_whole
from .layout import Layout
from .mapped import map_rows
from .rows import Row, numbers, packed
from .state import Place, read_peaks
from .sums import SumGatherer, runs_of
from .tiles import Tiles

_TABLE = "degree"


@dataclass(frozen=True)
class Degrees:
    """`place` is where the value `degree` is: the number of arcs into each node, or the sum of their weights where
    arcs have weights. `most_arcs` is the largest number of arcs into a node, `largest` the largest degree."""

    place: Place
    most_arcs: int
    largest: float


def measure_degrees(
    spark: SparkSession, checkpoint: Checkpoint, tiles: Tiles, layout: Layout, weighted: bool
) -> Degrees:
    """Writes the value `degree`, unless the checkpoint has it, and returns what is known of it."""
    facts = checkpoint.facts(_TABLE)
    if facts is None:
        counts = per_tile(tiles.table, CountTile())
        most = _largest_count(counts, layout)
        scale, partial = np.zeros(1, np.int32), counts
        if weighted:
            scale = sum_scale(np.array([_largest_weight(tiles.table)]), most)
            partial = per_tile(tiles.table, WeighTile(scale))
        checkpoint.save(_TABLE, gather(spark, partial, SumGatherer(1, scale), layout))
        largest = float(read_peaks(checkpoint, Place(_TABLE, 0), 1)[0])
        facts = {"most_arcs": most, "largest": largest}
        checkpoint.finish(_TABLE, facts)
    return Degrees(Place(_TABLE, 0), facts["most_arcs"], facts["largest"])


def _largest_count(counts: DataFrame, layout: Layout) -> int:
    """Returns the largest number of arcs into a node; the value in float32 would not hold all its digits."""
    ordered = counts.repartition("goal").sortWithinPartitions("goal")
    found = map_rows(ordered, LargestCount(layout), "most bigint").agg(F.max("most")).first()
    return int(found[0] or 0)


def _largest_weight(tiles: DataFrame) -> float:
    found = map_rows(tiles.select("weights"), LargestWeight(), "weight float").agg(F.max("weight")).first()
    return float(found[0] or 0)


def per_tile(tiles: DataFrame, function: Callable[[Row], Tuple[np.ndarray, np.ndarray]]) -> DataFrame:
    """Returns partial sums of what a function gives of a tile alone: targets, and a whole number for each."""
    return map_rows(tiles, EachTile(function), "goal int, targets binary, sums binary")


class EachTile:
    """Yields what a function gives of each tile."""

    def __init__(self, function: Callable[[Row], Tuple[np.ndarray, np.ndarray]]):
        self._function = function

    def __call__(self, rows: Iterable[Row]) -> Iterator[Row]:
        for tile in rows:
            targets, sums = self._function(tile)
            yield {"goal": tile["goal"], "targets": packed(targets), "sums": packed(sums.astype(np.int64))}


class CountTile:
    """Returns how many arcs each target has."""

    def __call__(self, tile: Row) -> Tuple[np.ndarray, np.ndarray]:
        targets = numbers(tile["targets"], "i4")
        starts, found = runs_of(targets)
        return found, np.diff(np.r_[starts, len(targets)])


class WeighTile:
    """Returns the sum of the weights of each target, as whole numbers."""

    def __init__(self, scale: np.ndarray):
        self._scale = scale

    def __call__(self, tile: Row) -> Tuple[np.ndarray, np.ndarray]:
        starts, found = runs_of(numbers(tile["targets"], "i4"))
        weights = numbers(tile["weights"], "f4").astype(np.float64)
        return found, np.add.reduceat(to_whole(weights, self._scale[0]), starts)


class LargestCount:
    """Yields the largest sum of rows that are sorted by goal."""

    def __init__(self, layout: Layout):
        self._layout = layout

    def __call__(self, rows: Iterable[Row]) -> Iterator[Row]:
        most, goal, held = 0, -1, np.zeros(0, np.int64)
        for row in rows:
            if row["goal"] != goal:
                most = max(most, int(held.max(initial=0)))
                goal, held = row["goal"], np.zeros(self._layout.rows_of_range(row["goal"]), np.int64)
            held[numbers(row["targets"], "i4")] += numbers(row["sums"], "i8")
        yield {"most": max(most, int(held.max(initial=0)))}


class LargestWeight:
    """Yields the largest weight of tiles."""

    def __call__(self, rows: Iterable[Row]) -> Iterator[Row]:
        yield {"weight": max((float(numbers(row["weights"], "f4").max()) for row in rows), default=0.0)}
