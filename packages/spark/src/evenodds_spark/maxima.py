"""Maxima along arcs."""

from __future__ import annotations

from typing import Tuple

import numpy as np

from .rows import Row, numbers
from .sums import chunks_of, runs_of


class MaxKernel:
    """Finds the largest rows of sources, column by column; -0 is 0."""

    def __init__(self, width: int):
        self._width = width

    def start(self, rows: int) -> np.ndarray:
        return np.zeros((rows, self._width), np.float32)

    def put(self, held: np.ndarray, first: int, row: Row) -> None:
        block = numbers(row["value"], "f4", self._width)
        held[first : first + len(block)] = block + np.float32(0)

    def run(self, held: np.ndarray, tile: Row) -> Tuple[np.ndarray, np.ndarray]:
        sources, targets = numbers(tile["sources"], "i4"), numbers(tile["targets"], "i4")
        starts, found = runs_of(targets)
        largest = np.full((len(starts), self._width), -np.inf, np.float32)
        for start, end, first, last, inner in chunks_of(starts, len(targets), self._width):
            rows = np.maximum.reduceat(held[sources[start:end]], inner, axis=0)
            largest[first:last] = np.maximum(largest[first:last], rows)
        return found, largest


class MaxGatherer:
    """Finds the largest of them, and gives `without` for nodes without arcs."""

    def __init__(self, width: int, without: float):
        self._width, self._without = width, np.float32(without)

    def start(self, rows: int) -> np.ndarray:
        return np.full((rows, self._width), -np.inf, np.float32)

    def add(self, held: np.ndarray, targets: np.ndarray, sums: bytes) -> None:
        held[targets] = np.maximum(held[targets], numbers(sums, "f4", self._width))

    def finish(self, held: np.ndarray) -> np.ndarray:
        return np.where(held == -np.inf, self._without, held)
