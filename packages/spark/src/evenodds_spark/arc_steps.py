"""Steps of a plan along arcs, as tables."""

from __future__ import annotations

from typing import Any, Dict

import numpy as np
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .along_arcs import gather, send_along
from .attention import AttendGatherer, AttendKernel, AttentionScales, GiveScores, Heads
from .checkpoint import Checkpoint
from .degrees import Degrees
from .fixed_point import sum_scale
from .layout import Layout
from .mapped import map_rows
from .maxima import MaxGatherer, MaxKernel
from .sums import SumGatherer, SumKernel
from .tiles import Tiles


class ArcSteps:
    """Makes the tables of steps along the arcs of one graph. `peaks` are the largest absolute numbers of the columns of
    a step's input."""

    def __init__(self, spark: SparkSession, checkpoint: Checkpoint, tiles: Tiles, degrees: Degrees, layout: Layout):
        self._spark, self._checkpoint, self._tiles = spark, checkpoint, tiles
        self._degrees, self._layout = degrees, layout

    def sum(self, step: Dict[str, Any], value: DataFrame, peaks: np.ndarray) -> DataFrame:
        """Returns the sums of sources' rows, or of these times the weights of arcs; 0 without arcs."""
        width, weighted = len(peaks), bool(step["weighted"])
        scale = sum_scale(peaks, self._degrees.largest if weighted else self._degrees.most_arcs)
        return self._run(value, SumKernel(width, scale, weighted), SumGatherer(width, scale))

    def max(self, value: DataFrame, width: int, without: float = 0.0) -> DataFrame:
        """Returns the largest rows of sources, column by column; `without` where there are none."""
        return self._run(value, MaxKernel(width), MaxGatherer(width, without))

    def attend(self, step: Dict[str, Any], states: DataFrame, peaks: np.ndarray, name: str) -> DataFrame:
        """Returns what attention gives, of blocks with `features`, `source` and `target`.

        The largest a of each node's arcs is a step of its own, kept in the checkpoint as `<name>-most`."""
        heads = Heads(step["heads"], step["columns"], step["negativeSlope"])
        most = f"{name}-most"
        if self._checkpoint.facts(most) is None:
            source = states.select("block", F.col("source").alias("value"))
            self._checkpoint.save(most, self.max(source, heads.heads, without=-np.inf))
            self._checkpoint.finish(most, {})
        largest = self._checkpoint.table(most).select("block", F.col("data_0").alias("most"))
        count = self._degrees.most_arcs + 1
        scales = AttentionScales(sum_scale(np.ones(1), count), sum_scale(peaks, count))
        whole = states.join(largest, "block")
        tiles = Tiles(self._give_scores(whole.select("block", "source", "target", "most"), heads), self._tiles.slices)
        kernel, gatherer = AttendKernel(heads, scales), AttendGatherer(heads, scales)
        partial = send_along(self._spark, tiles, whole, kernel, self._layout, own=True)
        return gather(self._spark, partial, gatherer, self._layout)

    def _run(self, value: DataFrame, kernel: Any, gatherer: Any) -> DataFrame:
        partial = send_along(self._spark, self._tiles, value, kernel, self._layout)
        return gather(self._spark, partial, gatherer, self._layout)

    def _give_scores(self, scores: DataFrame, heads: Heads) -> DataFrame:
        goal = F.floor(F.col("block") / self._layout.blocks_of_range).cast("int").alias("goal")
        empty, none = F.lit(None).cast("binary"), F.lit(None).cast("int")
        held = scores.select(
            goal,
            F.lit(0).alias("kind"),
            F.col("block").alias("number"),
            "source",
            "target",
            "most",
            none.alias("origin"),
            none.alias("slice"),
            empty.alias("sources"),
            empty.alias("targets"),
        )
        tiles = self._tiles.table.select(
            "goal",
            F.lit(1).alias("kind"),
            F.lit(None).cast("bigint").alias("number"),
            *[empty.alias(name) for name in ("source", "target", "most")],
            "origin",
            "slice",
            "sources",
            "targets",
        )
        ordered = held.union(tiles).repartition("goal").sortWithinPartitions("goal", "kind", "number")
        schema = "origin int, slice int, goal int, sources binary, targets binary, given binary"
        return map_rows(ordered, GiveScores(self._layout, heads), schema)
