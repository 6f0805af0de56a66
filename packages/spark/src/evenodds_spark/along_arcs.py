"""Steps along arcs, in two stages: each slice of an origin adds up what it has for every target, then each goal adds
up what came from all origins. A hub is one row of every slice, however many arcs it has."""

from __future__ import annotations

from typing import Any, Iterable, Iterator, Optional, Protocol, Tuple

import numpy as np
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .layout import Layout
from .mapped import map_rows
from .rows import Row, numbers, packed
from .state import state_row, state_schema
from .tiles import Tiles

_PARTIAL = "goal int, targets binary, sums binary"
# Numbers of a row of partial sums.
_ROW_NUMBERS = 1 << 19

Partial = Tuple[int, np.ndarray, np.ndarray]


class Kernel(Protocol):
    """What the first stage does with the states of an origin and its tiles."""

    def start(self, rows: int) -> Any:
        """Returns what holds the states of so many nodes."""

    def put(self, held: Any, first: int, row: Row) -> Optional[Tuple[np.ndarray, np.ndarray]]:
        """Takes the block of states that begins with node `first` of the range. Returns targets of the same range and
        what they get from themselves, if they do."""

    def run(self, held: Any, tile: Row) -> Tuple[np.ndarray, np.ndarray]:
        """Returns targets, each once, int32 [n], and what they get from the arcs of a tile, [n, columns]."""


class Gatherer(Protocol):
    """What the second stage does with that."""

    def start(self, rows: int) -> np.ndarray:
        """Returns what no arc has come to yet, [rows, columns]."""

    def add(self, held: np.ndarray, targets: np.ndarray, sums: bytes) -> None:
        """Adds to the rows of targets, each of which is there once."""

    def finish(self, held: np.ndarray) -> np.ndarray:
        """Returns the value of the nodes, float32 [rows, width]."""


def send_along(
    spark: SparkSession, tiles: Tiles, states: DataFrame, kernel: Kernel, layout: Layout, own: bool = False
) -> DataFrame:
    """Returns partial sums by goal. `states` has `block` and columns of bytes that the kernel reads; `own` says that
    nodes get something from themselves, with arcs or without."""
    given = [name for name in states.columns if name != "block"]
    added = [name for name in tiles.table.columns if name not in ("origin", "slice", "goal")]
    origins = tiles.of_origins(spark, layout, everywhere=own)
    of_block = F.floor(F.col("block") / layout.blocks_of_range).cast("int")
    blocks = states.withColumn("origin", of_block).join(origins, "origin")
    empty = F.lit(None).cast("binary")
    held = blocks.select(
        "origin",
        "slice",
        F.lit(0).alias("kind"),
        F.col("block").alias("number"),
        *given,
        *[empty.alias(n) for n in added],
    )
    run = tiles.table.select(
        "origin",
        "slice",
        F.lit(1).alias("kind"),
        F.col("goal").cast("bigint").alias("number"),
        *[empty.alias(name) for name in given],
        *added,
    )
    ordered = held.union(run).repartition("origin", "slice").sortWithinPartitions("origin", "slice", "kind", "number")
    return map_rows(ordered, FirstStage(layout, kernel), _PARTIAL)


def gather(spark: SparkSession, partial: DataFrame, gatherer: Gatherer, layout: Layout) -> DataFrame:
    """Returns the blocks of a value, with those of nodes without arcs."""
    nothing = F.lit(b"").cast("binary")
    seeds = spark.range(layout.ranges).select(
        F.col("id").cast("int").alias("goal"), nothing.alias("targets"), nothing.alias("sums")
    )
    ordered = partial.union(seeds).repartition("goal").sortWithinPartitions("goal")
    return map_rows(ordered, SecondStage(layout, gatherer), state_schema(1))


class FirstStage:
    """Runs a kernel over rows that are sorted by origin, slice and kind: states, and then tiles."""

    def __init__(self, layout: Layout, kernel: Kernel):
        self._layout, self._kernel = layout, kernel

    def __call__(self, rows: Iterable[Row]) -> Iterator[Row]:
        key, held = None, None
        for row in rows:
            found = (row["origin"], row["slice"])
            if found != key:
                key, held = found, self._kernel.start(self._layout.rows_of_range(row["origin"]))
            if row["kind"] == 1:
                yield from _cut(row["number"], *self._kernel.run(held, row))
                continue
            first = (row["number"] % self._layout.blocks_of_range) * self._layout.block_rows
            own = self._kernel.put(held, first, row)
            if own is not None and row["slice"] == 0:
                yield from _cut(row["origin"], *own)


class SecondStage:
    """Gathers partial sums that are sorted by goal."""

    def __init__(self, layout: Layout, gatherer: Gatherer):
        self._layout, self._gatherer = layout, gatherer

    def __call__(self, rows: Iterable[Row]) -> Iterator[Row]:
        goal, held = -1, np.empty((0, 0))
        for row in rows:
            if row["goal"] != goal:
                if goal >= 0:
                    yield from self._blocks(goal, held)
                goal, held = row["goal"], self._gatherer.start(self._layout.rows_of_range(row["goal"]))
            targets = numbers(row["targets"], "i4")
            if len(targets) > 0:
                self._gatherer.add(held, targets, row["sums"])
        if goal >= 0:
            yield from self._blocks(goal, held)

    def _blocks(self, goal: int, held: np.ndarray) -> Iterator[Row]:
        value = self._gatherer.finish(held)
        size = self._layout.block_rows
        for place in range(0, len(value), size):
            yield state_row(goal * self._layout.blocks_of_range + place // size, [value[place : place + size]])


def _cut(goal: int, targets: np.ndarray, sums: np.ndarray) -> Iterator[Row]:
    step = max(1, _ROW_NUMBERS // max(1, sums.shape[1]))
    for start in range(0, len(targets), step):
        piece = slice(start, start + step)
        yield {"goal": goal, "targets": packed(targets[piece]), "sums": packed(sums[piece])}
