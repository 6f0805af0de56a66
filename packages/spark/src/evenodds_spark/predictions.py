"""What a model says of nodes, as the files that `evenodds audit --predictions` reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, Iterator, List, Tuple

import numpy as np
import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from .exact_exp import exact_exp
from .layout import Layout
from .node_places import NodePlaces
from .rows import numbers, read_rows
from .tables import quoted

# Rows of a file of predictions.
FILE_ROWS = 1 << 22


@dataclass(frozen=True)
class Meaning:
    """What the columns of an output mean: a plan's task and classes."""

    task: str
    classes: List[str]
    width: int

    def columns(self) -> List[Tuple[str, str]]:
        """Returns names and types of what is written of each node."""
        if self.task == "regression":
            return [("predicted", "float")]
        return [("predicted", "string"), *((f"probability_{name}", "float") for name in self.classes)]


def predict(output: DataFrame, meaning: Meaning, layout: Layout) -> DataFrame:
    """Returns `place`, `predicted`, and `probability_<class>` of each class; the names have backticks where SQL needs
    them. The predicted class has the largest logit, the first of equals; of a single logit it is the second class above
    0."""
    fields = ", ".join(f"{quoted(name)} {kind}" for name, kind in [("place", "bigint"), *meaning.columns()])
    output.sparkSession.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "16")
    return output.mapInArrow(_Predict(meaning, layout), fields)


def with_ids(predicted: DataFrame, places: NodePlaces, nodes: DataFrame, ids: Column, copied: List[str]) -> DataFrame:
    """Returns predictions with `node_id`, and columns of the nodes' table under their names."""
    columns = [F.col(quoted(name)) for name in predicted.columns if name != "place"]
    named = predicted.join(places.table, "place")
    if copied:
        kept = [nodes[quoted(name)].alias(f"copied_{number}") for number, name in enumerate(copied)]
        named = named.join(nodes.select(ids.alias("id"), *kept), "id")
    others = [F.col(f"copied_{number}").alias(name) for number, name in enumerate(copied)]
    return named.select("place", F.col("id").alias("node_id"), *columns, *others)


class _Predict:
    def __init__(self, meaning: Meaning, layout: Layout):
        self._meaning, self._layout = meaning, layout

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        names = ["place", *(name for name, _ in self._meaning.columns())]
        for row in read_rows(batches):
            logits = numbers(row["value"], "f4", self._meaning.width)
            first = row["block"] * self._layout.block_rows
            place = pa.array(np.arange(first, first + len(logits)))
            yield pa.RecordBatch.from_arrays([place, *self._columns(logits)], names=names)

    def _columns(self, logits: np.ndarray) -> List[Any]:
        if self._meaning.task == "regression":
            return [pa.array(logits[:, 0])]
        if self._meaning.task == "binary":
            logits = np.hstack([np.zeros_like(logits), logits])
        chosen = np.array(self._meaning.classes, dtype=object)[np.argmax(logits, axis=1)]
        shares = softmax(logits)
        columns = [pa.array(np.ascontiguousarray(shares[:, place])) for place in range(shares.shape[1])]
        return [pa.array(chosen, pa.string()), *columns]


def softmax(logits: np.ndarray) -> np.ndarray:
    """Returns probabilities as float32, of float32 logits [rows, classes]; the sum of a row is taken from left to
    right, so that no processor adds in another order."""
    below = logits.astype(np.float64) - logits.max(axis=1, keepdims=True)
    shares = exact_exp(below).astype(np.float64)
    total = np.zeros(len(shares))
    for place in range(shares.shape[1]):
        total += shares[:, place]
    return (shares / total[:, None]).astype(np.float32)
