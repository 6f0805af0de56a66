"""The job: tables and a plan in, predictions and counts out."""

from __future__ import annotations

import argparse
from typing import Any, Callable, Dict, List

from pyspark.sql import DataFrame, SparkSession

from . import __version__
from .arcs import place_arcs
from .arguments import split_names
from .checkpoint import Checkpoint
from .degrees import measure_degrees
from .fault import Fault
from .features import Features
from .files import Files
from .identity import identify
from .layout import choose_layout
from .node_places import place_nodes
from .outputs import require_place, write_counts, write_predictions
from .plan import Plan, read_plan
from .predictions import Meaning, predict, with_ids
from .run_plan import PlanRun
from .tables import open_table, pick, pick_id
from .tiles import SLICE_ARCS, lay_tiles


def run_job(spark: SparkSession, flags: argparse.Namespace, say: Callable[[str], None]) -> Dict[str, Any]:
    """Runs a model on the tables that the flags name, writes what they ask for, and returns the accounts of the rows;
    `say` is told of each step. Raises Fault for what a user can mend."""
    files = Files(spark)
    plan = read_plan(files, flags.plan)
    _require_weight(plan, flags.weight)
    nodes, arcs = open_table(spark, flags.nodes, "--nodes"), open_table(spark, flags.arcs, "--arcs")
    ids = pick_id(nodes, flags.id, "--id")
    for flag in ("source", "target"):
        pick_id(arcs, getattr(flags, flag), f"--{flag}")
    features = Features(nodes, split_names(flags.features), plan)
    copied = _copied(nodes, flags, plan)
    out, counts = flags.out.rstrip("/"), flags.counts and flags.counts.rstrip("/")
    require_place(files, out, "--out")
    if counts:
        require_place(files, counts, "--counts")
    checkpoint = Checkpoint(spark, flags.checkpoint, _identity(files, flags, plan, nodes, arcs), flags.keep)
    places = place_nodes(spark, checkpoint, features.pack(checkpoint, ids))
    layout = choose_layout(places.nodes, plan.block_rows, max(plan.widths.values()), flags.range_rows)
    columns = (flags.source, flags.target, flags.weight)
    placed = place_arcs(checkpoint, arcs, places, *columns, flags.unmatched, flags.undirected)
    features.save(checkpoint, places, layout)
    slice_arcs = flags.slice_arcs or SLICE_ARCS
    tiles = lay_tiles(spark, checkpoint, placed.table, layout, plan.edge_weights, slice_arcs)
    checkpoint.forget(placed.table)
    degrees = measure_degrees(spark, checkpoint, tiles, layout, plan.edge_weights)
    output = PlanRun(spark, checkpoint, plan, layout, tiles, degrees, places, say).run()
    meaning = Meaning(plan.task, plan.classes, plan.widths[plan.output])
    predicted = with_ids(predict(output, meaning, layout), places, nodes, ids, copied)
    summary = {
        "version": __version__,
        "plan": plan.digest,
        "nodes": places.nodes,
        "arcs": placed.accounts,
        "largestInDegree": degrees.most_arcs,
    }
    write_predictions(files, predicted, out, places.nodes, summary)
    if counts:
        columns = [*split_names(flags.sensitive), *([flags.label] if flags.label else []), "predicted"]
        write_counts(files, open_table(spark, f"{out}/", "--out"), columns, counts, summary)
    return summary


def _copied(nodes: DataFrame, flags: argparse.Namespace, plan: Plan) -> List[str]:
    copied = [("--label", flags.label)] if flags.label else []
    copied += [("--sensitive", name) for name in split_names(flags.sensitive) or []]
    taken = {"node_id", "place", "file", "count", *(name for name, _ in Meaning(plan.task, plan.classes, 0).columns())}
    for flag, name in copied:
        pick(nodes, name, flag)
        if name in taken:
            raise Fault(flag, "a name that the predictions do not use", name, "rename the column in a view")
        taken.add(name)
    return [name for _, name in copied]


def _identity(files: Files, flags: argparse.Namespace, plan: Plan, nodes: DataFrame, arcs: DataFrame) -> Dict[str, Any]:
    chosen = {name: getattr(flags, name) for name in ("id", "source", "target", "weight", "features")}
    chosen.update(unmatched=flags.unmatched, undirected=flags.undirected)
    return {
        "version": __version__,
        "plan": plan.digest,
        "--nodes": identify(files, nodes),
        "--arcs": identify(files, arcs),
        "--range-rows": flags.range_rows,
        "--slice-arcs": flags.slice_arcs,
        **{f"--{name}": value for name, value in chosen.items()},
    }


def _require_weight(plan: Plan, weight: Any) -> None:
    if plan.edge_weights and weight is None:
        raise Fault("--weight", "a column, because the model takes weights of arcs", "none")
    if weight is not None and not plan.edge_weights:
        raise Fault("--weight", "no column, because the model takes no weights of arcs", weight)
