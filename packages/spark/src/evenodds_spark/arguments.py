"""The flags of `evenodds_layers.py`."""

from __future__ import annotations

import argparse
from typing import List, NoReturn, Optional

from .fault import Fault


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Fault("command line", "the flags of --help", message)


def parse_arguments(arguments: List[str]) -> argparse.Namespace:
    """Returns the flags by their names. Raises Fault for what they do not fit; `--help` prints them and exits with
    0."""
    parser = _Parser(
        prog="evenodds_layers.py",
        description="Runs a model, which `evenodds layers` cut into steps, on the tables of a graph.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--plan", required=True, metavar="DIR", help="folder that `evenodds layers` wrote, on any storage Spark reads")
    add("--nodes", required=True, metavar="TABLE", help="a row per node: a path to Parquet, or a name in a catalog")
    add("--arcs", required=True, metavar="TABLE", help="a row per arc, or per edge with --undirected")
    add(
        "--undirected", action="store_true", help="rows are edges: arcs both ways, each once however often it is listed"
    )
    add("--id", required=True, metavar="COLUMN", help="id in --nodes")
    add("--source", required=True, metavar="COLUMN", help="id in --arcs from which the arc comes")
    add("--target", required=True, metavar="COLUMN", help="id in --arcs to which it goes")
    add("--weight", metavar="COLUMN", help="weight in --arcs, for a model that takes weights")
    add(
        "--features",
        metavar="COLUMNS",
        help="features, with commas between, or a column of arrays; default: the model's names",
    )
    add(
        "--unmatched", choices=["fail", "exclude"], default="fail", help="arcs whose ends --nodes lacks (default: fail)"
    )
    add("--checkpoint", required=True, metavar="DIR", help="folder for what is done, from which a rerun goes on")
    add("--keep", action="store_true", help="keeps in it what no later step reads")
    add(
        "--range-rows",
        type=_whole,
        default=0,
        metavar="NODES",
        help="nodes that a task holds at a time; results do not depend on it",
    )
    add(
        "--slice-arcs",
        type=_whole,
        default=0,
        metavar="ARCS",
        help="arcs out of these nodes that a task holds; nor on it",
    )
    add("--out", required=True, metavar="DIR", help="folder for the predictions, as Parquet")
    add("--counts", metavar="DIR", help="folder for the counts of --label, --sensitive and predictions")
    add("--label", metavar="COLUMN", help="column of --nodes with the true class, copied to the predictions")
    add("--sensitive", metavar="COLUMNS", help="columns of --nodes with attributes, with commas between, copied too")
    found = parser.parse_args(arguments)
    if found.counts is not None and found.sensitive is None:
        raise Fault("--counts", "--sensitive as well", "none")
    return found


def split_names(text: Optional[str]) -> Optional[List[str]]:
    """Returns names between commas."""
    return None if text is None else [name.strip() for name in text.split(",")]


def _whole(text: str) -> int:
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"a whole number above 0, not {text}")
    return int(text)
