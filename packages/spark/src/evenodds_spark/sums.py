"""Sums along arcs, exact."""

from __future__ import annotations

from typing import Tuple

import numpy as np

from .fixed_point import from_whole, to_whole
from .rows import Row, numbers

# Numbers that are gathered at a time: few enough to stay in a processor's cache.
_CHUNK_NUMBERS = 1 << 18


class SumKernel:
    """Adds up the rows of sources, or each times the weight of its arc, as whole numbers with the scales [width]."""

    def __init__(self, width: int, scale: np.ndarray, weighted: bool):
        self._width, self._scale, self._weighted = width, scale, weighted

    def start(self, rows: int) -> np.ndarray:
        return np.zeros((rows, self._width), np.float32 if self._weighted else np.int64)

    def put(self, held: np.ndarray, first: int, row: Row) -> None:
        block = numbers(row["value"], "f4", self._width)
        # Without weights every arc adds the same whole numbers, which are rounded once.
        held[first : first + len(block)] = block if self._weighted else to_whole(block.astype(np.float64), self._scale)

    def run(self, held: np.ndarray, tile: Row) -> Tuple[np.ndarray, np.ndarray]:
        sources, targets = numbers(tile["sources"], "i4"), numbers(tile["targets"], "i4")
        weights = numbers(tile["weights"], "f4").astype(np.float64) if self._weighted else None

        def added(start: int, end: int) -> np.ndarray:
            rows = held[sources[start:end]]
            if weights is None:
                return rows
            return to_whole(rows.astype(np.float64) * weights[start:end, None], self._scale)

        return sum_by_target(targets, self._width, added)


class SumGatherer:
    """Adds up whole numbers and gives them as float32."""

    def __init__(self, width: int, scale: np.ndarray):
        self._width, self._scale = width, scale

    def start(self, rows: int) -> np.ndarray:
        return np.zeros((rows, self._width), np.int64)

    def add(self, held: np.ndarray, targets: np.ndarray, sums: bytes) -> None:
        held[targets] += numbers(sums, "i8", self._width)

    def finish(self, held: np.ndarray) -> np.ndarray:
        return from_whole(held, self._scale).astype(np.float32)


def sum_by_target(targets: np.ndarray, width: int, added) -> Tuple[np.ndarray, np.ndarray]:
    """Returns the targets of sorted arcs, each once, and the sums of what `added(start, end)` gives for arcs, int64
    [n, width]."""
    starts, found = runs_of(targets)
    sums = np.zeros((len(starts), width), np.int64)
    for start, end, first, last, inner in chunks_of(starts, len(targets), width):
        sums[first:last] += np.add.reduceat(added(start, end), inner, axis=0)
    return found, sums


def runs_of(targets: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """Returns where each target of a sorted list begins, and the targets, each once."""
    starts = np.flatnonzero(np.r_[True, targets[1:] != targets[:-1]])
    return starts, targets[starts]


def chunks_of(starts: np.ndarray, arcs: int, width: int):
    """Yields arcs in chunks: start and end, the first target of the chunk and that after its last, and where each of
    them begins in the chunk. A target can be in several chunks."""
    step = max(1, _CHUNK_NUMBERS // width)
    for start in range(0, arcs, step):
        end = min(arcs, start + step)
        first = int(np.searchsorted(starts, start, side="right")) - 1
        last = int(np.searchsorted(starts, end, side="left"))
        yield start, end, first, last, np.maximum(starts[first:last], start) - start
