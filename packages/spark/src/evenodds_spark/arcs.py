"""The arcs of users, with places instead of ids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Optional

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .checkpoint import Checkpoint
from .fault import Fault
from .node_places import NodePlaces
from .tables import not_finite, pick_id, pick_numbers

_TABLE, _BOTH_WAYS = "arcs", "arcs-both-ways"


@dataclass(frozen=True)
class PlacedArcs:
    """The table of the checkpoint that has `source`, `target` and `weight` of each arc, with NULL for an end that
    `--nodes` lacks, and how many rows there are: `read`, `used`, and those that were `excluded`; of undirected edges
    also the number of `arcs`."""

    table: str
    accounts: Dict[str, int]


def place_arcs(
    checkpoint: Checkpoint,
    arcs: DataFrame,
    places: NodePlaces,
    source: str,
    target: str,
    weight: Optional[str],
    unmatched: str,
    undirected: bool,
) -> PlacedArcs:
    """Writes the places of both ends of each arc, unless the checkpoint has them.

    Raises Fault for ends that are NULL, for weights that are not finite numbers of at least 0, and, unless `unmatched`
    is `exclude`, for ends that `--nodes` lacks, with their number and examples."""
    facts = checkpoint.facts(_TABLE)
    if facts is None:
        checkpoint.save(_TABLE, _with_places(arcs, places, source, target, weight))
        facts = _account(checkpoint.table(_TABLE))
        _refuse_rows(facts, checkpoint.table(_TABLE), source, target, weight)
        if unmatched != "exclude":
            _refuse_unknown(facts, checkpoint.table(_TABLE))
        checkpoint.finish(_TABLE, facts)
    accounts = {name: facts[name] for name in ("read", "used", "excluded")}
    if not undirected:
        return PlacedArcs(_TABLE, accounts)
    return PlacedArcs(_BOTH_WAYS, {**accounts, "arcs": _both_ways(checkpoint, weight)})


def _both_ways(checkpoint: Checkpoint, weight: Optional[str]) -> int:
    """Writes both arcs of every edge, each once however often and in whichever direction the edge is listed, and
    returns how many arcs there are. Raises Fault for an edge with several weights."""
    facts = checkpoint.facts(_BOTH_WAYS)
    if facts is None:
        placed = checkpoint.table(_TABLE).where("source is not null and target is not null")
        there = placed.select("source", "target", "weight")
        back = placed.select(F.col("target").alias("source"), F.col("source").alias("target"), "weight")
        weights = [F.min("weight").alias("weight"), F.max("weight").alias("most")]
        saved = checkpoint.save(_BOTH_WAYS, there.union(back).groupBy("source", "target").agg(*weights))
        found = saved.agg(F.count(F.lit(1)), F.count(F.when(F.col("weight") < F.col("most"), 1))).first()
        if found[1]:
            several = f"several in {found[1] // 2} pairs of nodes"
            raise Fault(f"{weight} of --arcs", "one weight for each edge", several)
        facts = {"arcs": int(found[0])}
        checkpoint.finish(_BOTH_WAYS, facts)
        checkpoint.forget(_TABLE)
    return facts["arcs"]


def _with_places(arcs: DataFrame, places: NodePlaces, source: str, target: str, weight: Optional[str]) -> DataFrame:
    given = pick_numbers(arcs, [weight], "--weight")[0].cast("float") if weight else F.lit(1.0).cast("float")
    ends = arcs.select(
        pick_id(arcs, source, "--source").alias("from"),
        pick_id(arcs, target, "--target").alias("to"),
        given.alias("weight"),
    )
    by_source = places.table.select(F.col("id").alias("from"), F.col("place").alias("source"))
    by_target = places.table.select(F.col("id").alias("to"), F.col("place").alias("target"))
    found = ends.join(by_source, "from", "left").join(by_target, "to", "left")
    # Ids are kept only where they lead nowhere, for messages.
    lost = [
        F.when(F.col(place).isNull(), F.col(end)).alias(end) for place, end in (("source", "from"), ("target", "to"))
    ]
    empty = F.col("from").isNull() | F.col("to").isNull()
    return found.select("source", "target", "weight", *lost, empty.alias("empty"))


def _account(placed: DataFrame) -> Dict[str, int]:
    lost = F.col("source").isNull() | F.col("target").isNull()
    light = not_finite(F.col("weight").cast("double")) | (F.col("weight") < 0)
    found = placed.agg(
        F.count(F.lit(1)).alias("read"),
        F.count(F.when(lost, 1)).alias("excluded"),
        F.count(F.when(F.col("empty"), 1)).alias("empty"),
        F.count(F.when(light, 1)).alias("light"),
    ).first()
    facts = {name: int(found[name]) for name in ("read", "excluded", "empty", "light")}
    return {**facts, "used": facts["read"] - facts["excluded"]}


def _refuse_rows(facts: Dict[str, int], placed: DataFrame, source: str, target: str, weight: Optional[str]) -> None:
    if facts["empty"]:
        found = f"{facts['empty']} rows of {facts['read']} with NULL"
        raise Fault(f"{source}, {target} of --arcs", "two ids in every row", found)
    if facts["light"]:
        found = f"NULL, NaN or another in {facts['light']} rows of {facts['read']}"
        raise Fault(f"{weight} of --arcs", "a finite weight of at least 0 in every row", found)


def _refuse_unknown(facts: Dict[str, int], placed: DataFrame) -> None:
    if not facts["excluded"]:
        return
    examples: List[str] = []
    for end, name in (("from", "source"), ("to", "target")):
        unknown = placed.where(F.col(end).isNotNull()).select(end).distinct().orderBy(end).limit(2).collect()
        examples.extend(f"{name} {row[end]!r}" for row in unknown)
    found = f"{facts['excluded']} arcs of {facts['read']} with another, such as {', '.join(examples)}"
    raise Fault("--arcs", "ids that --nodes has", found, "mend the tables, or count and leave out: --unmatched exclude")
