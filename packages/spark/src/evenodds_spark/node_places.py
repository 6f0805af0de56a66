"""The dictionary of ids: each node's place is the rank of its id."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Tuple

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from .checkpoint import Checkpoint
from .fault import Fault

_TABLE = "ids"
# monotonically_increasing_id() is the number of the partition times 2^33, plus the row's place in it.
_PARTITION_BITS = 33


@dataclass(frozen=True)
class NodePlaces:
    """`table` has `id` and `place`, the rank of the id by its UTF-8 bytes, from 0 to `nodes` - 1: the same however the
    rows were distributed."""

    table: DataFrame
    nodes: int


def place_nodes(spark: SparkSession, checkpoint: Checkpoint, rows: str) -> NodePlaces:
    """Sorts the ids of a table of the checkpoint, once, and keeps the order there. Raises Fault for no nodes, and for
    ids that stand in more than one row, with examples."""
    facts = checkpoint.facts(_TABLE)
    if facts is None:
        counted = checkpoint.table(rows).select("id").groupBy("id").agg(F.count(F.lit(1)).alias("copies"))
        ordered = counted.repartitionByRange("id").sortWithinPartitions("id")
        saved = checkpoint.save(_TABLE, ordered.withColumn("drawn", F.monotonically_increasing_id()))
        _refuse_copies(saved)
        facts = {"counts": _count_partitions(saved)}
        checkpoint.finish(_TABLE, facts)
    counts: List[Tuple[int, int]] = sorted((part, count) for part, count in facts["counts"])
    offsets, total = [], 0
    for part, count in counts:
        offsets.append((part, total))
        total += count
    if total == 0:
        raise Fault("--nodes", "at least one row", "none")
    known = F.broadcast(spark.createDataFrame(offsets, "part int, before bigint"))
    saved = checkpoint.table(_TABLE).select("id", "drawn", _partition_of("drawn").alias("part"))
    place = F.col("before") + F.col("drawn").bitwiseAND(F.lit((1 << _PARTITION_BITS) - 1))
    return NodePlaces(saved.join(known, "part").select("id", place.alias("place")), total)


def _partition_of(drawn: str) -> Column:
    return F.shiftright(F.col(drawn), _PARTITION_BITS).cast("int")


def _count_partitions(saved: DataFrame) -> List[Tuple[int, int]]:
    counts = saved.groupBy(_partition_of("drawn").alias("part")).count().collect()
    return sorted((row["part"], row["count"]) for row in counts)


def _refuse_copies(saved: DataFrame) -> None:
    twice = saved.where("copies > 1")
    examples = twice.orderBy("id").limit(3).collect()
    if not examples:
        return
    named = ", ".join(f"{row['id']!r} in {row['copies']} rows" for row in examples)
    raise Fault("--id", "each id in one row of --nodes", f"{twice.count()} ids in several: {named}")
