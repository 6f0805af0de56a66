"""Attention along arcs: `y_i = sum_j e_ij h_j / sum_j e_ij` over i itself and the sources j of its arcs, without arcs
of i to itself, where `e_ij = exp(LeakyReLU(a_j + b_i) - highest_i)`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Iterable, Iterator, Tuple

import numpy as np

from .exact_exp import exact_exp
from .fixed_point import from_whole, to_whole
from .layout import Layout
from .rows import Row, numbers, packed
from .sums import runs_of, sum_by_target


@dataclass(frozen=True)
class Heads:
    """Heads, columns of each, and the slope of LeakyReLU below 0, which is at least 0."""

    heads: int
    columns: int
    slope: float

    def score(self, source: np.ndarray, target: np.ndarray) -> np.ndarray:
        """Returns LeakyReLU(a + b) in float32."""
        total = source + target
        return np.where(total < 0, total * np.float32(self.slope), total)

    def highest(self, source: np.ndarray, target: np.ndarray, largest: np.ndarray) -> np.ndarray:
        """Returns the highest score of nodes [rows, heads], of their own a and b and the largest a of their arcs:
        neither rounding nor LeakyReLU changes which is the largest."""
        return self.score(np.maximum(source, largest), target)


@dataclass(frozen=True)
class AttentionScales:
    """Scales of the sums of shares, [1], and of what they weigh, [heads * columns]."""

    total: np.ndarray
    sums: np.ndarray


class GiveScores:
    """Gives tiles, sorted by goal after the states of their goal, what scores need of targets: b and the highest
    score, float32 [targets, 2 heads], for each target once."""

    def __init__(self, layout: Layout, heads: Heads):
        self._layout, self._heads = layout, heads

    def __call__(self, rows: Iterable[Row]) -> Iterator[Row]:
        count = self._heads.heads
        goal, held = -1, np.empty((0, 0), np.float32)
        for row in rows:
            if row["goal"] != goal:
                goal = row["goal"]
                held = np.zeros((self._layout.rows_of_range(goal), 2 * count), np.float32)
            if row["kind"] == 0:
                own, target, most = (numbers(row[name], "f4", count) for name in ("source", "target", "most"))
                first = (row["number"] % self._layout.blocks_of_range) * self._layout.block_rows
                held[first : first + len(own)] = np.hstack([target, self._heads.highest(own, target, most)])
                continue
            _, found = runs_of(numbers(row["targets"], "i4"))
            kept = {name: row[name] for name in ("origin", "slice", "goal")}
            arcs = {name: bytes(row[name]) for name in ("sources", "targets")}
            yield {**kept, **arcs, "given": packed(held[found])}


class AttendKernel:
    """Adds up the shares of arcs and what they weigh: whole numbers [heads + heads * columns]."""

    def __init__(self, heads: Heads, scales: AttentionScales):
        self._heads, self._scales = heads, scales

    def start(self, rows: int) -> Dict[str, Any]:
        count = self._heads.heads
        features = np.zeros((rows, count * self._heads.columns), np.float32)
        return {"features": features, "source": np.zeros((rows, count), np.float32)}

    def put(self, held: Dict[str, Any], first: int, row: Row) -> Tuple[np.ndarray, np.ndarray]:
        count = self._heads.heads
        features = numbers(row["features"], "f4", count * self._heads.columns)
        source, target, most = (numbers(row[name], "f4", count) for name in ("source", "target", "most"))
        held["features"][first : first + len(features)] = features
        held["source"][first : first + len(source)] = source
        own = self._heads.score(source, target) - self._heads.highest(source, target, most)
        places = np.arange(first, first + len(features), dtype=np.int32)
        return places, self._weigh(own, features)

    def run(self, held: Dict[str, Any], tile: Row) -> Tuple[np.ndarray, np.ndarray]:
        count = self._heads.heads
        sources, targets = numbers(tile["sources"], "i4"), numbers(tile["targets"], "i4")
        starts, _ = runs_of(targets)
        given = numbers(tile["given"], "f4", 2 * count)
        which = np.repeat(np.arange(len(starts)), np.diff(np.r_[starts, len(targets)]))
        same = tile["origin"] == tile["number"]

        def added(start: int, end: int) -> np.ndarray:
            from_, to = sources[start:end], which[start:end]
            scores = self._heads.score(held["source"][from_], given[to, :count])
            whole = self._weigh(scores - given[to, count:], held["features"][from_])
            if same:
                whole[from_ == targets[start:end]] = 0
            return whole

        return sum_by_target(targets, count * (1 + self._heads.columns), added)

    def _weigh(self, below: np.ndarray, features: np.ndarray) -> np.ndarray:
        shares = exact_exp(below.astype(np.float64)).astype(np.float64)
        weighed = np.repeat(shares, self._heads.columns, axis=1) * features
        return np.hstack([to_whole(shares, self._scales.total), to_whole(weighed, self._scales.sums)])


class AttendGatherer:
    """Adds up both and divides."""

    def __init__(self, heads: Heads, scales: AttentionScales):
        self._heads, self._scales = heads, scales
        self._width = heads.heads * (1 + heads.columns)

    def start(self, rows: int) -> np.ndarray:
        return np.zeros((rows, self._width), np.int64)

    def add(self, held: np.ndarray, targets: np.ndarray, sums: bytes) -> None:
        held[targets] += numbers(sums, "i8", self._width)

    def finish(self, held: np.ndarray) -> np.ndarray:
        count = self._heads.heads
        totals = from_whole(held[:, :count], self._scales.total)
        sums = from_whole(held[:, count:], self._scales.sums)
        return (sums / np.repeat(totals, self._heads.columns, axis=1)).astype(np.float32)
